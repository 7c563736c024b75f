// `stickslip sample NAME`: ready-made synthetic measurements whose truth is known.
#include <filesystem>

#include "common.hpp"
#include "stickslip/identify/samples.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;
using namespace measurement;

namespace {

struct SampleRequest {
  std::string name;
  std::string output;  // a .csv file
  std::size_t seed = 1;
  bool truth = false;
  bool list = false;
};

// "dir/seal.csv" and "-5bar" make "dir/seal-5bar.csv".
std::string with_addition(const std::string& output, const std::string& addition) {
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

std::string write_sample(const Sample& s, const std::string& output) {
  const auto folder = std::filesystem::path(output).parent_path();
  if (!folder.empty()) prepare_directory(folder.string());
  std::string text;
  std::string files;
  for (const Dataset& data : s.files) {
    const std::string file = with_addition(output, data.file);
    write_file(file, csv_text(data.columns, data.values));
    text += "written: " + file + ", " + std::to_string(data.rows()) + " rows\n";
    files += " " + file;
  }
  const std::string truth = output + ".truth.toml";
  write_file(truth, truth_text(s));
  return text + "written: " + truth + "\n" + hint(s, files);
}

std::string sample(const SampleRequest& r) {
  if (r.list) return list_text(sample_catalogue());
  if (r.name.empty()) throw std::invalid_argument("the sample is missing: see stickslip sample --list");
  const Sample s = make_sample(r.name, r.seed);
  if (!r.output.empty()) return write_sample(s, r.output);
  if (r.truth) return truth_text(s);
  if (s.files.size() > 1)
    throw std::invalid_argument("the sample " + r.name + " has " + std::to_string(s.files.size()) +
                                " files: say where to write them, -o " + r.name + ".csv");
  return csv_text(s.files.front().columns, s.files.front().values);
}

}  // namespace

Command sample_command() {
  const auto r = std::make_shared<SampleRequest>();
  return {.options = {{"NAME", &r->name, "Sample (see --list)", {}, [] { return names_in(sample_catalogue()); }},
                      output_file(r->output,
                                  "A .csv file (default: stdout); a sample of several files adds to its name. The true "
                                  "parameters go to FILE.truth.toml"),
                      {"--seed N", &r->seed, "Noise seed"},
                      {"--truth", &r->truth, "Print the true parameters instead of the data"},
                      list_flag(r->list, "the samples")},
          .examples = {"stickslip sample breakaway -o ramps.csv"},
          .work = [r] { return Answer{sample(*r)}; }};
}

}  // namespace stickslip::cli
