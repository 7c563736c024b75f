// The wheel of blades: the classic optimum of the normal force, and the regimes on both sides of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run_with.hpp"

namespace stickslip::experiment {
namespace {

const ExperimentResult& usual() {
  static const ExperimentResult r = run(experiment({.base = "blade-wheel"}));
  return r;
}

TEST(blade_wheel, has_a_normal_force_at_which_its_blades_move_least) {
  const auto& amplitudes = usual().figure("amplitudes").values;
  const double least = figure(usual(), "least_amplitude");
  EXPECT_LT(least, 0.2 * amplitudes.front());
  EXPECT_LT(least, 0.2 * amplitudes.back());
  // It falls up to the best normal force and rises after it.
  const auto best = std::size_t(std::min_element(amplitudes.begin(), amplitudes.end()) - amplitudes.begin());
  for (std::size_t k = 1; k < amplitudes.size(); ++k) {
    if (k <= best) {
      EXPECT_LT(amplitudes[k], amplitudes[k - 1]) << k;
    } else {
      EXPECT_GE(amplitudes[k], amplitudes[k - 1]) << k;
    }
  }
}

TEST(blade_wheel, goes_from_slip_through_a_mixed_regime_to_stick) {
  const double slip = figure(usual(), "slip_up_to");
  const double stick = figure(usual(), "stick_from");
  const double best = figure(usual(), "best_load");
  EXPECT_LT(slip, best);
  EXPECT_LT(best, stick);
  const auto& shares = usual().figure("slip_shares").values;
  for (std::size_t k = 1; k < shares.size(); ++k) EXPECT_LE(shares[k], shares[k - 1] + 1e-12);
}

TEST(blade_wheel, resonates_at_the_free_frequency_and_at_that_of_sticking_blades) {
  // sqrt(k/m) and sqrt((k + 3 k_c)/m): the wave has 120 degrees between neighbours. The search ends at a sixteenth of
  // its grid, and 64 steps per cycle of the midpoint rule lower a resonance by (w h)^2/12 = 8e-4.
  const double free = std::sqrt(4e4 / 0.1) / 6.283185307179586;
  const double stuck = std::sqrt((4e4 + 3.0 * 5e3) / 0.1) / 6.283185307179586;
  const double grid = (stuck - free) / 12.0 / 16.0;
  EXPECT_NEAR(usual().figure("frequencies").values.front(), free, grid + 8e-4 * free);
  EXPECT_NEAR(usual().figure("frequencies").values.back(), stuck, grid + 8e-4 * stuck);
  // On resonance a blade moves by f/(c w), less what is left of the transient after 80 cycles, exp(-4.8).
  const double expected = 1.0 / (1.2 * 6.283185307179586 * stuck);
  EXPECT_NEAR(usual().figure("amplitudes").values.back(), expected, 0.02 * expected);
}

// At one frequency friction takes nothing from blades that are free, nothing from blades that stick, most in between.
TEST(blade_wheel, takes_most_power_at_a_normal_force_in_between_at_a_fixed_frequency) {
  const auto r = run(experiment(make_recipe("blade-wheel", "backlash", {"drive.frequency=108"})));
  const auto& powers = r.figure("powers").values;
  const double most = figure(r, "most_power");
  EXPECT_LT(powers.front(), 0.1 * most);
  EXPECT_LT(powers.back(), 2e-3 * most);  // energy that the contacts store while the transient dies
}

// A slider behind a spring: work per cycle 4 F (a - F/k), so that the share of slip is 1 - F/(k a). The law reads the
// load; the dahl law, which does not, is scaled and tends to the same when it slips far.
TEST(blade_wheel, gives_laws_that_do_not_read_the_load_forces_in_proportion_to_it) {
  const std::vector<std::string> one{"drive.loads=[0.5]"};
  const double reads = figure(run(experiment(make_recipe("blade-wheel", "backlash", one))), "amplitudes");
  const double scaled = figure(run(experiment(make_recipe("blade-wheel", "dahl", one))), "amplitudes");
  EXPECT_NEAR(scaled, reads, 0.01 * reads);
}

TEST(blade_wheel, refuses_a_law_that_reads_the_applied_force_with_the_reason) {
  try {
    experiment({.base = "blade-wheel", .law = "coulomb"});
    FAIL() << "it was built";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("the law coulomb reads the force applied to a body"), std::string::npos);
  }
}

TEST(blade_wheel, counts_the_contacts_of_each_regime_when_one_blade_is_shaken) {
  const auto r = run(experiment(
      make_recipe("blade-wheel", "backlash",
                  {"plant.blades=12", "drive.excitation=single-blade", "drive.frequency=100", "drive.loads=[0.3]"})));
  double contacts = 0.0;
  for (std::size_t k = 5; k < 8; ++k) contacts += r.table.values[k][0];
  EXPECT_EQ(contacts, 12.0);
  EXPECT_GT(r.table.values[5][0], 0.0) << "none sticks far away";
  EXPECT_LT(r.table.values[5][0], 12.0) << "all stick";
}

}  // namespace
}  // namespace stickslip::experiment
