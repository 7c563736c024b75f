#include "stickslip/fmu/export.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "archive.hpp"
#include "description.hpp"
#include "documentation.hpp"
#include "platforms.hpp"
#include "source.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/toml.hpp"
#include "stickslip/options.hpp"
#include "subject.hpp"

namespace stickslip::fmu {

using namespace experiment;
using namespace io;

namespace {

std::string read_content(const std::string& file, const char* what) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  std::string content;
  if (stream && std::filesystem::is_regular_file(file)) {
    content.resize(std::size_t(stream.tellg()));
    stream.seekg(0).read(content.data(), std::streamsize(content.size()));
    if (stream) return content;
  }
  throw std::invalid_argument(file + ": " + what + " cannot be read");
}

// The texts that go into the resources, and the subject that they describe.
struct Source {
  std::unique_ptr<Subject> subject;
  std::vector<ArchiveFile> resources;  // the model, or the experiment, first
};

std::string resource(std::string_view name) { return "resources/" + std::string(name); }

// A table of the drive goes along as it was read.
std::string table_text(const InputTable& table, const Column& column) {
  std::string text = "time[s]," + column.name + "[" + column.unit + "]\n";
  for (std::size_t k = 0; k < table.times.size(); ++k)
    text += to_text(table.times[k]) + "," + to_text(table.values[k]) + "\n";
  return text;
}

Source experiment_source(const std::string& file) {
  Recipe recipe = read_recipe(file);
  load_table(recipe);
  Experiment e = experiment::experiment(recipe);
  Source source;
  std::vector<ArchiveFile> table;
  if (!e.table.times.empty()) {
    table.push_back({resource(table_resource), table_text(e.table, table_column(e.base))});
    e.table.file = table_resource;
  }
  const std::string text = toml_text(e);
  source.resources.push_back({resource(experiment_resource), text});
  source.resources.insert(source.resources.end(), table.begin(), table.end());
  e.table.file.clear();
  source.subject = experiment_subject(e);
  return source;
}

// An experiment names its base; a model is all else.
bool is_experiment(std::string_view text) {
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string line(text.substr(from, end - from));
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    if (line.starts_with("[experiment]") || line.starts_with("experiment.")) return true;
    from = end + 1;
  }
  return false;
}

Source read_source(const std::string& file, const std::string& given) {
  const std::string text = given.empty() ? read_content(file, "the model") : given;
  if (given.empty() && is_experiment(text)) return experiment_source(file);
  return {element_subject(text, file), {{resource(element_resource), text}}};
}

std::string source_archive(const FmuRequest& r) {
  if (!r.library.empty())
    throw std::invalid_argument(option_reference("library", r.library) +
                                ": a source FMU has no run-time library; leave one of " + option_reference("library") +
                                " and " + option_reference("source") + " out");
  const std::string text = r.text.empty() ? read_content(r.file, "the model") : r.text;
  if (r.text.empty() && is_experiment(text))
    throw std::invalid_argument(r.file +
                                ": a source FMU is of a friction law alone, and this is an experiment; leave " +
                                option_reference("source") + " out, or export a model.toml with the law");
  std::vector<ArchiveFile> files = source_files(text, r.file, r.name, r.version, STICKSLIP_VERSION);
  const std::vector<ArchiveFile> sources = files;
  for (const std::string& platform : r.platforms)
    files.push_back(compile_for(platform, r.version, source_identifier(text, r.file, r.name), sources));
  return pack_archive(files);
}

}  // namespace

std::string fmu_archive(const FmuRequest& request) {
  if (request.source || !request.platforms.empty()) return source_archive(request);
  const Source source = read_source(request.file, request.text);
  source.subject->rename(request.name);
  const Sheet& sheet = source.subject->sheet();
  const std::string token = make_token(*source.subject, source.resources.front().content);
  const bool two = request.version == FmiVersion::two;
  const std::string platform = two ? "linux64" : "x86_64-linux";
  std::vector<ArchiveFile> files{{"modelDescription.xml", two ? description_2(sheet, token, STICKSLIP_VERSION)
                                                              : description_3(sheet, token, STICKSLIP_VERSION)},
                                 {"binaries/" + platform + "/" + sheet.identifier + ".so",
                                  read_content(request.library, "the run-time library"), true}};
  files.insert(files.end(), source.resources.begin(), source.resources.end());
  const std::vector<ArchiveFile> about = documentation_files(sheet, request.version, STICKSLIP_VERSION);
  files.insert(files.end(), about.begin(), about.end());
  return pack_archive(files);
}

}  // namespace stickslip::fmu
