// `stickslip export KIND MODEL -o FILE`: a model as text for other tools, or as an FMU.
#include "stickslip/export/export.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "common.hpp"
#include "stickslip/fmu/export.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/names.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::cli {

using namespace exporting;
using namespace fmu;
using namespace io;

namespace {

struct ExportRequest {
  std::string kind;
  std::string model;  // a .toml file, or the name of a law
  std::size_t elements = 0;
  std::string output;
  ExportOptions text = {.version = STICKSLIP_VERSION};
  std::vector<std::string> additions;  // of the text: "compensation"
  FmuOptions fmu = {};
  bool list = false;
};

constexpr std::string_view fmu_kind = "fmu";
constexpr std::string_view fmu_title = "Functional Mock-up Unit, FMI 2.0 or 3.0, model exchange and co-simulation";

struct NamedKind {
  std::string_view name, title;
};

std::vector<NamedKind> all_kinds() {
  std::vector<NamedKind> all;
  for (const ExportKind& kind : export_kinds()) all.push_back({kind.name, kind.title});
  all.push_back({fmu_kind, fmu_title});
  return all;
}

std::vector<std::string> kind_names() { return names_in(all_kinds()); }

// A law with its own parameters, or the model of a file.
Model read_or_make(const ExportRequest& r) {
  if (r.model.ends_with(".toml")) {
    if (r.elements > 0)
      throw std::invalid_argument("--elements is for the name of a law; write elements into " + r.model);
    return read_model(r.model);
  }
  const LawInfo& law = law_info(r.model);
  if (r.elements > 0 && !law.has_elements)
    throw std::invalid_argument("the law " + r.model + " has no elements; leave --elements out");
  ParamGroup group = law_group(law.name, r.elements);
  std::size_t elements = 0;
  for (std::size_t k = 0; k < group.table.size(); ++k)
    if (group.table[k].shape == Shape::elements) elements = group.lengths[k];
  return {.file = r.model, .law = r.model, .elements = elements, .group = std::move(group)};
}

constexpr std::array<std::string_view, 1> additions{"compensation"};

std::vector<std::string> addition_names() { return {additions.begin(), additions.end()}; }

ExportOptions text_options(const ExportRequest& r) {
  for (const std::string& name : r.additions)
    if (name != additions[0]) throw UnknownName("addition", name, additions);
  ExportOptions options = r.text;
  options.compensation = !r.additions.empty();
  return options;
}

void check_complete(const ExportRequest& r) {
  if (r.kind.empty()) throw std::invalid_argument("the kind is missing: see stickslip export --list");
  if (r.model.empty())
    throw std::invalid_argument("the model is missing: stickslip export " + r.kind + " MODEL.toml -o FILE");
  if (r.output.empty())
    throw std::invalid_argument("say where to write: stickslip export " + r.kind + " " + r.model + " -o " +
                                (r.kind == fmu_kind ? "model.fmu" : "FILE"));
}

// ---- FMU

namespace fs = std::filesystem;

// Where the run-time library lies, seen from the program: after an install, and in a build tree.
constexpr std::array<const char*, 2> library_places{STICKSLIP_FMU_INSTALLED, STICKSLIP_FMU_BUILT};

std::string runtime_library() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none).parent_path();
  std::string looked;
  for (const char* const place : library_places) {
    const fs::path path = (program / place).lexically_normal();
    if (fs::is_regular_file(path, none)) return path.string();
    looked += "\n  " + path.string();
  }
  throw std::invalid_argument(
      "the run-time library of FMUs, libstickslip_fmu.so, was not found; build the target stickslip_fmu or "
      "install the whole project, or name it by --library FILE. Looked for:" +
      looked);
}

// `model`: of a law that was given by its name; otherwise null.
std::string export_fmu(const ExportRequest& r, const Model* model) {
  FmuRequest request =
      make_request(r.model, model == nullptr ? "" : law_toml(model->law, model->elements, model->group), r.fmu);
  if (request.library.empty() && !r.fmu.wants_sources()) request.library = runtime_library();
  const std::string bytes = fmu_archive(request);
  write_file(r.output, bytes);
  return r.output + ": FMI " + std::to_string(r.fmu.fmi) + ".0, " + (r.fmu.wants_sources() ? "C sources for " : "") +
         "model exchange and co-simulation, " +
         (request.platforms.empty() ? "" : "binaries for " + text::join(request.platforms) + ", ") +
         std::to_string(bytes.size()) + " bytes\n";
}

std::string export_model(const ExportRequest& r) {
  if (r.list) return list_text(all_kinds());
  check_complete(r);
  const auto names = kind_names();
  if (std::find(names.begin(), names.end(), r.kind) == names.end())
    throw UnknownName("kind of export", r.kind, std::vector<std::string_view>(names.begin(), names.end()));
  check_options_of_kind(r.kind, text_options(r), r.fmu);
  if (r.kind == fmu_kind) {
    if (r.model.ends_with(".toml")) return export_fmu(r, nullptr);
    const Model model = read_or_make(r);
    return export_fmu(r, &model);
  }
  const auto files = export_files(r.kind, read_or_make(r), text_options(r), r.output);
  const auto folder = std::filesystem::path(r.output).parent_path();
  if (!folder.empty()) prepare_directory(folder.string());
  std::string text;
  for (const ExportedFile& file : files) {
    write_file(file.path, file.text);
    text += "written: " + file.path + ", " + std::to_string(file.text.size()) + " bytes\n";
  }
  return text;
}

}  // namespace

Command export_command() {
  const auto r = std::make_shared<ExportRequest>();
  std::vector<Option> options{
      {"KIND", &r->kind, "What to write (see --list)", {}, kind_names},
      {"MODEL", &r->model, "A model.toml or the name of a law; fmu: also an experiment's .toml"},
      output_file(r->output, "The file; .c has an .h beside it, .h alone is a single header"),
      {"--with NAME,...",
       Commas{&r->additions},
       "Add compensation: feed-forward friction compensation",
       {},
       addition_names},
      elements_option(r->elements),
      {"--library FILE", &r->fmu.library, "fmu: run-time library (default: the one beside the program)", "FMU"},
      list_flag(r->list, "the kinds")};
  append(options, table_options(view_options(r->text), "Source text", {"compensation"}));
  append(options, table_options(view_options(r->fmu), "FMU", {"library"}));
  return {.options = std::move(options),
          .examples = {"stickslip export c seal/model.toml -o seal.c --with compensation",
                       "stickslip export fmu seal/model.toml -o seal.fmu"},
          .notes =
              "Every text has a self-test with forces of this library. An FMU of a model is a friction element, "
              "one of an experiment the whole machine.\nOn bad input nothing is written.",
          .work = [r] { return Answer{export_model(*r)}; }};
}

}  // namespace stickslip::cli
