// `stickslip loss` as a user types it, through the shell.
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

class LossCommand : public stickslip::tests::InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    // Sliding at 1 and -1 m/s, where tanh friction is its Coulomb level, 1 N for the usual parameters.
    run = written("run.csv", "time[s],velocity[m/s],force[N]\n0,1,1\n0.1,1,1\n0.2,1,1\n0.3,-1,-1\n0.4,-1,-1\n");
    sets = written("sets.csv", "coulomb[N]\n0.9\n1\n0.7\n-5\n");
  }

  std::string run;
  std::string sets;
};

TEST_F(LossCommand, finds_the_set_that_explains_the_measurement) {
  const auto [code, text] = shell(program + "loss " + run + " --law tanh --sets " + sets + " -o " + in("out.csv"));
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(text, "4 sets, 4 samples each: 1 inadmissible")) << text;
  EXPECT_TRUE(contains(text, "row 2\n  coulomb = 1 N")) << text;
  const std::string table = to_text(in("out.csv"));
  EXPECT_TRUE(table.starts_with("coulomb[N],loss[N2]\n0.9,0.0")) << table;
  EXPECT_TRUE(contains(table, "\n-5,inf")) << table;
}

TEST_F(LossCommand, prints_what_was_given_and_used_as_json) {
  const auto [code, text] = shell(program + "loss " + run + " " + run + " --law tanh --sets " + sets +
                                  " --loss mre --device cpu --precision fp32 --threads 2 --json");
  EXPECT_EQ(code, 0) << text;
  const json j = json::parse(text);
  EXPECT_EQ(j["samples"], 8);
  EXPECT_EQ(j["given"]["device"], "cpu");
  EXPECT_EQ(j["used"]["threads"], 2);
  EXPECT_EQ(j["used"]["precision"], "fp32");
  EXPECT_EQ(j["best"]["row"], 2);
  EXPECT_LT(j["best"]["loss"], 1e-5);
}

TEST_F(LossCommand, takes_one_set_from_the_command_line) {
  const auto [code, text] =
      shell(program + "loss " + run + " --law tanh --set law.breakaway=2 --set law.coulomb=1.5 --loss absolute --json");
  EXPECT_EQ(code, 0) << text;
  EXPECT_NEAR(json::parse(text)["best"]["loss"].get<double>(), 0.5, 1e-9);
}

TEST_F(LossCommand, repairs_data_as_identify_does_and_says_so) {
  const std::string uneven =
      written("uneven.csv", "time[s],velocity[m/s],force[N]\n0,1,1\n0.1,1,1\n0.25,1,1\n0.4,1,1\n");
  const auto [code, text] = shell(program + "loss " + uneven + " --law tanh 2>&1");
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "uneven.csv: repaired (resample)")) << text;
  const auto [refused, complaint] = shell(program + "loss " + uneven + " --law tanh --refuse resample 2>&1");
  EXPECT_EQ(refused, 2);
  EXPECT_TRUE(contains(complaint, "resample")) << complaint;
  const auto [done, summary] = shell(program + "loss " + uneven + " --law tanh --sample-time 0.1 --json");
  EXPECT_EQ(done, 0) << summary;
  EXPECT_EQ(json::parse(summary)["samples"], 4);
}

TEST_F(LossCommand, says_what_is_wrong_and_writes_nothing) {
  const auto complaint = [&](const std::string& arguments) {
    const auto [code, text] = shell(program + "loss " + arguments + " -o " + in("out.csv") + " 2>&1");
    EXPECT_EQ(code, 2) << text;
    EXPECT_FALSE(std::filesystem::exists(in("out.csv")));
    return text;
  };
  EXPECT_TRUE(contains(complaint("--law tanh"), "the data are missing"));
  EXPECT_TRUE(contains(complaint(run), "the law is missing"));
  EXPECT_TRUE(contains(complaint(run + " --law tanhh"), "tanh"));
  EXPECT_TRUE(contains(complaint(run + " --law tanh --device gpu"), "gpu"));
  EXPECT_TRUE(contains(complaint(run + " --law tanh --loss lsq"), "lsq"));
  EXPECT_TRUE(contains(complaint(run + " --law tanh --threads -3"), "outside"));
  EXPECT_TRUE(contains(complaint(run + " --law tanh --elements 3"), "has no elements"));
  EXPECT_TRUE(contains(complaint(run + " --law mgms"), "column 'pressure' is missing"));
  EXPECT_TRUE(contains(complaint(run + " --law tanh --sets " + written("bad.csv", "colomb[N]\n1\n")), "bad.csv:1: "));
  EXPECT_TRUE(contains(complaint(run + " --law tanh --sets " + written("unit.csv", "coulomb[mm]\n1\n")),
                       "column 'coulomb': 'mm' does not fit: N is needed"));
}

TEST_F(LossCommand, fails_when_no_set_has_a_finite_loss) {
  const auto [code, text] =
      shell(program + "loss " + run + " --law tanh --sets " + written("none.csv", "coulomb[N]\n-1\n-2\n"));
  EXPECT_EQ(code, 1);
  EXPECT_TRUE(contains(text, "no set has a finite loss")) << text;
}

TEST_F(LossCommand, refuses_a_device_that_is_not_there_with_the_reason) {
  const auto [code, text] = shell(program + "loss " + run + " --law tanh --device cuda 2>&1");
  if (code == 0) GTEST_SKIP() << "there is a CUDA device here";
  EXPECT_EQ(code, 1);
  EXPECT_TRUE(contains(text, "CUDA")) << text;
}

}  // namespace
}  // namespace stickslip::cli
