// The rules of the standard for modelDescription.xml, as sentences that hold for any FMU.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "importer.hpp"

namespace stickslip::tests {

inline std::vector<unsigned> read_list(const std::string& text) {
  std::istringstream words(text);
  std::vector<unsigned> all;
  for (unsigned x = 0; words >> x;) all.push_back(x);
  return all;
}

// The unknowns of a list in the structure, by their references.
inline std::vector<std::pair<unsigned, const XmlElement*>> unknowns(const UnpackedFmu& fmu, const std::string& list) {
  const XmlElement& structure = *fmu.description.child("ModelStructure");
  std::vector<std::pair<unsigned, const XmlElement*>> all;
  if (fmu.fmi == 2) {
    static const std::map<std::string, std::string> names{
        {"Output", "Outputs"}, {"ContinuousStateDerivative", "Derivatives"}, {"InitialUnknown", "InitialUnknowns"}};
    if (const XmlElement* e = structure.child(names.at(list)))
      for (const XmlElement& u : e->children)
        all.emplace_back(fmu.variables.at(std::stoul(u.at("index")) - 1).reference, &u);
    return all;
  }
  for (const XmlElement& u : structure.children)
    if (u.name == list) all.emplace_back(unsigned(std::stoul(u.at("valueReference"))), &u);
  return all;
}

inline std::set<unsigned> references(const UnpackedFmu& fmu, const std::string& list) {
  std::set<unsigned> all;
  for (const auto& [ref, element] : unknowns(fmu, list)) all.insert(ref);
  return all;
}

inline const ImportedVariable& with_reference(const UnpackedFmu& fmu, unsigned ref) {
  return *std::find_if(fmu.variables.begin(), fmu.variables.end(),
                       [ref](const ImportedVariable& v) { return v.reference == ref; });
}

inline void expect_sound_names(const UnpackedFmu& fmu) {
  const std::string part = "[A-Za-z_][A-Za-z_0-9]*(\\[[0-9]+\\])?";
  const std::regex name(part + "(\\." + part + ")*|der\\(" + part + "(\\." + part + ")*\\)");
  std::set<std::string> names;
  std::set<unsigned> refs;
  for (const ImportedVariable& v : fmu.variables) {
    EXPECT_TRUE(std::regex_match(v.name, name)) << v.name;
    EXPECT_TRUE(names.insert(v.name).second) << v.name << " is there twice";
    EXPECT_TRUE(refs.insert(v.reference).second) << v.name << " shares its reference";
  }
}

inline void expect_declared_units_and_types(const UnpackedFmu& fmu) {
  std::set<std::string> units;
  std::set<std::string> types;
  for (const XmlElement& u : fmu.description.child("UnitDefinitions")->children) {
    EXPECT_TRUE(units.insert(u.at("name")).second);
    ASSERT_NE(u.child("BaseUnit"), nullptr) << u.at("name");
  }
  if (const XmlElement* all = fmu.description.child("TypeDefinitions"))
    for (const XmlElement& t : all->children) {
      EXPECT_TRUE(types.insert(t.at("name")).second);
      std::set<std::string> items;
      for (const XmlElement& item : (fmu.fmi == 2 ? t.children.at(0) : t).children)
        EXPECT_TRUE(items.insert(item.at("value")).second && items.insert("'" + item.at("name")).second);
      EXPECT_FALSE(items.empty());
    }
  for (const ImportedVariable& v : fmu.variables) {
    EXPECT_EQ(types.count(v.name), 0U) << "a type has the name of the variable " << v.name;
    if (!v.at("unit").empty()) {
      EXPECT_TRUE(units.count(v.at("unit")) > 0) << v.name;
    }
    if (v.is_choice) {
      EXPECT_TRUE(types.count(v.at("declaredType")) > 0) << v.name;
    }
  }
}

inline void expect_sound_causalities(const UnpackedFmu& fmu) {
  int independent = 0;
  for (const ImportedVariable& v : fmu.variables) {
    const std::string causality = v.at("causality");
    independent += causality == "independent" ? 1 : 0;
    const bool starts = causality == "input" || v.at("initial") == "exact";
    EXPECT_EQ(!v.at("start").empty(), starts) << v.name;
    if (causality == "independent" || causality == "input") {
      EXPECT_EQ(v.at("initial"), "") << v.name;
    }
    if (causality == "parameter") {
      EXPECT_TRUE(v.at("variability") == "fixed" || v.at("variability") == "tunable") << v.name;
      EXPECT_EQ(v.is_choice && v.at("variability") == "tunable", false) << v.name << " is a choice and can be tuned";
      EXPECT_NE(v.at("description"), "") << v.name;
    }
    if (v.is_choice && causality != "parameter") {
      EXPECT_EQ(v.at("variability"), "discrete") << v.name;
    }
    if (starts && !v.at("min").empty()) {
      EXPECT_GE(std::stod(v.at("start")), std::stod(v.at("min"))) << v.name;
    }
    if (starts && !v.at("max").empty()) {
      EXPECT_LE(std::stod(v.at("start")), std::stod(v.at("max"))) << v.name;
    }
  }
  EXPECT_EQ(independent, 1);
}

inline void expect_sound_structure(const UnpackedFmu& fmu) {
  std::set<unsigned> outputs;
  std::set<unsigned> slopes;
  for (const ImportedVariable& v : fmu.variables) {
    if (v.at("causality") == "output") outputs.insert(v.reference);
    if (!v.at("derivative").empty()) slopes.insert(v.reference);
  }
  EXPECT_EQ(references(fmu, "Output"), outputs);
  EXPECT_EQ(references(fmu, "ContinuousStateDerivative"), slopes);
  const std::set<unsigned> states(fmu.states.begin(), fmu.states.end());
  EXPECT_EQ(states.size(), slopes.size());
  std::set<unsigned> initial;
  for (const ImportedVariable& v : fmu.variables) {
    const bool listed = outputs.count(v.reference) + slopes.count(v.reference) + states.count(v.reference) > 0;
    if (listed && v.at("initial") == "calculated") initial.insert(v.reference);
  }
  EXPECT_EQ(references(fmu, "InitialUnknown"), initial);
  const auto listed = unknowns(fmu, "InitialUnknown");
  EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end(), [](auto& a, auto& b) { return a.first < b.first; }));
}

