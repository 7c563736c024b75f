// A clutch-by-wire actuator. References were computed independently, in another language with other solvers, for the
// simplified model with constant torques C_s = 0.1352 and 0.1506 N.m and the continuous controller; their other
// parameters are the defaults of the experiment.
#include "stickslip/plant/clutch_by_wire.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "run_with.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

using Settings = std::vector<std::string>;

Settings joined(Settings a, const Settings& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

ExperimentResult actuator(std::string law, const Settings& settings = {}) {
  return run(experiment(make_recipe("clutch-by-wire", std::move(law), settings)));
}

const Settings constant_torques{"plant.breakaway_forward=[0.1352]", "plant.breakaway_back=[0.1506]",
                                "plant.controller=continuous"};

double last(const ExperimentResult& r, std::string_view column) { return r.trajectory.column(column).back(); }

void expect_close(double value, double expected, double relative) {
  EXPECT_NEAR(value, expected, relative * std::abs(expected));
}

double polynomial(const std::array<double, polynomial_terms>& c, double x) {
  double sum = 0.0;
  for (std::size_t k = polynomial_terms; k-- > 0;) sum = sum * x + (std::isnan(c[k]) ? 0.0 : c[k]);
  return sum;
}

// Simpson's rule: exact for cubics, and here to 1e-12 for the rest.
template <class F>
double integrate(F f, double from, double to) {
  constexpr int parts = 2000;
  const double h = (to - from) / parts;
  double sum = f(from) + f(to);
  for (int i = 1; i < parts; ++i) sum += (i % 2 == 1 ? 4.0 : 2.0) * f(from + i * h);
  return sum * h / 3.0;
}

// ---- physics

TEST(clutch_by_wire, balances_the_work_of_motor_friction_springs_and_inertia) {
  for (const char* model : {"plant.model=simplified", "plant.model=exhaustive"})
    for (const char* law : {"coulomb", "lugre", "hybrid", "new-modified-lugre"}) {
      const auto r = actuator(law, {model, "run.duration=0.1", "solver.relative_tolerance=1e-10"});
      ASSERT_TRUE(r.completed) << law << r.message;
      const double spent = last(r, "work_friction") + last(r, "work_viscous") + last(r, "work_springs");
      EXPECT_GT(last(r, "kinetic_energy"), 5e-5) << law;
      EXPECT_NEAR(last(r, "work_motor"), last(r, "kinetic_energy") + spent, 1e-7 * last(r, "work_motor")) << law;
    }
}

TEST(clutch_by_wire, stores_in_its_springs_what_their_forces_do_along_the_rack) {
  const auto r = actuator("coulomb", {"plant.model=exhaustive", "plant.play=0", "run.duration=0.3"});
  const ClutchByWireParams<double> p;
  const auto residue = [&p](double x) {
    return polynomial(p.clutch_force, x) - polynomial(p.compensator_force, x) * polynomial(p.slope, x);
  };
  const double expected = integrate(residue, 0.0, last(r, "rack")) / p.efficiency;
  EXPECT_GT(std::abs(expected), 0.01);
  expect_close(last(r, "work_springs"), expected, 1e-6);
}

TEST(clutch_by_wire, has_the_printed_mean_torques_over_its_travel) {
  const ClutchByWireParams<double> p;
  const auto mean = [&p](const auto& c) {
    return integrate([&c](double x) { return polynomial(c, x); }, 0.0, p.travel) / p.travel;
  };
  EXPECT_NEAR(mean(p.breakaway_forward), 0.1352, 5e-5);
  EXPECT_NEAR(mean(p.breakaway_back), 0.1506, 5e-5);
  EXPECT_NEAR(mean(p.breakaway_forward) / p.breakaway_ratio.forward, 0.1094, 5e-4);
  for (double angle = 0.0; angle <= p.travel; angle += 1.0) {
    EXPECT_GT(polynomial(p.breakaway_forward, angle), p.motor_breakaway) << angle;
    EXPECT_GT(polynomial(p.breakaway_back, angle), p.motor_breakaway) << angle;
  }
}

TEST(clutch_by_wire, fulfils_the_condition_44_for_rest_with_its_exhaustive_curves) {
  const ClutchByWireParams<double> p;
  for (double x = 0.0; x <= p.rack_ratio * p.travel; x += 1e-4) {
    const double springs = polynomial(p.clutch_force, x) - polynomial(p.compensator_force, x) * polynomial(p.slope, x);
    EXPECT_LT(std::abs(springs), p.rack_friction * polynomial(p.compensator_force, x)) << x;
    EXPECT_GT(polynomial(p.compensator_force, x), 0.0) << x;
  }
  const auto r = actuator("coulomb", {"plant.model=exhaustive", "plant.torque_limit=1e-9", "run.duration=0.2"});
  EXPECT_EQ(last(r, "displacement"), 0.0);
}

// u = 0.5 t N.m/s: break-away when it reaches C_s.
TEST(clutch_by_wire, breaks_away_at_the_torque_that_position_and_direction_ask_for) {
  const Settings ramp{"plant.controller=continuous", "plant.proportional_gain=0", "plant.velocity_gain=0",
                      "run.duration=0.32"};
  const auto forward = actuator("coulomb", joined(ramp, {"drive.targets=[1]"}));
  expect_close(figure(forward, "switch_times"), 0.146033 / 0.5, 1e-10);
  const auto loaded = actuator("coulomb", joined(ramp, {"drive.targets=[1]", "plant.model=exhaustive"}));
  const double rack = 2.0414e-4 / 0.9 * 0.175 * 1800.0;  // r/eta mu_c F_1(0)
  expect_close(figure(loaded, "switch_times"), 1.2325 * (rack + 0.05) / 0.5, 1e-10);
  const auto back = actuator("coulomb", joined(ramp, {"drive.targets=[-1]"}));  // inside the play: the motor alone
  expect_close(figure(back, "switch_times"), 0.055 / 0.5, 1e-10);
  const auto stiff = actuator("coulomb", joined(ramp, {"drive.targets=[-1]", "plant.play=0"}));
  expect_close(figure(stiff, "switch_times"), 0.1499176 / 0.5, 1e-10);
}

TEST(clutch_by_wire, does_not_move_below_break_away_and_settles_on_target_without_friction) {
  const auto locked = actuator("coulomb", {"plant.torque_limit=0.1", "run.duration=1"});
  EXPECT_EQ(last(locked, "displacement"), 0.0);
  const auto free = actuator("coulomb", {"plant.breakaway_forward=[0]", "plant.breakaway_back=[0]", "plant.play=0",
                                         "plant.controller=continuous", "run.duration=20"});
  EXPECT_NEAR(last(free, "error"), 0.0, 1e-6);
}

TEST(clutch_by_wire, leaves_the_rack_at_rest_inside_the_play) {
  const auto r = actuator("coulomb", {"run.duration=1"});
  const auto side = r.trajectory.column("side");
  const auto rack = r.trajectory.column("rack");
  const auto angle = r.trajectory.column("displacement");
  double moved = 0.0;
  for (std::size_t i = 1; i < side.size(); ++i) {
    if (side[i] != 0.0 || side[i - 1] != 0.0) continue;
    EXPECT_NEAR(rack[i], rack[i - 1], 1e-12);  // [m]
    moved += std::abs(angle[i] - angle[i - 1]);
  }
  EXPECT_GT(moved, 2.5);  // [rad] most of the play, with rows of 2 ms
}

TEST(clutch_by_wire, reads_its_angle_to_half_a_point_of_the_encoder_and_holds_its_torque_between_samples) {
  const auto r = actuator("coulomb", {"run.duration=0.5", "solver.output_step=2.5e-4"});
  const double point = 2.0 * std::numbers::pi / 56.0;
  expect_close(figure(r, "quantum"), point, 1e-12);
  EXPECT_LE(figure(r, "largest_reading_error"), point / 2.0 * (1.0 + 1e-9));
  EXPECT_GT(figure(r, "largest_reading_error"), 0.4 * point);
  const auto time = r.trajectory.time();
  const auto torque = r.trajectory.column("torque");
  const auto reading = r.trajectory.column("reading");
  for (std::size_t i = 1; i < time.size(); ++i) {
    const double points = reading[i] / point;
    EXPECT_NEAR(points, std::round(points), 1e-9);
    const double phase = time[i] / 1e-3 - std::floor(time[i] / 1e-3);
    if (phase > 0.01 && phase < 0.99) {
      EXPECT_NEAR(torque[i], torque[i - 1], 1e-14) << time[i];  // rounding of the rows between steps
    }
  }
}

TEST(clutch_by_wire, sampled_fast_and_read_exactly_comes_to_the_continuous_controller) {
  const Settings ideal{"plant.encoder_points=0", "plant.filter_time=0", "run.duration=0.17"};
  const auto exact = actuator("coulomb", {"plant.controller=continuous", "run.duration=0.17"});
  double before = 1.0;
  for (const char* step : {"plant.sample_time=1e-4", "plant.sample_time=1e-5"}) {
    const auto r = actuator("coulomb", joined(ideal, {step}));
    const double apart = std::abs(figure(r, "overshoot") - figure(exact, "overshoot"));
    EXPECT_LT(apart, before / 5.0) << step;
    before = apart;
  }
}

TEST(clutch_by_wire, has_the_same_solution_by_cvode) {
  if (!solve::is_built_in(solve::Method::cvode)) GTEST_SKIP() << "CVODE is not built in";
  for (const char* law : {"coulomb", "lugre"}) {
    const Settings tight{"plant.controller=continuous", "run.duration=0.6", "solver.relative_tolerance=1e-10"};
    const auto ours = actuator(law, tight);
    const auto cvode = actuator(law, joined(tight, {"solver.method=cvode"}));
    ASSERT_TRUE(cvode.completed) << law << cvode.message;
    EXPECT_NEAR(figure(ours, "overshoot"), figure(cvode, "overshoot"), 1e-6) << law;
    EXPECT_NEAR(last(ours, "displacement"), last(cvode, "displacement"), 1e-6) << law;
    EXPECT_NEAR(last(ours, "work_motor"), last(cvode, "work_motor"), 1e-7) << law;
  }
}

// ---- references

TEST(clutch_by_wire, of_ideal_stick_has_the_reference_switches) {
  const auto r =
      run_precisely("clutch-by-wire", "coulomb", joined(constant_torques, {"plant.play=0", "run.duration=5"}));
  expect_close(figure(r, "switch_times", 1), 0.14235084985089355, 2e-10);
  expect_close(figure(r, "switch_errors", 2), 11.414596731043758, 2e-10);
  expect_close(figure(r, "switch_times", 3), 0.4833901569695493, 2e-10);
  expect_close(figure(r, "switch_times", 4), 3.546262165242545, 2e-9);
  expect_close(figure(r, "switch_errors", 4), -0.15949470164305524, 2e-9);
}

TEST(clutch_by_wire, of_ideal_stick_with_play_has_the_reference_switches) {
  const auto r = run_precisely("clutch-by-wire", "coulomb", joined(constant_torques, {"run.duration=5"}));
  expect_close(figure(r, "switch_times", 2), 0.16312892804671345, 2e-11);
  expect_close(figure(r, "switch_errors", 2), 11.41459673104432, 2e-11);
  expect_close(figure(r, "switch_errors", 3), -0.11764695935978153, 2e-9);
  expect_close(figure(r, "switch_times", 4), 3.2995466695865083, 2e-9);
  expect_close(figure(r, "switch_errors", 4), -0.11764695935978153, 2e-9);
}

TEST(clutch_by_wire, comes_to_the_limit_cycles_of_the_reference) {
  const Settings still{"run.duration=600", "solver.output_step=1"};
  const auto bare =
      run_precisely("clutch-by-wire", "coulomb", joined(constant_torques, joined(still, {"plant.play=0"})));
  expect_close(figure(bare, "rest_low"), -0.5292210228055652, 2e-11);
  const auto play = run_precisely("clutch-by-wire", "coulomb", joined(constant_torques, still));
  expect_close(figure(play, "rest_low"), -0.04543746831397044, 2e-11);
  EXPECT_LT(figure(play, "amplitude"), 0.5 * figure(bare, "amplitude"));
  EXPECT_LT(figure(play, "cycle_torque"), 0.5 * figure(bare, "cycle_torque"));
}

// S = 150 rad/s, S_2 = 3 rad/s, p_0 = 1e4 1/s: Table 3. The slip stops five times on its way.
TEST(clutch_by_wire, of_the_hybrid_law_with_table_3_has_the_reference_false_stops) {
  const auto r =
      run_precisely("clutch-by-wire", "hybrid", joined(constant_torques, {"plant.play=0", "run.duration=0.2"}));
  expect_close(figure(r, "switch_times", 1), 0.11273975957756467, 2e-10);
  expect_close(figure(r, "switch_errors", 1), 9.427788444968286, 2e-9);
  expect_close(figure(r, "switch_times", 2), 0.11313096187810857, 2e-10);
  expect_close(figure(r, "switch_errors", 3), 9.957770661589073, 2e-11);
  expect_close(figure(r, "switch_times", 4), 0.12414323530059695, 2e-10);
  expect_close(figure(r, "switch_errors", 4), 9.964122524924079, 2e-11);
  EXPECT_GE(figure(r, "resumed_slips"), 4.0);
}

}  // namespace
}  // namespace stickslip::experiment
