// `stickslip sample`, and `stickslip method` on what it writes, as a user types them, through the shell.
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

class SampleCommand : public stickslip::tests::InFolder {
 protected:
  // What the sample says to try, with more options behind it; from inside the folder.
  std::string tried(const std::string& name, const std::string& more) const {
    const std::string text =
        shell("cd " + folder.string() + " && " + program + "sample " + name + " -o " + name + ".csv").text;
    const auto from = text.find("try: stickslip ");
    EXPECT_NE(from, std::string::npos) << text;
    const std::string command = text.substr(from + 15, text.find('\n', from) - from - 15);
    return "cd " + folder.string() + " && " + program + command + " " + more;
  }
};

TEST_F(SampleCommand, writes_a_recording_and_its_truth_and_says_what_to_try) {
  const auto [code, text] = shell(program + "sample two-sinusoids -o " + in("sines.csv"));
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "written: " + in("sines.csv") + ", 10000 rows"));
  EXPECT_TRUE(contains(text, "try: stickslip method two-sinusoids " + in("sines.csv") + " --set plant.mass=1.32e-05"));
  EXPECT_TRUE(to_text(in("sines.csv")).starts_with("time[s],reference[rad/s],displacement[rad],applied[N.m]\n"));
  EXPECT_TRUE(contains(to_text(in("sines.csv.truth.toml")), "\"coulomb.forward\" = 0.1097  # [N.m]"));
}

TEST_F(SampleCommand, prints_the_recording_or_the_truth_without_a_file) {
  const std::string rows = shell(program + "sample stribeck-curve --seed 3").text;
  EXPECT_TRUE(rows.starts_with("time[s],velocity[m/s],force[N]\n"));
  EXPECT_EQ(rows, shell(program + "sample stribeck-curve --seed 3").text);
  EXPECT_NE(rows, shell(program + "sample stribeck-curve --seed 4").text);
  EXPECT_TRUE(contains(shell(program + "sample stribeck-curve --truth").text, "\"breakaway.back\" = 27  # [N]"));
}

TEST_F(SampleCommand, writes_the_five_files_of_the_seal) {
  ASSERT_EQ(shell(program + "sample seal -o " + in("data/seal.csv")).code, 0);
  for (const std::string pressure : {"5", "10", "15", "20", "25"})
    EXPECT_TRUE(to_text(in("data/seal-" + pressure + "bar.csv"))
                    .starts_with("time[s],displacement[m],velocity[m/s],pressure[Pa],force[N]\n"));
  EXPECT_TRUE(contains(to_text(in("data/seal.csv.truth.toml")), "[law]\nname = \"mgms\"\nelements = 10\n"));
  const auto [code, complaint] = shell(program + "sample seal 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(complaint, "the sample seal has 5 files: say where to write them, -o seal.csv"));
}

TEST_F(SampleCommand, names_the_samples_that_there_are) {
  const std::string list = shell(program + "sample --list").text;
  for (const auto name : {"seal", "positioner", "observer", "breakaway"}) EXPECT_TRUE(contains(list, name));
  const auto [code, complaint] = shell(program + "sample breakway 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(complaint, "no sample is called 'breakway'; did you mean breakaway?"));
  EXPECT_TRUE(contains(shell(program + "completion bash").text, "positioner"));
}

TEST_F(SampleCommand, feeds_every_method_with_what_it_says_to_try) {
  for (const std::string name : {"stribeck-curve", "lugre-dynamic", "modified-lugre-dynamic", "breakaway",
                                 "two-sinusoids", "torque-polynomials"}) {
    const auto [code, text] = shell(tried(name, "-o out-" + name + " 2>&1"));
    EXPECT_EQ(code, 0) << text;
    const auto summary = json::parse(to_text(in("out-" + name + "/summary.json")));
    EXPECT_EQ(summary["method"], name);
    EXPECT_GE(summary["estimates"].size(), 2U) << name;
    EXPECT_TRUE(contains(to_text(in("out-" + name + "/report.html")), "Estimates, 95 % intervals")) << name;
    EXPECT_TRUE(std::filesystem::exists(in("out-" + name + "/points.csv"))) << name;
  }
}

TEST_F(SampleCommand, feeds_the_observer) {
  const auto [code, text] = shell(tried("observer", "--json"));
  EXPECT_EQ(code, 0);
  const auto figures = json::parse(text)["figures"];
  EXPECT_LT(figures["error"]["value"].get<double>(), 8.0);  // [N] of 55: reversals are faster than the observer
  EXPECT_GT(figures["covered"]["value"].get<double>(), 0.9);
}

TEST_F(SampleCommand, hands_the_law_of_one_method_to_the_next) {
  ASSERT_EQ(shell(tried("stribeck-curve", "-o static")).code, 0);
  shell(program + "sample lugre-dynamic -o " + in("small.csv"));
  const auto [code, text] = shell(program + "method lugre-dynamic " + in("small.csv") + " --law " +
                                  in("static/law.toml") + " --set law.coulomb=20 --set law.breakaway=30 --json");
  EXPECT_EQ(code, 0);
  const auto law = json::parse(text)["parameters"]["law"];
  EXPECT_EQ(law["coulomb"][1], 20.0);                                  // --set goes before the file
  EXPECT_NEAR(law["stribeck_velocity"][0].get<double>(), 0.01, 1e-3);  // from the file
  EXPECT_EQ(shell(program + "run " + in("static/law.toml") + " -o " + in("run") + " 2>&1").code, 0);
}

TEST_F(SampleCommand, writes_nothing_when_a_method_refuses_the_data) {
  const std::string file = written("a.csv", "time[s],displacement[m],applied[N]\n0,0,0\n1,0,1\n2,0,2\n3,0,3\n4,0,4\n");
  const auto [code, complaint] = shell(program + "method breakaway " + file + " -o " + in("out") + " 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(complaint, "a.csv:1: too few ramps: 0 forward and 0 back"));
  EXPECT_FALSE(std::filesystem::exists(in("out")));
  EXPECT_TRUE(
      contains(shell(program + "method breakaway " + file + " --set plant.mas=1 2>&1").text, "did you mean mass?"));
  EXPECT_TRUE(contains(shell(program + "method two-sinusoids --help").text, "sines.sign"));
}

}  // namespace
}  // namespace stickslip::cli
