// The clutch piston of 000: balances, places of rest, limits, and two solvers that share nothing but the model.
#include "stickslip/plant/clutch_piston.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "run_with.hpp"

namespace stickslip::experiment {

using namespace plant;

namespace {

using Settings = std::vector<std::string>;

ExperimentResult run_piston(const std::string& law, const Settings& settings = {}) {
  auto r = run(experiment(make_recipe("clutch-piston", law, settings)));
  EXPECT_TRUE(r.completed) << r.message;
  return r;
}

double last(const ExperimentResult& r, std::string_view column) { return r.trajectory.column(column).back(); }
double change(const ExperimentResult& r, std::string_view column) {
  return last(r, column) - r.trajectory.column(column).front();
}

// Constant pressure, shaft at rest.
Settings held_at(double pressure, double duration, Settings more = {}) {
  more.push_back("drive.times=[0, " + to_text(duration) + "]");
  more.push_back("drive.pressures=[" + to_text(pressure) + ", " + to_text(pressure) + "]");
  more.push_back("drive.shaft_speeds=[0, 0]");
  return more;
}

// A law with next to no friction.
const Settings no_friction{"law.coulomb=1e-9", "law.breakaway=1e-9", "law.viscous=0"};

Settings with(Settings a, const Settings& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void expect_power_balance(const std::string& law, const std::string& profile) {
  const auto r = run_piston(law, {"drive.profile=" + profile});
  const double in = change(r, "work_pressure") + change(r, "work_centrifugal");
  const double out = change(r, "work_friction") + change(r, "work_damping");
  // Some thousand steps with a tolerance of 1e-8 each, of energies of a few joules.
  EXPECT_NEAR(change(r, "stored_energy") + out, in, 1e-5 * std::abs(in)) << law << ", " << profile;
}

TEST(clutch_piston, closes_its_power_balance_with_every_profile) {
  for (const char* profile : {"closing", "opening", "ramps"}) expect_power_balance("mgms", profile);
}

// The machine's own terms are the same with every law, so that each takes one of the profiles.
TEST(clutch_piston, closes_its_power_balance_with_every_law) {
  const std::array<std::string, 3> profiles{"closing", "opening", "ramps"};
  std::size_t k = 0;
  for (const LawInfo& law : law_catalogue())
    if (law.name != "mgms") expect_power_balance(std::string(law.name), profiles[k++ % profiles.size()]);
}

TEST(clutch_piston, has_dampers_that_only_lose_energy) {
  const auto r = run_piston("mgms", {"drive.profile=opening"});
  const auto lost = r.trajectory.column("work_damping");
  for (std::size_t i = 1; i < lost.size(); ++i) ASSERT_GE(lost[i], lost[i - 1] - 1e-12);
}

// The place of rest by bisection of the force balance, written down afresh.
double balanced_place(const ClutchPistonParams<double>& p, double pressure, double speed) {
  const auto net = [&](double x) {
    const double pi = 3.14159265358979323846;
    const auto oil = [&](double inner, double outer) {
      return pi * p.oil_density / 4.0 * std::pow(outer * outer - inner * inner, 2.0) * speed * speed;
    };
    const double pack = x > p.touch_point ? p.pack_stiffness * (x - p.touch_point) : 0.0;
    const double rest = x < 0.0 ? -p.stop_stiffness * x : 0.0;
    return p.area * pressure + oil(p.chamber_inner_radius, p.chamber_outer_radius) -
           oil(p.balance_inner_radius, p.balance_outer_radius) - p.preload - p.spring_stiffness * x - pack + rest;
  };
  double low = -0.01;
  double high = 0.02;
  for (int k = 0; k < 100; ++k) (net((low + high) / 2.0) > 0.0 ? low : high) = (low + high) / 2.0;
  return (low + high) / 2.0;
}

TEST(clutch_piston, comes_to_rest_without_friction_where_the_forces_balance) {
  for (const double pressure : {1e5, 3e5, 6e5, 12e5})
    for (const double speed : {0.0, 500.0}) {
      Settings s = held_at(pressure, 2.0, {"plant.start_displacement=1e-4"});
      s.back() = "drive.shaft_speeds=[" + to_text(speed) + ", " + to_text(speed) + "]";
      const auto r = run_piston("tanh", with(s, no_friction));
      EXPECT_NEAR(last(r, "displacement"), balanced_place({}, pressure, speed), 1e-9) << pressure << " Pa " << speed;
      EXPECT_NEAR(resting_place({}, 1e-3 * pressure + centrifugal_gain({}) * speed * speed),
                  balanced_place({}, pressure, speed), 1e-12);
    }
}

// Pressure of oil that turns with the shaft: dp/dr = rho w^2 r, zero at the inner radius, on rings 2 pi r dr.
TEST(clutch_piston, feels_the_turning_oil_as_the_integral_of_its_pressure) {
  const double density = 850.0;
  const double inner = 0.04;
  const double outer = 0.07;
  const double speed = 300.0;
  const int rings = 20000;
  const double width = (outer - inner) / rings;
  double force = 0.0;
  for (int k = 0; k < rings; ++k) {
    const double r = inner + (k + 0.5) * width;
    force += density * speed * speed * (r * r - inner * inner) / 2.0 * 2.0 * 3.14159265358979323846 * r * width;
  }
  EXPECT_NEAR(turning_oil(density, inner, outer) * speed * speed, force, 1e-8 * force);
}

// Without friction and walls: a damped oscillator about its place of rest, in closed form.
TEST(clutch_piston, without_friction_is_a_damped_oscillator) {
  const double t = 0.02;
  auto s = with(held_at(5e5, t, {"plant.start_displacement=5e-4", "solver.relative_tolerance=1e-12"}), no_friction);
  const auto r = run_piston("tanh", s);
  const double decay = 50.0 / (2.0 * 0.5);
  const double w = std::sqrt(1e5 / 0.5 - decay * decay);
  const double expected = 2e-3 + 5e-4 * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
  EXPECT_NEAR(last(r, "displacement"), expected, 1e-12);
}

TEST(clutch_piston, does_not_move_when_its_seals_hold_more_than_the_pressure_changes) {
  const auto r = run_piston("coulomb", {"drive.profile=ramps", "law.breakaway=500"});
  EXPECT_EQ(r.figure("move_time").missing, "the piston stays below run.slip_speed");
  for (const double x : r.trajectory.column("displacement")) ASSERT_EQ(x, 0.0);
  // The seals then carry what the pressure adds: 400 N at 7 bar.
  EXPECT_NEAR(figure(r, "largest_friction"), 400.0, 1e-9);
}

TEST(clutch_piston, stops_at_the_touch_point_of_a_pack_without_give) {
  double excess = 1.0;
  for (const char* stiffness : {"plant.pack_stiffness=1e7", "plant.pack_stiffness=1e9", "plant.pack_stiffness=1e11"}) {
    const double now = figure(run_piston("lugre", {stiffness}), "largest_displacement") - 5e-3;
    EXPECT_GT(now, 0.0);
    EXPECT_LT(now, excess / 5.0);
    excess = now;
  }
  EXPECT_LT(excess, 1e-6);
}

TEST(clutch_piston, needs_more_pressure_to_move_when_the_shaft_turns_an_unbalanced_piston_back) {
  // Without the chamber under pressure the compensating one pushes the piston open.
  const Settings spinning{"drive.shaft_speeds=[500, 500, 500, 500, 500, 500, 500]", "plant.chamber_outer_radius=0.05"};
  EXPECT_GT(figure(run_piston("mgms", spinning), "touch_time"), figure(run_piston("mgms"), "touch_time"));
}

TEST(clutch_piston, has_friction_that_grows_with_the_pressure_on_its_seals) {
  const auto low = run_piston("mgms", {"drive.profile=ramps", "plant.seal_pressure=5e5"});
  const auto high = run_piston("mgms", {"drive.profile=ramps", "plant.seal_pressure=25e5"});
  EXPECT_GT(figure(high, "largest_friction"), 1.5 * figure(low, "largest_friction"));
}

TEST(clutch_piston, gives_the_same_motion_by_two_solvers) {
  struct Case {
    const char *law, *profile;
  };
  for (const auto& [law, profile] : {Case{"lugre", "drive.profile=closing"},
                                     {"coulomb", "drive.profile=opening"},
                                     {"maxwell-slip", "drive.profile=closing"},
                                     {"mgms", "drive.profile=opening"}}) {
    const Settings tight{profile, "solver.relative_tolerance=1e-9", "solver.longest_step=4e-4"};
    const auto ours = run_piston(law, tight);
    Experiment e = experiment(make_recipe("clutch-piston", law, tight));
    assign(e.solver, "method", value_from_text("cvode"));
    try {
      const auto referee = run(e);
      ASSERT_TRUE(referee.completed) << referee.message;
      EXPECT_NEAR(last(ours, "displacement"), last(referee, "displacement"), 2e-8) << law << " " << profile;
      EXPECT_NEAR(last(ours, "work_friction"), last(referee, "work_friction"), 2e-5) << law << " " << profile;
    } catch (const std::invalid_argument& error) {
      GTEST_SKIP() << error.what();
    }
  }
}

TEST(clutch_piston, asks_for_as_many_pressures_as_times) {
  try {
    run(experiment(make_recipe("clutch-piston", "mgms", {"drive.times=[0, 1]"})));
    FAIL() << "it ran";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "drive.pressures has 7 values and drive.times has 2: give as many as there are times");
  }
}

}  // namespace
}  // namespace stickslip::experiment
