#include "description.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "categories.hpp"
#include "stickslip/param.hpp"
#include "stickslip/text/markup.hpp"
#include "stickslip/units.hpp"

namespace stickslip::fmu {
namespace {

// In an attribute a line break would become a blank.
std::string in_attribute(std::string_view text) { return text::escape_markup(text, '\n', "&#10;"); }

// Elements with attributes, two blanks deeper inside.
class Xml {
 public:
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;

  void open(std::string_view name, const Attributes& attributes = {}) {
    line(name, attributes, ">");
    open_.emplace_back(name);
  }
  void close() {
    const std::string name = open_.back();
    open_.pop_back();
    text_ += std::string(2 * open_.size(), ' ') + "</" + name + ">\n";
  }
  void element(std::string_view name, const Attributes& attributes = {}) { line(name, attributes, "/>"); }
  std::string take() { return std::move(text_); }

 private:
  void line(std::string_view name, const Attributes& attributes, std::string_view end) {
    text_ += std::string(2 * open_.size(), ' ') + "<" + std::string(name);
    for (const auto& [key, value] : attributes) text_ += " " + std::string(key) + "=\"" + in_attribute(value) + "\"";
    text_ += std::string(end) + "\n";
  }

  std::string text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  std::vector<std::string> open_;
};

std::string number(double x) { return stickslip::to_text(x); }
std::string whole(double x) { return std::to_string(std::lround(x)); }

std::string_view to_text(Causality c) {
  constexpr std::array<std::string_view, 5> names{"independent", "parameter", "input", "output", "local"};
  return names.at(std::size_t(c));
}
std::string_view to_text(Variability v) {
  constexpr std::array<std::string_view, 4> names{"fixed", "tunable", "discrete", "continuous"};
  return names.at(std::size_t(v));
}

// ---- parts that both versions have

void add_units(Xml& xml, const Sheet& sheet) {
  std::map<std::string, BaseUnits> units;
  for (const Variable& v : sheet.variables)
    if (!v.unit.empty()) units[v.unit] = base_units(v.unit);
  xml.open("UnitDefinitions");
  for (const auto& [name, base] : units) {
    Xml::Attributes powers;
    const std::array<std::pair<std::string_view, int>, 6> all{
        {{"kg", base.kg}, {"m", base.m}, {"s", base.s}, {"A", base.A}, {"K", base.K}, {"rad", base.rad}}};
    for (const auto& [unit, power] : all)
      if (power != 0) powers.emplace_back(unit, std::to_string(power));
    xml.open("Unit", {{"name", name}});
    xml.element("BaseUnit", powers);
    xml.close();
  }
  xml.close();
}

void add_items(Xml& xml, const Choices& c) {
  for (std::size_t k = 0; k < c.items.size(); ++k)
    xml.element("Item", {{"name", c.items[k]}, {"value", std::to_string(c.first + int(k))}});
}

void add_categories(Xml& xml) {
  xml.open("LogCategories");
  for (const Category& c : categories)
    xml.element("Category", {{"name", std::string(c.name)}, {"description", std::string(c.meaning)}});
  xml.close();
}

void add_default_experiment(Xml& xml, const Sheet& sheet) {
  xml.element("DefaultExperiment", {{"startTime", "0"},
                                    {"stopTime", number(sheet.stop)},
                                    {"tolerance", number(sheet.tolerance)},
                                    {"stepSize", number(sheet.step)}});
}

std::string about(const Sheet& sheet) {
  return sheet.title + ". " + sheet.source + (sheet.equation.empty() ? "" : "\n" + sheet.equation);
}

// Name, reference, description, causality, variability, initial: in either version the attributes of a variable.
Xml::Attributes common(const Sheet& sheet, std::size_t place) {
  const Variable& v = sheet.variables[place];
  Xml::Attributes a{{"name", v.name}, {"valueReference", std::to_string(place)}};
  if (!v.doc.empty()) a.emplace_back("description", v.doc);
  a.emplace_back("causality", to_text(v.causality));
  a.emplace_back("variability", to_text(v.variability));
  if (v.initial != Initial::none) a.emplace_back("initial", v.initial == Initial::exact ? "exact" : "calculated");
  return a;
}

bool has_start(const Variable& v) { return v.causality == Causality::input || v.initial == Initial::exact; }

// Unit, bounds, nominal and start of a real number.
void add_real(Xml::Attributes& a, const Variable& v) {
  if (!v.unit.empty()) a.emplace_back("unit", v.unit);
  if (std::isfinite(v.lower)) a.emplace_back("min", number(v.lower));
  if (std::isfinite(v.upper)) a.emplace_back("max", number(v.upper));
  if (v.kind == Kind::unknown) a.emplace_back("nominal", number(v.nominal));
  if (has_start(v)) a.emplace_back("start", number(v.start));
}
void add_choice(Xml::Attributes& a, const Sheet& sheet, const Variable& v) {
  a.emplace_back("declaredType", sheet.choices[std::size_t(v.choices)].name);
  a.emplace_back("min", whole(v.lower));
  a.emplace_back("max", whole(v.upper));
  if (has_start(v)) a.emplace_back("start", whole(v.start));
}

std::vector<std::size_t> places_with(const Sheet& sheet, bool (*wanted)(const Variable&)) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < sheet.variables.size(); ++k)
    if (wanted(sheet.variables[k])) places.push_back(k);
  return places;
}
bool is_output(const Variable& v) { return v.causality == Causality::output; }
bool is_slope(const Variable& v) { return v.kind == Kind::slope; }
bool is_guard(const Variable& v) { return v.kind == Kind::guard; }
// Computed at the start: outputs and states that are not given, and rates.
bool is_initial_unknown(const Variable& v) {
  return v.initial == Initial::calculated &&
         (is_output(v) || is_slope(v) || (v.kind == Kind::unknown && !v.is_choice()));
}

