// `stickslip method` as a user types it, through the shell.
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

class Method : public stickslip::tests::InFolder {
 protected:
  // The complaint about a file; nothing may have been written.
  std::string complaint_about(const std::string& text, const std::string& more = "") {
    const std::string file = written("seal.csv", text);
    const auto [code, complaint] =
        shell(program + "method observer " + file + " -o " + in("out") + " " + more + " 2>&1");
    EXPECT_EQ(code, 2) << complaint;
    EXPECT_FALSE(std::filesystem::exists(in("out")));
    return complaint;
  }
};

TEST_F(Method, observer_finds_the_friction_of_a_simulated_clutch_piston) {
  ASSERT_EQ(shell(program + "run clutch-piston --set drive.profile=ramps --set plant.seal_pressure=5e5 -o " +
                  in("run") + " 2>&1")
                .code,
            0);
  const auto [code, text] =
      shell(program + "method observer " + in("run/trajectory.csv") +
            " --set plant.mass=0.5 --set plant.damping=50 --set plant.stiffness=1e5 "
            "--set observer.sample_time=1e-3 --set observer.settle_time=0.06 --set observer.hold=constant -o " +
            in("out"));
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "written: " + in("out") + "/{friction.csv,summary.json,report.html}")) << text;
  const auto summary = json::parse(to_text(in("out/summary.json")));
  EXPECT_NEAR(summary["figures"]["error"]["value"].get<double>(), 7.958847714075938, 2e-2);
  EXPECT_GT(summary["figures"]["covered"]["value"].get<double>(), 0.8);
  EXPECT_NEAR(summary["figures"]["continuous_noise_gain_of_displacement"]["value"].get<double>(), 22221.91660836279,
              0.03);
  EXPECT_NEAR(summary["gain"][2][0].get<double>(), -0.5 * 300.0 * 300.0 * 300.0, 1e-3);
  EXPECT_EQ(summary["parameters"]["observer"]["design"], "poles");
  EXPECT_TRUE(to_text(in("out/friction.csv"))
                  .starts_with("time[s],friction[N],friction_low[N],friction_high[N],displacement[m],velocity[m/s],"
                               "innovation[m],drive[N],pressure[Pa]\n"));
  EXPECT_TRUE(contains(to_text(in("out/report.html")), "Friction, with its band"));
}

