// The hydraulic servo as physics: balances, equilibria that can be written down, limits, inputs.
#include "stickslip/plant/hydraulic_servo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "run_with.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

ExperimentResult servo(const std::string& law, const std::vector<std::string>& settings) {
  auto r = run(experiment(make_recipe("hydraulic-servo", law, settings)));
  EXPECT_TRUE(r.completed) << r.message;
  return r;
}

double last(const ExperimentResult& r, std::string_view column) { return r.trajectory.column(column).back(); }

double largest_magnitude(std::span<const double> values) {
  double most = 0.0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

// A run with everything in it: both directions, both stops, leakage. Two tests look at it.
const ExperimentResult& rough_run(const std::string& law) {
  static std::map<std::string, ExperimentResult> all;
  if (!all.contains(law))
    all[law] = servo(law, {"drive.amplitude=6e-3", "drive.frequency=0.4", "drive.cycles=2",
                           "plant.internal_leakage=1e-12", "plant.external_leakage=5e-13", "plant.tank_pressure=2e5"});
  return all[law];
}

const std::vector<std::string> balance_laws{"new-modified-lugre", "lugre", "stribeck", "gms"};

TEST(hydraulic_servo, loses_and_gains_no_oil) {
  for (const auto& law : balance_laws) {
    const auto& r = rough_run(law);
    ASSERT_GE(r.figure("stop_times").values.size(), 2U) << law;
    for (const auto& [fluid, inflow] : {std::pair{"fluid_1", "inflow_1"}, std::pair{"fluid_2", "inflow_2"}}) {
      const auto have = r.trajectory.column(fluid);
      const auto came = r.trajectory.column(inflow);
      for (std::size_t i = 0; i < have.size(); ++i)
        ASSERT_NEAR(have[i] - have[0], came[i], 1e-9 * have[0]) << law << " " << fluid << " row " << i;
    }
  }
}

TEST(hydraulic_servo, balances_the_power_of_all_ports_at_every_time) {
  for (const auto& law : balance_laws) {
    const auto& r = rough_run(law);
    const auto column = [&r](std::string_view name) { return r.trajectory.column(name); };
    const double scale = largest_magnitude(column("work_valve"));
    ASSERT_GT(largest_magnitude(column("work_leakage")), 1e-3 * scale);
    ASSERT_GT(largest_magnitude(column("work_stops")), 1e-4 * scale);
    for (std::size_t i = 0; i < r.trajectory.rows(); ++i) {
      const double gained = column("stored_energy")[i] - column("stored_energy")[0];
      const double taken = column("work_leakage")[i] + column("work_friction")[i] + column("work_stops")[i];
      // The stops store energy while they are pressed: their work counts what they have not given back.
      ASSERT_NEAR(gained + taken, column("work_valve")[i], 1e-8 * scale) << law << " row " << i;
    }
  }
}

TEST(hydraulic_servo, dissipates_in_friction_over_every_cycle) {
  const auto r = servo("new-modified-lugre", {});
  const auto time = r.trajectory.time();
  const auto work = r.trajectory.column("work_friction");
  double before = 0.0;
  for (double t = 2.0; t <= 8.0; t += 2.0) {
    const auto row = std::size_t(std::upper_bound(time.begin(), time.end(), t * (1 + 1e-12)) - time.begin()) - 1;
    EXPECT_GT(work[row], before + 1.0) << t;  // [J]
    before = work[row];
  }
}

// A piston that cannot move: Q_1 = Q_2 = 0 gives P_1 = P_s a^2/(a^2 + b^2), P_2 = P_s b^2/(a^2 + b^2).
TEST(hydraulic_servo, with_a_locked_piston_divides_the_supply_pressure_at_the_edges) {
  for (const double current : {0.0, 1e-3, -0.7e-3}) {
    const auto r = servo("stribeck", {"law.breakaway=1e6", "drive.input=steps", "drive.hold_time=4",
                                      "drive.currents=[" + to_text(current) + "]"});
    const HydraulicServoParams<double> p;
    const double a = p.underlap + p.valve_gain * current;
    const double b = p.underlap - p.valve_gain * current;
    EXPECT_NEAR(last(r, "velocity"), 0.0, 1e-20);
    EXPECT_EQ(last(r, "displacement"), p.start_displacement);
    EXPECT_NEAR(last(r, "pressure_1"), p.supply_pressure * a * a / (a * a + b * b), 1e-3);
    EXPECT_NEAR(last(r, "pressure_2"), p.supply_pressure * b * b / (a * a + b * b), 1e-3);
  }
}

// Both chambers of a locked piston leak into one another: with a closed spool (no underlap) their pressures meet where
// no oil is lost: V_1/beta P_1 + V_2/beta P_2 is kept.
TEST(hydraulic_servo, with_a_locked_piston_and_a_closed_valve_leaks_until_the_pressures_are_one) {
  const auto r =
      servo("stribeck", {"law.breakaway=1e6", "drive.amplitude=0", "plant.underlap=0", "plant.internal_leakage=1e-10"});
  const HydraulicServoParams<double> p;
  const ServoEquations<double> e(p);
  const ServoState<double> rest{p.start_displacement, 0, 0, 0, 0, 0};
  const double v1 = e.volume_1(rest);
  const double v2 = e.volume_2(rest);
  const double p1 = p.carrying_pressure();
  const double met = (v1 * p1 + v2 * (p.supply_pressure - p1)) / (v1 + v2);
  EXPECT_NEAR(last(r, "pressure_1"), met, 1.0);
  EXPECT_NEAR(last(r, "pressure_2"), met, 1.0);
}

TEST(hydraulic_servo, without_friction_carries_the_weight_alone_when_it_slides_steadily) {
  const auto r =
      servo("lugre", {"law.coulomb=1e-9", "law.breakaway=1e-9", "law.viscous=0", "law.damping=0", "drive.input=steps",
                      "drive.currents=[2e-3]", "drive.hold_time=1.8", "plant.start_displacement=0.01"});
  const HydraulicServoParams<double> p;
  const double carried = last(r, "pressure_1") * p.piston_area() - last(r, "pressure_2") * p.ring_area();
  EXPECT_NEAR(carried, p.mass * p.gravity, 1e-4 * p.mass * p.gravity);
  EXPECT_NEAR(last(r, "flow_1"), last(r, "velocity") * p.piston_area(), 1e-4 * std::abs(last(r, "flow_1")));
}

// The flow into a chamber without compressibility is the volume that the piston gives free.
TEST(hydraulic_servo, with_stiff_oil_moves_as_the_flow_says) {
  const auto gap = [](double bulk_modulus) {
    const auto r = servo(
        "lugre", {"plant.bulk_modulus=" + to_text(bulk_modulus), "drive.cycles=1", "solver.relative_tolerance=1e-9"});
    const HydraulicServoParams<double> p;
    double most = 0.0;
    for (std::size_t i = 0; i < r.trajectory.rows(); ++i)
      if (r.trajectory.time()[i] > 0.5)
        most = std::max(
            most, std::abs(r.trajectory.column("flow_1")[i] / p.piston_area() - r.trajectory.column("velocity")[i]));
    return most;
  };
  const double soft = gap(1e10);
  const double stiff = gap(1e12);
  EXPECT_LT(stiff, 1e-4);  // [m/s] of 0.09
  EXPECT_LT(stiff, 0.1 * soft);
}

TEST(hydraulic_servo, rests_on_an_end_stop_that_carries_what_pushes_it) {
  for (const double current : {4e-3, -4e-3}) {
    std::vector<double> depths;
    for (const double stiffness : {1e7, 1e8}) {
      // Hardly any friction, so that none is left at the end to carry a part.
      const auto r = servo("lugre", {"law.coulomb=1e-6", "law.breakaway=1e-6", "drive.input=steps",
                                     "drive.currents=[" + to_text(current) + "]", "drive.hold_time=3",
                                     "plant.stop_stiffness=" + to_text(stiffness)});
      const double depth = current > 0.0 ? last(r, "displacement") - 0.2 : -last(r, "displacement");
      EXPECT_NEAR(std::abs(last(r, "stop_force")), stiffness * depth, 1e-6 * stiffness * depth);
      EXPECT_NEAR(last(r, "applied"), 0.0, 1e-3);  // [N]
      EXPECT_NEAR(last(r, "velocity"), 0.0, 1e-9);
      EXPECT_GE(r.figure("stop_times").values.size(), 1U);
      depths.push_back(depth);
    }
    EXPECT_GT(depths[1], 0.0);
    EXPECT_NEAR(depths[0] / depths[1], 10.0, 1e-3);
  }
}

TEST(hydraulic_servo, never_lets_a_stop_pull) {
  const auto r = servo("new-modified-lugre", {"drive.amplitude=8e-3", "drive.frequency=0.3", "drive.cycles=2"});
  const auto force = r.trajectory.column("stop_force");
  const auto x = r.trajectory.column("displacement");
  ASSERT_GE(r.figure("stop_times").values.size(), 2U);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double inwards = x[i] < 0.0 ? 1.0 : x[i] > 0.2 ? -1.0 : 0.0;
    EXPECT_GE(force[i] * inwards, 0.0);
    EXPECT_TRUE(inwards != 0.0 || force[i] == 0.0);
  }
}

