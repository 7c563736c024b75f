// `stickslip translate` as a user types it, through the shell.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::cli {
namespace {

using nlohmann::json;
using stickslip::tests::contains;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' ";

class TranslateCommand : public stickslip::tests::InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    model = written("model.toml", "[law]\nname = \"lugre\"\ncoulomb = 2\nbreakaway = 3\n");
  }
  std::string model;
};

TEST_F(TranslateCommand, snippet_to_stdout_and_what_is_lost_beside_it) {
  const auto [code, text] = shell(program + "translate " + model + " --to urdf --joint elbow 2>" + in("lost"));
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "<joint name=\"elbow\" type=\"prismatic\">"));
  EXPECT_TRUE(contains(to_text(in("lost")), "lost: presliding"));
  EXPECT_TRUE(contains(to_text(in("lost")), "force difference"));
}

TEST_F(TranslateCommand, options_are_named_as_they_are_typed) {
  const std::string viscous = written("viscous.toml",
                                      "[law]\nname = \"stribeck\"\ncoulomb = 1\nbreakaway = 1.5\n"
                                      "stribeck_velocity = 0.001\nviscous = 0.4\n");
  const auto [code, text] = shell(program + "translate " + viscous + " --to urdf --speed 0.01 2>&1");
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(text, "for such speeds, --speed 1")) << text;
}

TEST_F(TranslateCommand, file_and_json) {
  const auto [code, text] = shell(program + "translate " + model + " --to mjcf --json -o " + in("joint.xml"));
  EXPECT_EQ(code, 0) << text;
  const json j = json::parse(text);
  EXPECT_EQ(j["text"].get<std::string>(), to_text(in("joint.xml")));
  EXPECT_LT(j["force_difference"].get<double>(), 1e-9);
  EXPECT_EQ(j["speeds_of"].get<std::string>(), "of the law's own parameters");
  EXPECT_EQ(j["strokes"].size(), 4U);
  EXPECT_TRUE(contains(j["notes"].dump(), "implicitfast"));
}

TEST_F(TranslateCommand, a_servo_of_bam_goes_on_to_a_simulation) {
  const std::string servo = written(
      "m2.json",
      R"({"friction_base": 1, "friction_stribeck": 0.5, "dtheta_stribeck": 0.001, "alpha": 2, "friction_viscous": 0.4,
          "model": "m2", "actuator": "mx64"})");
  const auto [code, text] = shell(program + "translate " + servo + " --from bam -o " + in("servo.toml"));
  EXPECT_EQ(code, 0) << text;
  EXPECT_EQ(shell(program + "run stick-slip --law " + in("servo.toml") + " >/dev/null").code, 0);
}

TEST_F(TranslateCommand, wrong_use_is_answered_and_nothing_written) {
  EXPECT_EQ(shell(program + "translate 2>&1").code, 2);
  EXPECT_EQ(shell(program + "translate " + model + " 2>&1").code, 2);
  EXPECT_TRUE(contains(shell(program + "translate " + model + " --to mjfc 2>&1").text, "did you mean mjcf"));
  EXPECT_EQ(shell(program + "translate " + model + " --to mjcf --speed -1 -o " + in("x") + " 2>&1").code, 2);
  EXPECT_FALSE(std::filesystem::exists(in("x")));
  EXPECT_TRUE(contains(shell(program + "translate --list").text, "physx"));
}

}  // namespace
}  // namespace stickslip::cli
