// What the cylinder of 001 has besides the paper: load, limits, overlap, cavitation, and the controller of a position.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "run_with.hpp"
#include "stickslip/plant/hydraulic_servo.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

ExperimentResult run_cylinder(const std::string& base, const std::string& law,
                              const std::vector<std::string>& settings) {
  auto r = run(experiment(make_recipe(base, law, settings)));
  EXPECT_TRUE(r.completed) << r.message;
  return r;
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// A heavy mass that an overlapped valve stops: the oil behind it is pulled apart.
const std::vector<std::string> torn{"drive.input=steps", "drive.currents=[7e-3, 0]", "drive.hold_time=0.35",
                                    "plant.mass=1100",   "plant.gravity=0",          "plant.underlap=-2.5e-5",
                                    "law.coulomb=150",   "law.breakaway=260",        "law.viscous=210"};
// A spring, a force from the start, and both limits.
const std::vector<std::string> loaded{"drive.amplitude=7e-3",     "drive.frequency=0.7",   "drive.cycles=2",
                                      "plant.load_stiffness=9e3", "plant.load_rest=0.08",  "plant.load_force=-350",
                                      "plant.current_limit=5e-3", "plant.spool_limit=9e-5"};

void expect_oil_kept(const ExperimentResult& r) {
  for (const auto& [fluid, inflow] : {std::pair{"fluid_1", "inflow_1"}, std::pair{"fluid_2", "inflow_2"}}) {
    const auto have = r.trajectory.column(fluid);
    const auto came = r.trajectory.column(inflow);
    for (std::size_t i = 0; i < have.size(); ++i)
      ASSERT_NEAR(have[i] - have[0], came[i], 1e-7 * have[0]) << fluid << " row " << i;
  }
}

// stored_energy - work_valve + work_leakage + work_friction + work_stops at a row [J].
double energy_balance(const ExperimentResult& r, std::size_t row) {
  const auto at = [&](std::string_view column) { return r.trajectory.column(column)[row]; };
  return at("stored_energy") - at("work_valve") + at("work_leakage") + at("work_friction") + at("work_stops");
}

double find_largest(const ExperimentResult& r, std::string_view column) {
  double most = 0.0;
  for (const double v : r.trajectory.column(column)) most = std::max(most, std::abs(v));
  return most;
}

void expect_energy_kept(const ExperimentResult& r) {
  const double scale = find_largest(r, "work_valve");
  for (std::size_t i = 0; i < r.trajectory.rows(); ++i)
    ASSERT_NEAR(energy_balance(r, i), energy_balance(r, 0), 1e-7 * scale) << "row " << i;
}

TEST(hydraulic_cylinder, keeps_oil_and_energy_under_load_limits_and_cavitation) {
  for (const std::string law : {"lugre", "stribeck", "new-modified-lugre"}) {
    for (const auto& settings : {loaded, joined(torn, {"plant.cavitation=limited"})}) {
      const auto r = run_cylinder("hydraulic-servo", law, settings);
      expect_oil_kept(r);
      expect_energy_kept(r);
    }
  }
}

// A force that sets in later is a weight from then on: the stored energy jumps by f x there, and by nothing else.
TEST(hydraulic_cylinder, counts_a_force_that_sets_in_as_a_weight) {
  const auto r =
      run_cylinder("hydraulic-servo", "lugre",
                   {"plant.load_force=420", "plant.load_time=0.37", "run.duration=1", "drive.amplitude=3e-3"});
  const auto time = r.trajectory.time();
  const auto x = r.trajectory.column("displacement");
  const auto after = std::size_t(std::upper_bound(time.begin(), time.end(), 0.37) - time.begin());
  const double jump = 420.0 * x[after - 1];
  EXPECT_NEAR(energy_balance(r, time.size() - 1), energy_balance(r, 0) + jump, 1e-6 * find_largest(r, "work_valve"));
  EXPECT_NEAR(r.trajectory.column("load_force").front(), 118.0 * 9.81, 1e-9);
  EXPECT_NEAR(r.trajectory.column("load_force").back(), 118.0 * 9.81 + 420.0, 1e-9);
}

TEST(hydraulic_cylinder, says_that_oil_under_tension_is_no_result) {
  const auto r = run_cylinder("hydraulic-servo", "lugre", torn);
  const auto least = r.figure("lowest_pressures").values;
  ASSERT_LT(least[0], -5e5);
  ASSERT_FALSE(r.notes.empty());
  EXPECT_NE(r.notes[0].find("chamber 1"), std::string::npos) << r.notes[0];
  EXPECT_NE(r.notes[0].find("plant.cavitation"), std::string::npos) << r.notes[0];
  EXPECT_FALSE(r.figure("cavitation_times").values.empty());
  const auto calm = run_cylinder("hydraulic-servo", "lugre", {"drive.cycles=1"});
  EXPECT_TRUE(calm.notes.empty());
  EXPECT_TRUE(calm.figure("cavitation_times").values.empty());
}

// The oil that a cavitating chamber holds fills, at the cavitation pressure, what the bubbles leave.
TEST(hydraulic_cylinder, holds_the_cavitation_pressure_by_bubbles_of_what_is_missing) {
  const auto r = run_cylinder("hydraulic-servo", "lugre", joined(torn, {"plant.cavitation=limited"}));
  const HydraulicServoParams<double> p;
  const double area = p.piston_area();
  for (const double least : r.figure("lowest_pressures").values) EXPECT_GT(least, p.cavitation_pressure - 5e3);
  const auto pressure = r.trajectory.column("pressure_1");
  const auto bubbles = r.trajectory.column("void_1");
  const auto fluid = r.trajectory.column("fluid_1");
  const auto x = r.trajectory.column("displacement");
  ASSERT_GT(*std::max_element(bubbles.begin(), bubbles.end()), 1e-6);  // [m3]
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double volume = p.dead_volume_1 + area * x[i];
    if (pressure[i] > p.cavitation_pressure)
      ASSERT_EQ(bubbles[i], 0.0);
    else
      ASSERT_NEAR(volume - fluid[i] / std::exp(p.cavitation_pressure / p.bulk_modulus), bubbles[i], 1e-12) << i;
  }
}

