// `stickslip inspect` as a user types it, through the shell.
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

class InspectCommand : public stickslip::tests::InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    std::string text = "Zeit (ms);Weg [mm];F_kN\n";
    for (int i = 0; i < 200; ++i)
      text += std::to_string(i + (i >= 100 ? 8 : 0)) + ";" + std::to_string(i % 50) + ",5;" +
              (i % 50 < 25 ? "1" : "-1") + "\n";
    run = written("run.csv", text);
  }
  std::string run;
};

TEST_F(InspectCommand, says_what_the_columns_are_what_was_found_and_what_was_done) {
  const auto [code, text] = shell(program + "inspect " + run + " --map 'displacement=Weg'");
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(text, "run.csv: 208 rows at a step of 0.001 s\n"));
  EXPECT_TRUE(contains(text, "  time = Zeit [ms -> s]: by its name\n"));
  EXPECT_TRUE(contains(text, "  displacement = Weg [mm -> m]: as told\n"));
  EXPECT_TRUE(contains(text, "  force = F_kN [kN -> N]: by its name\n"));
  EXPECT_TRUE(contains(text, "  gap (Zeit, line 102): 1 steps are longer than three usual ones"));
  EXPECT_TRUE(contains(text, "  gap-weights: 8 of 208 rows lie in gaps and weigh nothing\n"));
  EXPECT_TRUE(contains(text, "  derive-velocity: polynomials through "));
}

TEST_F(InspectCommand, writes_data_that_other_commands_read) {
  const auto [code, text] = shell(program + "inspect " + run + " --map 'displacement=Weg' -o " + in("out"));
  EXPECT_EQ(code, 0) << text;
  EXPECT_TRUE(contains(text, "written: " + in("out")));
  EXPECT_TRUE(contains(to_text(in("out/measurement.csv")), "time[s],displacement[m],force[N],velocity[m/s]"));
  EXPECT_TRUE(contains(to_text(in("out/report.html")), "gap-weights"));
  EXPECT_EQ(json::parse(to_text(in("out/summary.json")))["rows"], 208);
  const auto [loss, said] = shell(program + "loss " + in("out/measurement.csv") + " --law tanh 2>&1");
  EXPECT_EQ(loss, 0) << said;
}

TEST_F(InspectCommand, prints_json_and_leaves_repairs_undone_when_told) {
  const auto [code, text] =
      shell(program + "inspect " + run +
            " --map displacement=Weg --refuse gap-weights --refuse edge-weights --bandwidth 50 --json");
  EXPECT_EQ(code, 0) << text;
  const json j = json::parse(text);
  EXPECT_LE(j["bandwidth"], 50.0);
  EXPECT_GT(j["bandwidth"], 40.0);
  EXPECT_EQ(j["hash"].get<std::string>().size(), 16U);
  for (const json& column : j["columns"]) EXPECT_NE(column["name"], "weight");
  for (const json& repair : j["repairs"]) EXPECT_NE(repair["name"], "gap-weights");
}

TEST_F(InspectCommand, refuses_with_the_remedy_and_writes_nothing) {
  const auto complaint = [&](const std::string& arguments) {
    const auto [code, text] = shell(program + "inspect " + arguments + " -o " + in("out") + " 2>&1");
    EXPECT_EQ(code, 2) << text;
    EXPECT_FALSE(std::filesystem::exists(in("out")));
    return text;
  };
  EXPECT_TRUE(contains(complaint(""), "the data are missing"));
  EXPECT_TRUE(contains(complaint(in("none.csv")), "none.csv cannot be read; check its name"));
  EXPECT_TRUE(contains(complaint(run + " --refuse gap-weight"), "did you mean gap-weights?"));
  EXPECT_TRUE(contains(complaint(run + " --refuse resample"), "the repair 'resample' would fix this but was disabled"));
  EXPECT_TRUE(contains(complaint(run + " --map force=F_kN[m]"), "'m' is no unit of force, N or N.m is needed"));
  EXPECT_TRUE(contains(complaint(run + " --map weight"), "write role=column or role=column[unit]"));
}

TEST_F(InspectCommand, gives_loss_units_that_fit) {
  const std::string slow = written("slow.csv", "t[ms],v[mm/s],F[N]\n0,1000,1\n100,1000,1\n200,1000,1\n300,-1000,-1\n");
  const auto [code, text] = shell(program + "loss " + slow +
                                  " --law tanh --map time=t --map velocity=v --map force=F --set law.coulomb=1 --json");
  EXPECT_EQ(code, 0) << text;
  EXPECT_LT(json::parse(text)["best"]["loss"], 1e-6);
}

}  // namespace
}  // namespace stickslip::cli
