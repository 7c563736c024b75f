// Exponential steps along known motions, against a tenth-order integration of the laws' own rates from reversal to
// reversal.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "../friction/precise.hpp"
#include "stickslip/excitation.hpp"
#include "stickslip/friction/list.hpp"
#include "studies/003/exponential.hpp"

namespace stickslip::studies {

using namespace solve;

namespace {

using exponential::Relaxation;
using reference::integrated;
using reference::Vector;

// 003: steel on brass.
LuGre::Params<double> steel_brass() {
  constexpr double normal_force = 2.0 / 0.2775;
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

// The same with a curve that is smooth at standstill.
LuGre::Params<double> gauss() {
  auto p = steel_brass();
  p.stribeck_exponent = 2.0;
  return p;
}

// A motion that no Excitation can express: x = a (sin w t + 0.6 sin 2.7 w t).
struct TwoSines {
  double amplitude = 1e-4;
  double omega = 2.0 * std::numbers::pi * 50.0;

  double value(double t) const { return amplitude * (std::sin(omega * t) + 0.6 * std::sin(2.7 * omega * t)); }
  double rate(double t) const {
    return amplitude * omega * (std::cos(omega * t) + 0.6 * 2.7 * std::cos(2.7 * omega * t));
  }
  double second(double t) const {
    return -amplitude * omega * omega * (std::sin(omega * t) + 0.6 * 2.7 * 2.7 * std::sin(2.7 * omega * t));
  }
  double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const { return 2.0 * std::numbers::pi / (16.0 * 2.7 * omega); }
};

Excitation chirp() {
  return Excitation({Segment{.amplitude = 2e-4, .frequency = 20.0, .sweep = 2000.0, .phase = 0.3}});
}

template <class M>
Contact<double> contact(const M& motion, double t) {
  return {.velocity = motion.rate(t), .displacement = motion.value(t)};
}

// The truth at output times: from output to output, cut where v changes sign (bisection on a grid of its own).
template <class Law, class M>
class Truth {
 public:
  using Params = typename Law::template Params<double>;
  using State = typename Law::template State<double>;
  static constexpr std::size_t n = param_count<State>;

  // steps: per output interval and unit of the fastest decay.
  Truth(const Params& p, const M& motion, const OutputTimes& outputs, double fastest) : p_(p), motion_(motion) {
    Vector<n> x{};
    for (std::size_t k = 0; k < outputs.count(); ++k) {
      if (k > 0) x = carried(x, outputs.at(k - 1), outputs.at(k), fastest);
      State s;
      std::copy(x.begin(), x.end(), scalars(s).begin());
      const auto force = Law::force(p_, contact(motion_, outputs.at(k)), s);
      forces.push_back(force.value + force.inertia * motion_.second(outputs.at(k)));
    }
  }

  std::vector<double> forces;

 private:
  Vector<n> carried(Vector<n> x, double from, double to, double fastest) const {
    constexpr int cells = 8;
    for (int i = 0; i < cells; ++i) {
      const double a = from + (to - from) * i / cells;
      const double b = from + (to - from) * (i + 1) / cells;
      const double turn = reversal(a, b);
      x = smooth(x, a, turn, fastest);
      x = smooth(x, turn, b, fastest);
    }
    return x;
  }
  double reversal(double a, double b) const {
    const double sign_at_start = motion_.rate(a + 1e-9 * (b - a));
    if (sign_at_start * motion_.rate(b) >= 0.0) return b;
    for (int i = 0; i < 60; ++i) (motion_.rate((a + b) / 2.0) * sign_at_start > 0.0 ? a : b) = (a + b) / 2.0;
    return a;
  }
  Vector<n> smooth(const Vector<n>& x, double a, double b, double fastest) const {
    if (!(b > a)) return x;
    const auto slope = [this](double t, const Vector<n>& y) {
      State s;
      std::copy(y.begin(), y.end(), scalars(s).begin());
      const State rate = Law::rate(p_, contact(motion_, t), s);
      Vector<n> r;
      std::copy(scalars(rate).begin(), scalars(rate).end(), r.begin());
      return r;
    };
    return integrated(slope, a, b, x, 2 + int(fastest * (b - a)));
  }

  Params p_;
  const M& motion_;
};

template <class Law, class M>
std::vector<double> compute_forces(const typename Law::template Params<double>& p, const M& motion,
                                   const OutputTimes& outputs, const ExponentialOptions& options) {
  std::vector<double> all;
  const auto report = solve_exponential<Law>(p, motion, {}, outputs, options,
                                             [&](double, const auto&, double force) { all.push_back(force); });
  EXPECT_TRUE(report.succeeded()) << report.brief();
  return all;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

// ---- the closed form

TEST(exponential, the_closed_form_solves_its_equation_for_every_clock) {
  const exponential::Parabola target{{0.7, -1.3, 0.4}};
  const Relaxation relaxation(-0.2, target);
  for (const double tau : {1e-12, 1e-6, 1e-3, 0.1, 0.2499, 0.2501, 1.0, 5.0, 30.0}) {
    const auto slope = [&](double t, const Vector<1>& x) { return Vector<1>{target.at(t) - x[0]}; };
    const double truth = integrated(slope, 0.0, tau, Vector<1>{-0.2}, 200)[0];
    EXPECT_NEAR(relaxation.at(tau), truth, 1e-13 * (1.0 + std::abs(truth))) << tau;
  }
}

TEST(exponential, a_small_clock_moves_the_deflection_by_a_small_amount_without_loss_of_digits) {
  const Relaxation relaxation(0.0, exponential::line(1.0, 2.0, 1e-9));
  // x = tau + (10^9 - 1) tau^2/2 + ..., at tau = 1e-9: 1.5e-9 to 1e-9 of itself
  EXPECT_NEAR(relaxation.at(1e-9), 1.5e-9, 1e-17);
}

TEST(exponential, the_line_of_order_two_is_the_relaxation_of_the_sampled_step) {
  for (const double tau : {1e-6, 0.1, 1.0, 20.0})
    EXPECT_NEAR(Relaxation(0.3, exponential::line(-1.0, 2.0, tau)).at(tau), relax(0.3, -1.0, 2.0, tau), 1e-13) << tau;
}

// ---- convergence without step control

// Least slope of the error over three halvings of the step, at outputs that no step size hits more often than another.
template <class M>
double measured_order(const LuGre::Params<double>& p, const M& motion, int order, double first_step, double fastest) {
  const OutputTimes outputs{.end = 0.04, .step = 0.04 / 37};
  const Truth<LuGre, M> truth(p, motion, outputs, fastest);
  const auto error = [&](double step) {
    return largest_difference(compute_forces<LuGre>(p, motion, outputs, {.order = order, .step = step}), truth.forces);
  };
  return std::log(error(first_step) / error(first_step / 8.0)) / std::log(8.0);
}

constexpr double fastest_here = 2e5;  // [1/s] above sigma_0 |v|/g of the motions below

TEST(exponential, steps_of_order_two_converge_with_order_two_across_reversals) {
  EXPECT_GT(measured_order(gauss(), Excitation::sine(1e-4, 100.0), 2, 2e-4, fastest_here), 1.85);
  EXPECT_GT(measured_order(gauss(), TwoSines{}, 2, 2e-4, fastest_here), 1.85);
  EXPECT_GT(measured_order(gauss(), chirp(), 2, 2e-4, fastest_here), 1.85);
}

TEST(exponential, steps_of_order_three_converge_with_order_three_across_reversals) {
  EXPECT_GT(measured_order(gauss(), Excitation::sine(1e-4, 100.0), 3, 2e-4, fastest_here), 2.8);
  EXPECT_GT(measured_order(gauss(), TwoSines{}, 3, 2e-4, fastest_here), 2.8);
  EXPECT_GT(measured_order(gauss(), chirp(), 3, 2e-4, fastest_here), 2.8);
}

// g has a kink at v = 0 for n = 1: z_ss goes with the root of tau beside a reversal, which costs h^3 log h.
TEST(exponential, a_kink_of_g_at_standstill_costs_a_logarithm_at_most) {
  EXPECT_GT(measured_order(steel_brass(), Excitation::sine(1e-4, 100.0), 2, 2e-4, fastest_here), 1.8);
  EXPECT_GT(measured_order(steel_brass(), Excitation::sine(1e-4, 100.0), 3, 2e-4, fastest_here), 2.6);
}

TEST(exponential, a_step_much_longer_than_the_decay_ends_at_the_steady_deflection_of_its_end) {
  const auto p = steel_brass();
  const auto motion = Excitation::ramp(1.0);  // m/s: lambda = 4e5 1/s, lambda h = 4e5
  for (const int order : {2, 3}) {
    const auto forces = compute_forces<LuGre>(p, motion, {.end = 1.0, .step = 1.0}, {.order = order, .step = 1.0});
    EXPECT_NEAR(forces.back(), stribeck_friction(p, 1.0), 1e-12) << order;
  }
}

// At 10 mm and 100 Hz lambda h is 270: half a step of delay would be 90 % of the force beside the reversals.
TEST(exponential, steps_far_beyond_the_stability_limit_of_ode3_stay_within_the_friction) {
  const auto motion = Excitation::sine(1e-2, 100.0);
  for (const int order : {2, 3})
    for (const double f : compute_forces<LuGre>(steel_brass(), motion, {.end = 0.05}, {.order = order, .step = 1e-4}))
      EXPECT_LE(std::abs(f), 1.05 * 2.0002) << order;
}

// ---- step control

// The tolerance is an error per step; at the outputs it is met within a factor 2 in order 3, within 25 in order 2.
TEST(exponential, the_tolerance_is_met_from_hundredths_to_tens_of_millimetres) {
  const auto p = steel_brass();
  const OutputTimes outputs{.end = 0.025, .step = 1.03e-4};
  for (const double amplitude : {1e-5, 1e-4, 1e-3, 1e-2}) {
    const auto motion = Excitation::sine(amplitude, 100.0);
    const Truth<LuGre, Excitation> truth(p, motion, outputs, 3e8 * amplitude);
    for (const double tolerance : {1e-3, 1e-6}) {
      const auto forces = compute_forces<LuGre>(p, motion, outputs, {.tolerance = tolerance});
      EXPECT_LT(largest_difference(forces, truth.forces), 2.0 * tolerance * 2.0002) << amplitude << " m, " << tolerance;
    }
    const auto second_order = compute_forces<LuGre>(p, motion, outputs, {.order = 2, .tolerance = 1e-4});
    EXPECT_LT(largest_difference(second_order, truth.forces), 25.0 * 1e-4 * 2.0002) << amplitude << " m, order 2";
  }
}

TEST(exponential, the_tolerance_is_met_on_motions_that_are_no_sine) {
  const OutputTimes outputs{.end = 0.1, .step = 1e-4};
  const TwoSines two;
  const Truth<LuGre, TwoSines> truth(gauss(), two, outputs, fastest_here);
  EXPECT_LT(largest_difference(compute_forces<LuGre>(gauss(), two, outputs, {.tolerance = 1e-5}), truth.forces), 5e-5);
  const auto sweep = chirp();
  const Truth<LuGre, Excitation> swept(gauss(), sweep, outputs, fastest_here);
  EXPECT_LT(largest_difference(compute_forces<LuGre>(gauss(), sweep, outputs, {.tolerance = 1e-5}), swept.forces),
            5e-5);
}

// 004's parameters: the damping force is 316 dz/dt, and dz/dt jumps at every reversal.
TEST(exponential, damping_and_viscous_friction_are_part_of_the_controlled_force) {
  const LuGre::Params<double> p;
  const auto motion = Excitation::sine(1e-4, 2.0);
  const OutputTimes outputs{.end = 1.0, .step = 0.97e-3};
  const Truth<LuGre, Excitation> truth(p, motion, outputs, 2e5);
  EXPECT_LT(largest_difference(compute_forces<LuGre>(p, motion, outputs, {.tolerance = 1e-5}), truth.forces), 1e-4);
}

TEST(exponential, steps_do_not_depend_on_the_output_and_output_costs_no_evaluation) {
  const auto motion = Excitation::sine(1e-3, 100.0);
  const auto nothing = [](double, const auto&, double) {};
  const auto fine = solve_exponential<LuGre>(steel_brass(), motion, {}, {.end = 0.1, .step = 1e-5}, {}, nothing);
  const auto coarse = solve_exponential<LuGre>(steel_brass(), motion, {}, {.end = 0.1, .step = 1e-2}, {}, nothing);
  EXPECT_EQ(fine.evaluations, coarse.evaluations);
  EXPECT_EQ(fine.steps, coarse.steps);
}

TEST(exponential, the_work_hardly_grows_with_the_amplitude) {
  const auto evaluations = [](double amplitude) {
    const auto nothing = [](double, const auto&, double) {};
    return double(solve_exponential<LuGre>(steel_brass(), Excitation::sine(amplitude, 100.0), {}, {.end = 0.1},
                                           {.tolerance = 1e-3}, nothing)
                      .evaluations);
  };
  // A thousand times the amplitude, a thousand times lambda: ode3 takes a thousand times the steps.
  EXPECT_LT(evaluations(1e-2), 4.5 * evaluations(1e-5));
}

// ---- the other laws

TEST(exponential, dahl_is_exact_whatever_its_exponent) {
  const OutputTimes outputs{.end = 0.03, .step = 1.03e-4};
  const auto motion = Excitation::sine(5e-5, 100.0);
  for (const double exponent : {1.0, 1.5}) {
    const Dahl::Params<double> p{.stiffness = 2e5, .coulomb = 2.0, .exponent = exponent};
    const Truth<Dahl, Excitation> truth(p, motion, outputs, 3e5);
    EXPECT_LT(largest_difference(compute_forces<Dahl>(p, motion, outputs, {}), truth.forces), 2e-9) << exponent;
  }
}

// F_peak = F_t0 tanh(sigma a/F_t0), reached where the motion turns.
TEST(exponential, dahl_has_the_closed_form_of_its_peak) {
  const Dahl::Params<double> p{.stiffness = 2e5, .coulomb = 2.0, .exponent = 1.0};
  const auto forces = compute_forces<Dahl>(p, Excitation::sine(1e-5, 100.0), {.end = 1.0, .step = 2.5e-3}, {});
  EXPECT_NEAR(forces[397], 2.0 * std::tanh(1.0), 1e-12);
}

TEST(exponential, bliman_sorine_is_exact) {
  const OutputTimes outputs{.end = 0.05, .step = 1.03e-4};
  const TwoSines motion;
  const Truth<BlimanSorine, TwoSines> truth({}, motion, outputs, 2e4);
  EXPECT_LT(largest_difference(compute_forces<BlimanSorine>({}, motion, outputs, {}), truth.forces), 1e-9);
}

// A Stribeck exponent of 1 instead of 0.05, with which g falls by a quarter within 1e-9 m/s and no truth is at hand; a
// film fast enough to grow and thin within a cycle.
template <class Law>
typename Law::template Params<double> with_quick_film() {
  typename Law::template Params<double> p;
  p.stribeck_exponent = 1.0;
  p.film_velocity = 0.05;
  p.film_growth_time = 0.05;
  p.film_thinning_time = 0.2;
  return p;
}

template <class Law>
void expect_film_law_within_tolerance() {
  const auto p = with_quick_film<Law>();
  const auto motion = Excitation::sine(5e-3, 1.0);
  const OutputTimes outputs{.end = 2.0, .step = 1.3e-3};
  const Truth<Law, Excitation> truth(p, motion, outputs, 1e4);
  const double tolerance = 1e-5;
  EXPECT_LT(largest_difference(compute_forces<Law>(p, motion, outputs, {.tolerance = tolerance}), truth.forces),
            10.0 * tolerance * 830.0);
}

TEST(exponential, a_film_and_the_lead_of_the_fluid_are_followed_to_the_tolerance) {
  expect_film_law_within_tolerance<ModifiedLuGre>();
  expect_film_law_within_tolerance<NewModifiedLuGre>();
}

TEST(exponential, the_steep_stribeck_curve_of_001_ends_with_bounded_work) {
  const auto nothing = [](double, const auto&, double) {};
  const auto report = solve_exponential<NewModifiedLuGre>({}, Excitation::sine(1e-2, 0.5), {},
                                                          {.end = 4.0, .step = 1e-3}, {.tolerance = 1e-4}, nothing);
  EXPECT_TRUE(report.succeeded()) << report.brief();
  EXPECT_LT(report.steps, 100'000u);
}

// ---- motions

// v = 1 - 1.0001 cos: below zero for 0.9 % of a period around t = 0, 1, 2 s; samples a seventh of a period apart miss
// it.
TEST(exponential, a_short_way_back_between_two_samples_is_found) {
  const double omega = 2.0 * std::numbers::pi;
  const Excitation motion({Segment{.slope = 1e-3, .amplitude = -1.0004e-3 / omega, .frequency = 1.0}});
  const exponential::Stretches<Excitation> stretches(motion);
  const double half = std::acos(1.0 / 1.0004) / omega;
  const auto first = stretches.next(0.5, false, 10.0);
  EXPECT_TRUE(first.turns_at_end);
  EXPECT_NEAR(first.end, 1.0 - half, 1e-12);
  const auto back = stretches.next(first.end, true, 10.0);
  EXPECT_EQ(back.direction, -1.0);
  EXPECT_NEAR(back.end, 1.0 + half, 1e-12);
}

TEST(exponential, a_rest_keeps_the_deflection_and_a_corner_ends_a_step) {
  const std::vector<double> times{0.0, 0.01, 0.02, 0.03};
  const std::vector<double> places{0.0, 1e-5, 1e-5, 2e-5};
  const auto motion = Excitation::table(times, places);
  const OutputTimes outputs{.end = 0.03, .step = 1e-3};
  const auto p = steel_brass();
  const auto forces = compute_forces<LuGre>(p, motion, outputs, {.tolerance = 1e-9});
  // At constant velocity F = g (1 - exp(-sigma_0 x/g)) exactly, as a function of the path alone.
  const double g = stribeck_friction(p, 1e-3);
  EXPECT_NEAR(forces[10], g * (1.0 - std::exp(-p.stiffness * 1e-5 / g)), 1e-10);
  for (std::size_t k = 11; k <= 20; ++k) EXPECT_NEAR(forces[k], forces[10], 1e-12) << k;
  EXPECT_NEAR(forces[30], g * (1.0 - std::exp(-p.stiffness * 2e-5 / g)), 1e-10);
}

TEST(exponential, a_motion_that_starts_at_its_turning_point_goes_the_right_way) {
  const auto motion = Excitation::sine(1e-4, 100.0, 0.0, std::numbers::pi / 2.0);
  const auto forces = compute_forces<LuGre>(steel_brass(), motion, {.end = 5e-3, .step = 1e-3}, {});
  EXPECT_EQ(forces[0], 0.0);
  for (std::size_t k = 1; k < forces.size(); ++k) EXPECT_LT(forces[k], 0.0) << k;
}

// ---- options and report

TEST(exponential, the_report_is_pessimistic_until_the_steps_have_run) {
  const ExponentialReport report;
  EXPECT_FALSE(report.succeeded());
  EXPECT_EQ(report.message, "the exponential steps were not run");
}

TEST(exponential, the_report_tells_what_was_given_and_what_was_used) {
  const auto nothing = [](double, const auto&, double) {};
  const auto motion = Excitation::sine(1e-4, 100.0);
  const auto exact = solve_exponential<Dahl>({}, motion, {}, {.end = 0.1}, {.order = 2, .tolerance = 1e-3}, nothing);
  EXPECT_EQ(exact.order_given, 2);
  EXPECT_EQ(exact.order_used, 0);
  EXPECT_EQ(exact.tolerance_used, 0.0);
  EXPECT_EQ(exact.reversals, 20u);
  EXPECT_NE(exact.brief().find("exact in displacement"), std::string::npos) << exact.brief();
  EXPECT_NE(exact.full().find("order given             2\norder used              exact in displacement\n"),
            std::string::npos)
      << exact.full();
  const auto fixed = solve_exponential<LuGre>({}, motion, {}, {.end = 0.1}, {.step = 1e-4}, nothing);
  EXPECT_EQ(fixed.tolerance_used, 0.0);
  EXPECT_EQ(fixed.rejected, 0u);
}

TEST(exponential, a_run_with_too_many_steps_ends_with_the_remedy) {
  const auto nothing = [](double, const auto&, double) {};
  const auto report =
      solve_exponential<LuGre>({}, Excitation::sine(1e-3, 100.0), {}, {.end = 0.1}, {.most_steps = 10}, nothing);
  EXPECT_EQ(report.ending, Ending::too_many_steps);
  EXPECT_EQ(report.message, "more than most_steps = 10 steps: raise it, or the tolerance");
}

std::string refusal(const OutputTimes& outputs, const ExponentialOptions& options) {
  try {
    solve_exponential<LuGre>({}, Excitation::sine(1e-3, 100.0), {}, outputs, options,
                             [](double, const auto&, double) {});
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "no exception";
}

TEST(exponential, options_without_meaning_are_refused) {
  EXPECT_EQ(refusal({}, {.order = 4}), "order = 4 of the exponential steps: 2 or 3");
  EXPECT_EQ(refusal({}, {.tolerance = 0.0}), "tolerance = 0 of the exponential steps: above 0");
  EXPECT_EQ(refusal({.end = 0.0}, {}), "output from 0 s to 0 s in steps of 1e-04 s: the end must lie after the start");
}

}  // namespace
}  // namespace stickslip::studies
