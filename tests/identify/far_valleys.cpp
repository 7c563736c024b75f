// Valleys that lie decades away from where a search came down.
#include "fit_kit.hpp"

namespace stickslip::identify {
namespace {

// A smoothed friction whose dip passes long before it saturates; too few candidates to come down in the right valley.
// Without the look one and two decades away, fits ended at twice the noise and more.
TEST(far_valleys, a_poor_search_ends_in_the_valley_of_the_truth) {
  constexpr double noise = 0.005;
  for (const std::uint64_t seed : {5U, 16U, 24U}) {
    tests::Dice dice(seed);
    const double dip = 4e-4 * std::pow(4.0, dice.unit());
    const double coulomb = 0.5 + 1.5 * dice.unit();
    const ParamGroup truth = tests::usual("tanh", 0,
                                          {{"coulomb", coulomb},
                                           {"breakaway", coulomb * (1.3 + 0.7 * dice.unit())},
                                           {"stribeck_velocity", dip},
                                           {"viscous", 0.0},
                                           {"transition_velocity", 5e-3 * std::pow(3.0, dice.unit())}});
    const auto speed = [&dice, dip](double from, double to) { return dip * (from + (to - from) * dice.unit()); };
    const auto motion = tests::sines({{speed(0.1, 0.4), 2.0, 800},
                                      {speed(1.0, 6.0), 1.0, 800},
                                      {speed(0.1, 0.4), 3.0, 800},
                                      {speed(1.0, 8.0), 2.0, 800}});
    const Recording r = tests::recorded("tanh", 0, truth, motion, tests::kit_step, noise, dice);
    const FitReport fit = identify({r}, {.law = "tanh", .seed = seed, .budget = 6, .threads = 1, .intervals = false});
    EXPECT_LT(fit.train[0].rmse, 1.15 * fit.sensor_noise) << seed << ": " << fit.train[0].rmse;
  }
}

}  // namespace
}  // namespace stickslip::identify