TEST(hydraulic_cylinder, cavitates_alike_by_cvode) {
  if (!solve::is_built_in(solve::Method::cvode)) GTEST_SKIP() << "CVODE is not built in";
  const auto settings = joined(torn, {"plant.cavitation=limited"});
  const auto ours = run_cylinder("hydraulic-servo", "lugre", settings);
  const auto theirs = run_cylinder("hydraulic-servo", "lugre", joined(settings, {"solver.method=cvode"}));
  for (const auto column : {"displacement", "velocity", "pressure_2"})
    EXPECT_NEAR(ours.trajectory.column(column).back(), theirs.trajectory.column(column).back(),
                1e-5 * find_largest(ours, column))
        << column;
}

TEST(hydraulic_cylinder, stands_while_an_overlapped_spool_covers_every_edge) {
  const auto r =
      run_cylinder("hydraulic-servo", "lugre",
                   {"plant.underlap=-6e-5", "drive.amplitude=2.5e-3", "drive.frequency=2", "plant.gravity=0"});
  EXPECT_LT(find_largest(r, "spool"), 6e-5);
  EXPECT_GT(find_largest(r, "spool"), 5e-5);
  EXPECT_EQ(find_largest(r, "flow_1"), 0.0);
  EXPECT_EQ(find_largest(r, "flow_2"), 0.0);
  EXPECT_LT(find_largest(r, "velocity"), 1e-9);
}

// A stop that the current presses against gives 1/400 of what is asked for beyond it: u = x + 400 (x - X).
TEST(hydraulic_cylinder, stops_the_spool_at_its_travel) {
  const auto r = run_cylinder("hydraulic-servo", "stribeck",
                              {"plant.spool_limit=7e-5", "drive.input=steps", "drive.currents=[6e-3]",
                               "drive.hold_time=0.2", "plant.start_displacement=0.03"});
  const double asked = 0.0227 * 6e-3;
  EXPECT_NEAR(r.trajectory.column("spool").back(), 7e-5 + (asked - 7e-5) / 401.0, 1e-12);
  EXPECT_LT(find_largest(r, "spool"), 1.02 * 7e-5);  // no further on impact
}

TEST(hydraulic_cylinder, gives_the_valve_no_more_than_the_largest_current) {
  const auto r = run_cylinder("hydraulic-servo", "stribeck", loaded);
  EXPECT_DOUBLE_EQ(find_largest(r, "current"), 5e-3);
  const auto time = r.trajectory.time();
  const auto current = r.trajectory.column("current");
  for (std::size_t i = 0; i < time.size(); ++i)
    ASSERT_NEAR(current[i], std::clamp(7e-3 * std::sin(2.0 * std::numbers::pi * 0.7 * time[i]), -5e-3, 5e-3), 1e-15);
}

// Steady motion without friction: the chambers carry weight, force and spring.
TEST(hydraulic_cylinder, carries_its_whole_load) {
  const auto r =
      run_cylinder("hydraulic-servo", "lugre",
                   {"law.coulomb=1e-9", "law.breakaway=1e-9", "law.viscous=0", "law.damping=0", "plant.load_force=640",
                    "plant.load_stiffness=2500", "plant.load_rest=0.02", "drive.input=steps", "drive.currents=[0]",
                    "drive.hold_time=3", "plant.bulk_modulus=1e9"});
  const HydraulicServoParams<double> p;
  const double x = r.trajectory.column("displacement").back();
  const double carried = r.trajectory.column("pressure_1").back() * p.piston_area() -
                         r.trajectory.column("pressure_2").back() * p.ring_area();
  const double load = 118.0 * 9.81 + 640.0 + 2500.0 * (x - 0.02);
  EXPECT_NEAR(carried, load, 1e-4 * load);
  EXPECT_NEAR(r.trajectory.column("load_force").back(), load, 1e-9 * load);
}

