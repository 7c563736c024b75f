// pagmo's strategies in a program of its own: this program, not the library, links pagmo (docs/licences.md).
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stickslip/identify/fit.hpp"

namespace stickslip::peers {
namespace {

constexpr double step = 1e-3;    // [s]
constexpr double coulomb = 2.0;  // [N]

// A slide to and fro under Coulomb friction and viscous friction of 3 N.s/m.
identify::Recording to_and_fro() {
  identify::Recording recording;
  recording.record.name = "to and fro";
  recording.record.step = step;
  for (int k = 0; k < 400; ++k) {
    const double phase = 2.0 * std::numbers::pi * double(k) / 400.0;
    const double velocity = std::sin(phase) + 1e-3;
    recording.record.motion.push_back({.velocity = velocity});
    recording.record.force.push_back(std::copysign(coulomb, velocity) + 3.0 * velocity);
  }
  return recording;
}

TEST(pagmo, four_strategies_are_offered_by_a_program_that_links_it) {
  std::size_t count = 0;
  for (const identify::StrategyInfo& s : identify::strategies()) count += s.name.starts_with("pagmo-") ? 1U : 0U;
  EXPECT_EQ(count, 4U);
}

TEST(pagmo, sade_finds_a_law_of_two_parameters) {
  const identify::FitReport fit = identify::identify(
      {to_and_fro()}, {.law = "tanh", .strategy = "pagmo-sade", .budget = 2000, .threads = 1, .intervals = false});
  EXPECT_EQ(fit.strategy, "pagmo-sade");
  EXPECT_GT(fit.train.at(0).r2, 0.99);
}

}  // namespace
}  // namespace stickslip::peers