TEST(hydraulic_servo, with_the_lead_term_is_heavier_by_viscous_friction_times_lead_time) {
  const auto acceleration = [](const std::string& lead) {
    const auto model = make_model(experiment(
        make_recipe("hydraulic-servo", "new-modified-lugre", {"law.lead_time=" + lead, "plant.start_velocity=0.01"})));
    const auto x = model->start();
    std::vector<double> slope(x.size());
    model->flow(0.0, x.data(), slope.data());
    return slope[7];
  };
  EXPECT_NEAR(acceleration("0") / acceleration("0.33"), (118.0 + 330.0 * 0.33) / 118.0, 1e-12);
}

TEST(hydraulic_servo, is_solved_alike_by_cvode) {
  if (!solve::is_built_in(solve::Method::cvode)) GTEST_SKIP() << "CVODE is not built in";
  for (const auto& law : balance_laws) {
    const auto ours = servo(law, {"drive.cycles=2"});
    const auto theirs = servo(law, {"drive.cycles=2", "solver.method=cvode", "solver.relative_tolerance=1e-10"});
    ASSERT_TRUE(theirs.completed) << theirs.message;
    for (const auto column : {"displacement", "velocity", "pressure_1", "pressure_2", "spool", "work_valve"})
      EXPECT_NEAR(last(ours, column), last(theirs, column), 2e-6 * largest_magnitude(ours.trajectory.column(column)))
          << law << " " << column;
  }
}

