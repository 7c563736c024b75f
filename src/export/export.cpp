#include "stickslip/export/export.hpp"

#include <algorithm>
#include <filesystem>

#include "stickslip/names.hpp"
#include "stickslip/options.hpp"
#include "stickslip/text/encoding.hpp"
#include "subject.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

// The kinds; one that is written elsewhere gets a row here.
constexpr std::array<ExportKind, 6> kinds{{
    {"c", "C99, a pair of files or one header", "c|h", exporting::c_files},
    {"matlab", "a function file for MATLAB, Octave and Simulink", "m", exporting::matlab_files},
    {"js", "a JavaScript module", "js|mjs", exporting::js_files},
    {"modelica", "a Modelica package", "mo", exporting::modelica_files},
    {"simulink", "a script that makes a C Function block of Simulink, with its C", "m", exporting::simulink_files},
    {"st", "friction compensation as an IEC 61131-3 function block, Structured Text", "st", exporting::st_files},
}};

const ExportKind& find_kind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ExportKind& kind : kinds) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw UnknownName("kind of export", name, names);
}

bool has_extension(const ExportKind& kind, const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension.size() < 2) return false;
  return ("|" + std::string(kind.extensions) + "|").find("|" + extension.substr(1) + "|") != std::string::npos;
}

// C names the header in its #include.
bool is_plain_name(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return text::clean_name(name) == name && name.find_first_of("\"\\") == std::string::npos;
}

void check(const ExportKind& kind, const ExportOptions& options, const std::string& path) {
  if (!is_plain_name(path))
    throw std::invalid_argument("the file '" + path +
                                "' has a name with quotation marks, backslashes or control characters; rename it");
  if (!has_extension(kind, path)) {
    std::string wanted = "." + std::string(kind.extensions);
    for (std::size_t at = 0; (at = wanted.find('|', at)) != std::string::npos;) wanted.replace(at, 1, " or .");
    throw std::invalid_argument("the file '" + path + "' of the kind " + std::string(kind.name) + " must end in " +
                                wanted);
  }
  if (options.single_precision && kind.name != "c")
    throw std::invalid_argument(option_reference("single_precision") + " is for the kind c; " + std::string(kind.name) +
                                " has double alone");
  if (options.embedded && kind.name != "c")
    throw std::invalid_argument(option_reference("embedded") + " is for the kind c alone");
  if (options.stick == Standstill::stops && options.compensation)
    throw std::invalid_argument(option_reference("compensation") + " knows where its commands lead and counts no " +
                                "applied force; leave out " + option_reference("stick", "stops"));
  if (options.stick == Standstill::stops && options.all_programs)
    throw std::invalid_argument("rates and stored energy are written for the samples of the law alone");
  if (options.all_programs && kind.name != "c")
    throw std::invalid_argument("rates and stored energy are written by the kind c alone");
  if (options.changeable_parameters && kind.name != "c" && kind.name != "js")
    throw std::invalid_argument(option_reference("changeable_parameters") + " is for the kinds c and js" +
                                std::string(kind.name == "modelica" ? "; modelica always has a record of them" : ""));
}

}  // namespace

std::span<const ExportKind> export_kinds() { return kinds; }

std::vector<ExportedFile> export_files(std::string_view kind, const Model& model, const ExportOptions& options,
                                       const std::string& path) {
  const ExportKind& chosen = find_kind(kind);
  check(chosen, options, path);
  ExportOptions meant = options;
  meant.single_precision |= options.embedded;
  return chosen.write(model, meant, path);
}

}  // namespace stickslip::exporting
