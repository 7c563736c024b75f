// Fixed steps of a ring of blades: order, energy, stability, limits that are known in closed form, and the event-driven
// solver and CVODE on the same three blades.
#include "stickslip/plant/ring_step.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <optional>

#include "law_traits.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::solve {

using namespace plant;

namespace {

constexpr double load = 2.0;               // [N]
constexpr double contact_stiffness = 5e3;  // [N/m]
constexpr double friction_level = 0.555;   // [N] at that load

BladeWheelParams<double> wheel(double blades = 3.0) {
  BladeWheelParams<double> p;
  p.blades = blades;
  return p;
}

// A contact of the given level of friction, with every law's parameters of that name.
template <class Law>
typename Law::template Params<double> contact() {
  auto p = default_params<Law>();
  if constexpr (requires { p.stiffness = contact_stiffness; }) p.stiffness = contact_stiffness;
  if constexpr (requires { p.coulomb = friction_level; }) p.coulomb = friction_level;
  if constexpr (requires { p.breakaway = friction_level; }) p.breakaway = friction_level;
  if constexpr (requires { p.damping = 0.0; }) p.damping = 0.0;
  return p;
}

const BladeExcitation wave{1.0, 105.0, 1.0, false};

template <class Law>
RingStep<Law> stepped(double end, std::size_t steps, const BladeExcitation& drive = wave, double blades = 3.0) {
  RingStep<Law> ring(wheel(blades), contact<Law>(), drive, load);
  for (std::size_t k = 0; k < steps; ++k) ring.step(end / double(steps));
  return ring;
}

// ---- the linear system

TEST(cyclic_tridiagonal, gives_back_the_vector_that_made_the_right_side) {
  for (const std::size_t n : {3U, 4U, 50U}) {
    std::vector<double> d(n), e(n), x(n), b(n);
    for (std::size_t i = 0; i < n; ++i) {
      e[i] = -1.0 - 0.3 * double(i % 5);
      x[i] = std::sin(double(i) + 1.0);
    }
    for (std::size_t i = 0; i < n; ++i) d[i] = 0.5 - e[i] - e[(i + n - 1) % n];
    for (std::size_t i = 0; i < n; ++i)
      b[i] = d[i] * x[i] + e[i] * x[(i + 1) % n] + e[(i + n - 1) % n] * x[(i + n - 1) % n];
    CyclicTridiagonal().solve(d, e, b);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-12) << n;
  }
}

// ---- against other solvers

// Displacements of three blades at the end, by the event-driven solver or CVODE.
template <class Law>
std::optional<std::vector<double>> solved(Method method, double end, double tolerance) {
  const BladeWheel<Law> model(wheel(), contact<Law>(), wave, load);
  SolveOptions o;
  o.method = method;
  o.relative_tolerance = tolerance;
  o.absolute_tolerance = 1e-16;
  o.longest_step = end / 400.0;
  try {
    const auto report = solve(model, end, o);
    EXPECT_TRUE(report.succeeded()) << report.brief();
    return report.state;
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("libsundials-dev"), std::string::npos) << error.what();
    return std::nullopt;
  }
}

template <class Law>
class Ring : public testing::Test {};
using RingLaws =
    testing::Types<Backlash, BacklashStribeck, LuGre, Dahl, MaxwellSlip<5>, ElastoPlastic, NewModifiedLuGre, Tanh>;
TYPED_TEST_SUITE(Ring, RingLaws);

constexpr double end = 0.05;     // [s] some five cycles
constexpr double travel = 3e-4;  // [m] size of the motion then

TYPED_TEST(Ring, moves_as_the_event_driven_solver_says) {
  const auto expected = solved<TypeParam>(Method::automatic, end, 1e-9);
  const auto ring = stepped<TypeParam>(end, 20000);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(ring.displacement(i), (*expected)[i], 2e-4 * travel) << "blade " << i;
  EXPECT_NEAR(ring.work_friction(), (*expected)[8], 2e-3 * std::abs((*expected)[8]));
}

TYPED_TEST(Ring, is_the_same_to_CVODE) {
  const auto ours = solved<TypeParam>(Method::automatic, end, 1e-9);
  const auto referee = solved<TypeParam>(Method::cvode, end, 1e-9);
  if (!referee) GTEST_SKIP() << "CVODE is not part of this build";
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR((*ours)[i], (*referee)[i], 1e-5 * travel) << "blade " << i;
}

TYPED_TEST(Ring, closes_its_power_balance_to_rounding) {
  const auto ring = stepped<TypeParam>(end, 2000);
  const double out = ring.work_damping() + ring.work_friction() + ring.blade_energy();
  // A step whose force jumps is not solved to rounding; such a law's balance is good to the residual.
  const double allowed = ring.effort().unsettled > 0 ? 1e-4 : 1e-11;
  EXPECT_NEAR(out, ring.work_in(), allowed * ring.work_in());
}

TEST(ring_step, has_order_two_for_a_smooth_law) {
  const double fine = stepped<Tanh>(end, 64000).displacement(0);
  const auto error = [fine](std::size_t steps) { return std::abs(stepped<Tanh>(end, steps).displacement(0) - fine); };
  const double coarse = error(1000);
  const double half = error(2000);
  EXPECT_NEAR(coarse / half, 4.0, 0.5);
}

TEST(event_driven_ring, closes_its_power_balance) {
  const BladeWheel<LuGre> model(wheel(), contact<LuGre>(), wave, load);
  SolveOptions o;
  o.relative_tolerance = 1e-10;
  const auto report = solve(model, end, o);
  const auto& x = report.state;
  EXPECT_NEAR(model.blade_energy(x.data()) + x[7] + x[8], x[6], 1e-7 * x[6]);
}

// ---- stability