bool is_state(const Variable& v) { return v.kind == Kind::unknown && !v.is_choice(); }

// "1 4 5": references, or places counted from 1. What is not said depends on everything.
std::string dependencies(const Sheet& sheet, std::size_t place, std::size_t first) {
  const Variable& v = sheet.variables[place];
  std::vector<std::size_t> all = v.dependencies;
  if (is_state(v)) all = {place};  // a state is its own known
  std::string text;
  for (const std::size_t k : all) text += (text.empty() ? "" : " ") + std::to_string(k + first);
  return text;
}
bool tells_dependencies(const Variable& v) { return !v.dependencies.empty() || is_state(v); }

void add_unknown(Xml& xml, std::string_view element, std::string_view key, const Sheet& sheet, std::size_t place,
                 std::size_t first, bool with_dependencies) {
  Xml::Attributes a{{key, std::to_string(place + first)}};
  if (with_dependencies && tells_dependencies(sheet.variables[place]))
    a.emplace_back("dependencies", dependencies(sheet, place, first));
  xml.element(element, a);
}

// ---- 2.0

void add_source_files_2(Xml& xml, const SourceList& sources) {
  xml.open("SourceFiles");
  for (const std::string& name : sources) xml.element("File", {{"name", name}});
  xml.close();
}

void add_interface_2(Xml& xml, std::string_view name, const Xml::Attributes& attributes, const SourceList& sources) {
  if (sources.empty()) return xml.element(name, attributes);
  xml.open(name, attributes);
  add_source_files_2(xml, sources);
  xml.close();
}

// The run-time library takes memory from its own language, sources from the importer.
void add_interfaces_2(Xml& xml, const Sheet& sheet, const SourceList& sources) {
  Xml::Attributes both{
      {"modelIdentifier", sheet.identifier}, {"canGetAndSetFMUstate", "true"}, {"canSerializeFMUstate", "true"}};
  if (sources.empty()) both.emplace_back("canNotUseMemoryManagementFunctions", "true");
  if (sheet.derivatives) both.emplace_back("providesDirectionalDerivative", "true");
  add_interface_2(xml, "ModelExchange", both, sources);
  Xml::Attributes steps = both;
  steps.emplace_back("canHandleVariableCommunicationStepSize", "true");
  steps.emplace_back("canInterpolateInputs", "true");
  add_interface_2(xml, "CoSimulation", steps, sources);
}

void add_types_2(Xml& xml, const Sheet& sheet) {
  if (sheet.choices.empty()) return;
  xml.open("TypeDefinitions");
  for (const Choices& c : sheet.choices) {
    xml.open("SimpleType", {{"name", c.name}});
    xml.open("Enumeration");
    add_items(xml, c);
    xml.close();
    xml.close();
  }
  xml.close();
}

void add_variable_2(Xml& xml, const Sheet& sheet, std::size_t place) {
  const Variable& v = sheet.variables[place];
  xml.open("ScalarVariable", common(sheet, place));
  Xml::Attributes a;
  if (v.is_choice()) {
    add_choice(a, sheet, v);
    xml.element("Enumeration", a);
  } else {
    add_real(a, v);
    if (v.kind == Kind::slope) a.emplace_back("derivative", std::to_string(sheet.place(Kind::unknown, v.index) + 1));
    if (is_state(v)) a.emplace_back("reinit", "true");
    xml.element("Real", a);
  }
  xml.close();
}

void add_structure_2(Xml& xml, const Sheet& sheet) {
  const auto list = [&](std::string_view name, bool (*wanted)(const Variable&), bool with_dependencies) {
    const auto places = places_with(sheet, wanted);
    if (places.empty()) return;
    xml.open(name);
    for (const std::size_t k : places) add_unknown(xml, "Unknown", "index", sheet, k, 1, with_dependencies);
    xml.close();
  };
  xml.open("ModelStructure");
  list("Outputs", is_output, true);
  list("Derivatives", is_slope, true);
  list("InitialUnknowns", is_initial_unknown, false);
  xml.close();
}

