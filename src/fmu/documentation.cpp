#include "documentation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "stickslip/param.hpp"
#include "stickslip/text/markup.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::fmu {
namespace {

std::string escaped(std::string_view text) { return text::escape_markup(text); }

std::string cell(std::string_view text) { return "<td>" + escaped(text) + "</td>"; }

std::string number(const Variable& v, const Sheet& sheet, double x) {
  if (!std::isfinite(x)) return {};
  if (!v.is_choice()) return stickslip::to_text(x);
  const Choices& c = sheet.choices[std::size_t(v.choices)];
  const auto item = std::size_t(std::lround(x) - c.first);
  return item < c.items.size() ? c.items[item] : std::string();
}

std::string bounds(const Variable& v, const Sheet& sheet) {
  if (v.is_choice()) return text::join(sheet.choices[std::size_t(v.choices)].items);
  if (!std::isfinite(v.lower) && !std::isfinite(v.upper)) return {};
  return "[" + number(v, sheet, v.lower) + ", " + number(v, sheet, v.upper) + "]";
}

std::string row(const Variable& v, const Sheet& sheet) {
  const bool starts = v.causality == Causality::input || v.initial == Initial::exact;
  return "<tr>" + cell(v.name) + cell(v.unit) + cell(starts ? number(v, sheet, v.start) : "") + cell(bounds(v, sheet)) +
         cell(v.doc) + "</tr>\n";
}

std::string table(const Sheet& sheet, std::string_view title, Causality causality) {
  std::string rows;
  for (const Variable& v : sheet.variables)
    if (v.causality == causality) rows += row(v, sheet);
  if (rows.empty()) return {};
  return "<h2>" + std::string(title) +
         "</h2>\n<table>\n<tr><th>name</th><th>unit</th><th>start</th><th>bounds, choices</th><th>meaning</th></tr>\n" +
         rows + "</table>\n";
}

constexpr std::string_view style =
    "body{font-family:sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "td,th{text-align:left;padding:.2em .8em;border-bottom:1px solid #ddd;vertical-align:top}"
    "pre{background:#f4f4f4;padding:1em;overflow:auto}";

bool is_element(const Sheet& sheet) { return !sheet.equation.empty(); }

std::string how_it_is_driven(const Sheet& sheet) {
  const std::string uses = "Model exchange and co-simulation.";
  if (!is_element(sheet))
    return uses +
           " The machine follows the experiment's own course, or its inputs, as the parameter drive.source says. In "
           "co-simulation an input is held over a step, unless its derivative is given.";
  return uses +
         " Friction is positive against positive velocity: m dv/dt = applied - force. In co-simulation the inputs are "
         "those of the end of a step, or of its beginning when their derivatives are given.";
}

}  // namespace

std::string documentation_page(const Sheet& sheet, const std::string& version) {
  const std::string equation = sheet.equation.empty() ? "" : "<pre>" + escaped(sheet.equation) + "</pre>\n";
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/><title>" + escaped(sheet.name) +
         "</title><style>" + std::string(style) + "</style></head>\n<body>\n<h1>" + escaped(sheet.title) +
         "</h1>\n<p>" + escaped(sheet.source) + "</p>\n" + equation + "<p>" + how_it_is_driven(sheet) + "</p>\n" +
         table(sheet, "Inputs", Causality::input) + table(sheet, "Outputs", Causality::output) +
         table(sheet, "Parameters", Causality::parameter) + "<p>Written by Stickslip " + escaped(version) +
         ".</p>\n</body>\n</html>\n";
}

std::string terminals(const Sheet& sheet) {
  const auto has = [&sheet](std::string_view name) {
    return std::any_of(sheet.variables.begin(), sheet.variables.end(),
                       [name](const Variable& v) { return v.name == name; });
  };
  if (!is_element(sheet) || !has("velocity")) return {};
  const bool rotary = std::any_of(sheet.variables.begin(), sheet.variables.end(),
                                  [](const Variable& v) { return v.name == "velocity" && v.unit == "rad/s"; });
  struct Member {
    std::string_view variable, name, kind;
  };
  // The names that Modelica's flanges have.
  const std::array<Member, 3> members{{{"displacement", rotary ? "phi" : "s", "signal"},
                                       {"velocity", rotary ? "w" : "v", "signal"},
                                       {"force", rotary ? "tau" : "f", "inflow"}}};
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n  <Terminals>\n"
      "    <Terminal name=\"contact\" matchingRule=\"plug\" description=\"The body that the friction acts on.\">\n";
  for (const Member& m : members)
    text += "      <TerminalMemberVariable variableName=\"" + std::string(m.variable) + "\" memberName=\"" +
            std::string(m.name) + "\" variableKind=\"" + std::string(m.kind) + "\"/>\n";
  return text + "    </Terminal>\n  </Terminals>\n</fmiTerminalsAndIcons>\n";
}

std::vector<ArchiveFile> documentation_files(const Sheet& sheet, FmiVersion fmi, const std::string& version) {
  std::vector<ArchiveFile> files{{"documentation/index.html", documentation_page(sheet, version)}};
  const std::string connector = fmi == FmiVersion::three ? terminals(sheet) : std::string();
  if (!connector.empty()) files.push_back({"terminalsAndIcons/terminalsAndIcons.xml", connector});
  return files;
}

}  // namespace stickslip::fmu