// Dependencies are on inputs, states and the time.
inline void expect_sound_dependencies(const UnpackedFmu& fmu) {
  const std::set<unsigned> states(fmu.states.begin(), fmu.states.end());
  for (const std::string list : {"Output", "ContinuousStateDerivative"})
    for (const auto& [ref, element] : unknowns(fmu, list)) {
      if (!element->has("dependencies")) continue;
      std::set<unsigned> seen;
      for (const unsigned k : read_list(element->at("dependencies"))) {
        const ImportedVariable& v = fmu.fmi == 2 ? fmu.variables.at(k - 1) : with_reference(fmu, k);
        const bool known =
            v.at("causality") == "input" || v.at("causality") == "independent" || states.count(v.reference) > 0;
        EXPECT_TRUE(known) << v.name << " is no known";
        EXPECT_TRUE(seen.insert(k).second) << v.name << " is there twice";
      }
    }
}

inline void expect_named_indicators(const UnpackedFmu& fmu) {
  std::size_t named = 0;
  for (const ImportedVariable& v : fmu.variables) named += v.name.starts_with("guard.") ? 1U : 0U;
  EXPECT_EQ(named, fmu.indicators);
  if (fmu.fmi == 2) return;
  for (const unsigned ref : references(fmu, "EventIndicator"))
    EXPECT_TRUE(with_reference(fmu, ref).name.starts_with("guard."));
}

inline void expect_description_by_the_rules(const UnpackedFmu& fmu) {
  EXPECT_EQ(fmu.description.at("fmiVersion"), fmu.fmi == 2 ? "2.0" : "3.0");
  expect_sound_names(fmu);
  expect_declared_units_and_types(fmu);
  expect_sound_causalities(fmu);
  expect_sound_structure(fmu);
  expect_sound_dependencies(fmu);
  expect_named_indicators(fmu);
}

}  // namespace stickslip::tests
