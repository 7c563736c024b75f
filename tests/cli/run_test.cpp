// `stickslip run` as a user types it, through the shell.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::cli {
namespace {

using nlohmann::json;

using stickslip::tests::contains;
using stickslip::tests::InFolder;
using stickslip::tests::Outcome;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' run ";

Outcome run(const std::string& arguments) { return shell(program + arguments + " 2>/dev/null"); }
Outcome catch_complaint(const std::string& arguments) { return shell(program + arguments + " 2>&1 >/dev/null"); }

class Run : public InFolder {};

TEST_F(Run, prints_the_figures_with_their_units_and_writes_nothing) {
  const auto [code, text] = shell("cd '" + folder.string() + "' && " + program + "stick-slip --law stribeck");
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "stick-slip with the law stribeck\n"));
  EXPECT_TRUE(contains(text, "  period          6.512322"));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(Run, writes_the_four_files_and_says_where) {
  const auto [code, text] = run("breakaway --law stribeck -o " + in("out/deep"));
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "written: " + in("out/deep") + "/{trajectory.csv,summary.json,report.html,"));
  const auto summary = json::parse(to_text(in("out/deep/summary.json")));
  EXPECT_NEAR(summary["figures"]["break_away_force"]["value"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(to_text(in("out/deep/trajectory.csv")).substr(0, 46), "time[s],displacement[m],velocity[m/s],applied[");
  EXPECT_TRUE(contains(to_text(in("out/deep/report.html")), "<html"));
}

TEST_F(Run, prints_the_summary_as_json) {
  const auto [code, text] = run("drift --law hybrid --json");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(json::parse(text)["figures"]["final_position"]["value"], 0.0);
}

TEST_F(Run, writes_an_experiment_that_runs_to_the_same_summary) {
  EXPECT_EQ(run("drift --law lugre --set drive.profile=D2 --set plant.mass=1.25 --write " + in("d.toml")).code, 0);
  const auto direct = run("drift --law lugre --set drive.profile=D2 --set plant.mass=1.25 --json");
  const auto by_file = run(in("d.toml") + " --json");
  EXPECT_EQ(by_file.code, 0);
  json given = json::parse(by_file.text);
  json asked = json::parse(direct.text);
  for (json* summary : {&given, &asked})
    for (auto& [name, parameter] : (*summary)["parameters"]["law"].items()) parameter.erase("from");
  EXPECT_EQ(given, asked);
}

TEST_F(Run, lets_the_command_line_override_the_file) {
  std::ofstream(in("e.toml")) << "[experiment]\nbase = \"breakaway\"\n[law]\nname = \"coulomb\"\nbreakaway = 2\n";
  const auto own = json::parse(run(in("e.toml") + " --json").text);
  EXPECT_NEAR(own["figures"]["break_away_force"]["value"].get<double>(), 2.0, 1e-12);
  const auto set = json::parse(run(in("e.toml") + " --set law.breakaway=1.75 --json").text);
  EXPECT_NEAR(set["figures"]["break_away_force"]["value"].get<double>(), 1.75, 1e-12);
}

TEST_F(Run, refuses_another_law_for_a_file_with_parameters_of_one) {
  std::ofstream(in("e.toml")) << "[experiment]\nbase = \"breakaway\"\n[law]\nname = \"coulomb\"\nbreakaway = 2\n";
  const auto [code, text] = catch_complaint(in("e.toml") + " --law lugre");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "sets parameters of the law coulomb; take them out of its [law]"));
}

TEST_F(Run, of_a_bad_file_names_file_and_line_and_writes_nothing) {
  std::ofstream(in("bad.toml")) << "[experiment]\nbase = \"stick-slip\"\n[plant]\nmas = 2\n";
  const auto [code, text] = catch_complaint(in("bad.toml") + " -o " + in("out"));
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(
      contains(text, in("bad.toml") + ":4: no parameter of the group 'plant' is called 'mas'; did you mean mass?"));
  EXPECT_FALSE(std::filesystem::exists(in("out")));
}

TEST_F(Run, of_a_bad_setting_names_it) {
  const auto [code, text] = catch_complaint("stick-slip --set plant.mass=-1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "stickslip: --set plant.mass=-1: plant.mass = -1 kg lies outside [1e-12, 1e+12] kg\n"));
  EXPECT_EQ(catch_complaint("stick-slip --set mass").text.substr(0, 68),
            "stickslip: --set mass: write group.key=value, as in law.coulomb=1.5\n");
}

TEST_F(Run, of_an_unknown_experiment_names_the_nearest) {
  const auto [code, text] = catch_complaint("stikslip");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "no experiment is called 'stikslip'; did you mean stick-slip?"));
}

TEST_F(Run, without_an_experiment_says_what_is_missing) {
  const auto [code, text] = catch_complaint("");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "the experiment is missing"));
}

