// Figures of paper 003 (backlash-based law against Dahl and LuGre): imposed motion y = a sin(2 pi f t), steady cycle.
//
// k_c = sigma_0 = 2e5 N/m, F_t0 = 2 N, mu_0 = 0.2775, F_n = F_t0/mu_0; mu(v) = 0.065 + 0.156 exp(-4.757 (|v| - 0.065)).
// W: work per cycle [J]; F_peak: largest force [N]; y_slip: amplitude of the slip y - z [m].
// The figures were computed by other code in another language, to the digits that the tolerances say.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "precise.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip {
namespace {

using reference::integrated;
using reference::Vector;

struct Wave {
  double amplitude;  // [m]
  double frequency;  // [Hz]

  double omega() const { return 2.0 * std::numbers::pi * frequency; }
  double period() const { return 1.0 / frequency; }
  Contact<double> at(double t) const {
    return {.velocity = amplitude * omega() * std::cos(omega() * t), .displacement = amplitude * std::sin(omega() * t)};
  }
};

struct Figures {
  double work;
  double peak;
  double slip;
};

constexpr double normal_force = 2.0 / 0.2775;

// The steel-brass curve as a Stribeck curve with exponent 1.
LuGre::Params<double> steel_brass_lugre() {
  LuGre::Params<double> p;
  p.stiffness = 2e5;
  p.damping = 0.0;
  p.viscous = 0.0;
  p.coulomb = normal_force * 0.065;
  p.breakaway = normal_force * (0.065 + 0.156 * std::exp(4.757 * 0.065));
  p.stribeck_velocity = 1.0 / 4.757;
  p.stribeck_exponent = 1.0;
  return p;
}

Dahl::Params<double> steel_dahl() { return {.stiffness = 2e5, .coulomb = 2.0, .exponent = 1.0}; }

// A bristle law in the half cycle from y = a to y = -a; by symmetry the deflection at its ends has opposite signs.
template <class Law>
class HalfCycle {
 public:
  HalfCycle(const typename Law::template Params<double>& p, const Wave& wave) : p_(p), wave_(wave) {
    start_ = wave.period() / 4.0;
    double z = 2.0 / p.stiffness;
    for (int cycle = 0; cycle < 30; ++cycle) z = -run(z, start_ + wave.period() / 2.0)[0];
    first_ = z;
  }

  Figures figures() const {
    const double end = start_ + wave_.period() / 2.0;
    const double work = 2.0 * run(first_, end)[1];
    return {work, peak(end), std::abs(wave_.at(measure_time(end, true)).displacement)};
  }

 private:
  // Deflection [m] and work [J] at time t, begun at the turning point with deflection z.
  Vector<2> run(double z, double t) const {
    const auto slope = [this](double now, const Vector<2>& y) {
      const typename Law::template State<double> s{y[0]};
      const auto c = wave_.at(now);
      return Vector<2>{Law::rate(p_, c, s).deflection, Law::force(p_, c, s).value * c.velocity};
    };
    return integrated(slope, start_, t, Vector<2>{z, 0.0}, 1500);
  }

  // The time at which z passes zero (slip is largest there), or at which dz/dt does (force is largest there).
  double measure_time(double end, bool zero_of_deflection) const {
    double low = start_;
    double high = end;
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2.0;
      const double z = run(first_, middle)[0];
      const double rate = Law::rate(p_, wave_.at(middle), typename Law::template State<double>{z}).deflection;
      ((zero_of_deflection ? z > 0.0 : rate < 0.0) ? low : high) = middle;
    }
    return low;
  }

  // |F| is largest at the turning point, or where dz/dt vanishes on the way to the next one.
  double peak(double end) const {
    const double inside = run(first_, measure_time(end, false))[0];
    return p_.stiffness * std::max(std::abs(first_), std::abs(inside));
  }

  typename Law::template Params<double> p_;
  Wave wave_;
  double start_ = 0.0;
  double first_ = 0.0;
};

// A backlash law: from the turning point it sticks until the spring is stretched the other way, then slips.
template <class Law>
Figures backlash_figures(const typename Law::template Params<double>& p, const Wave& wave) {
  const Contact<double> rest{};
  const double range = Law::adhesion(p, rest) / p.stiffness;
  const double turning = wave.period() / 4.0;
  if (wave.amplitude <= range * (1.0 + 1e-12)) return {0.0, p.stiffness * wave.amplitude, 0.0};
  typename Law::template State<double> s{.stretch = range, .slip = 0.0};
  const double breaks = turning + std::acos(1.0 - 2.0 * range / wave.amplitude) / wave.omega();
  const auto power = [&](double t, const Vector<2>& y) {
    auto now = s;
    now.stretch = y[0];
    const auto c = wave.at(t);
    return Vector<2>{Law::rate(p, c, now).stretch, Law::force(p, c, now).value * c.velocity};
  };
  const auto stuck = integrated(power, turning, breaks, Vector<2>{range, 0.0}, 400);
  s.stretch = stuck[0];
  EXPECT_NEAR(Law::guards(p, wave.at(breaks), s)[0], 0.0, 1e-12 * range);
  s = Law::reset(p, wave.at(breaks), s, 0);
  EXPECT_EQ(s.slip, -1.0);
  const auto slid = integrated(power, breaks, turning + wave.period() / 2.0, stuck, 400);
  const double at_stop = std::abs(Law::force(p, rest, s).value);
  return {2.0 * slid[1], std::max(p.stiffness * range, at_stop), wave.amplitude - range};
}

