#include "export.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>

#include "export_fmu.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/names.hpp"

namespace stickslip::cli {

using namespace exporting;
using namespace io;

namespace {

constexpr std::array<std::string_view, 1> additions{"compensation"};
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

std::string list_text() {
  std::size_t width = 0;
  for (const NamedKind& kind : all_kinds()) width = std::max(width, kind.name.size());
  std::string text;
  for (const NamedKind& kind : all_kinds())
    text += std::string(kind.name) + std::string(width - kind.name.size() + 2, ' ') + std::string(kind.title) + "\n";
  return text;
}

// A law with its own parameters, or the model of a file.
Model model_of(const ExportRequest& r) {
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

ExportOptions options_of(const ExportRequest& r) {
  for (const std::string& name : r.additions)
    if (name != additions[0]) throw UnknownName("addition", name, additions);
  return {.version = STICKSLIP_VERSION,
          .prefix = r.prefix,
          .single_precision = r.single_precision,
          .changeable_parameters = r.changeable_parameters,
          .compensation = !r.additions.empty()};
}

void check_complete(const ExportRequest& r) {
  if (r.kind.empty()) throw std::invalid_argument("the kind is missing: see stickslip export --list");
  if (r.model.empty())
    throw std::invalid_argument("the model is missing: stickslip export " + r.kind + " MODEL.toml -o FILE");
  if (r.output.empty())
    throw std::invalid_argument("say where to write: stickslip export " + r.kind + " " + r.model + " -o " +
                                (r.kind == fmu_kind ? "model.fmu" : "FILE"));
}

}  // namespace

std::vector<std::string> export_kind_names() {
  std::vector<std::string> names;
  for (const NamedKind& kind : all_kinds()) names.emplace_back(kind.name);
  return names;
}

std::string export_model(const ExportRequest& r) {
  if (r.list) return list_text();
  check_complete(r);
  const auto names = export_kind_names();
  if (std::find(names.begin(), names.end(), r.kind) == names.end())
    throw UnknownName("kind of export", r.kind, std::vector<std::string_view>(names.begin(), names.end()));
  if (r.kind == fmu_kind) {
    if (r.model.ends_with(".toml")) return export_fmu(r, nullptr);
    const Model model = model_of(r);
    return export_fmu(r, &model);
  }
  if (r.source) throw std::invalid_argument("--source is for the kind fmu; " + r.kind + " is source text anyway");
  const auto files = exported(r.kind, model_of(r), options_of(r), r.output);
  const auto folder = std::filesystem::path(r.output).parent_path();
  if (!folder.empty()) prepare_directory(folder.string());
  std::string text;
  for (const ExportedFile& file : files) {
    write_file(file.path, file.text);
    text += "written: " + file.path + ", " + std::to_string(file.text.size()) + " bytes\n";
  }
  return text;
}

}  // namespace stickslip::cli