TEST_F(Method, observer_prints_json_and_writes_nothing_without_a_directory) {
  const std::string file = written("a.csv", "time[s],x[m],drive[N]\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n");
  const auto [code, text] = shell("cd " + folder.string() + " && " + program +
                                  "method observer a.csv --set plant.mass=1 " + "--map displacement=x --json");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(json::parse(text)["rows"], 5);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST_F(Method, observer_takes_several_files_and_gives_each_a_folder) {
  const std::string rows = "time[s],displacement[m],drive[N]\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n";
  const std::string files = written("a.csv", rows) + " " + written("b.csv", rows + "5,0,1\n");
  const auto [code, text] = shell(program + "method observer " + files + " --set plant.mass=1 -o " + in("out"));
  EXPECT_EQ(code, 0) << text;
  EXPECT_EQ(json::parse(to_text(in("out/a/summary.json")))["rows"], 5);
  EXPECT_EQ(json::parse(to_text(in("out/b/summary.json")))["rows"], 6);
  EXPECT_TRUE(contains(text, "b.csv\n")) << text;
  const auto [json_code, list] = shell(program + "method observer " + files + " --set plant.mass=1 --json");
  EXPECT_EQ(json_code, 0);
  EXPECT_EQ(json::parse(list)[1]["rows"], 6);
}

TEST_F(Method, observer_writes_nothing_when_one_of_several_files_is_bad_or_two_would_share_a_folder) {
  const std::string rows = "time[s],displacement[m],drive[N]\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n";
  const std::string good = written("a.csv", rows);
  const std::string bad = written("b.csv", "time[s],displacement[m],drive[N]\n0,x,1\n");
  const auto [code, text] =
      shell(program + "method observer --set plant.mass=1 " + good + " " + bad + " -o " + in("out") + " 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "b.csv:2")) << text;
  std::filesystem::create_directories(folder / "other");
  const std::string same = written("other/a.csv", rows);
  const auto [same_code, complaint] =
      shell(program + "method observer --set plant.mass=1 " + good + " " + same + " -o " + in("out") + " 2>&1");
  EXPECT_EQ(same_code, 2);
  EXPECT_TRUE(contains(complaint, "would both be written to")) << complaint;
  EXPECT_FALSE(std::filesystem::exists(in("out")));
}

TEST_F(Method, observer_refuses_bad_data_with_file_line_column_and_remedy_and_writes_nothing) {
  const std::string head = "time[s],displacement[m],drive[N]\n";
  EXPECT_TRUE(contains(complaint_about("time[s],drive[N]\n0,1\n1,1\n2,1\n3,1\n4,1\n"),
                       "seal.csv:1: column 'displacement' is missing"));
  EXPECT_TRUE(contains(complaint_about(head + "0,0,1\n", "--map displacement='drive[bar]'"),
                       "'bar' is no unit of displacement"));
  EXPECT_TRUE(contains(complaint_about(head + "0,0,1\n1,nan,1\n2,0,1\n3,0,1\n4,0,1\n"),
                       "seal.csv:3: column 'displacement' holds nan"));
  EXPECT_TRUE(contains(complaint_about(head + "0,0,1\n1,,1\n"), "seal.csv:3: column 'displacement' is empty"));
  EXPECT_TRUE(contains(complaint_about(head + "0,0,1\n1,abc,1\n"), "seal.csv:3: column 'displacement' holds 'abc'"));
  EXPECT_TRUE(contains(complaint_about(head + "0,0\n"), "seal.csv:2: row has 2 fields, expected 3"));
  EXPECT_TRUE(contains(complaint_about(head + "0,0,1\n1,0,1\n2,0,1\n9,0,1\n10,0,1\n"),
                       "cut the file there and give its parts"));
  EXPECT_TRUE(
      contains(complaint_about("time,displacement[m]\n"), "seal.csv:1: there is a header, but no row of numbers"));
  EXPECT_TRUE(contains(complaint_about(""), "seal.csv:1: the file is empty"));
}

TEST_F(Method, observer_refuses_wrong_settings_with_the_reason) {
  const std::string good =
      "time[s],displacement[m],velocity[m/s],drive[N]\n0,0,0,1\n1,0,0,1\n2,0,0,1\n3,0,0,1\n4,0,0,1\n";
  EXPECT_TRUE(contains(complaint_about(good, "--set observer.sped=3"), "'sped'"));
  EXPECT_TRUE(contains(complaint_about(good, "--set plant.mass=-1"), "plant.mass = -1 kg lies outside"));
  EXPECT_TRUE(
      contains(complaint_about(good, "--set plant.mass=1 --set plant.stiffness=1 --set observer.measured=velocity"),
               "determines 2 of 3 unknowns"));
  EXPECT_TRUE(contains(complaint_about(good, "--map place=x"), "'place'"));
  EXPECT_TRUE(contains(complaint_about(good),
                       "the mass of the body is not given, and the observer takes m x'' off the "
                       "applied force: give --set plant.mass=KG"));
}

TEST_F(Method, names_the_methods_that_there_are) {
  const auto [code, text] = shell(program + "method --list");
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(text.starts_with("observer  ")) << text;
  const auto [wrong, complaint] = shell(program + "method obsrver x.csv 2>&1");
  EXPECT_EQ(wrong, 2);
  EXPECT_TRUE(contains(complaint, "no method is called 'obsrver'")) << complaint;
  EXPECT_TRUE(contains(shell(program + "method observer --help").text, "observer.speed")) << text;
  EXPECT_TRUE(contains(shell(program + "method observer missing.csv 2>&1").text, "missing.csv cannot be read"));
}

}  // namespace
}  // namespace stickslip::cli
