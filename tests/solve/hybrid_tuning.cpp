// The simulation parameters of the hybrid law: 004's conditions (11) fulfilled, the paper's own tables checked against
// them, and a step that adapts itself so that no stop is missed.
#include "stickslip/solve/hybrid_tuning.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace stickslip::solve {
namespace {

TEST(hybrid_tuning, a_derived_set_fulfils_every_condition_with_its_margin) {
  const HybridMachine machine{.mass = 2.0, .largest_force = 50.0, .sample_time = 1e-3, .sensor_resolution = 1e-6};
  const HybridTuning t = tune(machine, 1.25);
  EXPECT_TRUE(violations(machine, t).empty());
  EXPECT_DOUBLE_EQ(t.stick_rate, 6250.0);
  EXPECT_DOUBLE_EQ(t.stick_velocity, 5e-3);
  EXPECT_DOUBLE_EQ(t.release_velocity, 1e-4);
  EXPECT_DOUBLE_EQ(t.longest_step, 2.0 * 5e-3 / (1.25 * 50.0));
  EXPECT_EQ(complaint(with_tuning({}, t)), "");
}

TEST(hybrid_tuning, a_number_that_makes_no_sense_is_named) {
  const HybridMachine machine{.mass = 2.0, .largest_force = 50.0, .sample_time = 1e-3};
  try {
    tune(machine);
    FAIL() << "no resolution, no S";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "sensor_resolution = 0 m must be positive and finite to derive the hybrid law's parameters");
  }
  EXPECT_THROW(tune({.mass = 1, .largest_force = 1, .sample_time = 1, .sensor_resolution = 1}, 1.0),
               std::invalid_argument);
}

// Table 1 of 004: m = 1 kg, u_max = 2 N, S = 2e-3 m/s, T_e = 1e-3 s, p_0 = 1e3 1/s. m S = u_max T_e = 2e-3 N.s: an
// equality where (11) asks for more.
TEST(hybrid_tuning, table_1_of_004_is_an_equality_where_an_inequality_is_asked_for) {
  const HybridMachine machine{.mass = 1.0, .largest_force = 2.0};
  HybridTuning table{.stick_rate = 1e3, .stick_velocity = 2e-3, .release_velocity = 4e-5, .longest_step = 1e-3};
  const auto all = violations(machine, table);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(
      all[0],
      "m S > u_max T_e fails: m S = 0.002 N.s, u_max T_e = 0.002 N.s; a step may jump over a stop: keep T_e below "
      "0.001 s or raise S");
  table.longest_step = 0.9e-3;
  EXPECT_TRUE(violations(machine, table).empty());
}

// Table 2 of 004: m = 1 kg, S = 1e-4 m/s, T_e = 1e-3 s; the tests it serves push with f_s = 1.1 N and more.
TEST(hybrid_tuning, table_2_of_004_violates_the_condition_on_the_step) {
  const auto all = violations({.mass = 1.0, .largest_force = 1.1}, {.stick_velocity = 1e-4, .longest_step = 1e-3});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("m S = 1e-04 N.s, u_max T_e = 0.0011 N.s"), std::string::npos) << all[0];
}

// Table 3 of 004: J = 1.32e-5 kg.m2, S = 150 rad/s, T_e = T_s = 1e-3 s, p_0 = 1e4 1/s, 56 counts per turn; u_max = 2
// N.m follows from the paper's ratio T_s^2 u_max/(2 J dy) = 0.68. J S = 1.98e-3 N.m.s, 1 % less than u_max T_e.
TEST(hybrid_tuning, table_3_of_004_violates_the_condition_on_the_step_and_no_other) {
  const HybridMachine machine{
      .mass = 1.32e-5, .largest_force = 2.0, .sample_time = 1e-3, .sensor_resolution = 2.0 * std::numbers::pi / 56.0};
  const auto all =
      violations(machine, {.stick_rate = 1e4, .stick_velocity = 150.0, .release_velocity = 3.0, .longest_step = 1e-3});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all[0].find("m S > u_max T_e fails: m S = 0.00198"), std::string::npos) << all[0];
}

