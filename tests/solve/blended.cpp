// The blended multistep method: its order at every degree on a problem in which time enters explicitly, its
// interpolant, its stability, and that it gives what the other methods give.
#include "stickslip/solve/blended.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/plant/hydraulic_servo.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::solve {

using namespace plant;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// Two unknowns without guards.
struct Two {
  static constexpr std::size_t capacity = 2;
  using State = std::array<double, 2>;
  static constexpr std::size_t size() { return 2; }
  static constexpr std::size_t guard_count() { return 0; }
  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double) const { return never; }
  double longest_step(double) const { return never; }
};

// dy/dt = -2 t y^2, y = 1/(1 + t^2);  dw/dt = 2 cos 2t + y - 1/(1 + t^2) - (w - sin 2t), w = sin 2t.
struct Explicit : Two {
  State flow(double t, const State& x) const {
    return {-2.0 * t * x[0] * x[0], 2.0 * std::cos(2.0 * t) + x[0] - 1.0 / (1.0 + t * t) - (x[1] - std::sin(2.0 * t))};
  }
  void jacobian(double t, const State& x, std::span<double> dfdx, std::span<double> dfdt) const {
    dfdx[0] = -4.0 * t * x[0];
    dfdx[1] = 0.0;
    dfdx[2] = 1.0;
    dfdx[3] = -1.0;
    dfdt[0] = dfdt[1] = 0.0;  // not read
  }
  static State truth(double t) { return {1.0 / (1.0 + t * t), std::sin(2.0 * t)}; }
};

// h^j x^(j)/j! at t = 0.
std::vector<Explicit::State> exact_past(std::size_t degree, double h) {
  std::vector<Explicit::State> all;
  double power = 1.0;
  for (std::size_t j = 0; j <= degree; ++j, power *= h) {
    const double sign = j / 2 % 2 == 0 ? 1.0 : -1.0;
    all.push_back({j % 2 == 0 ? sign * power : 0.0,
                   j % 2 == 0 ? 0.0 : sign * std::pow(2.0, double(j)) / std::tgamma(double(j) + 1.0) * power});
  }
  return all;
}

// The largest of the steps' ends and of the interpolant inside them, up to t = 2.
struct Errors {
  double end, middle;
};

double distance(const Explicit::State& a, const Explicit::State& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }

Errors errors(std::size_t degree, int n) {
  const Explicit system;
  Blended<Explicit> method;
  Step<2> step;
  const double h = 2.0 / n;
  const Explicit::State weight{1e13, 1e13};  // Newton's method goes on to rounding
  method.start(exact_past(degree, h), h);
  Errors e{};
  for (int i = 0; i < n; ++i) {
    EXPECT_TRUE(method.attempt(system, i * h, h, weight, step));
    method.interpolate(2, step);
    e.middle = std::max(e.middle, distance(step.at(0.4, 2), Explicit::truth((i + 0.4) * h)));
    e.end = std::max(e.end, distance(step.to, Explicit::truth((i + 1) * h)));
    method.accept(2);
  }
  return e;
}

TEST(blended, a_polynomial_of_degree_k_gives_order_k_plus_1_when_time_enters_explicitly) {
  for (std::size_t degree = 1; degree <= Blended<Explicit>::most_degree; ++degree) {
    const Errors coarse = errors(degree, 32);
    const Errors fine = errors(degree, 64);
    EXPECT_GT(std::log2(coarse.end / fine.end), double(degree) + 0.6) << degree;
    EXPECT_GT(std::log2(coarse.middle / fine.middle), double(degree) + 0.6) << degree;
  }
}

TEST(blended, the_interpolant_meets_both_ends_of_the_step) {
  const Explicit system;
  Blended<Explicit> method;
  Step<2> step;
  method.start(exact_past(4, 0.1), 0.1);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(method.attempt(system, 0.1 * i, 0.1, {1e9, 1e9}, step));
    method.interpolate(2, step);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR(step.at(0.0, 2)[k], step.from[k], 1e-15);
    EXPECT_EQ(step.at(1.0, 2), step.to);
    method.accept(2);
  }
}