// ---- the controller

TEST(hydraulic_positioner, comes_to_rest_on_its_targets_without_friction) {
  const auto r = run_cylinder("hydraulic-positioner", "lugre",
                              {"law.coulomb=1e-9", "law.breakaway=1e-9", "law.viscous=300", "drive.hold_time=20",
                               "drive.targets=[0.13, 0.07]", "drive.integral_gain=0.2"});
  const auto errors = r.figure("rest_errors").values;
  ASSERT_EQ(errors.size(), 2U);
  for (const double e : errors) EXPECT_LT(std::abs(e), 1e-6);
  EXPECT_LT(r.figure("hunting").values[0], 1e-4);
}

// An integral that adds up while friction holds the piston makes it jump past its target, again and again.
TEST(hydraulic_positioner, hunts_with_friction_that_falls_with_speed) {
  const std::vector<std::string> settings{"law.coulomb=150", "law.breakaway=600",    "law.stribeck_velocity=0.01",
                                          "law.viscous=300", "drive.targets=[0.12]", "drive.hold_time=30"};
  const auto hunting = run_cylinder("hydraulic-positioner", "stribeck", settings);
  EXPECT_GT(hunting.figure("hunting").values[0], 5e-5);
  EXPECT_GT(hunting.figure("reversal_times").values.size(), 6U);
  const auto proportional =
      run_cylinder("hydraulic-positioner", "stribeck", joined(settings, {"drive.integral_gain=0"}));
  EXPECT_LT(proportional.figure("hunting").values[0], 1e-9);
  EXPECT_GT(std::abs(proportional.figure("rest_errors").values[0]), 2e-4);
}

TEST(hydraulic_positioner, does_not_wind_up_at_the_current_limit) {
  const auto r = run_cylinder("hydraulic-positioner", "lugre",
                              {"drive.targets=[0.18]", "plant.current_limit=1.5e-3", "drive.proportional_gain=0.4",
                               "law.coulomb=40", "law.breakaway=60", "law.viscous=200"});
  const auto current = r.trajectory.column("current");
  const auto integral = r.trajectory.column("error_integral");
  std::size_t held = 0;
  for (std::size_t i = 1; i < current.size(); ++i) {
    if (current[i] != 1.5e-3 || current[i - 1] != 1.5e-3) continue;
    ASSERT_EQ(integral[i], integral[i - 1]);
    ++held;
  }
  EXPECT_GT(held, 300U);  // 1 ms each
  EXPECT_LT(r.figure("overshoot").values[0], 4e-3);
}

// Below the oil's frequency the loop is e' = r' - k e with k = K_p times the speed per current: a sine of small
// frequency is followed with an error of r'/k.
TEST(hydraulic_positioner, lags_behind_a_slow_sine_by_its_velocity_gain) {
  const std::vector<std::string> calm{"law.coulomb=1e-9", "law.breakaway=1e-9", "law.viscous=100",
                                      "plant.gravity=0",  "plant.rod=1e-3",     "plant.bulk_modulus=1e9"};
  const auto steady = run_cylinder("hydraulic-servo", "lugre",
                                   joined(calm, {"drive.input=steps", "drive.currents=[1e-3]", "drive.hold_time=0.6"}));
  const double per_current = steady.trajectory.column("velocity").back() / 1e-3;
  const auto r = run_cylinder("hydraulic-positioner", "lugre",
                              joined(calm, {"drive.input=sine", "drive.frequency=0.1", "drive.amplitude=0.01",
                                            "drive.integral_gain=0", "drive.proportional_gain=0.2", "drive.cycles=2"}));
  const double expected = 0.01 * 2.0 * std::numbers::pi * 0.1 / (0.2 * per_current);
  EXPECT_NEAR(r.figure("tracking_error").values[1], expected, 0.1 * expected);
}

TEST(hydraulic_positioner, follows_a_table_of_positions) {
  auto recipe = make_recipe("hydraulic-positioner", "lugre", {"law.coulomb=20", "law.breakaway=30", "law.viscous=300"});
  recipe.table = {.file = "course.csv", .times = {0.0, 1.0, 3.0, 5.0}, .values = {0.1, 0.1, 0.14, 0.14}};
  const auto r = run(experiment(recipe));
  ASSERT_TRUE(r.completed) << r.message;
  EXPECT_EQ(r.duration, 5.0);
  EXPECT_NEAR(r.trajectory.column("displacement").back(), 0.14, 1e-3);
  EXPECT_NEAR(r.trajectory.column("target")[r.trajectory.rows() / 5 * 2], 0.12, 5e-3);
}

}  // namespace
}  // namespace stickslip::experiment
