// Figures of imposed motions. 003: y = a sin(2 pi f t), sigma_0 = k_c = 2e5 N/m, F_t0 = 2 N, F_n = F_t0/0.2775,
// mu(v) = 0.065 + 0.156 exp(-4.757 (|v| - 0.065)). 002 (6): T_s = 1.1 N, T_d = 1 N, w_s = 0.1 m/s, phi_0 = 1 cm,
// k_w = 1.906925, f = 0.1 Hz. Computed independently with other methods in another language.
#include <gtest/gtest.h>

#include <cmath>

#include "run_with.hpp"

namespace stickslip::experiment {
namespace {

void expect_near(double value, double expected, double relative) {
  EXPECT_NEAR(value, expected, relative * std::abs(expected));
}

ExperimentResult sine(const char* law, const char* amplitude, const char* frequency,
                      std::vector<std::string> more = {}) {
  more.push_back(std::string("drive.amplitude=") + amplitude);
  more.push_back(std::string("drive.frequency=") + frequency);
  return run_precisely("harmonic", law, std::move(more));
}

TEST(harmonic, of_lugre_has_the_reference_work_peak_and_slip) {
  const auto small = sine("lugre", "1e-5", "100");
  expect_near(figure(small, "peak_force"), 1.511967424294875, 2e-12);
  expect_near(figure(small, "slip_amplitude"), 4.3860458931823115e-06, 2e-11);
  const auto fast = sine("lugre", "1e-5", "1000");
  expect_near(figure(fast, "work_per_cycle"), 1.949386770165813e-05, 2e-12);
  expect_near(figure(fast, "peak_force"), 1.4073032716449076, 2e-12);
  expect_near(figure(fast, "slip_amplitude"), 4.817343548614771e-06, 2e-11);
  const auto large = sine("lugre", "1e-4", "100");
  expect_near(figure(large, "work_per_cycle"), 0.0006049115313929151, 2e-12);
  expect_near(figure(large, "peak_force"), 1.842069461361195, 2e-12);
  const auto large_fast = sine("lugre", "1e-4", "1000");
  expect_near(figure(large_fast, "peak_force"), 1.1373160451952447, 2e-12);
  expect_near(figure(large_fast, "slip_amplitude"), 9.58241243042241e-05, 2e-12);
}

// z_p = g tanh(a/g), g = F_t0/sigma_0: work 4 F_t0 (a - z_p), slip |-a + g log(1 + tanh(a/g))|.
TEST(harmonic, of_dahl_has_the_closed_forms) {
  const auto r = sine("dahl", "1e-4", "1000");
  expect_near(figure(r, "work_per_cycle"), 0.0007200000003297846, 2e-12);
  expect_near(figure(r, "peak_force"), 1.9999999917553857, 2e-12);
  expect_near(figure(r, "slip_amplitude"), 9.306852821501209e-05, 2e-12);
}

// Work 4 F_t0 (a - F_t0/k_c), slip a - F_t0/k_c.
TEST(harmonic, of_the_backlash_laws_has_the_reference_work_peak_and_slip) {
  const auto coulomb = sine("backlash", "1e-4", "100");
  expect_near(figure(coulomb, "work_per_cycle"), 0.00072, 2e-11);
  expect_near(figure(coulomb, "peak_force"), 2.0, 2e-12);
  expect_near(figure(coulomb, "slip_amplitude"), 9e-5, 2e-11);
  const auto slow = sine("backlash-stribeck", "1e-4", "100");
  expect_near(figure(slow, "work_per_cycle"), 0.0005999786352101975, 2e-11);
  expect_near(figure(slow, "peak_force"), 2.0001822920232066, 2e-11);
  expect_near(figure(sine("backlash-stribeck", "1e-4", "1000"), "work_per_cycle"), 0.00022616307050411327, 2e-11);
}

// Half the presliding range: the contact stays elastic and gives all the work back.
TEST(harmonic, below_the_slip_of_a_backlash_law_takes_no_work) {
  const auto r = sine("backlash", "5e-6", "100");
  constexpr double stored = 1e-6 * 1.0 / 2.0;
  EXPECT_NEAR(figure(r, "work_per_cycle"), 0.0, 1e-10 * stored);
  expect_near(figure(r, "peak_force"), 1.0, 1e-11);
  EXPECT_NEAR(figure(r, "slip_amplitude"), 0.0, 1e-15);
}

TEST(harmonic, of_the_clutch_law_depends_on_its_reset) {
  const auto loop = [](const char* amplitude, const char* reset) {
    return sine("dry-clutch", amplitude, "0.1", {std::string("law.reset=") + reset, "drive.cycles=4"});
  };
  expect_near(figure(loop("0.003", "R1"), "work_per_cycle"), 0.0018974946625482073, 2e-11);
  const auto r2 = loop("0.003", "R2");
  expect_near(figure(r2, "work_per_cycle"), 0.004075165382935109, 2e-11);
  expect_near(figure(r2, "peak_force"), 0.5924315969062343, 2e-7);
  expect_near(figure(loop("0.008", "R1"), "peak_force"), 0.8377535715513414, 2e-7);
  const auto r3 = loop("0.008", "R3");
  expect_near(figure(r3, "work_per_cycle"), 0.0022902311018035007, 2e-11);
  expect_near(figure(r3, "peak_force"), 0.7339422320036048, 2e-7);
  const auto none = loop("0.05", "none");
  expect_near(figure(none, "work_per_cycle"), 0.024464512116424232, 2e-11);
  expect_near(figure(none, "peak_force"), 1.1019898709607163, 2e-7);
  expect_near(figure(loop("0.05", "R2"), "work_per_cycle"), 0.2083198178311656, 2e-11);
}

// The printed reset of 002 gives work back: amplitude 0.8 phi_0, -3.54e-3 J per cycle.
TEST(harmonic, of_the_clutch_law_with_the_printed_reset_produces_energy) {
  const auto r = sine("dry-clutch", "0.008", "0.1", {"law.reset=R1", "drive.cycles=4"});
  EXPECT_NEAR(figure(r, "work_per_cycle"), -3.54e-3, 0.01e-3);
}

// F = sign(v) g(v) + sigma_2 v at every speed, and z settles over the path g/sigma_0.
TEST(velocity_steps, of_lugre_ends_on_the_stribeck_curve_with_the_time_constant_of_the_bristles) {
  const auto r = run_precisely("velocity-steps", "lugre", {"drive.speeds=[0.001, 0.002]", "law.damping=0"});
  for (const std::size_t k : {0U, 1U}) {
    const double v = figure(r, "speeds", k);
    const double level = 1.0 + 0.5 * std::exp(-(v / 1e-3) * (v / 1e-3));
    expect_near(figure(r, "steady_forces", k), level + 0.4 * v, 1e-10);
    expect_near(figure(r, "time_constants", k), level / (1e5 * v), 1e-7);
  }
}

TEST(velocity_steps, with_a_ramp_begins_each_hold_after_it) {
  const auto r = run(experiment(
      make_recipe("velocity-steps", "tanh", {"drive.speeds=[0.01]", "drive.ramp_time=0.5", "drive.hold_time=0.25"})));
  EXPECT_EQ(r.trajectory.time().back(), 0.75);
  const auto v = r.trajectory.column("velocity");
  EXPECT_EQ(v.front(), 0.0);
  EXPECT_EQ(v.back(), 0.01);
}

// 003 section 4, ode3 at 100 Hz: h = 2.512745/max(lambda) (local), |F| <= 1.01 F_n mu(0) over 20 periods (one-percent).
TEST(step_size, of_dahl_and_lugre_is_that_of_the_references) {
  const auto at = [](const char* law, const char* criterion, const char* amplitude) {
    return figure(run(experiment(make_recipe("step-size", law,
                                             {std::string("drive.criterion=") + criterion,
                                              std::string("drive.amplitudes=[") + amplitude + "]"}))),
                  "steps");
  };
  expect_near(at("dahl", "local", "2e-5"), 0.00199957919731183, 2e-6);
  expect_near(at("dahl", "local", "5e-4"), 7.998316789247322e-05, 2e-6);
  expect_near(at("lugre", "local", "0.002"), 4.722509671055089e-06, 2e-6);
  expect_near(at("dahl", "one-percent", "1e-4"), 0.0002564102564102564, 2e-5);
  expect_near(at("lugre", "one-percent", "2e-4"), 0.00011363636363636364, 2e-5);
  expect_near(at("lugre", "amplification", "1e-4"), 0.0005, 2e-5);
}

TEST(step_size, falls_to_the_papers_cap_at_the_reference_amplitudes) {
  const auto at = [](const char* law) {
    return figure(run(experiment(make_recipe("step-size", law, {"drive.amplitudes=[1e-3]"}))), "asked_amplitude");
  };
  expect_near(at("dahl"), 0.0003999158394623661, 2e-8);
  expect_near(at("lugre"), 0.0002421814582154861, 2e-8);
}

TEST(step_size, of_a_backlash_law_has_no_limit_and_says_so) {
  const auto r = run(experiment({.base = "step-size", .law = "backlash"}));
  EXPECT_EQ(r.figure("steps").missing, "backlash follows the displacement; nothing in it decays");
}

TEST(step_size, has_no_solver_to_set) {
  EXPECT_THROW(experiment(make_recipe("step-size", "", {"solver.method=rosenbrock"})), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip::experiment
