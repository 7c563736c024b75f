// `stickslip linearise` as a user types it, through the shell.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::cli {
namespace {

using nlohmann::json;
using stickslip::tests::contains;
using stickslip::tests::InFolder;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' linearise ";

class Linearise : public InFolder {};

// sqrt((40000 + 100) N/m / 2.5 kg) = 126.65 rad/s; 2 zeta omega = (50 + 10)/2.5 1/s
const std::string bristles =
    "stick-slip --law lugre --set plant.mass=2.5 --set plant.spring_stiffness=100 --set law.stiffness=4e4 "
    "--set law.damping=50 --set law.viscous=10 ";

TEST_F(Linearise, prints_poles_and_states_as_tables) {
  const auto [code, text] = shell(program + bristles);
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "stick-slip with the law lugre\nat 0 s, the start of the run\n"));
  EXPECT_TRUE(contains(text, "126.6")) << text;
  EXPECT_TRUE(contains(text, "-12 +- 126.1i")) << text;
  EXPECT_TRUE(contains(text, "sums on which nothing depends, without a pole: ")) << text;
  EXPECT_TRUE(contains(text, "no B: nothing drives stick-slip from outside")) << text;
}

TEST_F(Linearise, prints_matrices_as_json) {
  const auto [code, text] = shell(program + bristles + "--json");
  EXPECT_EQ(code, 0);
  const json l = json::parse(text);
  const auto& pole = l["poles"].back();
  EXPECT_NEAR(pole["natural_frequency"].get<double>(), std::sqrt(40100.0 / 2.5), 1e-9);
  EXPECT_NEAR(pole["damping_ratio"].get<double>(), 60.0 / (2.0 * std::sqrt(40100.0 * 2.5)), 1e-12);
  EXPECT_EQ(l["A"].size(), l["states"].size());
  EXPECT_EQ(l["states"][1]["name"], "velocity");
  EXPECT_NEAR(l["A"][1][0].get<double>(), -100.0 / 2.5, 1e-12);
  EXPECT_TRUE(l["B"].is_null());
  EXPECT_TRUE(l["equilibrium"].get<bool>());
}

TEST_F(Linearise, writes_its_files_for_a_point_of_a_run) {
  const auto [code, text] = shell(program + "hydraulic-servo --law lugre --at 0.25 -o " + in("out"));
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "note: not an equilibrium: ")) << text;
  EXPECT_TRUE(contains(text, "input: current = ")) << text;
  EXPECT_TRUE(contains(text, "written: " + in("out") + "/{linearisation.json,poles.csv,A.csv,B.csv,experiment.toml}"));
  EXPECT_EQ(json::parse(to_text(in("out/linearisation.json")))["time"], 0.25);
  EXPECT_TRUE(to_text(in("out/A.csv")).starts_with("rate_of,work_valve,"));
  EXPECT_TRUE(contains(to_text(in("out/B.csv")), "spool_velocity,4394.72\n")) << to_text(in("out/B.csv"));
  EXPECT_TRUE(to_text(in("out/poles.csv")).starts_with("real[1/s],imaginary[1/s],"));
  // The same numbers from the file; where the parameters come from is another matter.
  json once = json::parse(to_text(in("out/linearisation.json")));
  json again = json::parse(shell(program + in("out/experiment.toml") + " --at 0.25 --json").text);
  once.erase("parameters");
  again.erase("parameters");
  EXPECT_TRUE(once == again);
}

TEST_F(Linearise, says_what_is_wrong) {
  const auto answer = [](const std::string& arguments) { return shell(program + arguments + " 2>&1 >/dev/null"); };
  EXPECT_EQ(answer("stick-slip --at -1").code, 2);
  EXPECT_TRUE(contains(answer("stick-slip --at -1").text, "cannot be linearised at -1 s; take a time from 0 on"));
  EXPECT_TRUE(contains(answer("step-size").text, "the experiment step-size has no model to solve"));
  EXPECT_TRUE(contains(answer("stick-slip --set plant.load=3").text,
                       "--set plant.load=3: plant.load is now called plant.normal_force"));
  EXPECT_TRUE(contains(answer("").text, "the experiment is missing"));
}

}  // namespace
}  // namespace stickslip::cli
