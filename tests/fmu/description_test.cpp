// The archive and modelDescription.xml against the rules of the standard.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "fmu_kit.hpp"
#include "stickslip/fmu/export.hpp"
#include "unzip.hpp"

namespace stickslip::tests {
namespace {

std::string zip_of(const std::string& file, int fmi) {
  return fmu_archive(
      {.file = file, .library = STICKSLIP_FMU_LIBRARY, .version = fmi == 2 ? FmiVersion::two : FmiVersion::three});
}

// ---- the rules, as sentences that hold for any FMU

std::vector<unsigned> list_of(const std::string& text) {
  std::istringstream words(text);
  std::vector<unsigned> all;
  for (unsigned x = 0; words >> x;) all.push_back(x);
  return all;
}

// The unknowns of a list in the structure, by their references.
std::vector<std::pair<unsigned, const XmlElement*>> unknowns(const UnpackedFmu& fmu, const std::string& list) {
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

std::set<unsigned> references(const UnpackedFmu& fmu, const std::string& list) {
  std::set<unsigned> all;
  for (const auto& [ref, element] : unknowns(fmu, list)) all.insert(ref);
  return all;
}

const ImportedVariable& with_reference(const UnpackedFmu& fmu, unsigned ref) {
  return *std::find_if(fmu.variables.begin(), fmu.variables.end(),
                       [ref](const ImportedVariable& v) { return v.reference == ref; });
}

void expect_sound_names(const UnpackedFmu& fmu) {
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

void expect_declared_units_and_types(const UnpackedFmu& fmu) {
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
    if (!v.at("unit").empty()) {
      EXPECT_TRUE(units.count(v.at("unit")) > 0) << v.name;
    }
    if (v.is_choice) {
      EXPECT_TRUE(types.count(v.at("declaredType")) > 0) << v.name;
    }
  }
}

void expect_sound_causalities(const UnpackedFmu& fmu) {
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

void expect_sound_structure(const UnpackedFmu& fmu) {
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
void expect_sound_dependencies(const UnpackedFmu& fmu) {
  const std::set<unsigned> states(fmu.states.begin(), fmu.states.end());
  for (const std::string list : {"Output", "ContinuousStateDerivative"})
    for (const auto& [ref, element] : unknowns(fmu, list)) {
      if (!element->has("dependencies")) continue;
      std::set<unsigned> seen;
      for (const unsigned k : list_of(element->at("dependencies"))) {
        const ImportedVariable& v = fmu.fmi == 2 ? fmu.variables.at(k - 1) : with_reference(fmu, k);
        const bool known =
            v.at("causality") == "input" || v.at("causality") == "independent" || states.count(v.reference) > 0;
        EXPECT_TRUE(known) << v.name << " is no known";
        EXPECT_TRUE(seen.insert(k).second) << v.name << " is there twice";
      }
    }
}

void expect_named_indicators(const UnpackedFmu& fmu) {
  std::size_t named = 0;
  for (const ImportedVariable& v : fmu.variables) named += v.name.starts_with("guard.") ? 1U : 0U;
  EXPECT_EQ(named, fmu.indicators);
  if (fmu.fmi == 2) return;
  for (const unsigned ref : references(fmu, "EventIndicator"))
    EXPECT_TRUE(with_reference(fmu, ref).name.starts_with("guard."));
}

void expect_both_kinds_with_all_talents(const UnpackedFmu& fmu) {
  for (const char* const kind : {"ModelExchange", "CoSimulation"}) {
    const XmlElement* e = fmu.description.child(kind);
    ASSERT_NE(e, nullptr) << kind;
    EXPECT_EQ(e->at("modelIdentifier"), fmu.identifier);
    const bool two = fmu.fmi == 2;
    EXPECT_EQ(e->at(two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState"), "true");
    EXPECT_EQ(e->at(two ? "canSerializeFMUstate" : "canSerializeFMUState"), "true");
    EXPECT_EQ(e->at(two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives"), "true");
  }
  const std::string platform = fmu.fmi == 2 ? "linux64" : "x86_64-linux";
  EXPECT_TRUE(std::filesystem::exists(fmu.folder + "/binaries/" + platform + "/" + fmu.identifier + ".so"));
  EXPECT_TRUE(std::regex_match(fmu.identifier, std::regex("[A-Za-z_][A-Za-z_0-9]*")));
  EXPECT_NE(fmu.description.child("DefaultExperiment"), nullptr);
}

void expect_sound(const UnpackedFmu& fmu) {
  EXPECT_EQ(fmu.description.at("fmiVersion"), fmu.fmi == 2 ? "2.0" : "3.0");
  expect_sound_names(fmu);
  expect_declared_units_and_types(fmu);
  expect_sound_causalities(fmu);
  expect_sound_structure(fmu);
  expect_sound_dependencies(fmu);
  expect_named_indicators(fmu);
  expect_both_kinds_with_all_talents(fmu);
}

TEST_P(FmuOfLaw, has_a_description_that_follows_the_rules) { expect_sound(fmu()); }

TEST_P(FmuOfLaw, has_the_inputs_and_outputs_of_an_element) {
  const UnpackedFmu unit = fmu();
  const LawInfo& law = law_info(GetParam().law);
  for (const char* const name : {"velocity", "displacement", "load", "pressure"})
    EXPECT_EQ(unit.variable(name).at("causality"), "input");
  for (const char* const name : {"force", "dissipated_energy", "energy_in"})
    EXPECT_EQ(unit.variable(name).at("causality"), "output");
  for (const Field& f : law.states) {
    const ImportedVariable& v = unit.variable(scalar_name(f, 0));
    EXPECT_EQ(v.at("causality"), "output");
    EXPECT_EQ(v.is_choice, !f.choices.empty()) << v.name;
  }
  for (const Field& f : law.params) {
    const ImportedVariable& v = unit.variable("law." + scalar_name(f, 0));
    EXPECT_EQ(std::stod(v.at("min")), f.lower);
    EXPECT_EQ(std::stod(v.at("max")), f.upper);
    EXPECT_EQ(std::stod(v.at("start")), law.defaults[f.first]);
    EXPECT_EQ(v.at("description"), f.doc);
    EXPECT_EQ(v.at("unit"), f.choices.empty() ? f.unit : "");
  }
}

INSTANTIATE_TEST_SUITE_P(every_law, FmuOfLaw, testing::ValuesIn(laws_and_versions()), case_name);

TEST_F(FmuTest, every_experiment_has_a_description_that_follows_the_rules) {
  const auto names = solved_experiments();
  EXPECT_GE(names.size(), 10U);
  for (const std::string& name : names)
    for (const int fmi : {2, 3}) {
      SCOPED_TRACE(name + " " + std::to_string(fmi));
      expect_sound(exported(experiment_toml(name), fmi, in(name + std::to_string(fmi))));
    }
}

TEST_F(FmuTest, an_experiment_without_a_model_is_refused) {
  const std::string file = written("a.toml", experiment_toml("step-size"));
  try {
    zip_of(file, 2);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(std::string(error.what()).find("no model to solve") != std::string::npos) << error.what();
  }
}

TEST_F(FmuTest, the_same_input_gives_the_same_bytes_and_another_one_another_token) {
  const std::string file = written("a.toml", law_toml("gms"));
  const std::string once = zip_of(file, 3);
  EXPECT_EQ(once, zip_of(file, 3));
  const auto files = unzipped(once, true);
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0].name, "modelDescription.xml");
  EXPECT_EQ(files[1].name, "binaries/x86_64-linux/stickslip_gms.so");
  EXPECT_EQ(files[2].name, "resources/model.toml");
  EXPECT_EQ(files[2].content, law_toml("gms"));
  const auto token = [](const std::string& zip) {
    return XmlReader(unzipped(zip, false)[0].content).read().at("instantiationToken");
  };
  const std::string other = written("b.toml", law_toml("gms") + "viscous = 0.5\n");
  EXPECT_NE(token(once), token(zip_of(other, 3)));
}

TEST_F(FmuTest, units_have_the_powers_of_their_base_units) {
  const UnpackedFmu unit = exported(experiment_toml("hydraulic-servo"), 2, in("servo"));
  std::map<std::string, std::map<std::string, std::string>> powers;
  for (const XmlElement& u : unit.description.child("UnitDefinitions")->children)
    powers[u.at("name")] = u.child("BaseUnit")->attributes;
  using Powers = std::map<std::string, std::string>;
  EXPECT_EQ(powers.at("N.s/m"), (Powers{{"kg", "1"}, {"s", "-1"}}));
  EXPECT_EQ(powers.at("m3/(s.Pa)"), (Powers{{"kg", "-1"}, {"m", "4"}, {"s", "1"}}));
  EXPECT_EQ(powers.at("rad/s"), (Powers{{"rad", "1"}, {"s", "-1"}}));
  EXPECT_EQ(powers.at("A"), (Powers{{"A", "1"}}));
  EXPECT_EQ(unit.variable("current").at("causality"), "input");
}

TEST_F(FmuTest, a_rotary_model_has_rotary_units) {
  const UnpackedFmu unit = exported(law_toml("lugre") + "[fit]\nrotary = true\n", 2, in("joint"));
  EXPECT_EQ(unit.variable("velocity").at("unit"), "rad/s");
  EXPECT_EQ(unit.variable("force").at("unit"), "N.m");
  EXPECT_EQ(unit.variable("law.damping").at("unit"), "N.m.s/rad");
}

}  // namespace
}  // namespace stickslip::tests