TEST(hybrid_tuning, every_violated_condition_is_listed) {
  const HybridMachine machine{.mass = 1.0, .largest_force = 10.0, .sample_time = 1e-3, .sensor_resolution = 1e-6};
  const auto all =
      violations(machine, {.stick_rate = 5e3, .stick_velocity = 5e-3, .release_velocity = 5e-3, .longest_step = 1.0});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].rfind("p_0 > 5/T_s fails: p_0 = 5000 1/s, 5/T_s = 5000 1/s", 0), 0U) << all[0];
  EXPECT_EQ(all[1].rfind("S < p_0 dx fails: S = 0.005 m/s, p_0 dx = 0.005 m/s", 0), 0U) << all[1];
  EXPECT_EQ(all[2].rfind("m S > u_max T_e fails", 0), 0U) << all[2];
  EXPECT_EQ(all[3].rfind("S_2 < S fails", 0), 0U) << all[3];
}

// The step that adapts itself -----------------------------------------------------------------------------------------

// 004's automaton (5)-(10) as printed, without any event location and without a rule for the change of sign: a body is
// pushed to and fro by u = 6 sin(2 pi t) N, and friction stops it where |u| < f_c allows.
struct Automaton {
  Hybrid::Params<double> law;
  double mass = 1.0;
  double t = 0.0, v = 0.0;
  bool slips = false;
  double direction = 1.0;
  int stops = 0;
  int missed = 0;  // changes of sign without a step in the band

  static constexpr double largest_force = 6.0;
  static double push(double time) { return largest_force * std::sin(2.0 * std::numbers::pi * time); }

  void step(double h) {
    const double before = v;
    if (slips) {
      const Contact<double> c{.velocity = v};
      v += h / mass * (push(t) - Hybrid::force(law, c, {v != 0.0 ? sign(v) : direction}).value);
    } else {
      v *= std::exp(-law.stick_rate * h);
    }
    t += h;
    if (slips && before * v < 0.0 && std::abs(v) >= law.stick_velocity && std::abs(before) >= law.stick_velocity)
      ++missed;
    switch_modes();
  }

  void switch_modes() {
    const double u = push(t);
    const double along = v > 0.0 ? u : -u;
    if (slips && along < law.coulomb.forward && std::abs(v) < law.stick_velocity) {
      slips = false;
      ++stops;
    } else if (!slips && std::abs(u) > law.breakaway.forward && std::abs(v) < law.release_velocity) {
      slips = true;
      direction = sign(u);
    }
  }
};

template <class Step>
Automaton driven(Step step) {
  Automaton a;
  while (a.t < 20.0) a.step(step(a));
  return a;
}

// The body comes to rest once in every half period. 10 us is far below every condition.
TEST(adapted_step, misses_no_stop_where_a_fixed_step_that_is_too_long_does) {
  const Automaton fixed = driven([](const Automaton&) { return 5e-3; });
  const Automaton adapted =
      driven([](const Automaton& a) { return adapted_step(a.law, a.mass, Automaton::largest_force, a.v, 5e-3); });
  const Automaton fine = driven([](const Automaton&) { return 1e-5; });
  EXPECT_GT(fixed.missed, 0);
  EXPECT_EQ(adapted.missed, 0);
  EXPECT_EQ(adapted.stops, fine.stops);
  EXPECT_GE(fine.stops, 39);
}

TEST(adapted_step, is_long_while_the_body_is_fast_and_short_beside_the_band) {
  const Hybrid::Params<double> law;
  const double far = adapted_step(law, 1.0, 2.0, 1.0, 1e9);
  const double near = adapted_step(law, 1.0, 2.0, 0.0, 1e9);
  EXPECT_GT(far, 100.0 * near);
  // |v| = 0: S m/(|u| + F_s), less the slack.
  EXPECT_DOUBLE_EQ(near, 0.9 * 2e-3 / (2.0 + 1.5));
  EXPECT_EQ(adapted_step(law, 1.0, 2.0, 1.0, 1e-5), 1e-5);
}

}  // namespace
}  // namespace stickslip::solve