// ---- 3.0

void add_interfaces_3(Xml& xml, const Sheet& sheet) {
  Xml::Attributes both{
      {"modelIdentifier", sheet.identifier}, {"canGetAndSetFMUState", "true"}, {"canSerializeFMUState", "true"}};
  if (sheet.derivatives) {
    both.emplace_back("providesDirectionalDerivatives", "true");
    both.emplace_back("providesAdjointDerivatives", "true");
  }
  Xml::Attributes exchange = both;
  exchange.emplace_back("needsCompletedIntegratorStep", "true");
  xml.element("ModelExchange", exchange);
  Xml::Attributes steps = both;
  steps.emplace_back("canHandleVariableCommunicationStepSize", "true");
  xml.element("CoSimulation", steps);
}

void add_types_3(Xml& xml, const Sheet& sheet) {
  if (sheet.choices.empty()) return;
  xml.open("TypeDefinitions");
  for (const Choices& c : sheet.choices) {
    xml.open("EnumerationType", {{"name", c.name}});
    add_items(xml, c);
    xml.close();
  }
  xml.close();
}

void add_variable_3(Xml& xml, const Sheet& sheet, std::size_t place) {
  const Variable& v = sheet.variables[place];
  Xml::Attributes a = common(sheet, place);
  if (v.is_choice()) {
    add_choice(a, sheet, v);
    return xml.element("Enumeration", a);
  }
  add_real(a, v);
  if (v.kind == Kind::slope) a.emplace_back("derivative", std::to_string(sheet.place(Kind::unknown, v.index)));
  if (is_state(v)) a.emplace_back("reinit", "true");
  xml.element("Float64", a);
}

void add_structure_3(Xml& xml, const Sheet& sheet) {
  const auto list = [&](std::string_view element, bool (*wanted)(const Variable&), bool with_dependencies) {
    for (const std::size_t k : places_with(sheet, wanted))
      add_unknown(xml, element, "valueReference", sheet, k, 0, with_dependencies);
  };
  xml.open("ModelStructure");
  list("Output", is_output, true);
  list("ContinuousStateDerivative", is_slope, true);
  list("InitialUnknown", is_initial_unknown, false);
  list("EventIndicator", is_guard, true);
  xml.close();
}

}  // namespace

std::string description_2(const Sheet& sheet, const std::string& token, const std::string& version,
                          const SourceList& sources) {
  Xml xml;
  xml.open("fmiModelDescription", {{"fmiVersion", "2.0"},
                                   {"modelName", sheet.name},
                                   {"guid", token},
                                   {"description", about(sheet)},
                                   {"generationTool", "stickslip " + version},
                                   {"variableNamingConvention", "structured"},
                                   {"numberOfEventIndicators", std::to_string(sheet.guards)}});
  add_interfaces_2(xml, sheet, sources);
  add_units(xml, sheet);
  add_types_2(xml, sheet);
  add_categories(xml);
  add_default_experiment(xml, sheet);
  xml.open("ModelVariables");
  for (std::size_t k = 0; k < sheet.variables.size(); ++k) add_variable_2(xml, sheet, k);
  xml.close();
  add_structure_2(xml, sheet);
  xml.close();
  return xml.take();
}

std::string description_3(const Sheet& sheet, const std::string& token, const std::string& version) {
  Xml xml;
  xml.open("fmiModelDescription", {{"fmiVersion", "3.0"},
                                   {"modelName", sheet.name},
                                   {"instantiationToken", token},
                                   {"description", about(sheet)},
                                   {"generationTool", "stickslip " + version},
                                   {"variableNamingConvention", "structured"}});
  add_interfaces_3(xml, sheet);
  add_units(xml, sheet);
  add_types_3(xml, sheet);
  add_categories(xml);
  add_default_experiment(xml, sheet);
  xml.open("ModelVariables");
  for (std::size_t k = 0; k < sheet.variables.size(); ++k) add_variable_3(xml, sheet, k);
  xml.close();
  add_structure_3(xml, sheet);
  xml.close();
  return xml.take();
}

std::string build_description(const Sheet& sheet, const SourceList& sources) {
  Xml xml;
  xml.open("fmiBuildDescription", {{"fmiVersion", "3.0"}});
  xml.open("BuildConfiguration", {{"modelIdentifier", sheet.identifier}});
  xml.open("SourceFileSet", {{"language", "C99"}});
  for (const std::string& name : sources) xml.element("SourceFile", {{"name", name}});
  xml.close();
  xml.close();
  xml.close();
  return xml.take();
}

}  // namespace stickslip::fmu