TEST_F(Run, that_stops_early_writes_what_it_has_says_so_and_exits_1) {
  const auto [code, text] = run("stick-slip --set solver.most_steps=100 -o " + in("out"));
  EXPECT_EQ(code, 1);
  EXPECT_TRUE(contains(text, "stopped: too many steps"));
  EXPECT_TRUE(contains(text, "This run did not reach its end."));
  EXPECT_EQ(json::parse(to_text(in("out/summary.json")))["completed"], false);
}

TEST_F(Run, into_a_directory_that_cannot_be_made_exits_2_before_it_starts) {
  std::ofstream(in("taken")) << "x";
  const auto [code, text] = catch_complaint("stick-slip -o " + in("taken") + "/out");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "the directory " + in("taken") + "/out cannot be made"));
}

TEST_F(Run, lists_the_experiments) {
  const auto [code, text] = run("--list");
  EXPECT_EQ(code, 0);
  for (const char* name :
       {"stick-slip", "limit-cycle", "presliding", "drift", "harmonic", "breakaway", "velocity-steps"})
    EXPECT_TRUE(contains(text, std::string("\n") + name + " "));
}

TEST_F(Run, of_one_experiment_helps_with_its_figures_and_parameters) {
  const auto [code, text] = run("drift --help");
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "drift_per_cycle"));
  EXPECT_TRUE(contains(text, "drive.profile"));
  EXPECT_TRUE(contains(text, "law.breakaway"));
  EXPECT_TRUE(contains(text, "1.1"));
}

TEST_F(Run, takes_a_number_of_elements) {
  const auto summary = json::parse(run("harmonic --law gms --elements 4 --json").text);
  EXPECT_EQ(summary["elements"], 4);
  EXPECT_EQ(summary["parameters"]["law"]["share"]["value"].size(), 4U);
}

TEST_F(Run, takes_the_solver_by_name) {
  const auto summary = json::parse(run("stick-slip --law stribeck --solver rosenbrock --json").text);
  EXPECT_EQ(summary["solver"]["method_given"], "rosenbrock");
  EXPECT_EQ(catch_complaint("stick-slip --solver rosenbrok").code, 2);
}

// ---- a current from a CSV file

TEST_F(Run, is_driven_by_a_table_and_written_to_an_experiment_that_is_driven_by_it_too) {
  std::ofstream(in("current.csv")) << "time[s],current[A]\n0,0\n0.1,2e-3\n0.3,2e-3\n";
  const auto direct = run("hydraulic-servo --law lugre --json --set drive.table=" + in("current.csv"));
  ASSERT_EQ(direct.code, 0);
  EXPECT_EQ(json::parse(direct.text)["solver"]["duration_used"], 0.3);
  EXPECT_EQ(json::parse(direct.text)["parameters"]["drive"]["table"]["value"], in("current.csv"));
  EXPECT_EQ(run("hydraulic-servo --law lugre --set drive.table=" + in("current.csv") + " --write " + in("h.toml")).code,
            0);
  // The file gives every parameter; the command left those of the law to its table.
  const auto without_origin = [](const std::string& text) {
    json summary = json::parse(text);
    for (json& parameter : summary["parameters"]["law"]) parameter.erase("from");
    return summary.dump();
  };
  EXPECT_EQ(without_origin(run(in("h.toml") + " --json").text), without_origin(direct.text));
}

TEST_F(Run, finds_the_table_of_a_file_beside_the_file) {
  std::ofstream(in("current.csv")) << "time[s],current[A]\n0,2e-3\n0.2,2e-3\n";
  std::ofstream(in("h.toml")) << "[experiment]\nbase = \"hydraulic-servo\"\n[drive]\ntable = \"current.csv\"\n";
  const auto [code, text] = shell("cd / && " + program + in("h.toml") + " --json 2>/dev/null");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(json::parse(text)["solver"]["duration_used"], 0.2);
}

TEST_F(Run, of_a_bad_table_names_file_line_and_column) {
  const auto complaint_about = [this](const std::string& rows) {
    std::ofstream(in("current.csv"), std::ios::trunc) << rows;
    const auto [code, text] = catch_complaint("hydraulic-servo --set drive.table=" + in("current.csv"));
    EXPECT_EQ(code, 2);
    return text;
  };
  EXPECT_TRUE(contains(complaint_about("time[s],current[A]\n0,1e-3\n0.1,x\n"),
                       "current.csv:3: column 'current' holds 'x', which is not a number"));
  EXPECT_TRUE(contains(complaint_about("time[s],current[A]\n0,1e-3\n0.1,1e-3\n0.1,0\n"),
                       "current.csv:4: column 'time': 0.1 s does not come after 0.1 s of the row before"));
  EXPECT_TRUE(contains(complaint_about("time[s],voltage[V]\n0,1\n"),
                       "current.csv:1: column 'current' is missing; there are: time[s], voltage[V]"));
  EXPECT_TRUE(contains(catch_complaint("hydraulic-servo --set drive.table=no/such.csv").text,
                       "the file no/such.csv cannot be read"));
  EXPECT_TRUE(contains(catch_complaint("drift --set drive.table=" + in("current.csv")).text,
                       "the experiment drift takes no table: leave it out"));
}

}  // namespace
}  // namespace stickslip::cli
