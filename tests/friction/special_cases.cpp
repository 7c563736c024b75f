// Laws that are one another's special cases must agree where they meet.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "stickslip/friction/all.hpp"

namespace stickslip {
namespace {

// A motion of constant accelerations whose reversals fall on samples: displacement is the exact integral of velocity,
// and no step hides a reversal.
std::vector<Contact<double>> sampled_motion(double speed, double h, int samples, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> level(-speed, speed);
  std::vector<Contact<double>> motion{Contact<double>{}};
  double aim = level(random);
  while (int(motion.size()) < samples) {
    const Contact<double>& last = motion.back();
    if (last.velocity == aim)
      aim = last.velocity == 0.0 ? level(random) : last.velocity * level(random) < 0.0 ? 0.0 : level(random);
    Contact<double> next = last;
    const double change = speed / 40.0;
    next.velocity += std::clamp(aim - last.velocity, -change, change);
    if (next.velocity * last.velocity < 0.0) next.velocity = 0.0;
    next.displacement += (last.velocity + next.velocity) / 2.0 * h;
    motion.push_back(next);
  }
  return motion;
}

template <class Law>
std::vector<double> forces(const typename Law::template Params<double>& p, const std::vector<Contact<double>>& motion,
                           double h) {
  typename Law::template State<double> s;
  std::vector<double> trace;
  for (std::size_t k = 1; k < motion.size(); ++k) {
    s = Law::advance(p, motion[k - 1], motion[k], s, h);
    trace.push_back(Law::force(p, motion[k], s).value);
  }
  return trace;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) worst = std::max(worst, std::abs(a[k] - b[k]));
  return worst;
}

constexpr double h = 1e-3;  // [s]
constexpr int samples = 5000;

TEST(special_cases, gms_with_one_element_and_a_constant_limit_is_maxwell_slip) {
  auto gms = default_params<Gms<1>>(1);
  gms.coulomb = 1.3;
  gms.breakaway = 1.3;
  gms.stiffness = {2e4};
  auto maxwell = default_params<MaxwellSlip<1>>(1);
  maxwell.stiffness = {2e4};
  maxwell.limit = {1.3};
  maxwell.viscous = gms.viscous.forward;
  const auto motion = sampled_motion(1e-2, h, samples, 1);
  EXPECT_LT(largest_difference(forces<Gms<1>>(gms, motion, h), forces<MaxwellSlip<1>>(maxwell, motion, h)), 1e-12);
}

TEST(special_cases, maxwell_slip_with_one_element_is_backlash) {
  auto maxwell = default_params<MaxwellSlip<1>>(1);
  maxwell.stiffness = {2e5};
  maxwell.limit = {2.0};
  const auto motion = sampled_motion(1e-3, h, samples, 2);
  const Backlash::Params<double> backlash;
  EXPECT_LT(largest_difference(forces<MaxwellSlip<1>>(maxwell, motion, h), forces<Backlash>(backlash, motion, h)),
            1e-12);
}

// Elements without mass slip at the drive's own speed. The generalised law reaches its curve at once for C -> infinity.
// Their break-away differs (W_i against alpha_i g(v)) unless the level is constant.
Gms<5>::Params<double> instant_gms(double coulomb, double breakaway) {
  auto p = default_params<Gms<5>>(5);
  p.coulomb = coulomb;
  p.breakaway = breakaway;
  p.viscous = 0.0;
  p.attraction = 1e12;
  return p;
}

Mgms<5>::Params<double> light_mgms(const Gms<5>::Params<double>& gms, double mass) {
  auto p = default_params<Mgms<5>>(5);
  p.stiffness_slope = 0.0;
  p.stiffness_base = 1.0;
  p.coulomb_slope = 0.0;
  p.coulomb_base = gms.coulomb.forward;
  p.viscous = 0.0;
  p.stribeck_velocity = gms.stribeck_velocity.forward;
  p.element_mass = mass;
  p.element_damping = 2.0 * std::sqrt(gms.stiffness[0] * mass);
  for (std::size_t i = 0; i < 5; ++i) {
    p.stiffness_factor[i] = gms.stiffness[i];
    p.travel[i] = gms.share[i] * gms.breakaway.forward / gms.stiffness[i];
  }
  return p;
}

TEST(special_cases, mgms_without_mass_and_damping_is_gms_for_a_constant_level) {
  const auto gms = instant_gms(1.0, 1.0);
  const auto motion = sampled_motion(1e-2, h, samples, 3);
  const auto expected = forces<Gms<5>>(gms, motion, h);
  for (const double mass : {1e-8, 1e-9})
    EXPECT_LT(largest_difference(forces<Mgms<5>>(light_mgms(gms, mass), motion, h), expected), 1e-9);
}

TEST(special_cases, mgms_without_mass_and_damping_tends_to_gms_in_sliding) {
  const auto gms = instant_gms(1.0, 1.5);
  const auto sliding_difference = [&gms](double mass) {
    const auto mgms = light_mgms(gms, mass);
    Gms<5>::State<double> a;
    Mgms<5>::State<double> b;
    double worst = 0.0;
    const double dt = 1e-4;
    const auto at = [](double t) {
      return Contact<double>{.velocity = 1e-3 * (1.0 + 0.5 * std::sin(20.0 * t)),
                             .displacement = 1e-3 * (t - 0.025 * (std::cos(20.0 * t) - 1.0))};
    };
    for (int k = 0; k < 20000; ++k) {
      a = Gms<5>::advance(gms, at(k * dt), at((k + 1) * dt), a, dt);
      b = Mgms<5>::advance(mgms, at(k * dt), at((k + 1) * dt), b, dt);
      if (k < 10000) continue;
      const double difference =
          Gms<5>::force(gms, at((k + 1) * dt), a).value - Mgms<5>::force(mgms, at((k + 1) * dt), b).value;
      worst = std::max(worst, std::abs(difference));
    }
    return worst;
  };
  const double heavy = sliding_difference(1.0);
  const double light = sliding_difference(1e-4);
  EXPECT_GT(heavy, 5e-3);
  EXPECT_LT(light, 1e-3);  // what is left is half a sample of the drive's change of speed
}

TEST(special_cases, lugre_with_equal_levels_and_no_damping_is_dahl) {
  LuGre::Params<double> lugre;
  lugre.breakaway = lugre.coulomb = 1.2;
  lugre.damping = 0.0;
  lugre.viscous = 0.0;
  const Dahl::Params<double> dahl{.stiffness = lugre.stiffness, .coulomb = 1.2, .exponent = 1.0};
  const auto motion = sampled_motion(1e-3, h, samples, 4);
  EXPECT_LT(largest_difference(forces<LuGre>(lugre, motion, h), forces<Dahl>(dahl, motion, h)), 1e-12);
  for (const double v : {-0.3, -1e-4, 0.0, 2e-3, 0.7})
    for (const double z : {-1.1e-5, 0.0, 4e-6})
      EXPECT_NEAR(LuGre::rate(lugre, {.velocity = v}, {z}).deflection,
                  Dahl::rate(dahl, {.velocity = v}, {z}).deflection, 1e-14 * std::abs(v));
}

TEST(special_cases, the_new_modified_law_without_lead_is_the_modified_law) {
  NewModifiedLuGre::Params<double> lead;
  lead.lead_time = 0.0;
  const ModifiedLuGre::Params<double> plain;
  const auto motion = sampled_motion(0.2, h, samples, 5);
  EXPECT_EQ(largest_difference(forces<NewModifiedLuGre>(lead, motion, h), forces<ModifiedLuGre>(plain, motion, h)),
            0.0);
  EXPECT_EQ(NewModifiedLuGre::force(lead, {.velocity = 0.1}, {}).inertia, 0.0);
}

TEST(special_cases, the_modified_law_with_a_film_that_never_grows_is_lugre) {
  ModifiedLuGre::Params<double> film;
  film.film_growth_time = film.film_thinning_time = film.film_dwell_time = 1e6;
  LuGre::Params<double> lugre{.stiffness = film.stiffness,
                              .damping = film.damping,
                              .coulomb = film.coulomb,
                              .breakaway = film.breakaway,
                              .stribeck_velocity = film.stribeck_velocity,
                              .stribeck_exponent = film.stribeck_exponent,
                              .viscous = film.viscous};
  const auto motion = sampled_motion(0.2, h, samples, 6);
  EXPECT_LT(largest_difference(forces<ModifiedLuGre>(film, motion, h), forces<LuGre>(lugre, motion, h)), 5e-3);
}

TEST(special_cases, bliman_sorine_without_its_slow_part_is_dahl) {
  const BlimanSorine::Params<double> both{.primary = 1.4, .opposing = 0.0, .path_ratio = 0.25, .path_length = 4e-5};
  const Dahl::Params<double> dahl{.stiffness = 1.4 / 1e-5, .coulomb = 1.4, .exponent = 1.0};
  const auto motion = sampled_motion(1e-3, h, samples, 7);
  EXPECT_LT(largest_difference(forces<BlimanSorine>(both, motion, h), forces<Dahl>(dahl, motion, h)), 1e-12);
}

// z^(1/i) laws meet at i = 1 from both sides.
TEST(special_cases, dahl_is_continuous_in_its_exponent_at_one) {
  const auto motion = sampled_motion(1e-3, h, samples, 8);
  const Dahl::Params<double> one{.stiffness = 1e5, .coulomb = 1.0, .exponent = 1.0};
  const auto expected = forces<Dahl>(one, motion, h);
  for (const double exponent : {1.0 - 1e-7, 1.0 + 1e-7}) {
    auto p = one;
    p.exponent = exponent;
    EXPECT_LT(largest_difference(forces<Dahl>(p, motion, h), expected), 1e-6) << exponent;
  }
}

TEST(special_cases, preisach_with_evenly_spread_centres_is_maxwell_slip) {
  const Preisach::Params<double> plane{
      .coulomb = 1.7, .presliding_limit = 4e-5, .roundness = 0.3, .centre_spread = 1e9};
  MaxwellSlip<20>::Params<double> maxwell = default_params<MaxwellSlip<20>>(16);
  double scale = 0.0;
  const auto shape = [](std::size_t k) { return 1.0 / (0.3 + double(k + 1) / 16.0); };
  for (std::size_t k = 0; k < 16; ++k) scale += shape(k) * 4e-5 * double(k + 1) / 16.0;
  for (std::size_t k = 0; k < 16; ++k) {
    maxwell.stiffness[k] = 1.7 * shape(k) / scale;
    maxwell.limit[k] = maxwell.stiffness[k] * 4e-5 * double(k + 1) / 16.0;
  }
  const auto motion = sampled_motion(5e-4, h, samples, 9);
  EXPECT_LT(largest_difference(forces<Preisach>(plane, motion, h), forces<MaxwellSlip<20>>(maxwell, motion, h)), 1e-8);
}

// Wiping-out: a loop that closes leaves no memory of itself; non-local memory: the larger loop goes on as if it had
// never been interrupted.
template <class Law>
void expect_return_point_memory(const typename Law::template Params<double>& p) {
  typename Law::template State<double> s;
  double x = 0.0;
  const auto go = [&](double to) {
    s = Law::advance(p, {.displacement = x}, {.displacement = to}, s, 1.0);
    x = to;
    return Law::force(p, {.displacement = x}, s).value;
  };
  go(4e-5);
  go(-3e-5);
  const double before = go(2e-5);
  go(-1e-5);
  go(1e-5);
  go(0.0);
  go(1e-5);
  EXPECT_NEAR(go(2e-5), before, 1e-12) << Law::name;
}

TEST(special_cases, maxwell_elements_and_preisach_columns_remember_the_points_of_return) {
  expect_return_point_memory<MaxwellSlip<10>>(default_params<MaxwellSlip<10>>());
  expect_return_point_memory<Preisach>({});
}

TEST(special_cases, leuven_with_one_unlimited_element_and_exponent_one_is_lugre) {
  auto leuven = default_params<Leuven<1>>(1);
  leuven.stiffness = {1e5};
  leuven.limit = {1e6};
  leuven.transition_exponent = 1.0;
  leuven.damping = 0.0;
  LuGre::Params<double> lugre;
  lugre.damping = 0.0;
  const double fine = 2e-5;
  const auto motion = sampled_motion(1e-3, fine, 20000, 10);
  EXPECT_LT(largest_difference(forces<Leuven<1>>(leuven, motion, fine), forces<LuGre>(lugre, motion, fine)), 1e-3);
}

// Without an elastic zone, and along one direction, the elasto-plastic bristle is LuGre's.
TEST(special_cases, elasto_plastic_without_elastic_zone_is_lugre_on_a_ramp) {
  ElastoPlastic::Params<double> plastic;
  plastic.breakaway_deflection = 0.0;
  plastic.full_deflection = 1e-14;
  const LuGre::Params<double> lugre;
  const double fine = 1e-5;
  std::vector<Contact<double>> ramp;
  for (int k = 0; k < 20000; ++k) ramp.push_back({.velocity = 5e-3 * k * fine});
  EXPECT_LT(largest_difference(forces<ElastoPlastic>(plastic, ramp, fine), forces<LuGre>(lugre, ramp, fine)), 1e-4);
}

TEST(special_cases, elasto_plastic_below_breakaway_is_a_spring) {
  const ElastoPlastic::Params<double> p;
  ElastoPlastic::State<double> s;
  Contact<double> c;
  double x = 0.0;
  for (int k = 0; k < 100000; ++k) {
    Contact<double> next;
    next.velocity = 3e-4 * std::sin(0.1 * k);
    x += (c.velocity + next.velocity) / 2.0 * 1e-3;
    s = ElastoPlastic::advance(p, c, next, s, 1e-3);
    c = next;
    ASSERT_NEAR(s.deflection, x, 1e-18 + 1e-12 * 8e-6) << k;
  }
}

TEST(special_cases, karnopp_with_a_vanishing_band_is_the_steady_state_law) {
  Karnopp::Params<double> band;
  band.dead_velocity = 1e-12;
  const Stribeck::Params<double> rigid;
  const auto motion = sampled_motion(1e-2, h, samples, 11);
  EXPECT_EQ(largest_difference(forces<Karnopp>(band, motion, h), forces<Stribeck>(rigid, motion, h)), 0.0);
}

TEST(special_cases, backlash_with_a_constant_coefficient_is_backlash) {
  BacklashStribeck::Params<double> falling;
  falling.kinetic_coefficient = falling.adhesion_coefficient;
  falling.dip_coefficient = 0.0;
  const auto motion = sampled_motion(1e-3, h, samples, 12);
  EXPECT_LT(largest_difference(forces<BacklashStribeck>(falling, motion, h), forces<Backlash>({}, motion, h)), 1e-12);
}

// The printed reading of 002 (6) puts energy out, the default one holds its travel inside three elastic travels.
TEST(special_cases, the_readings_of_the_dry_clutch_differ_only_after_a_turn) {
  DryClutch::Params<double> p;
  std::vector<double> at_turn;
  for (int rule = 0; rule <= 5; ++rule) {
    p.reset = rule;
    DryClutch::State<double> s;
    s = DryClutch::advance(p, {.velocity = 0.05}, {.velocity = 0.05, .displacement = 0.02}, s, 0.4);
    EXPECT_DOUBLE_EQ(s.travel, 0.02);
    s = DryClutch::advance(p, {.velocity = 0.05, .displacement = 0.02}, {.velocity = 0.0, .displacement = 0.02}, s,
                           0.0);
    at_turn.push_back(s.travel);
  }
  EXPECT_EQ(at_turn, (std::vector<double>{0.02, 0.01, 0.0, 0.01, 0.01, 0.02}));
}

TEST(special_cases, bouc_wen_that_unloads_as_it_loads_is_dahl) {
  BoucWen::Params<double> bouc_wen;
  bouc_wen.exponent = 1.0;
  bouc_wen.unloading = 1.0;
  const Dahl::Params<double> dahl;
  const auto motion = sampled_motion(2e-3, h, samples, 6);
  EXPECT_LT(largest_difference(forces<BoucWen>(bouc_wen, motion, h), forces<Dahl>(dahl, motion, h)), 1e-12);
}

// dz/dt of the benchmark's four numbers, at random states and velocities.
TEST(special_cases, bouc_wen_is_the_equation_of_the_benchmark) {
  constexpr double alpha = 4e4, beta = 900.0, gamma = 0.8, delta = 0.3;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> part(-1.0, 1.0);
  for (const double nu : {1.0, 1.7, 3.0}) {
    BoucWen::Params<double> p;
    p.stiffness = alpha;
    p.coulomb = std::pow(alpha / (beta * (gamma + delta)), 1.0 / nu);
    p.unloading = (gamma - delta) / (gamma + delta);
    p.exponent = nu;
    for (int trial = 0; trial < 100; ++trial) {
      const double v = part(random);
      const double z = p.coulomb * part(random);
      const double expected = alpha * v - beta * (gamma * std::abs(v) * std::pow(std::abs(z), nu - 1.0) * z +
                                                  delta * v * std::pow(std::abs(z), nu));
      EXPECT_NEAR(BoucWen::rate(p, {.velocity = v}, {z}).pull, expected, 1e-9 * alpha);
    }
  }
}

// With nu = 2 the loading branch is a hyperbolic tangent: F_c tanh(k x/F_c). The bound is the header's, at s = 0.1.
TEST(special_cases, bouc_wen_with_exponent_2_loads_along_a_hyperbolic_tangent) {
  BoucWen::Params<double> p;
  BoucWen::State<double> s;
  Contact<double> before;
  for (int k = 1; k <= 50; ++k) {
    Contact<double> after;
    after.displacement = 0.1 * k * p.coulomb / p.stiffness;
    s = BoucWen::advance(p, before, after, s, h);
    EXPECT_NEAR(s.pull, p.coulomb * std::tanh(0.1 * k), 2e-5 * p.coulomb) << k;
    before = after;
  }
}

}  // namespace
}  // namespace stickslip
