#include "stickslip/translate/translate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/names.hpp"

namespace stickslip::translate {

using namespace io;

namespace {

Model make_model(const std::string& lines) { return model_from_toml("[law]\n" + lines, "model.toml"); }

double number_behind(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  EXPECT_NE(at, std::string::npos) << mark << " in " << text;
  return at == std::string::npos ? 0.0 : std::stod(text.substr(at + mark.size()));
}

// Every tag that is opened is closed; comments and their content are skipped.
bool is_well_formed(std::string xml) {
  xml = std::regex_replace(xml, std::regex("<!--[^]*?-->"), "");
  std::vector<std::string> open;
  const std::regex tag(R"(<(/?)([A-Za-z_]+)((?:\s+[A-Za-z_]+="[^"<]*")*)\s*(/?)>)");
  std::string rest = std::regex_replace(xml, tag, "");
  for (std::sregex_iterator it(xml.begin(), xml.end(), tag), end; it != end; ++it) {
    if ((*it)[1].length() > 0) {
      if (open.empty() || open.back() != (*it)[2]) return false;
      open.pop_back();
    } else if ((*it)[4].length() == 0) {
      open.push_back((*it)[2]);
    }
  }
  return open.empty() && rest.find('<') == std::string::npos;
}

TEST(translate, every_law_to_every_target) {
  for (const LawInfo& law : law_catalogue())
    for (const TargetInfo& target : translation_targets()) {
      const Translation t = translate_model(make_model("name = \"" + std::string(law.name) + "\"\n"), target.name,
                                            {.load = 10, .pressure = 1e6});
      EXPECT_FALSE(t.text.empty());
      EXPECT_TRUE(std::isfinite(t.difference)) << law.name << " to " << target.name;
      EXPECT_GT(t.force, 0.0) << law.name << " to " << target.name;
      EXPECT_LE(t.difference, 1.5 * t.force) << law.name << " to " << target.name;
      EXPECT_EQ(t.text.find("nan"), std::string::npos) << t.text;
      if (target.name == "mjcf" || target.name == "urdf" || target.name == "sdf") {
        EXPECT_TRUE(is_well_formed(t.text)) << t.text;
      }
    }
}

TEST(translate, a_law_that_the_target_knows_loses_nothing) {
  const Model sliding = make_model("name = \"stribeck\"\ncoulomb = 3\nbreakaway = 3\nviscous = 7\n");
  for (const char* target : {"mjcf", "urdf", "sdf", "modelica", "physx", "bam"}) {
    const Translation t = translate_model(sliding, target);
    EXPECT_LT(t.difference, 1e-6 * t.force) << target;
  }
  const Translation lugre = translate_model(make_model("name = \"lugre\"\n"), "mjcf");
  EXPECT_LT(lugre.difference, 1e-12 * lugre.force);
  EXPECT_TRUE(lugre.lost.empty());
}

bool mentions(const std::vector<std::string>& lines, const std::string& words) {
  for (const std::string& line : lines)
    if (line.find(words) != std::string::npos) return true;
  return false;
}

// F = 1 + 0.5 exp(-(w / 1e-3)^2) + 0.4 w: at 5 rad/s 3 N.m, most of it viscous.
const std::string mostly_viscous =
    "name = \"stribeck\"\ncoulomb = 1\nbreakaway = 1.5\nstribeck_velocity = 1e-3\nviscous = 0.4\n";

TEST(translate, a_viscous_part_belongs_into_the_range_of_the_law_itself) {
  const Translation t = translate_model(make_model(mostly_viscous), "urdf");
  EXPECT_EQ(t.range.source, "of the law's own parameters");
  const double at_5 = number_behind(t.text, " friction=\"") + 5.0 * number_behind(t.text, " damping=\"");
  EXPECT_NEAR(at_5, 3.0, 0.1 * 3.0) << t.text;  // the dip, which a line has not, costs a few per cent
}

TEST(translate, speeds_are_those_of_the_recording) {
  const Translation t = translate_model(make_model(mostly_viscous + "[fit]\nspeeds = [0.05, 5]\n"), "urdf");
  EXPECT_EQ(t.range.slow, 0.05);
  EXPECT_EQ(t.range.fast, 5.0);
  EXPECT_EQ(t.range.source, "of the recording");
  EXPECT_NEAR(number_behind(t.text, " damping=\""), 0.4, 0.004) << t.text;
  EXPECT_NEAR(number_behind(t.text, " friction=\""), 1.0, 0.01) << t.text;
  const Translation given =
      translate_model(make_model(mostly_viscous + "[fit]\nspeeds = [0.05, 5]\n"), "urdf", {.speed = 2.0});
  EXPECT_EQ(given.range.fast, 2.0);
  EXPECT_EQ(given.range.source, "as given");
}

TEST(translate, a_slope_that_is_left_out_is_told) {
  const Translation t = translate_model(make_model(mostly_viscous), "mjcf", {.speed = 0.01});
  EXPECT_EQ(number_behind(t.text, " damping=\""), 0.0);
  EXPECT_TRUE(mentions(t.lost, "friction that rises with speed"));
  const Translation fast = translate_model(make_model(mostly_viscous), "mjcf", {.speed = 5.0});
  EXPECT_FALSE(mentions(fast.lost, "friction that rises with speed"));
}

// Half a millimetre at 5 m/s would be a vibration of a kilohertz: the law's bristle alone, nothing of its sliding.
TEST(translate, strokes_are_as_long_as_their_speed_asks) {
  const Translation t = translate_model(make_model("name = \"lugre\"\n"), "urdf", {.speed = 5.0});
  ASSERT_EQ(t.strokes.size(), 4U);
  for (const TestStroke& s : t.strokes) EXPECT_LE(s.speed / s.amplitude, 10.0 * (1.0 + 1e-12));
  EXPECT_LT(t.sliding_difference, 0.2 * t.force);
}

TEST(translate, damaged_speeds_are_refused) {
  for (const char* speeds : {"5", "[5]", "[5, 1]", "[0, 1]", "[-1, 1]", "[\"a\", 1]"})
    EXPECT_THROW(make_model(mostly_viscous + "[fit]\nspeeds = " + speeds + "\n"), std::invalid_argument) << speeds;
}

// A motor that every version since 3.9 reads: a constant that is positive, and no word that 3.9 does not know.
TEST(translate, what_mujocos_steps_cost_is_noted) {
  const Translation bristle = translate_model(make_model("name = \"lugre\"\nstiffness = 1e5\ndamping = 400\n"), "mjcf");
  EXPECT_NE(bristle.text.find("motorconst=\"1e-9\" resistance=\"1\""), std::string::npos) << bristle.text;
  EXPECT_EQ(bristle.text.find("\" input="), std::string::npos) << bristle.text;
  EXPECT_TRUE(mentions(bristle.notes, "rests at steps below 4 ms"));          // damping / stiffness
  EXPECT_TRUE(mentions(bristle.notes, "0.8 kg at 2 ms, 0.04 kg at 0.1 ms"));  // step x damping
  EXPECT_TRUE(mentions(bristle.notes, "more than 0.3 kg at 2 ms"));  // step x damping / 2 - step^2 x stiffness / 4
  const Translation joint = translate_model(make_model("name = \"coulomb\"\ncoulomb = 3\nbreakaway = 3\n"), "mjcf");
  EXPECT_TRUE(mentions(joint.notes, "creeps with 3e-07 m/s at steps of 2 ms"));  // 1.5 N x 1e-4 x 2 ms / 1 kg
  EXPECT_TRUE(mentions(joint.notes, "0.001583 m/s"));  // 1.5 N x (0.1/0.9) x 0.95 x 20 ms / 2 / 1 kg
}

TEST(translate, a_bristle_without_damping_gets_some) {
  const Translation t = translate_model(make_model("name = \"dahl\"\nstiffness = 1e4\n"), "mjcf");
  EXPECT_NE(t.text.find("lugre=\"10000 30 "), std::string::npos) << t.text;  // 1.5 x 2 ms x stiffness
  EXPECT_TRUE(mentions(t.notes, "got a damping of 30 N.s/m"));
}

TEST(translate, numbers_stand_where_the_target_reads_them) {
  const Model m =
      make_model("name = \"stribeck\"\ncoulomb = 3\nbreakaway = 4\nstribeck_velocity = 1e-3\nviscous = 7\n");
  const std::string mjcf = translate_model(m, "mjcf", {.joint = "elbow", .speed = 1.0}).text;
  EXPECT_NEAR(number_behind(mjcf, "frictionloss=\""), 3.0, 0.05);
  EXPECT_NEAR(number_behind(mjcf, "damping=\""), 7.0, 0.05);
  EXPECT_NE(mjcf.find("name=\"elbow\" type=\"slide\""), std::string::npos);
  EXPECT_NEAR(number_behind(translate_model(m, "urdf", {.speed = 1.0}).text, "friction=\""), 3.0, 0.05);
  EXPECT_NEAR(number_behind(translate_model(m, "sdf", {.speed = 1.0}).text, "<damping>"), 7.0, 0.05);
  const std::string physx = translate_model(m, "physx", {.speed = 1.0}).text;
  EXPECT_NEAR(number_behind(physx, "staticFrictionEffort = "), 4.0, 0.02);
  EXPECT_NEAR(number_behind(physx, "dynamicFrictionEffort = "), 3.0, 0.05);
  EXPECT_NEAR(number_behind(physx, "viscousFrictionCoefficient = "), 7.0, 0.05);
}

TEST(translate, a_rotary_joint_of_physx_counts_degrees) {
  Model m = make_model("name = \"stribeck\"\ncoulomb = 3\nbreakaway = 3\nviscous = 7\n");
  m.rotary = true;
  const std::string physx = translate_model(m, "physx").text;
  EXPECT_NEAR(number_behind(physx, "angular:viscousFrictionCoefficient = "), 7.0 * M_PI / 180.0, 1e-6);
  EXPECT_NE(translate_model(m, "mjcf").text.find("type=\"hinge\""), std::string::npos);
  EXPECT_NE(translate_model(m, "modelica").text.find("Rotational.Components.BearingFriction"), std::string::npos);
}

// The bristle's numbers in the order that MuJoCo reads: stiffness damping coulomb static stribeck.
TEST(translate, a_bristle_for_mujoco) {
  const Translation t =
      translate_model(make_model("name = \"lugre\"\nstiffness = 2e4\ndamping = 12\ncoulomb = 3\nbreakaway = 5\n"
                                 "stribeck_velocity = 0.02\nstribeck_exponent = 2\nviscous = 7\n"),
                      "mjcf");
  EXPECT_NE(t.text.find("lugre=\"20000 12 3 5 0.02\""), std::string::npos) << t.text;
  EXPECT_NE(t.text.find("damping=\"7\""), std::string::npos);
}

// A Stribeck dip of another exponent is fitted anew: nearer than any joint, and the loss is told.
TEST(translate, another_exponent_is_told) {
  const Model m = make_model("name = \"lugre\"\nstribeck_exponent = 1\n");
  const Translation bristle = translate_model(m, "mjcf");
  const Translation joint = translate_model(m, "urdf");
  EXPECT_GT(bristle.difference, 0.0);
  EXPECT_LT(bristle.difference, 0.2 * joint.difference);
  bool told = false;
  for (const std::string& s : bristle.lost) told = told || s.find("exponent") != std::string::npos;
  EXPECT_TRUE(told);
}

TEST(translate, the_form_with_more_to_say_loses_less) {
  const Model m = make_model("name = \"stribeck\"\n");
  EXPECT_LT(translate_model(m, "modelica").difference, 0.1 * translate_model(m, "urdf").difference);
  EXPECT_LT(translate_model(m, "bam").difference, 1e-9);
}

TEST(translate, a_clutch_becomes_a_table_of_coefficients) {
  const Translation t =
      translate_model(make_model("name = \"dry-clutch\"\nnormal_force = 500\nradius = 0.1\nsurfaces = 2\n"
                                 "friction = 0.4\n"),
                      "modelica");
  EXPECT_NE(t.text.find("Components.Clutch"), std::string::npos);
  EXPECT_NE(t.text.find("mu_pos="), std::string::npos) << "version 3 of the library called it mue_pos" << t.text;
  EXPECT_NEAR(number_behind(t.text, "cgeo="), 0.2, 1e-12);
  EXPECT_NEAR(number_behind(t.text, "fn_max="), 500.0, 1e-9);
  EXPECT_NEAR(number_behind(t.text, "[0, "), 0.4, 0.01);
}

TEST(translate, directions_that_differ_are_told) {
  const Translation t =
      translate_model(make_model("name = \"coulomb\"\ncoulomb = [3, 5]\nbreakaway = [3, 5]\n"), "urdf");
  EXPECT_NEAR(number_behind(t.text, "friction=\""), 4.0, 1e-6);
  bool told = false;
  for (const std::string& s : t.lost) told = told || s.find("directions differ by 50") != std::string::npos;
  EXPECT_TRUE(told);
  EXPECT_NEAR(t.sliding_difference, 1.0, 0.01);
}

TEST(translate, wrong_wishes_are_refused) {
  const Model m = make_model("name = \"coulomb\"\n");
  EXPECT_THROW(translate_model(m, "mjfc"), UnknownName);
  EXPECT_THROW(translate_model(m, "mjcf", {.speed = -1.0}), std::invalid_argument);
  EXPECT_THROW(translate_model(m, "mjcf", {.load = std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::translate