// Goes on along the interpolant of another method's step, a polynomial of degree 4 in t = 0 to 1.
struct Continued : Two {
  Step<2> past;
  // Five points give the slope of such a polynomial exactly.
  State flow(double t, const State&) const {
    const auto x = [&](double shift) { return past.at(t + shift, 2); };
    State slope;
    for (std::size_t i = 0; i < 2; ++i) slope[i] = (x(-2)[i] - 8.0 * x(-1)[i] + 8.0 * x(1)[i] - x(2)[i]) / 12.0;
    return slope;
  }
  void jacobian(double, const State&, std::span<double> dfdx, std::span<double> dfdt) const {
    std::fill(dfdx.begin(), dfdx.end(), 0.0);
    std::fill(dfdt.begin(), dfdt.end(), 0.0);
  }
};

TEST(blended, goes_on_from_the_step_of_another_method_without_an_error_in_a_polynomial_of_degree_4) {
  Continued system;
  system.past.from = {1.0, -2.0};
  system.past.to = {0.5, 3.0};
  system.past.c = {0.3, 1.0};
  system.past.d = {-0.7, 2.0};
  system.past.e = {1.1, -0.4};
  Blended<Continued> method;
  Step<2> step;
  method.start(2, system.past, 1.0);
  ASSERT_TRUE(method.attempt(system, 1.0, 1.0, {1e9, 1e9}, step));
  EXPECT_EQ(step.from, system.past.to);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(step.to[i], system.past.at(2.0, 2)[i], 1e-12);
}

TEST(blended, the_formulas_are_those_of_adams_moulton_and_of_backward_differences) {
  const auto third = blended_formula(3);
  EXPECT_DOUBLE_EQ(third.adams[0], 3.0 / 8.0);  // Adams-Moulton of order 4: (9 f + 19 f - 5 f + f)/24
  EXPECT_DOUBLE_EQ(third.bdf[0], 6.0 / 11.0);   // BDF 3: 11 y - 18 y + 9 y - 2 y = 6 h f
  EXPECT_DOUBLE_EQ(third.adams_error, 19.0 / 720.0 / 2.0);
  EXPECT_DOUBLE_EQ(blended_formula(6).adams_error, 275.0 / 24192.0 / 2.0);
  for (const double first : {third.adams[1], third.bdf[1]}) EXPECT_DOUBLE_EQ(first, 1.0);
}

// dx/dt = lambda x for a complex lambda.
struct Spiral : Two {
  double re = 0.0, im = 0.0;
  State flow(double, const State& x) const { return {re * x[0] - im * x[1], im * x[0] + re * x[1]}; }
  void jacobian(double, const State&, std::span<double> dfdx, std::span<double> dfdt) const {
    dfdx[0] = dfdx[3] = re;
    dfdx[1] = -im;
    dfdx[2] = im;
    dfdt[0] = dfdt[1] = 0.0;
  }
};

// |x| after many steps of length 1 from a past that no solution has: all of the method's own modes are in it.
double remainder(std::size_t degree, double re, double im) {
  Spiral system;
  system.re = re;
  system.im = im;
  Blended<Spiral> method;
  Step<2> step;
  std::vector<Spiral::State> past;
  for (std::size_t j = 0; j <= degree; ++j) past.push_back({1.0 / double(j + 1), j % 2 == 0 ? 0.5 : -0.3});
  method.start(past, 1.0);
  for (int i = 0; i < 600; ++i) {
    EXPECT_TRUE(method.attempt(system, i, 1.0, {1e9, 1e9}, step));
    method.accept(2);
  }
  return std::hypot(step.to[0], step.to[1]);
}

TEST(blended, decay_is_stable_within_the_angle_of_every_degree_at_every_step) {
  constexpr std::array angles{0.0, 90.0, 90.0, 90.0, 87.0, 84.0, 81.0};
  for (std::size_t degree = 1; degree <= Blended<Spiral>::most_degree; ++degree)
    for (const double share : {0.0, 0.5, 1.0})
      for (double size = 0.1; size < 1e4; size *= 1.5) {
        const double angle = share * (angles[degree] - 1.0) * std::numbers::pi / 180.0;
        EXPECT_LT(remainder(degree, -size * std::cos(angle), size * std::sin(angle)), 1.0)
            << "degree " << degree << ", |h lambda| = " << size << ", angle " << angle;
      }
}

// ---- as a solver

