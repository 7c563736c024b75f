// `stickslip study`, run as a user does, through the shell.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "../support/shell.hpp"

namespace {

using nlohmann::json;

using stickslip::tests::Outcome;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' study ";

TEST(study_command, writes_the_report_and_the_json_that_it_prints_and_says_on_stderr_which_study_runs) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "stickslip_study_command";
  const auto said = std::filesystem::path(testing::TempDir()) / "stickslip_study_command.stderr";
  std::filesystem::remove_all(folder);
  const auto [code, text] = shell(program + "002 --json -o '" + folder.string() + "' 2>'" + said.string() + "'");
  EXPECT_EQ(code, 0);
  const json printed = json::parse(text);
  EXPECT_EQ(printed["paper"], "002");
  EXPECT_TRUE(printed["as_expected"].get<bool>());
  EXPECT_GT(printed["claims"].size(), 20U);
  EXPECT_EQ(printed["claims"][0]["verdict"], "does not");
  EXPECT_EQ(json::parse(std::ifstream(folder / "study.json")), printed);
  EXPECT_GT(std::filesystem::file_size(folder / "report.html"), 100'000U);
  std::filesystem::remove_all(folder);
  std::string progress;
  std::getline(std::ifstream(said), progress, '\0');
  EXPECT_TRUE(progress.starts_with("study 002: ")) << progress;
  EXPECT_NE(progress.find("0 worse than before"), std::string::npos) << progress;
  std::filesystem::remove(said);
}

// Zeroing the integrator at every turn: the loop of 0.8 phi_0 at 0.1 Hz, as the study has it.
TEST(study_command, writes_models_that_the_program_runs) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "stickslip_study_models";
  std::filesystem::remove_all(folder);
  const auto [code, text] = shell(program + "002 --json -o '" + folder.string() + "' 2>/dev/null");
  ASSERT_EQ(code, 0);
  const json study = json::parse(text);
  for (const json& model : study["models"])
    EXPECT_TRUE(std::filesystem::exists(folder / model["file"].get<std::string>())) << model;
  const auto [ran, printed] =
      shell("'" STICKSLIP_PROGRAM "' run harmonic --law '" + (folder / "models" / "law-6-R2.toml").string() +
            "' --set drive.amplitude=0.008 --set drive.frequency=0.1 --set drive.cycles=4 --json");
  EXPECT_EQ(ran, 0);
  const json run = json::parse(printed);
  const auto& numbers = study["numbers"];
  const auto known = std::find_if(numbers.begin(), numbers.end(),
                                  [](const json& n) { return n["name"] == "loop.A=0.008,f=0.1.R2.work"; });
  ASSERT_NE(known, numbers.end());
  const double work = (*known)["value"];
  EXPECT_NEAR(run["figures"]["work_per_cycle"]["value"].get<double>(), work, 1e-6 * work);
  std::filesystem::remove_all(folder);
}

TEST(study_command, answers_a_wrong_paper_with_those_it_knows) {
  const auto [code, text] = shell(program + "02 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_NE(text.find("no study is called '02'"), std::string::npos) << text;
  EXPECT_NE(text.find("002, 003, 004, all"), std::string::npos) << text;
}

TEST(study_command, names_a_directory_that_cannot_be_written_before_it_runs_anything) {
  const auto [code, text] = shell(program + "002 -o /dev/null/there 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_NE(text.find("/dev/null/there"), std::string::npos) << text;
  EXPECT_EQ(text.find("claims"), std::string::npos) << text;
}

}  // namespace
