// Sampled faces and flows at parameters decades off the defaults, where each of these once failed.
#include <gtest/gtest.h>

#include <cmath>

#include "stickslip/friction/all.hpp"

namespace stickslip {
namespace {

// The state after one step of a length at constant velocity.
template <class Law>
auto stepped(const typename Law::template Params<double>& p, const typename Law::template State<double>& s,
             double velocity, double h) {
  Contact<double> before;
  before.velocity = velocity;
  Contact<double> after = before;
  after.displacement = velocity * h;
  return Law::advance(p, before, after, s, h);
}

// mu(0) = mu_inf + mu_d exp(b v_d), and exp(2561) is no number.
TEST(far_parameters, a_dip_read_where_nothing_is_left_of_it_leaves_the_force_of_backlash_stribeck_finite) {
  BacklashStribeck::Params<double> p;
  p.dip_rate = 7755.0;
  p.dip_velocity = 0.33;
  const auto s = stepped<BacklashStribeck>(p, {}, 1e-3, 1.0);
  const Contact<double> sliding{.velocity = 1e-3};
  EXPECT_TRUE(std::isfinite(BacklashStribeck::force(p, sliding, s).value));
  EXPECT_TRUE(std::isfinite(BacklashStribeck::steady_state(p, sliding)));
}

// At v_s the level falls from 40 N to 1 mN. The bristles, bent for the first, relax to the second in one step; they end
// where they are elastic, not bent the other way.
TEST(far_parameters, bristles_of_elasto_plastic_do_not_swing_through_zero_when_the_level_falls_by_decades) {
  ElastoPlastic::Params<double> p;
  p.stiffness = 1.5e7;
  p.damping = 0.0;
  p.breakaway_deflection = 6e-9;
  p.full_deflection = 3e-5;
  p.coulomb = 1e-3;
  p.breakaway = 40.0;
  p.stribeck_velocity = 0.025;
  p.stribeck_exponent = 10.0;
  const ElastoPlastic::State<double> bent{2.6e-6};
  for (const double h : {1e-9, 1e-7, 1e-6, 1e-3}) {
    const auto s = stepped<ElastoPlastic>(p, bent, 1.5, h);
    EXPECT_GE(s.deflection, p.breakaway_deflection) << h;
    EXPECT_LE(s.deflection, bent.deflection + 1.5 * h) << h;
  }
}

// |r|^20 with r = 30 000: no halving of a bracket of 1e86 m finds the root.
TEST(far_parameters, elements_of_leuven_give_back_no_more_than_they_hold_when_the_level_falls_by_decades) {
  auto p = Leuven<1>::defaults<double>(1);
  p.stiffness = {1e6};
  p.limit = {100.0};
  p.transition_exponent = 20.0;
  p.damping = 0.0;
  p.coulomb = 1e-3;
  p.breakaway = 30.0;
  p.stribeck_velocity = 5e-6;
  p.stribeck_exponent = 10.0;
  Leuven<1>::State<double> bent;
  bent.pull = {29.0};
  const Contact<double> rest;
  for (const double h : {1e-9, 1e-6, 1e-3, 1.0, 1e3}) {
    const auto s = stepped<Leuven<1>>(p, bent, 0.09, h);
    EXPECT_LE(Leuven<1>::stored_energy(p, rest, s), Leuven<1>::stored_energy(p, rest, bent)) << h;
    const auto longer = stepped<Leuven<1>>(p, bent, 0.09, h * (1.0 + 1e-12));
    EXPECT_NEAR(s.pull[0], longer.pull[0], 1e-6 * p.coulomb.forward + 1e-9 * std::abs(s.pull[0])) << h;
  }
}

// p^2 - p q beta + q^2 kappa holds kappa beta^2/4 twice, with both signs: 1e50 of it leave nothing of the sum.
TEST(far_parameters, overdamped_elements_of_mgms_end_a_step_of_centuries_at_rest_on_their_drive) {
  auto p = Mgms<1>::defaults<double>(1);
  p.element_damping = 5.8e7;
  p.element_mass = 3.8;
  p.stiffness_base = 3.5e-4;
  p.stiffness_factor = {4.0};
  auto s = stepped<Mgms<1>>(p, {}, 1.0, 1.0);
  for (const double h : {1e3, 1e6, 5e9, 1e12}) {
    s = stepped<Mgms<1>>(p, s, 1.0, h);
    EXPECT_NEAR(s.speed[0], 1.0, 1e-3) << h;
    EXPECT_LT(std::abs(s.stretch[0]), 1.0) << h;
  }
}

// Below exponent 1 the slope of |u|^i at u = 0 is infinite.
TEST(far_parameters, the_flow_of_dahl_has_a_slope_at_its_limit) {
  Dahl::Params<double> p;
  p.exponent = 0.1;
  const Contact<double> c{.velocity = 1e-3};
  const double full = p.coulomb / p.stiffness;
  EXPECT_EQ(Dahl::rate(p, c, Dahl::State<double>{full}).deflection, 0.0);
  const double slope =
      (Dahl::rate(p, c, Dahl::State<double>{full * (1.0 + 1e-9)}).deflection - 0.0) / (full * 1e-9);  // [1/s]
  EXPECT_NEAR(slope, -c.velocity / full * std::pow(1e-12, -0.45), 1e-2 * std::abs(slope));
  const double half = Dahl::rate(p, c, Dahl::State<double>{full / 2.0}).deflection;
  EXPECT_NEAR(half, c.velocity * std::pow(0.5, 0.1), 1e-11 * c.velocity);
}

}  // namespace
}  // namespace stickslip