TEST(blended, follows_a_slow_solution_of_a_very_stiff_problem_with_few_evaluations) {
  struct Stiff : HybridModel {
    std::size_t size() const override { return 1; }
    std::size_t guard_count() const override { return 0; }
    std::string_view guard_name(std::size_t) const override { return ""; }
    void flow(double t, const double* x, double* slope) const override {
      slope[0] = -1e7 * (x[0] - std::cos(t)) - std::sin(t);
    }
    void jacobian(double t, const double*, std::span<double> dfdx, std::span<double> dfdt) const override {
      dfdx[0] = -1e7;
      dfdt[0] = -1e7 * std::sin(t) - std::cos(t);
    }
    void guards(double, const double*, double*) const override {}
    void reset(double, double*, std::size_t) const override {}
    double next_corner(double) const override { return never; }
    double longest_step(double) const override { return never; }
    std::vector<double> start() const override { return {1.0}; }
    std::vector<Column> columns() const override { return {}; }
    void observe(double, const double*, double*) const override {}
    std::string mode_text(const double*) const override { return {}; }
  };
  const auto report = solve(Stiff(), 20.0, {.method = Method::multistep});
  EXPECT_TRUE(report.succeeded()) << report.brief();
  EXPECT_NEAR(report.state[0], std::cos(20.0), 1e-7);
  EXPECT_LT(report.flow_calls, 2000U);
  EXPECT_EQ(report.method_used, Method::multistep);
}

// Stick-slip of a mass pulled by a spring: the events and the end of both families agree.
template <class Law>
void expect_agreement(const typename Law::template Params<double>& law) {
  MassParams<double> p;
  p.spring_stiffness = 2.0;
  p.drive_velocity = 0.1;
  const Mass<Law> model(p, law, {});
  const auto ours = solve(model, 30.0, {.method = Method::multistep, .relative_tolerance = 1e-9});
  const auto other = solve(model, 30.0, {.method = Method::rosenbrock, .relative_tolerance = 1e-10});
  ASSERT_TRUE(ours.succeeded()) << ours.brief();
  ASSERT_EQ(ours.events.size(), other.events.size());
  for (std::size_t k = 0; k < ours.events.size(); ++k) {
    EXPECT_EQ(ours.events[k].to, other.events[k].to);
    EXPECT_NEAR(ours.events[k].t, other.events[k].t, 1e-6);
  }
  for (std::size_t i = 0; i < ours.state.size(); ++i) EXPECT_NEAR(ours.state[i], other.state[i], 1e-6) << i;
}

TEST(blended, stick_slip_with_events_is_that_of_the_rosenbrock_method) { expect_agreement<Stribeck>({}); }
TEST(blended, stick_slip_of_a_bristle_is_that_of_the_rosenbrock_method) { expect_agreement<LuGre>({}); }

// Rows every 10 us, most of them inside steps: of the multistep method, and of the Runge-Kutta steps that start it
// anew.
TEST(blended, the_rows_inside_its_steps_and_those_of_its_starter_are_on_the_solution) {
  const HydraulicServo<NewModifiedLuGre> model({}, {}, Excitation::sine(2e-3, 0.5));
  const auto rows = [&model](Method method, double tolerance) {
    std::vector<double> velocity;
    solve(model, 1.2, {.method = method, .relative_tolerance = tolerance}, {.step = 1e-5}, [&](double, auto state) {
      velocity.push_back(state[HydraulicServo<NewModifiedLuGre>::first_of_motion + 1]);
      return true;
    });
    return velocity;
  };
  const auto ours = rows(Method::multistep, 1e-8);
  const auto reference = rows(Method::runge_kutta, 1e-11);
  ASSERT_EQ(ours.size(), reference.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], reference[i], 1e-7) << i;  // of 0.1 m/s
}

TEST(blended, the_hydraulic_servo_takes_less_than_half_the_evaluations_of_the_other_methods) {
  const HydraulicServo<NewModifiedLuGre> model({}, {}, Excitation::sine(2e-3, 0.5));
  const auto run = [&model](Method method, double tolerance) {
    return solve(model, 2.0, {.method = method, .relative_tolerance = tolerance});
  };
  const auto reference = run(Method::rosenbrock, 1e-11);
  const auto ours = run(Method::multistep, 1e-8);
  const std::size_t x = HydraulicServo<NewModifiedLuGre>::first_of_motion;
  EXPECT_NEAR(ours.state[x], reference.state[x], 2e-8);  // of the 0.1 m that it moves in
  for (const Method other : {Method::runge_kutta, Method::rosenbrock})
    EXPECT_LT(2 * ours.flow_calls, run(other, 1e-8).flow_calls);
}

}  // namespace
}  // namespace stickslip::solve
