// SDF snippets of every law, read by sdformat: no complaint, and the joint's axis has the numbers.
#include <gtest/gtest.h>

#include <sdf/sdf.hh>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/translate/translate.hpp"

namespace stickslip::translate {
namespace {

// The snippet in a model of two links: what a joint needs beside its friction is added, as a user does.
std::string model_with(std::string joint) {
  joint.insert(joint.find("  <axis>"), "  <parent>base</parent>\n  <child>slide</child>\n");
  return "<sdf version=\"1.9\">\n<model name=\"rig\">\n<link name=\"base\"/>\n<link name=\"slide\"/>\n" + joint +
         "</model>\n</sdf>\n";
}

double number_behind(const std::string& text, const std::string& mark) {
  return std::stod(text.substr(text.find(mark) + mark.size()));
}

TEST(sdf, every_law_is_read_with_its_numbers) {
  for (const LawInfo& law : law_catalogue())
    for (const bool rotary : {false, true}) {
      io::Model model = io::model_from_toml("[law]\nname = \"" + std::string(law.name) + "\"\n", "model.toml");
      model.rotary = rotary;
      const std::string text = translate_model(model, "sdf", {.joint = "elbow", .load = 10, .pressure = 1e6}).text;
      sdf::Root root;
      for (const sdf::Error& error : root.LoadSdfString(model_with(text))) ADD_FAILURE() << error.Message() << text;
      ASSERT_NE(root.Model(), nullptr) << text;
      const sdf::Joint* joint = root.Model()->JointByName("elbow");
      ASSERT_TRUE(joint != nullptr && joint->Axis(0) != nullptr) << text;
      EXPECT_EQ(joint->Type(), rotary ? sdf::JointType::REVOLUTE : sdf::JointType::PRISMATIC) << text;
      EXPECT_EQ(joint->Axis(0)->Friction(), number_behind(text, "<friction>")) << text;
      EXPECT_EQ(joint->Axis(0)->Damping(), number_behind(text, "<damping>")) << text;
    }
}

}  // namespace
}  // namespace stickslip::translate
