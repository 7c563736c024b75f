#include "sample.hpp"

#include <algorithm>
#include <filesystem>

#include "stickslip/identify/samples.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;
using namespace measurement;

namespace {

std::string list_text() {
  std::size_t width = 0;
  for (const SampleInfo& info : sample_catalogue()) width = std::max(width, info.name.size());
  std::string text;
  for (const SampleInfo& info : sample_catalogue())
    text += std::string(info.name) + std::string(width - info.name.size() + 2, ' ') + std::string(info.title) + "\n";
  return text;
}

// "dir/seal.csv" and "-5bar" make "dir/seal-5bar.csv".
std::string name_of(const std::string& output, const std::string& addition) {
  std::filesystem::path path(output);
  const std::string extension = path.extension().string();
  return path.replace_extension().string() + addition + extension;
}

// How to apply its method to the files.
std::string hint(const Sample& s, const std::string& files) {
  if (s.info->method.empty()) return {};
  std::string text = "try: stickslip method " + std::string(s.info->method) + files;
  for (const std::string& setting : s.settings) text += " --set " + setting;
  return text + "\n";
}

std::string written(const Sample& s, const std::string& output) {
  const auto folder = std::filesystem::path(output).parent_path();
  if (!folder.empty()) prepare_directory(folder.string());
  std::string text;
  std::string files;
  for (const Dataset& data : s.files) {
    const std::string file = name_of(output, data.file);
    write_file(file, csv_text(data.columns, data.values));
    text += "written: " + file + ", " + std::to_string(data.rows()) + " rows\n";
    files += " " + file;
  }
  const std::string truth = output + ".truth.toml";
  write_file(truth, truth_text(s));
  return text + "written: " + truth + "\n" + hint(s, files);
}

}  // namespace

std::vector<std::string> sample_names() {
  std::vector<std::string> names;
  for (const SampleInfo& info : sample_catalogue()) names.emplace_back(info.name);
  return names;
}

std::string sample(const SampleOptions& o) {
  if (o.list) return list_text();
  if (o.name.empty()) throw std::invalid_argument("the sample is missing: see stickslip sample --list");
  const Sample s = make_sample(o.name, o.seed);
  if (!o.output.empty()) return written(s, o.output);
  if (o.truth) return truth_text(s);
  if (s.files.size() > 1)
    throw std::invalid_argument("the sample " + o.name + " has " + std::to_string(s.files.size()) +
                                " files: say where to write them, -o " + o.name + ".csv");
  return csv_text(s.files.front().columns, s.files.front().values);
}

}  // namespace stickslip::cli
