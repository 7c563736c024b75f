// `stickslip model` and the files in examples/seals, as a user takes them: written, read, run.

#include <gtest/gtest.h>

#include <map>

#include "../support/folder.hpp"
#include "../support/shell.hpp"
#include "stickslip/io/csv.hpp"

namespace stickslip::cli {
namespace {

using stickslip::tests::contains;
using stickslip::tests::shell;

const std::string program = "'" STICKSLIP_PROGRAM "' ";
const std::string seals = STICKSLIP_SEALS "/";

// Loss per cycle of a triangular motion of 1 mm at 5 mm/s and 5 bar, by other code (classical Runge-Kutta steps of 10
// us, break-away located, ten elements of the table in studies/000).
const std::map<std::string, double> losses{{"d-ring", 0.18254390}, {"o-ring", 0.22932197}, {"bps", 0.21850746}};

class ModelCommand : public stickslip::tests::InFolder {
 protected:
  // A run at held speeds [m/s], each for 0.2 s.
  measurement::Dataset run_at_speeds(const std::string& model, const std::string& pressure, const std::string& speeds) {
    const auto [code, text] =
        shell(program + "run velocity-steps --law " + model + " --set 'plant.pressure=" + pressure +
              "' --set 'drive.speeds=[" + speeds +
              "]' --set drive.hold_time=0.2 --set solver.relative_tolerance=1e-10 -o " + in("run") + " 2>&1");
    EXPECT_EQ(code, 0) << text;
    return io::dataset_from_csv(to_text(in("run/trajectory.csv")), "trajectory.csv");
  }
};

double value_at(const measurement::Dataset& data, std::string_view column, std::string_view unit, double t) {
  const auto time = measurement::signal(data, "time", "s");
  const auto values = measurement::signal(data, column, unit);
  std::size_t k = 0;
  while (k + 1 < time.size() && time[k + 1] < t + 1e-9) ++k;
  return values[k];
}

TEST_F(ModelCommand, lists_its_models_and_prints_the_files_of_the_examples) {
  const std::string list = shell(program + "model --list").text;
  for (const auto& [name, loss] : losses) {
    EXPECT_TRUE(contains(list, name + " "));
    EXPECT_EQ(shell(program + "model " + name).text, to_text(seals + name + ".toml")) << "cmake --build --target docs";
  }
}

TEST_F(ModelCommand, says_where_the_numbers_of_a_seal_come_from) {
  for (const auto& [name, loss] : losses) {
    const std::string text = to_text(seals + name + ".toml");
    EXPECT_TRUE(contains(text, "# Source: Mustafa et al. 2022"));
    EXPECT_TRUE(contains(text, "Chosen by us"));
  }
}

TEST_F(ModelCommand, writes_a_file_and_says_what_to_try) {
  const auto [code, text] = shell(program + "model bps -o " + in("parts/bps.toml"));
  EXPECT_EQ(code, 0);
  EXPECT_EQ(text, "written: " + in("parts/bps.toml") + "\ntry: stickslip run clutch-piston --law " +
                      in("parts/bps.toml") + "\n");
  const auto [ran, said] = shell(program + "run clutch-piston --law " + in("parts/bps.toml"));
  EXPECT_EQ(ran, 0);
  EXPECT_TRUE(contains(said, "clutch-piston with the law mgms (10 elements)"));
}

TEST_F(ModelCommand, answers_a_wrong_name_with_those_it_knows) {
  const auto [code, text] = shell(program + "model x-ring 2>&1");
  EXPECT_EQ(code, 2);
  EXPECT_TRUE(contains(text, "no ready-made model is called 'x-ring'"));
  EXPECT_TRUE(contains(text, "d-ring, o-ring, bps"));
}

// Rows lie where the solver stepped; the work between them is exact to its tolerance.
TEST_F(ModelCommand, gives_seals_that_lose_the_energy_of_their_table_per_loop) {
  const std::string triangle = "5e-3, -5e-3, -5e-3, 5e-3, 5e-3, -5e-3, -5e-3, 5e-3";
  for (const auto& [name, loss] : losses) {
    const auto run = run_at_speeds(seals + name + ".toml", "5 bar", triangle);
    const double work = value_at(run, "work_friction", "J", 1.6) - value_at(run, "work_friction", "J", 0.8);
    EXPECT_NEAR(work, loss, 1e-5 * loss) << name;
  }
}

// All elements slide at the drive's speed: F_Cm p + F_Cb + n c v.
TEST_F(ModelCommand, gives_seals_whose_sliding_friction_grows_with_the_pressure) {
  struct Line {
    std::string name;
    double slope, base;  // [N/bar], [N]
  };
  for (const Line& seal : {Line{"d-ring", 3.2, 38.6}, Line{"o-ring", 4.5, 45.0}, Line{"bps", 2.6, 50.0}})
    for (const int pressure : {5, 20}) {
      const auto run =
          run_at_speeds(seals + seal.name + ".toml", std::to_string(pressure) + " bar", "5e-3, 5e-3, 5e-3");
      const double expected = seal.slope * pressure + seal.base + 10.0 * 1.0 * 5e-3;
      EXPECT_NEAR(value_at(run, "friction", "N", 0.6), expected, 1e-3 * expected) << seal.name;
    }
}

TEST_F(ModelCommand, gives_models_that_other_commands_take) {
  const std::string file = seals + "o-ring.toml";
  EXPECT_EQ(shell(program + "export c " + file + " -o " + in("seal.c") + " 2>&1").code, 0);
  const auto [code, text] = shell(program + "laws " + file);
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(contains(text, "o-ring.toml: mgms, 10 elements"));
  EXPECT_TRUE(contains(text, "9.25e-05 ... 0.0008575"));
}

}  // namespace
}  // namespace stickslip::cli
