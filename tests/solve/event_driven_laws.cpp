// Every law in the event-driven solver: its Jacobian, its rest under a force that it can hold, its energy.
#include <gtest/gtest.h>

#include <cmath>

#include "law_traits.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip::conformance {

using namespace plant;
using namespace solve;

namespace {

// Where a law asks for more than motion: a light load, a pressure of 1 bar.
MassParams<double> plant() {
  MassParams<double> p;
  p.normal_force = 1.0;
  p.pressure = 1e5;
  return p;
}

template <class Law>
Contact<double> surroundings() {
  const auto p = plant();
  Contact<double> c;
  c.mass = p.mass;
  c.load = p.normal_force;
  c.pressure = p.pressure;
  return c;
}

// The largest force that leaves the body where it is, or within its elastic range [N].
template <class Law>
double holding() {
  return Traits<Law>::breakaway(defaults<Law>(), surroundings<Law>());
}

template <class Law>
class EventDrivenLaws : public testing::Test {};
TYPED_TEST_SUITE(EventDrivenLaws, UsualLaws, LawNames);

// ---- Jacobian

// True for the unknowns whose flow may be differentiated: modes jump.
template <class Law>
std::vector<bool> smooth_unknowns() {
  std::vector<bool> smooth(Mass<Law>::machine_states, true);
  for (const Field& f : fields<StateOf<Law>>) smooth.insert(smooth.end(), f.width, f.choices.empty());
  return smooth;
}

// A state in the middle of a forced motion, and the size that every unknown had on the way.
struct Visited {
  double t;
  std::vector<double> x;
  std::vector<double> size;
};

template <class Law>
Visited visited(const Mass<Law>& model) {
  Visited all{0.0, model.start(), std::vector<double>(model.size(), 0.0)};
  constexpr double end = 0.137;
  solve::solve(model, end, {}, {}, [&all](double t, std::span<const double> x) {
    all.t = t;
    all.x.assign(x.begin(), x.end());
    for (std::size_t i = 0; i < x.size(); ++i) all.size[i] = std::max(all.size[i], std::abs(x[i]));
    return true;
  });
  return all;
}

// Central differences with a step of 1e-5 of the unknown's size are good to about 1e-5 of a column's own change.
TYPED_TEST(EventDrivenLaws, the_jacobian_by_dual_numbers_is_that_of_central_differences) {
  using Law = TypeParam;
  const Mass<Law> model(plant(), defaults<Law>(), Excitation::sine(3.0 * holding<Law>(), 5.0));
  const auto at = visited(model);
  const std::size_t n = model.size();
  std::vector<double> dfdx(n * n), dfdt(n), up(n), down(n);
  model.jacobian(at.t, at.x.data(), dfdx, dfdt);
  const auto smooth = smooth_unknowns<Law>();
  const auto compare = [&](const std::vector<double>& exact, double h, const std::string& what) {
    double size = 1e-9;
    for (std::size_t i = 0; i < n; ++i)
      size = std::max({size, std::abs(exact[i]), std::abs(up[i] - down[i]) / (2.0 * h)});
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(exact[i], (up[i] - down[i]) / (2.0 * h), 1e-4 * size) << i << what;
  };
  for (std::size_t j = 0; j < n; ++j) {
    if (!smooth[j]) continue;
    const double h = 1e-5 * std::max(at.size[j], 1e-9);
    auto x = at.x;
    x[j] += h;
    model.flow(at.t, x.data(), up.data());
    x[j] -= 2.0 * h;
    model.flow(at.t, x.data(), down.data());
    std::vector<double> column(n);
    for (std::size_t i = 0; i < n; ++i) column[i] = dfdx[i * n + j];
    compare(column, h, " against unknown " + std::to_string(j));
  }
  model.flow(at.t + 1e-7, at.x.data(), up.data());
  model.flow(at.t - 1e-7, at.x.data(), down.data());
  compare(dfdt, 1e-7, " against time");
}

// ---- rest

// A bias of half of what the law holds, put on within a second, and a dither of a third on top.
Excitation bias_and_dither(double held, double frequency) {
  return Excitation({{.start = 0.0, .slope = 0.5 * held},
                     {.start = 1.0, .offset = 0.5 * held, .amplitude = held / 3.0, .frequency = frequency}});
}

// A damper on the machine, not on the contact, ends the swing that the onset of the force leaves in laws without
// damping; a heavy body swings slowly, so that a thousand seconds are not a million steps.
MassParams<double> heavy_damped_plant() {
  MassParams<double> p = plant();
  p.mass = 100.0;
  p.velocity_gain = 300.0;
  return p;
}

template <class Law>
class EventDrivenRest : public testing::Test {};
using StickingLaws = With<Sticks, UsualLaws>;
TYPED_TEST_SUITE(EventDrivenRest, StickingLaws, LawNames);

// Positions at the same phase of the dither after 101 s and at the end.
TYPED_TEST(EventDrivenRest, bias_and_dither_below_break_away_leave_no_drift_in_1000_seconds) {
  using Law = TypeParam;
  constexpr double frequency = 0.1;  // [Hz]
  constexpr double end = 1001.0;     // [s]
  ParamsOf<Law> law = defaults<Law>();
  Traits<Law>::keep_presliding(law);
  const MassParams<double> machine = heavy_damped_plant();
  const Mass<Law> model(machine, law, bias_and_dither(Traits<Law>::breakaway(law, surroundings<Law>()), frequency));
  double early = 0.0;
  double largest = 0.0;
  const auto report = solve::solve(model, end, {}, {.step = 1.0}, [&](double t, std::span<const double> x) {
    if (t == 101.0) early = x[0];
    largest = std::max(largest, std::abs(x[0]));
    return true;
  });
  ASSERT_TRUE(report.succeeded()) << report.brief();
  if (Law::stick == Stick::rigid)
    EXPECT_EQ(report.state[0], 0.0);
  else
    EXPECT_NEAR(report.state[0], early, 1e-7 * largest) << report.brief();  // ten times the tolerance per step
}

TYPED_TEST(EventDrivenRest, a_constant_force_below_break_away_leaves_no_creep_in_1000_seconds) {
  using Law = TypeParam;
  ParamsOf<Law> law = defaults<Law>();
  Traits<Law>::keep_presliding(law);
  const MassParams<double> machine = heavy_damped_plant();
  const double held = 0.8 * Traits<Law>::breakaway(law, surroundings<Law>());
  const Excitation force({{.start = 0.0, .slope = held}, {.start = 1.0, .offset = held}});
  const Mass<Law> model(machine, law, force);
  double early = 0.0;
  const auto report = solve::solve(model, 1000.0, {}, {.step = 100.0}, [&](double t, std::span<const double> x) {
    if (t == 100.0) early = x[0];
    return true;
  });
  ASSERT_TRUE(report.succeeded()) << report.brief();
  if (Law::stick == Stick::rigid)
    EXPECT_EQ(report.state[0], 0.0);
  else
    EXPECT_NEAR(report.state[0], early, 1e-9 * std::abs(early)) << report.brief();
}

// 0.8 N + 0.15 N sin(2 pi 5 t) on Fc = 1, Fs = 1.5 N: the law's own drift, known to be 23.3 to 23.8 um/s.
TEST(event_driven_laws, lugre_drifts_as_it_must) {
  const Mass<LuGre> model({}, {}, Excitation::sine(0.15, 5.0, 0.8));
  double early = 0.0;
  const auto report = solve::solve(model, 20.0, {}, {.step = 10.0}, [&](double t, std::span<const double> x) {
    if (t == 10.0) early = x[0];
    return true;
  });
  EXPECT_NEAR((report.state[0] - early) / 10.0, 23.55e-6, 0.25e-6);
}

// ---- energy

// m v^2/2 + work of friction = work of the applied force, whatever the law does, over slips, stops and reversals.
TYPED_TEST(EventDrivenLaws, the_energy_balance_closes) {
  using Law = TypeParam;
  const double held = holding<Law>();
  MassParams<double> machine = plant();
  machine.spring_stiffness = 50.0;
  const Mass<Law> model(machine, defaults<Law>(), Excitation::sine(3.0 * held, 1.3));
  Trajectory rows;
  const auto report = record(model, 2.0, {}, {}, rows);
  ASSERT_TRUE(report.succeeded()) << report.brief();
  const auto v = rows.column("velocity");
  const auto in = rows.column("work_in");
  const auto out = rows.column("work_friction");
  double turned_over = 0.0;
  double worst = 0.0;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    turned_over = std::max({turned_over, std::abs(in[i]), std::abs(out[i]), v[i] * v[i] / 2.0});
    worst = std::max(worst, std::abs(machine.mass * v[i] * v[i] / 2.0 + out[i] - in[i]));
  }
  EXPECT_LT(worst, 1e-6 * turned_over);  // a hundred times the tolerance per step
}

}  // namespace
}  // namespace stickslip::conformance
