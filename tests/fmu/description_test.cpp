// The archive and modelDescription.xml against the rules of the standard.
#include <filesystem>
#include <fstream>
#include <regex>

#include "fmu_kit.hpp"
#include "rules.hpp"
#include "stickslip/fmu/export.hpp"
#include "unzip.hpp"

namespace stickslip::tests {

using namespace fmu;

namespace {

std::string make_zip(const std::string& file, int fmi) {
  return fmu_archive(
      {.file = file, .library = STICKSLIP_FMU_LIBRARY, .version = fmi == 2 ? FmiVersion::two : FmiVersion::three});
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
  expect_description_by_the_rules(fmu);
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
      expect_sound(export_fmu(experiment_toml(name), fmi, in(name + std::to_string(fmi))));
    }
}

TEST_F(FmuTest, an_experiment_without_a_model_is_refused) {
  const std::string file = written("a.toml", experiment_toml("step-size"));
  try {
    make_zip(file, 2);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(std::string(error.what()).find("no model to solve") != std::string::npos) << error.what();
  }
}

TEST_F(FmuTest, the_same_input_gives_the_same_bytes_and_another_one_another_token) {
  const std::string file = written("a.toml", law_toml("gms"));
  const std::string once = make_zip(file, 3);
  EXPECT_EQ(once, make_zip(file, 3));
  const auto files = unzipped(once, true);
  ASSERT_EQ(files.size(), 5U);
  EXPECT_EQ(files[0].name, "modelDescription.xml");
  EXPECT_EQ(files[1].name, "binaries/x86_64-linux/stickslip_gms.so");
  EXPECT_EQ(files[2].name, "resources/model.toml");
  EXPECT_EQ(files[2].content, law_toml("gms"));
  EXPECT_EQ(files[3].name, "documentation/index.html");
  EXPECT_EQ(files[4].name, "terminalsAndIcons/terminalsAndIcons.xml");
  const auto token = [](const std::string& zip) {
    return XmlReader(unzipped(zip, false)[0].content).read().at("instantiationToken");
  };
  const std::string other = written("b.toml", law_toml("gms") + "viscous = 0.5\n");
  EXPECT_NE(token(once), token(make_zip(other, 3)));
}

// Deflated to less than half; without zlib there is nothing to compare.
TEST_F(FmuTest, the_archive_is_less_than_half_of_its_library) {
#ifndef STICKSLIP_HAS_ZLIB
  GTEST_SKIP() << "zlib is not installed";
#endif
  const auto whole = std::filesystem::file_size(STICKSLIP_FMU_LIBRARY);
  EXPECT_LT(make_zip(written("a.toml", law_toml("gms")), 3).size(), whole / 2);
}

// The connector of an element, by the names that flanges have; an experiment has none, nor has FMI 2.0.
TEST_F(FmuTest, an_element_has_its_contact_as_one_terminal_of_variables_that_it_has) {
  for (const bool rotary : {false, true}) {
    const UnpackedFmu unit =
        export_fmu(law_toml("lugre") + (rotary ? "[fit]\nrotary = true\n" : ""), 3, in(rotary ? "joint" : "slide"));
    const XmlElement root = XmlReader(to_text(unit.folder + "/terminalsAndIcons/terminalsAndIcons.xml")).read();
    EXPECT_EQ(root.at("fmiVersion"), "3.0");
    const XmlElement& terminal = *root.child("Terminals")->child("Terminal");
    ASSERT_EQ(terminal.children.size(), 3U);
    const std::string letters = rotary ? "phi w tau" : "s v f";
    std::string members;
    for (const XmlElement& m : terminal.children) {
      members += (members.empty() ? "" : " ") + m.at("memberName");
      const std::string causality = unit.variable(m.at("variableName")).at("causality");
      EXPECT_EQ(m.at("variableKind"), causality == "output" ? "inflow" : "signal") << m.at("variableName");
    }
    EXPECT_EQ(members, letters);
  }
  for (const auto& [toml, fmi] : {std::pair{law_toml("lugre"), 2}, std::pair{experiment_toml("stick-slip"), 3}}) {
    const UnpackedFmu unit = export_fmu(toml, fmi, in("without" + std::to_string(fmi)));
    EXPECT_FALSE(std::filesystem::exists(unit.folder + "/terminalsAndIcons"));
  }
}

TEST_P(FmuOfLaw, documents_every_input_output_and_parameter_in_one_page) {
  const UnpackedFmu unit = fmu();
  const std::string page = to_text(unit.folder + "/documentation/index.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
  for (const ImportedVariable& v : unit.variables) {
    const std::string causality = v.at("causality");
    const bool is_told = causality == "input" || causality == "output" || causality == "parameter";
    EXPECT_EQ(page.find("<td>" + v.name + "</td>") != std::string::npos, is_told) << v.name;
  }
  EXPECT_EQ(page.find("http"), std::string::npos) << "a page from elsewhere";
}

TEST_F(FmuTest, units_have_the_powers_of_their_base_units) {
  const UnpackedFmu unit = export_fmu(experiment_toml("hydraulic-servo"), 2, in("servo"));
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
  const UnpackedFmu unit = export_fmu(law_toml("lugre") + "[fit]\nrotary = true\n", 2, in("joint"));
  EXPECT_EQ(unit.variable("velocity").at("unit"), "rad/s");
  EXPECT_EQ(unit.variable("force").at("unit"), "N.m");
  EXPECT_EQ(unit.variable("law.damping").at("unit"), "N.m.s/rad");
}

}  // namespace
}  // namespace stickslip::tests
