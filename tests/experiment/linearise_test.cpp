// Poles of machines: against formulas, against motions of the full equations, against differences.
#include "stickslip/experiment/linearise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "run_with.hpp"
#include "stickslip/experiment/machine.hpp"

namespace stickslip::experiment {
namespace {

Linearisation linearised(const char* base, const char* law, const std::vector<std::string>& settings, double t = 0.0) {
  return linearise(experiment(make_recipe(base, law, settings)), t);
}

const LinearState& state(const Linearisation& l, std::string_view name) {
  const auto found = std::find_if(l.states.begin(), l.states.end(), [&](const auto& s) { return s.name == name; });
  if (found == l.states.end()) throw std::logic_error("no state " + std::string(name));
  return *found;
}

std::size_t place(const Linearisation& l, std::string_view name) {
  return std::size_t(&state(l, name) - l.states.data());
}

// The pair to which a state has the largest share.
std::optional<Pole> find_pair(const Linearisation& l, std::string_view name) {
  std::optional<Pole> found;
  for (const Pole& p : l.poles)
    if (p.is_pair() && (!found || p.shares[place(l, name)] > found->shares[place(l, name)])) found = p;
  return found;
}

bool says(const Linearisation& l, std::string_view words) {
  return std::any_of(l.notes.begin(), l.notes.end(),
                     [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

std::string complaint_about(const char* base, const char* law, double t) {
  try {
    linearised(base, law, {}, t);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

// F = F_c tanh(2 v/v_0) + sigma_2 v is a damper d = 2 F_c/v_0 + sigma_2 at rest: m s^2 + d s + K = 0.
TEST(linearise, a_mass_on_a_spring_with_a_damper_has_the_poles_of_the_textbook) {
  const double m = 3.0, k = 400.0, d = 2.0 * 0.05 / 0.02 + 7.0;
  const auto l = linearised("stick-slip", "tanh",
                            {"plant.mass=3", "plant.spring_stiffness=400", "law.coulomb=0.05", "law.breakaway=0.05",
                             "law.transition_velocity=0.02", "law.viscous=7"});
  ASSERT_EQ(l.poles.size(), 1U);
  EXPECT_NEAR(l.poles[0].natural_frequency(), std::sqrt(k / m), 1e-12 * std::sqrt(k / m));
  EXPECT_NEAR(l.poles[0].damping_ratio(), d / (2.0 * std::sqrt(k * m)), 1e-12);
  EXPECT_NEAR(l.poles[0].time_constant(), 2.0 * m / d, 1e-12);
  EXPECT_NEAR(l.poles[0].frequency(), std::sqrt(k / m) / (2.0 * std::numbers::pi), 1e-12);
  EXPECT_TRUE(l.is_equilibrium());
  EXPECT_TRUE(l.notes.empty());
}

TEST(linearise, a_mass_that_nothing_holds_has_a_pole_at_zero) {
  const auto l = linearised("stick-slip", "tanh",
                            {"plant.mass=2", "plant.spring_stiffness=0", "law.coulomb=0.1", "law.breakaway=0.1",
                             "law.transition_velocity=0.1", "law.viscous=6"});
  ASSERT_EQ(l.poles.size(), 2U);
  EXPECT_EQ(l.poles[0].value, 0.0);
  EXPECT_TRUE(std::isnan(l.poles[0].damping_ratio()));
  EXPECT_NEAR(l.poles[1].value.real(), -(2.0 * 0.1 / 0.1 + 6.0) / 2.0, 1e-12);
  EXPECT_EQ(state(l, "displacement").role, StateRole::free);
}

// At rest the bristles are a spring sigma_0 and a damper sigma_1 + sigma_2 beside the spring of the machine. The body
// rests wherever the bristles are relaxed: the third pole is zero.
TEST(linearise, bristles_are_a_spring_beside_that_of_the_machine) {
  const double m = 1.5, sum = 2.3e4 + 50.0;
  const auto l = linearised(
      "stick-slip", "lugre",
      {"plant.mass=1.5", "plant.spring_stiffness=50", "law.stiffness=2.3e4", "law.damping=30", "law.viscous=4"});
  ASSERT_EQ(l.poles.size(), 2U);
  EXPECT_EQ(l.poles[0].value, 0.0);
  EXPECT_NEAR(l.poles[1].natural_frequency(), std::sqrt(sum / m), 1e-11 * std::sqrt(sum / m));
  EXPECT_NEAR(l.poles[1].damping_ratio(), 34.0 / (2.0 * std::sqrt(sum * m)), 1e-12);
}

// On the falling side of the Stribeck curve friction falls with speed: m s^2 + F'(v) s + K = 0 with F' < 0, beside a
// tanh that is flat there.
TEST(linearise, a_falling_friction_curve_makes_sliding_unstable) {
  const double v = 0.02, v_s = 0.03, dip = 2.0;
  const auto l =
      linearised("stick-slip", "tanh",
                 {"plant.mass=1.5", "plant.spring_stiffness=9000", "plant.start_velocity=0.02", "law.coulomb=3",
                  "law.breakaway=5", "law.stribeck_velocity=0.03", "law.viscous=0", "law.transition_velocity=1e-4"});
  const double slope = -dip * std::exp(-v * v / (v_s * v_s)) * 2.0 * v / (v_s * v_s);
  ASSERT_EQ(l.poles.size(), 1U);
  EXPECT_NEAR(l.poles[0].value.real(), -slope / (2.0 * 1.5), 1e-10);
  EXPECT_LT(l.poles[0].damping_ratio(), 0.0);
  EXPECT_TRUE(says(l, "unstable: 1 of the poles grow"));
}

// Engine and disc on one side of an elastic driveline, the vehicle on the other. While the clutch slips at a torque
// that does not depend on its speed, disc and vehicle swing: omega^2 = k (1/J_d + i^2/J_v), undamped.
TEST(linearise, a_slipping_clutch_leaves_the_driveline_undamped) {
  const auto e =
      experiment(make_recipe("dry-clutch", "", {"plant.driveline_stiffness=4200", "plant.driveline_damping=0"}));
  const double ratio = e.plant["gear_ratio"];
  const double both = 1.0 / e.plant["disc_inertia"] + ratio * ratio / e.plant["vehicle_inertia"];
  const auto l = linearise(e, 0.3);
  const auto pole = find_pair(l, "twist");
  ASSERT_TRUE(pole);
  EXPECT_NEAR(pole->natural_frequency(), std::sqrt(4200.0 * both), 1e-6 * pole->natural_frequency());
  EXPECT_EQ(pole->value.real(), 0.0);
  EXPECT_FALSE(std::signbit(pole->damping_ratio()));
  EXPECT_TRUE(std::isinf(pole->time_constant()));
}

TEST(linearise, every_state_that_is_not_held_has_a_name) {
  for (const ExperimentInfo& info : experiment_catalogue()) {
    if (!solves(info.name)) continue;
    for (const LinearState& s : linearise(experiment({.base = std::string(info.name)})).states)
      EXPECT_TRUE(s.role == StateRole::held || !s.name.starts_with("unknown")) << info.name << ": " << s.name;
  }
}

TEST(linearise, a_body_that_the_law_holds_has_no_poles) {
  const auto l = linearised("stick-slip", "coulomb", {}, 0.2);
  EXPECT_TRUE(l.poles.empty());
  EXPECT_EQ(l.mode, "held");
  EXPECT_EQ(state(l, "velocity").role, StateRole::held);
  EXPECT_EQ(state(l, "displacement").role, StateRole::held);
  EXPECT_EQ(state(l, "work_in").role, StateRole::accumulating);
}

// The spool is a system of its own: whatever holds the piston, its poles are omega_v and zeta_v.
TEST(linearise, the_valve_of_a_servo_keeps_its_own_poles) {
  for (const char* const law : {"coulomb", "lugre", "new-modified-lugre", "gms"}) {
    const auto l = linearised("hydraulic-servo", law, {"plant.valve_frequency=310", "plant.valve_damping=0.62"});
    const auto spool = find_pair(l, "spool");
    ASSERT_TRUE(spool) << law;
    EXPECT_NEAR(spool->natural_frequency(), 310.0, 1e-7) << law;
    EXPECT_NEAR(spool->damping_ratio(), 0.62, 1e-9) << law;
    EXPECT_NEAR(spool->shares[place(l, "spool")] + spool->shares[place(l, "spool_velocity")], 1.0, 1e-9) << law;
    EXPECT_EQ(state(l, "work_valve").role, StateRole::accumulating);
    EXPECT_EQ(state(l, "inflow_1").role, StateRole::accumulating);
  }
}

// dv_s/dt = omega_v^2 (k_v i - x_s) - ...: the current moves the spool's velocity alone, and its sums not at all.
TEST(linearise, the_input_of_a_servo_is_its_current) {
  const auto l = linearised("hydraulic-servo", "lugre", {"plant.valve_gain=0.03", "plant.valve_frequency=300"}, 0.3);
  ASSERT_EQ(l.input.column.name, "current");
  EXPECT_EQ(l.input.column.unit, "A");
  for (std::size_t i = 0; i < l.states.size(); ++i)
    EXPECT_NEAR(l.input.gain[i], i == place(l, "spool_velocity") ? 0.03 * 300.0 * 300.0 : 0.0, 1e-9)
        << l.states[i].name;
  EXPECT_NEAR(l.input.value, 2e-3 * std::sin(2.0 * std::numbers::pi * 0.5 * 0.3), 1e-15);
  EXPECT_TRUE(linearised("stick-slip", "lugre", {}).input.column.name.empty());
}

// ---- against the full equations

// The frequency and the decay of a quantity that swings about zero, from its zeros and its highest points between them.
struct Swing {
  double frequency = 0.0;  // damped [rad/s]
  double decay = 0.0;      // [1/s]
};

Swing measure(const std::vector<double>& time, const std::vector<double>& value) {
  std::vector<double> zeros, peaks, peak_times;
  double peak = 0.0, peak_time = 0.0;
  for (std::size_t k = 1; k < time.size(); ++k) {
    if (std::abs(value[k]) > peak) peak = std::abs(value[k]), peak_time = time[k];
    if (value[k - 1] * value[k] >= 0.0) continue;
    zeros.push_back(time[k - 1] + (time[k] - time[k - 1]) * value[k - 1] / (value[k - 1] - value[k]));
    peaks.push_back(peak);
    peak_times.push_back(peak_time);
    peak = 0.0;
  }
  // What is over after the first swings is left out.
  constexpr std::size_t from = 3;
  const auto half_periods = double(zeros.size() - 1 - from);
  return {std::numbers::pi * half_periods / (zeros.back() - zeros[from]),
          std::log(peaks[from] / peaks.back()) / (peak_times.back() - peak_times[from])};
}

// The oil column between closed edges, a mass of 60 kg on it and a weak damper: pushed a little, the piston swings with
// the frequency and the decay of the pair of poles that its speed is in.
TEST(linearise, the_oil_column_swings_as_its_poles_say) {
  const auto e = experiment(
      make_recipe("hydraulic-servo", "tanh",
                  {"plant.mass=60", "plant.underlap=0", "plant.start_displacement=0.07", "drive.amplitude=0",
                   "law.coulomb=0.5", "law.breakaway=0.5", "law.transition_velocity=0.02", "law.viscous=300"}));
  const auto l = linearise(e);
  ASSERT_TRUE(l.is_equilibrium()) << l.imbalance;
  const auto pole = find_pair(l, "velocity");
  ASSERT_TRUE(pole);

  const auto model = make_model(e);
  std::vector<double> x = model->start();
  x[place(l, "velocity")] = 1e-6;
  solve::Progress progress = solve::begin_progress(*model, 0.0, x);
  solve::SolveOptions options = solve_options(e);
  options.relative_tolerance = 1e-11;
  options.typical.assign(x.size(), 1e-9);
  std::vector<double> time, velocity;
  const double step = 0.01 / pole->natural_frequency();
  for (int k = 1; k <= 6000; ++k) {
    solve::advance(*model, progress, k * step, options);
    time.push_back(progress.t);
    velocity.push_back(progress.state[place(l, "velocity")]);
  }
  const Swing seen = measure(time, velocity);
  EXPECT_NEAR(seen.frequency, pole->value.imag(), 1e-4 * seen.frequency);
  EXPECT_NEAR(seen.decay, -pole->value.real(), 1e-2 * seen.decay);
}

// Differences of fourth order, f' = [8 f(h) - 8 f(-h) - f(2h) + f(-2h)]/(12 h), at steps of 1e-4 of a state's size.
TEST(linearise, derivatives_agree_with_differences) {
  struct Case {
    const char *base, *law;
    double t;
  };
  for (const Case& c :
       {Case{"stick-slip", "lugre", 3.0}, Case{"limit-cycle", "bouc-wen", 0.4},
        Case{"hydraulic-servo", "new-modified-lugre", 0.37}, Case{"hydraulic-servo", "stribeck", 0.21},
        Case{"clutch-piston", "dahl", 0.11}, Case{"dry-clutch", "tanh", 0.2}, Case{"clutch-by-wire", "lugre", 0.03}}) {
    const auto e = experiment(make_recipe(c.base, c.law, {}));
    const auto l = linearise(e, c.t);
    const auto model = make_model(e);
    const std::size_t n = l.states.size();
    for (std::size_t j = 0; j < n; ++j) {
      if (l.states[j].role != StateRole::moving) continue;
      const double h = 1e-5 * std::max(std::abs(l.states[j].value), 1e-2 * usual_size(l.states[j].unit));
      std::vector<double> sum(n, 0.0), slope(n), largest(n, 0.0);
      for (const auto& [at, weight] : {std::pair{1.0, 8.0}, {-1.0, -8.0}, {2.0, -1.0}, {-2.0, 1.0}}) {
        std::vector<double> x;
        for (const LinearState& s : l.states) x.push_back(s.value);
        x[j] += at * h;
        model->flow(c.t, x.data(), slope.data());
        for (std::size_t i = 0; i < n; ++i) {
          sum[i] += weight * slope[i] / (12.0 * h);
          largest[i] = std::max(largest[i], std::abs(slope[i]));
        }
      }
      for (std::size_t i = 0; i < n; ++i) {
        double row = 0.0;  // what the rate is made of: its rounding over h is the error of a difference
        for (std::size_t k = 0; k < n; ++k) row += std::abs(l.a(i, k) * l.states[k].value);
        EXPECT_NEAR(sum[i], l.a(i, j), 1e-5 * std::abs(l.a(i, j)) + 1e-13 * (row + largest[i]) / h)
            << c.base << ' ' << c.law << ": " << l.states[i].name << " by " << l.states[j].name;
      }
    }
  }
}

// ---- what is said about the point

TEST(linearise, says_when_the_point_is_no_equilibrium) {
  const auto released = linearised("limit-cycle", "lugre", {"plant.start_displacement=0.3"});
  EXPECT_FALSE(released.is_equilibrium());
  EXPECT_TRUE(says(released, "not an equilibrium: velocity changes at"));
}

TEST(linearise, names_what_moves_in_steady_sliding) {
  const auto l = linearised("stick-slip", "tanh",
                            {"plant.spring_stiffness=1000", "plant.drive_velocity=0.05", "law.viscous=200"}, 5.0);
  EXPECT_TRUE(l.is_equilibrium()) << l.imbalance;
  EXPECT_TRUE(says(l, "a moving point: displacement changes at 0.05 m/s"));
}

// Bristles that are loaded give way to one side and stiffen to the other.
TEST(linearise, names_a_corner_of_the_equations) {
  const auto l = linearised("stick-slip", "dahl", {"plant.drive_velocity=0", "plant.start_displacement=1e-6"});
  EXPECT_FALSE(says(l, "corner"));
  const auto e = experiment(make_recipe("stick-slip", "tanh", {"law.viscous=[3, 9]"}));
  EXPECT_TRUE(says(linearise(e), "a corner here along velocity"));
}

TEST(linearise, refuses_what_has_no_such_instant) {
  EXPECT_EQ(complaint_about("stick-slip", "lugre", -1.0), "a run cannot be linearised at -1 s; take a time from 0 on");
  EXPECT_EQ(complaint_about("step-size", "lugre", 0.0), "the experiment step-size has no model to solve");
  const auto e = experiment(make_recipe("stick-slip", "lugre", {"solver.most_steps=3"}));
  EXPECT_THROW(linearise(e, 4.0), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::experiment
