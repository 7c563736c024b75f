// Fits of a motion: a body on a contact, pushed or left to itself.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fit_kit.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

using tests::catch_complaint;
using tests::Dice;
using tests::found;

// The motion of a body with that law, measured with noise of that part of its range.
Recording moved(const std::string& law, const ParamGroup& truth, MotionRecord m, double noise) {
  m.name = law;
  m.displacement.assign(m.applied.size(), 0.0);
  const ClosedLoopBatch batch(law, 0, {m}, {.threads = 1});
  m.displacement = batch.motions(truth.values)[0].displacement;
  const auto [low, high] = std::minmax_element(m.displacement.begin(), m.displacement.end());
  const double size = noise * (*high - *low);
  Dice dice(3);
  for (double& x : m.displacement) x += size * dice.normal();
  Recording r;
  r.motion = std::move(m);
  return r;
}

// 1 kg on 100 N/m, released 0.1 m from its rest: two swings a second at 1 % of which friction is felt.
MotionRecord released() {
  return {.step = 5e-3, .applied = std::vector<double>(800, 0.0), .mass = 1.0, .spring = 100.0, .start = 0.1};
}

TEST(closed_loop, coulombs_friction_comes_back_from_a_free_decay) {
  const ParamGroup truth = tests::usual("coulomb", 0, {{"coulomb", 0.3}, {"breakaway", 0.35}});
  const FitReport fit = identify({moved("coulomb", truth, released(), 1e-3)},
                                 {.law = "coulomb", .budget = 300, .closed_loop = true, .threads = 2});
  EXPECT_TRUE(fit.closed_loop);
  EXPECT_NEAR(found(fit, "coulomb").value, 0.3, 0.05 * 0.3);
  EXPECT_GT(fit.train[0].r2, 0.999);
}

TEST(closed_loop, dahls_law_comes_back_from_a_free_decay) {
  const ParamGroup truth = tests::usual("dahl", 0, {{"coulomb", 0.3}, {"stiffness", 200.0}});
  const FitReport fit = identify({moved("dahl", truth, released(), 1e-3)},
                                 {.law = "dahl", .budget = 300, .closed_loop = true, .threads = 2});
  EXPECT_NEAR(found(fit, "coulomb").value, 0.3, 0.05 * 0.3);
  EXPECT_NEAR(found(fit, "stiffness").value, 200.0, 0.05 * 200.0);
  EXPECT_LE(found(fit, "stiffness").low, 200.0);
  EXPECT_GE(found(fit, "stiffness").high, 200.0);
}

TEST(closed_loop, lugres_levels_come_back_from_a_pushed_mass) {
  const ParamGroup truth = tests::usual("lugre", 0,
                                        {{"stiffness", 1e4},
                                         {"damping", 50.0},
                                         {"coulomb", 1.0},
                                         {"breakaway", 1.5},
                                         {"stribeck_velocity", 0.02},
                                         {"viscous", 2.0}});
  MotionRecord m{.step = 4e-3, .mass = 1.0};
  for (std::size_t k = 0; k < 300; ++k)
    m.applied.push_back((1.2 + 1.8 * double(k) / 300.0) * std::sin(2.0 * std::numbers::pi * 2.0 * double(k) * m.step));
  const FitReport fit = identify(
      {moved("lugre", truth, m, 1e-4)},
      {.law = "lugre",
       .free = {"coulomb", "breakaway", "viscous"},
       .fixed = {tests::hold("stiffness", 1e4), tests::hold("damping", 50.0), tests::hold("stribeck_velocity", 0.02)},
       .budget = 60,
       .closed_loop = true,
       .threads = 2,
       .intervals = false});
  EXPECT_NEAR(found(fit, "coulomb").value, 1.0, 0.05);
  EXPECT_NEAR(found(fit, "breakaway").value, 1.5, 0.05 * 1.5);
  EXPECT_NEAR(found(fit, "viscous").value, 2.0, 0.05 * 2.0);
}

TEST(closed_loop, nuisances_are_refused) {
  const ParamGroup truth = tests::usual("dahl", 0, {{"coulomb", 0.3}, {"stiffness", 200.0}});
  const Recording r = moved("dahl", truth, released(), 0.0);
  EXPECT_EQ(catch_complaint([&] { identify({r}, {.law = "dahl", .closed_loop = true, .nuisances = {{"offset"}}}); }),
            "nuisances belong to a measured force; in closed loop the motion is compared");
}

TEST(closed_loop, projection_is_refused) {
  const Recording r = moved("dahl", tests::usual("dahl", 0, {}), released(), 0.0);
  const std::string said = catch_complaint(
      [&] { identify({r}, {.law = "maxwell-slip", .elements = 2, .strategy = "projection", .closed_loop = true}); });
  EXPECT_NE(said.find("take multistart"), std::string::npos) << said;
}

TEST(closed_loop, a_share_is_kept_for_the_test) {
  const ParamGroup truth = tests::usual("dahl", 0, {{"coulomb", 0.3}, {"stiffness", 200.0}});
  const FitReport fit =
      identify({moved("dahl", truth, released(), 1e-3)},
               {.law = "dahl", .budget = 200, .train = 0.5, .closed_loop = true, .threads = 2, .intervals = false});
  ASSERT_FALSE(fit.test.empty());
  EXPECT_NEAR(double(fit.train[0].samples), 400.0, 1.0);
  EXPECT_GT(fit.test[0].r2, 0.95);
}

}  // namespace
}  // namespace stickslip::identify