// Energy of blades that were let go, with steps of any length: a law that only takes energy cannot add any. What its
// contacts may give back is what they took before.
template <class Law>
void expect_bounded() {
  const double released = 1e-3;  // [m]
  for (const double h : {1e-5, 1e-3, 0.1, 10.0}) {
    RingStep<Law> ring(wheel(5.0), contact<Law>(), {0.0, 100.0, 1.0, false}, load);
    ring.place(0, released, 0.0);
    ring.place(2, -released, 0.3);
    const double first = ring.blade_energy();
    for (int k = 0; k < 500; ++k) {
      ring.step(h);
      ASSERT_LE(ring.blade_energy(), first * (1.0 + 1e-9)) << Law::name << ", h = " << h << ", step " << k;
    }
  }
}

TEST(ring_step, never_gains_energy_at_any_step_with_laws_that_only_take_it) {
  expect_bounded<Backlash>();
  expect_bounded<Dahl>();
  expect_bounded<MaxwellSlip<5>>();
  expect_bounded<Tanh>();
}

template <class Law>
void expect_finite() {
  for (const double h : {1e-3, 1.0}) {
    RingStep<Law> ring(wheel(4.0), contact<Law>(), wave, load);
    for (int k = 0; k < 300; ++k) ring.step(h);
    for (std::size_t i = 0; i < 4; ++i) ASSERT_LT(std::abs(ring.displacement(i)), 1.0) << Law::name << ", h = " << h;
  }
}

TEST(ring_step, stays_bounded_with_every_law_that_reads_the_motion_alone) {
  FrictionLaws::for_each([](auto law) {
    using Law = decltype(law);
    if constexpr (!includes(Law::reads, Reads::applied)) expect_finite<Law>();
  });
}

// ---- limits

// Amplitude of a linear ring under the wave, neighbours joined by a spring.
double linear_amplitude(double joint, const BladeExcitation& drive) {
  const BladeWheelParams<double> p = wheel();
  const double w = 2.0 * std::numbers::pi * drive.frequency;
  const double phase = std::numbers::pi * drive.engine_order / p.blades;
  const double stiffness = p.stiffness + 4.0 * joint * std::pow(std::sin(phase), 2.0);
  return drive.amplitude / std::abs(std::complex<double>(stiffness - p.mass * w * w, p.damping * w));
}

// The midpoint rule lowers the resonance by (w h)^2/12 = 2e-5; 10 % off resonance the amplitude changes 20 times as
// much.
constexpr double near_resonance = 1e-3;

double settled_amplitude(const BladeWheelParams<double>& plant, double level, const BladeExcitation& drive) {
  auto law = contact<Backlash>();
  law.coulomb = level;
  law.load_coulomb = 0.0;
  RingStep<Backlash> ring(plant, law, drive, 0.0);
  const int per_cycle = 400;
  double most = 0.0;
  for (int k = 0; k < 200 * per_cycle; ++k) {
    ring.step(1.0 / (drive.frequency * per_cycle));
    if (k >= 199 * per_cycle) most = std::max(most, std::abs(ring.displacement(0)));
  }
  return most;
}

TEST(ring_step, without_friction_has_the_amplitude_of_free_blades) {
  EXPECT_NEAR(settled_amplitude(wheel(), 1e-9, wave), linear_amplitude(0.0, wave),
              near_resonance * linear_amplitude(0.0, wave));
}

TEST(ring_step, with_contacts_that_stick_has_the_amplitude_of_blades_on_springs) {
  const double expected = linear_amplitude(contact_stiffness, wave);
  EXPECT_NEAR(settled_amplitude(wheel(), 1e3, wave), expected, near_resonance * expected);
}

TEST(ring_step, with_an_elastic_shroud_has_the_same_amplitude_as_with_contacts_that_stick) {
  auto plant = wheel();
  plant.shroud_stiffness = contact_stiffness;
  const double expected = linear_amplitude(contact_stiffness, wave);
  EXPECT_NEAR(settled_amplitude(plant, 1e-9, wave), expected, near_resonance * expected);
}

TEST(ring_step, moves_blades_that_swing_together_as_if_there_were_no_friction) {
  const BladeExcitation together{1.0, 105.0, 0.0, false};
  EXPECT_NEAR(settled_amplitude(wheel(), 0.5, together), linear_amplitude(0.0, together),
              near_resonance * linear_amplitude(0.0, together));
}

TEST(ring_step, gives_a_wheel_of_thirty_the_motion_of_a_bundle_of_three_when_the_wave_is_as_steep) {
  const auto three = stepped<Backlash>(end, 2000);
  const auto thirty = stepped<Backlash>(end, 2000, {1.0, 105.0, 10.0, false}, 30.0);
  for (std::size_t i = 0; i < 30; ++i) EXPECT_NEAR(thirty.displacement(i), three.displacement(i % 3), 1e-15);
}

TEST(ring_step, leaves_the_far_side_of_a_large_wheel_alone_when_one_blade_is_shaken_for_a_short_time) {
  const auto ring = stepped<Backlash>(0.01, 400, {1.0, 105.0, 1.0, true}, 1000.0);
  EXPECT_GT(std::abs(ring.displacement(0)), 1e-5);
  EXPECT_LT(std::abs(ring.displacement(500)), 1e-15);
}

TEST(ring_step, needs_as_many_passes_for_a_thousand_blades_as_for_three) {
  const auto passes = [](double blades) {
    const auto ring = stepped<LuGre>(end, 1000, {1.0, 105.0, blades / 3.0, false}, blades);
    return double(ring.effort().passes) / double(ring.effort().steps);
  };
  EXPECT_LT(passes(999.0), 1.2 * passes(3.0));
}

}  // namespace
}  // namespace stickslip::solve