TEST(hydraulic_servo, has_the_same_answer_from_every_method) {
  const auto one = servo("new-modified-lugre", {"drive.cycles=1", "solver.method=runge-kutta"});
  for (const std::string method : {"rosenbrock", "multistep"}) {
    const auto other = servo("new-modified-lugre", {"drive.cycles=1", "solver.method=" + method});
    for (const auto column : {"displacement", "velocity", "pressure_1", "pressure_2", "deflection", "film"})
      EXPECT_NEAR(last(one, column), last(other, column), 1e-8 * largest_magnitude(one.trajectory.column(column)))
          << method << " " << column;
  }
}

// ---- inputs

TEST(hydraulic_servo, takes_a_table_in_place_of_its_own_current) {
  Recipe recipe = make_recipe("hydraulic-servo", "lugre", {});
  recipe.table = {.file = "current.csv", .times = {0.0, 0.5, 0.500001, 1.0}, .values = {2e-3, 2e-3, -2e-3, -2e-3}};
  const auto by_table = run(experiment(recipe));
  const auto by_steps = servo("lugre", {"drive.input=steps", "drive.currents=[2e-3, -2e-3]", "drive.hold_time=0.5"});
  EXPECT_EQ(by_table.duration, 1.0);
  EXPECT_NEAR(last(by_table, "displacement"), last(by_steps, "displacement"), 1e-7);
  EXPECT_EQ(by_table.figure("drift_per_cycle").missing, "the current is not a sine");
}

TEST(hydraulic_servo, says_what_is_wrong_with_a_table) {
  const auto complaint_about = [](const std::string& base, InputTable table) -> std::string {
    Recipe recipe = make_recipe(base, "lugre", {});
    recipe.table = std::move(table);
    try {
      experiment(recipe);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(complaint_about("stick-slip", {.file = "a.csv", .times = {0.0, 1.0}, .values = {0.0, 1.0}}),
            "a.csv: the experiment stick-slip takes no table: leave it out");
  EXPECT_EQ(complaint_about("hydraulic-servo", {.file = "a.csv", .times = {0.0, 0.0}, .values = {0.0, 1.0}}),
            "a.csv: the table ends at t = 0 s or before: the run would have no length");
  EXPECT_EQ(complaint_about("hydraulic-servo", {.file = "a.csv", .times = {0.0, 2.0, 1.0}, .values = {0.0, 1.0, 1.0}}),
            "a.csv: the times of the table do not rise");
}

TEST(hydraulic_servo, refuses_a_rod_as_thick_as_the_bore) {
  EXPECT_THROW(experiment(make_recipe("hydraulic-servo", "lugre", {"plant.rod=0.032"})), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::experiment