constexpr Wave slow_presliding{1e-5, 100.0};
constexpr Wave fast_presliding{1e-5, 1000.0};
constexpr Wave slow_sliding{1e-4, 100.0};
constexpr Wave fast_sliding{1e-4, 1000.0};

void expect_relative(double value, double expected, double tolerance) {
  EXPECT_NEAR(value, expected, tolerance * std::abs(expected));
}

TEST(harmonic_003, lugre_in_presliding_has_the_reference_figures) {
  const auto slow = HalfCycle<LuGre>(steel_brass_lugre(), slow_presliding).figures();
  expect_relative(slow.peak, 1.511967424294875, 2e-12);
  expect_relative(slow.slip, 4.3860458931823115e-06, 2e-11);
  const auto fast = HalfCycle<LuGre>(steel_brass_lugre(), fast_presliding).figures();
  expect_relative(fast.work, 1.949386770165813e-05, 2e-12);
  expect_relative(fast.peak, 1.4073032716449076, 2e-12);
  expect_relative(fast.slip, 4.817343548614771e-06, 2e-11);
}

TEST(harmonic_003, lugre_in_sliding_has_the_reference_figures) {
  const auto slow = HalfCycle<LuGre>(steel_brass_lugre(), slow_sliding).figures();
  expect_relative(slow.work, 0.0006049115313929151, 2e-12);
  expect_relative(slow.peak, 1.842069461361195, 2e-12);
  const auto fast = HalfCycle<LuGre>(steel_brass_lugre(), fast_sliding).figures();
  expect_relative(fast.peak, 1.1373160451952447, 2e-12);
  expect_relative(fast.slip, 9.58241243042241e-05, 2e-12);
}

TEST(harmonic_003, dahl_has_the_reference_figures_at_both_frequencies) {
  for (const Wave& wave : {slow_sliding, fast_sliding}) {
    const auto dahl = HalfCycle<Dahl>(steel_dahl(), wave).figures();
    expect_relative(dahl.work, 0.0007200000003297846, 2e-12);
    expect_relative(dahl.peak, 1.9999999917553857, 2e-12);
    expect_relative(dahl.slip, 9.306852821501209e-05, 2e-12);
  }
}

// Closed form: z_p = g tanh(a/g), g = F_t0/sigma, W = 4 F_t0 (a - z_p).
TEST(harmonic_003, the_sampled_dahl_law_takes_the_work_of_the_closed_form) {
  const auto p = steel_dahl();
  const double range = p.coulomb / p.stiffness;
  for (const double amplitude : {1e-6, 1e-5, 1e-4, 1e-2}) {
    Dahl::State<double> s{range * std::tanh(amplitude / range)};
    const int steps = 200000;
    double work = 0.0;
    double last = p.stiffness * s.deflection;
    for (int k = 0; k < steps; ++k) {
      const auto at = [&](int i) { return amplitude * std::cos(2.0 * std::numbers::pi * i / steps); };
      const Contact<double> before{.displacement = at(k)};
      const Contact<double> after{.displacement = at(k + 1)};
      s = Dahl::advance(p, before, after, s, 1.0);
      const double force = Dahl::force(p, after, s).value;
      work += (force + last) / 2.0 * (after.displacement - before.displacement);
      last = force;
    }
    const double expected = 4.0 * p.coulomb * (amplitude - range * std::tanh(amplitude / range));
    EXPECT_NEAR(work, expected, 1e-5 * expected + 1e-14);  // trapezoid over the bend: its error falls with the steps
  }
}

TEST(harmonic_003, backlash_with_coulomb_friction_has_the_reference_figures) {
  const Backlash::Params<double> p;
  for (const Wave& wave : {slow_presliding, fast_presliding}) {
    const auto figures = backlash_figures<Backlash>(p, wave);
    EXPECT_NEAR(figures.work, 0.0, 1e-11);
    expect_relative(figures.peak, 2.0, 2e-12);
  }
  for (const Wave& wave : {slow_sliding, fast_sliding}) {
    const auto figures = backlash_figures<Backlash>(p, wave);
    expect_relative(figures.work, 0.00072, 2e-11);
    expect_relative(figures.peak, 2.0, 2e-12);
    expect_relative(figures.slip, 9e-05, 2e-12);
  }
}

TEST(harmonic_003, backlash_with_a_falling_coefficient_has_the_reference_figures) {
  const BacklashStribeck::Params<double> p;
  for (const Wave& wave : {slow_presliding, fast_presliding}) {
    const auto figures = backlash_figures<BacklashStribeck>(p, wave);
    EXPECT_NEAR(figures.work, 0.0, 1e-11);
    expect_relative(figures.peak, 2.0, 2e-12);
    EXPECT_NEAR(figures.slip, 0.0, 1e-11);
  }
  const auto slow = backlash_figures<BacklashStribeck>(p, slow_sliding);
  expect_relative(slow.work, 0.0005999786352101975, 2e-11);
  expect_relative(slow.peak, 2.0001822920232066, 2e-12);
  const auto fast = backlash_figures<BacklashStribeck>(p, fast_sliding);
  expect_relative(fast.work, 0.00022616307050411327, 2e-11);
}

}  // namespace
}  // namespace stickslip
