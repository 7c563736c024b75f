// Fixed steps: their order on a smooth problem that depends on time, their order across events, divergence reported
// with its time, and what is seen of the stages.
#include "stickslip/solve/fixed_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::solve {

using namespace plant;

namespace {

// What the test systems below share: no guards, no corners.
template <std::size_t n>
struct Smooth {
  static constexpr std::size_t capacity = n;
  using State = std::array<double, n>;
  std::size_t size() const { return n; }
  std::size_t guard_count() const { return 0; }
  void jacobian(double, const State&, std::span<double>, std::span<double>) const {}
  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const { return std::numeric_limits<double>::infinity(); }
};

// dx/dt = -x^2 cos(t), x(0) = 1: x = 1/(1 + sin(t)). Not linear, and explicit in time.
struct Riccati : Smooth<1> {
  State flow(double t, const State& x) const { return {-x[0] * x[0] * std::cos(t)}; }
};

template <class H>
SolveReport run(const H& system, FixedMethod method, double step, const std::array<double, H::capacity>& x,
                double end) {
  FixedStep<H> solver(system, {.method = method, .step = step});
  return solver.run(0.0, x, end, [](double, const auto&) { return true; });
}

// log2 of the ratio of errors with h and h/2.
template <class Error>
double observed_order(Error error, double h) {
  return std::log2(error(h) / error(h / 2.0));
}

TEST(fixed_step, has_its_order_on_a_smooth_problem_that_depends_on_time) {
  struct Case {
    FixedMethod method;
    double order;
  };
  for (const auto& [method, order] :
       {Case{FixedMethod::euler, 1.0}, Case{FixedMethod::ode3, 3.0}, Case{FixedMethod::rk4, 4.0}}) {
    const auto error = [m = method](double h) {
      return std::abs(run(Riccati{}, m, h, {1.0}, 2.0).state[0] - 1.0 / (1.0 + std::sin(2.0)));
    };
    EXPECT_NEAR(observed_order(error, 0.02), order, 0.15) << to_text(method);
  }
}

TEST(fixed_step, ode3_takes_three_evaluations_per_step_and_rk4_four) {
  EXPECT_EQ(run(Riccati{}, FixedMethod::euler, 0.1, {1.0}, 1.0).flow_calls, 10U);
  EXPECT_EQ(run(Riccati{}, FixedMethod::ode3, 0.1, {1.0}, 1.0).flow_calls, 30U);
  EXPECT_EQ(run(Riccati{}, FixedMethod::rk4, 0.1, {1.0}, 1.0).flow_calls, 40U);
}

TEST(fixed_step, the_last_step_ends_at_the_end) {
  const auto report = run(Riccati{}, FixedMethod::rk4, 0.3, {1.0}, 1.0);
  EXPECT_EQ(report.t, 1.0);
  EXPECT_EQ(report.steps, 4U);
  EXPECT_NEAR(report.shortest_step, 0.1, 1e-12);
  EXPECT_EQ(run(Riccati{}, FixedMethod::rk4, 0.1, {1.0}, 1.0).steps, 10U);  // not eleven, although 10 * 0.1 rounds
}

// Events ------------------------------------------------------------------------------------------------------------

// A ramp x' = 1 that bends to x' = 3 when x passes 1: mode q = 0 before, 1 after. Exact: x(2) = 1 + 3 (2 - 1).
struct Bend : Smooth<2> {
  std::size_t guard_count() const { return 1; }
  State flow(double, const State& x) const { return {x[1] > 0.5 ? 3.0 : 1.0, 0.0}; }
  void guards(double, const State& x, std::span<double> g) const { g[0] = x[1] > 0.5 ? 1.0 : 1.0 - x[0]; }
  State reset(double, const State& x, std::size_t) const { return {x[0], 1.0}; }
};

// The event is noticed where the step ends, up to h late, and costs (3 - 1) times that delay, whatever the order.
TEST(fixed_step, is_of_first_order_across_an_event_however_high_the_order_of_the_method) {
  for (const FixedMethod method : {FixedMethod::euler, FixedMethod::ode3, FixedMethod::rk4})
    for (const double h : {0.03, 0.003, 0.0003}) {
      const double late = std::ceil(1.0 / h - 1e-9) * h - 1.0;
      const auto report = run(Bend{}, method, h, {0.0, 0.0}, 2.0);
      EXPECT_NEAR(4.0 - report.state[0], 2.0 * late, 1e-9) << to_text(method) << ", h = " << h;
      ASSERT_EQ(report.events.size(), 1U);
      EXPECT_NEAR(report.events[0].t, 1.0 + late, 1e-9);
    }
}

// Two guards that fall in the same step both reset, one event each.
struct Pair : Smooth<3> {
  std::size_t guard_count() const { return 2; }
  State flow(double, const State&) const { return {1.0, 0.0, 0.0}; }
  void guards(double, const State& x, std::span<double> g) const {
    for (std::size_t k = 0; k < 2; ++k) g[k] = x[1 + k] > 0.5 ? 1.0 : 1.0 - x[0] + 0.001 * double(k);
  }
  State reset(double, const State& x, std::size_t k) const {
    State next = x;
    next[1 + k] = 1.0;
    return next;
  }
};

TEST(fixed_step, several_guards_may_fall_in_one_step) {
  const auto report = run(Pair{}, FixedMethod::ode3, 0.3, {0.0, 0.0, 0.0}, 2.0);
  ASSERT_EQ(report.events.size(), 2U);
  EXPECT_EQ(report.events[0].t, report.events[1].t);
  EXPECT_EQ(report.state[1] + report.state[2], 2.0);
}

// Friction ----------------------------------------------------------------------------------------------------------

template <class Law>
SolveReport pulled(FixedMethod method, double h, double end, std::size_t* sign_changes = nullptr) {
  MassParams<double> plant;
  plant.spring_stiffness = 2.0;
  plant.drive_velocity = 0.1;
  const Mass<Law> model(plant, {}, Excitation());
  constexpr std::size_t room = 16;
  const Erased<room> system(model);
  std::array<double, room> x{};
  FixedStep<Erased<room>> solver(system, {.method = method, .step = h});
  double last = 0.0;
  const auto watch = [&](double, const auto& y, const auto&) {
    if (sign_changes != nullptr && y[1] * last < 0.0) ++*sign_changes;
    last = y[1];
  };
  return solver.run(
      0.0, x, end, [](double, const auto&) { return true; }, watch,
      [&](const auto& y) { return model.mode_text(y.data()); });
}

// LuGre's bristles have sigma_1/m = 316 1/s and, sliding at 0.37 m/s, sigma_0 v/g = 3.7e4 1/s: ode3, whose limit is
// 2.51/lambda, loses them at 1 ms; at 20 us it is right. Reference: x(20 s) = 1.272596412 m.
TEST(fixed_step, ode3_diverges_on_lugre_at_1_ms_and_the_report_says_when) {
  const auto report = pulled<LuGre>(FixedMethod::ode3, 1e-3, 20.0);
  EXPECT_EQ(report.ending, Ending::not_finite);
  EXPECT_FALSE(report.succeeded());
  EXPECT_GT(report.t, 7.4);  // not before the body slips
  EXPECT_LT(report.t, 8.0);
  EXPECT_NE(report.message.find("ode3 with a step of 0.001 s diverged at t = 7."), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("take a shorter step"), std::string::npos) << report.message;
}

TEST(fixed_step, ode3_at_20_us_finds_lugres_stick_slip) {
  const auto report = pulled<LuGre>(FixedMethod::ode3, 2e-5, 20.0);
  ASSERT_TRUE(report.succeeded()) << report.brief();
  EXPECT_NEAR(report.state[0], 1.272596412, 1e-6);
}

// The rigid law has modes; break-away at K y' t = 1.5 N, that is 7.5 s, is seen at the end of its step.
TEST(fixed_step, modes_of_a_law_change_at_step_ends) {
  const auto report = pulled<Stribeck>(FixedMethod::rk4, 0.8e-3, 12.0);
  ASSERT_TRUE(report.succeeded()) << report.brief();
  ASSERT_GE(report.events.size(), 2U);
  EXPECT_EQ(report.events[0].from, "held");
  EXPECT_EQ(report.events[0].to, "sliding forward");
  EXPECT_GE(report.events[0].t, 7.5);
  EXPECT_LE(report.events[0].t, 7.5 + 0.8e-3);
  EXPECT_EQ(report.events[1].to, "held");
  EXPECT_NE(report.brief().find("rk4 with a step of 8e-04 s"), std::string::npos) << report.brief();
}

TEST(fixed_step, every_evaluation_inside_a_step_can_be_watched) {
  std::size_t calm = 0;
  std::size_t chatter = 0;
  pulled<LuGre>(FixedMethod::ode3, 2e-5, 7.0, &calm);
  pulled<LuGre>(FixedMethod::ode3, 1e-2, 7.0, &chatter);
  EXPECT_LT(calm, 4U);
  EXPECT_GT(chatter, 10U);
}

TEST(fixed_step, the_observer_may_stop_a_run) {
  FixedStep<Riccati> solver(Riccati{}, {.method = FixedMethod::euler, .step = 0.1});
  const auto report = solver.run(0.0, {1.0}, 1.0, [](double t, const auto&) { return t < 0.45; });
  EXPECT_EQ(report.ending, Ending::interrupted);
  EXPECT_NEAR(report.t, 0.5, 1e-12);
}

}  // namespace
}  // namespace stickslip::solve
