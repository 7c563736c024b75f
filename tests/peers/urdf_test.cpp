// URDF snippets of every law, read by urdfdom: its parser gives back joint type and numbers, its check_urdf accepts the
// robot.
#include <gtest/gtest.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/translate/translate.hpp"

namespace stickslip::translate {
namespace {

// The snippet in a robot of two links: what a joint needs beside its friction is added at its end, as a user does.
std::string robot(std::string joint) {
  const std::string rest =
      "  <parent link=\"base\"/>\n  <child link=\"slide\"/>\n  <limit lower=\"-1\" upper=\"1\" effort=\"1\" "
      "velocity=\"1\"/>\n";
  joint.insert(joint.find("</joint>"), rest);
  return "<robot name=\"rig\">\n<link name=\"base\"/>\n<link name=\"slide\"/>\n" + joint + "</robot>\n";
}

double number_behind(const std::string& text, const std::string& mark) {
  return std::stod(text.substr(text.find(mark) + mark.size()));
}

TEST(urdf, every_law_is_read_with_its_numbers) {
  const auto file = std::filesystem::path(testing::TempDir()) / "stickslip_peer.urdf";
  for (const LawInfo& law : law_catalogue())
    for (const bool rotary : {false, true}) {
      io::Model model = io::model_from_toml("[law]\nname = \"" + std::string(law.name) + "\"\n", "model.toml");
      model.rotary = rotary;
      const std::string text = translate_model(model, "urdf", {.joint = "elbow", .load = 10, .pressure = 1e6}).text;
      const auto read = urdf::parseURDF(robot(text));
      ASSERT_TRUE(read) << text;
      const auto joint = read->getJoint("elbow");
      ASSERT_TRUE(joint && joint->dynamics) << text;
      EXPECT_EQ(joint->type, rotary ? urdf::Joint::REVOLUTE : urdf::Joint::PRISMATIC) << text;
      EXPECT_EQ(joint->dynamics->friction, number_behind(text, " friction=\"")) << text;
      EXPECT_EQ(joint->dynamics->damping, number_behind(text, " damping=\"")) << text;
      std::ofstream(file) << robot(text);
      EXPECT_EQ(std::system((STICKSLIP_CHECK_URDF " " + file.string() + " >/dev/null").c_str()), 0) << text;
    }
}

}  // namespace
}  // namespace stickslip::translate
