// Two solvers that have nothing in common but the model: ours and CVODE with its root finding, on every experiment.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "law_traits.hpp"
#include "stickslip/plant/imposed.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::conformance {

using namespace plant;
using namespace solve;

namespace {

// The report of CVODE, or nothing where it was not built in.
std::optional<SolveReport> by_cvode(const HybridModel& model, double end, double tolerance) {
  SolveOptions o;
  o.method = Method::cvode;
  o.relative_tolerance = tolerance;
  o.absolute_tolerance = 1e-16;
  o.longest_step = end / 200.0;  // CVODE looks at guards only where its steps end
  try {
    return solve::solve(model, end, o);
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("libsundials-dev"), std::string::npos) << error.what();
    return std::nullopt;
  }
}

// The last position, or the work for an imposed motion, of both; `allowed` is relative to `size`.
void expect_agreement(const HybridModel& model, double end, double size, double allowed) {
  const auto referee = by_cvode(model, end, 1e-9);
  if (!referee) GTEST_SKIP() << "CVODE is not part of this build";
  SolveOptions o;
  o.relative_tolerance = 1e-9;
  o.absolute_tolerance = 1e-16;
  const auto ours = solve::solve(model, end, o);
  ASSERT_TRUE(ours.succeeded()) << ours.brief();
  ASSERT_TRUE(referee->succeeded()) << referee->brief();
  EXPECT_NEAR(ours.state[0], referee->state[0], allowed * size) << ours.brief() << "\n" << referee->brief();
}

MassParams<double> surroundings() {
  MassParams<double> p;
  p.normal_force = 1.0;
  p.pressure = 1e5;
  return p;
}

template <class Law>
double holding() {
  Contact<double> c;
  c.load = 1.0;
  c.pressure = 1e5;
  return Traits<Law>::breakaway(defaults<Law>(), c);
}

template <class Law>
class Cvode : public testing::Test {};
TYPED_TEST_SUITE(Cvode, UsualLaws, LawNames);

// Positions are of the order of 1 m; slips depend on their onset, which costs three digits of the tolerance.
TYPED_TEST(Cvode, agrees_on_stick_slip) {
  using Law = TypeParam;
  MassParams<double> p = surroundings();
  p.spring_stiffness = 20.0 * holding<Law>();  // the spring reaches break-away after half a second
  p.drive_velocity = 0.1;
  expect_agreement(Mass<Law>(p, defaults<Law>(), {}), 3.0, 0.3, 1e-5);
}

TYPED_TEST(Cvode, agrees_on_a_controlled_mass) {
  using Law = TypeParam;
  MassParams<double> p = surroundings();
  p.proportional_gain = 3.0 * holding<Law>();
  p.velocity_gain = 6.0 * holding<Law>();
  p.integral_gain = 4.0 * holding<Law>();
  p.target = 1.0;
  expect_agreement(Mass<Law>(p, defaults<Law>(), {}), 3.0, 1.0, 1e-5);
}

TYPED_TEST(Cvode, agrees_on_bias_and_dither) {
  using Law = TypeParam;
  const double f = holding<Law>();
  const Excitation force({{.start = 0.0, .slope = 2.4 * f},
                          {.start = 0.5, .offset = 1.2 * f, .slope = -1.6 * f},
                          {.start = 1.0, .offset = 0.4 * f, .amplitude = 0.3 * f, .frequency = 2.0},
                          {.start = 2.0}});
  expect_agreement(Mass<Law>(surroundings(), defaults<Law>(), force), 2.5, 0.1, 1e-5);
}

TYPED_TEST(Cvode, agrees_on_a_presliding_loop) {
  using Law = TypeParam;
  const double f = 0.9 * holding<Law>();
  const std::vector<double> times{0.0, 1.0, 3.0, 5.0};
  const std::vector<double> forces{0.0, f, -f, f};
  MassParams<double> p = surroundings();
  p.velocity_gain = 100.0;  // ends the swing of laws without damping
  expect_agreement(Mass<Law>(p, defaults<Law>(), Excitation::table(times, forces)), 5.0, 1e-5, 1e-4);
}

// x = a sin(2 pi t) with a of some presliding ranges: the work of two and a quarter cycles, of the order of 4 F a each.
TYPED_TEST(Cvode, agrees_on_the_work_of_an_imposed_sine) {
  using Law = TypeParam;
  ImposedParams<double> p;
  p.normal_force = 1.0;
  p.pressure = 1e5;
  constexpr double amplitude = 1e-3;
  expect_agreement(Imposed<Law>(p, defaults<Law>(), Excitation::sine(amplitude, 1.0)), 2.25,
                   8.0 * holding<Law>() * amplitude, 1e-5);
}

TEST(cvode, a_body_that_sets_off_from_rest_is_not_taken_for_one_that_turns) {
  const Mass<Coulomb> model({}, {}, Excitation::ramp(1.0));  // F_c = 1, F_s = 1.5 N
  const auto report = by_cvode(model, 3.0, 1e-9);
  if (!report) GTEST_SKIP() << "CVODE is not part of this build";
  ASSERT_EQ(report->events.size(), 1U);
  EXPECT_NEAR(report->events[0].t, 1.5, 1e-12);
  EXPECT_EQ(report->events[0].guard_name, "break-away forward, or stop");
  EXPECT_NEAR(report->state[1], 0.5 * 1.5 + 1.5 * 1.5 / 2.0, 1e-6);
}

TEST(cvode, rows_stand_at_multiples_of_the_step_and_at_both_sides_of_events) {
  const Mass<Coulomb> model({}, {}, Excitation::ramp(1.0));
  if (!by_cvode(model, 0.1, 1e-6)) GTEST_SKIP() << "CVODE is not part of this build";
  SolveOptions o;
  o.method = Method::cvode;
  std::vector<double> times;
  solve::solve(model, 3.0, o, {.step = 1.0}, [&times](double t, auto) {
    times.push_back(t);
    return true;
  });
  ASSERT_EQ(times.size(), 6U);
  EXPECT_EQ(times[1], 1.0);
  EXPECT_EQ(times[2], times[3]);
  EXPECT_EQ(times[5], 3.0);
}

}  // namespace
}  // namespace stickslip::conformance
