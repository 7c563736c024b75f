// Figures of 004's stick-slip and PID tests (Table 1), computed independently with other methods in another language:
// m = 1 kg, F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s, sigma_2 = 0.4 N.s/m, sigma_0 = 1e5 N/m, sigma_1 = sqrt(1e5) N.s/m,
// S = 2 mm/s, S_2 = 0.04 mm/s, p_0 = 1000 1/s. `stribeck` is the hybrid law in the limit S -> 0, p_0 -> infinity.
// The figures are good to 11 digits unless said otherwise; ours carry the solver's error besides.
#include <gtest/gtest.h>

#include "run_with.hpp"

namespace stickslip::experiment {
namespace {

void expect_near(double value, double expected, double relative = 2e-11) {
  EXPECT_NEAR(value, expected, relative * std::abs(expected));
}

// ---- a mass pulled by a spring, K = 2 N/m at 0.1 m/s

TEST(stick_slip, of_lugre_has_the_reference_onsets_stops_and_period) {
  const auto r = run_precisely("stick-slip", "lugre");
  ASSERT_TRUE(r.completed);
  ASSERT_EQ(r.figure("slip_onsets").values.size(), 5U);
  expect_near(figure(r, "slip_onsets", 0), 7.437606657014735);
  expect_near(figure(r, "slip_onsets", 2), 20.163046299143453);
  expect_near(figure(r, "slip_onsets", 3), 26.525766120206953);
  expect_near(figure(r, "stop_times", 0), 10.266090941283398);
  expect_near(figure(r, "stop_times", 3), 29.354250404472932);
  expect_near(figure(r, "stop_positions", 0), 0.6362843896841494);
  expect_near(figure(r, "stop_positions", 1), 1.2725563717906527);
  expect_near(figure(r, "stop_positions", 2), 1.9088283538969801);
  expect_near(figure(r, "slip_ends", 0), 10.262759125734602);
  expect_near(figure(r, "slip_ends", 2), 22.98819876786355);
  expect_near(figure(r, "period"), 6.36271982106377);
  expect_near(figure(r, "peak_speed"), 0.36981599890265954, 2e-8);
  expect_near(figure(r, "largest_pull"), 1.5079878334945895, 2e-8);
}

TEST(stick_slip, of_stiff_lugre_comes_close_to_the_rigid_law) {
  const auto r = run_precisely("stick-slip", "lugre",
                               {"law.stiffness=1e8", "law.damping=1e4", "run.duration=18", "solver.method=rosenbrock",
                                "solver.relative_tolerance=1e-11"});
  expect_near(figure(r, "slip_onsets", 0), 7.540656952224286, 1e-9);
  expect_near(figure(r, "slip_onsets", 1), 14.051427150449838, 1e-9);
  expect_near(figure(r, "stop_times", 1), 16.850165460302986, 1e-9);
}

TEST(stick_slip, of_the_hybrid_law_has_the_reference_switches_and_rest_positions) {
  const auto r = run_precisely("stick-slip", "hybrid");
  expect_near(figure(r, "slip_onsets", 1), 14.012280800779228);
  expect_near(figure(r, "stop_times", 1), 16.847494185487665);
  expect_near(figure(r, "stop_times", 3), 29.872055787030373);
  expect_near(figure(r, "stop_positions", 1), 1.3024561601550557);
  expect_near(figure(r, "stop_positions", 3), 2.604912320309332);
}

TEST(stick_slip, of_the_ideal_hybrid_law_has_the_reference_switches) {
  const auto r = run_precisely("stick-slip", "stribeck");
  expect_near(figure(r, "slip_onsets", 0), 7.5);
  expect_near(figure(r, "slip_onsets", 3), 27.036966941288235);
  expect_near(figure(r, "stop_times", 1), 16.85261137197006);
  expect_near(figure(r, "stop_positions", 0), 0.6512322313762635);
  expect_near(figure(r, "stop_positions", 3), 2.604928925505109);
  expect_near(figure(r, "period"), 6.512322313762795);
}

TEST(stick_slip, of_the_presliding_law_depends_on_the_deflection_with_which_a_stick_begins) {
  const auto zero = run_precisely("stick-slip", "hybrid-presliding", {"law.restart=zero"});
  expect_near(figure(zero, "stop_times", 0), 10.335648945554771);
  expect_near(figure(zero, "stop_positions", 0), 0.6512961164101907);
  expect_near(figure(zero, "slip_onsets", 1), 14.019435592951917);
  expect_near(figure(zero, "stop_positions", 2), 1.9538883492221746);
  const auto kept = run_precisely("stick-slip", "hybrid-presliding", {"law.restart=kept"});
  expect_near(figure(kept, "slip_onsets", 0), 7.506474428839037);
  expect_near(figure(kept, "slip_onsets", 1), 14.01928559293689);
  expect_near(figure(kept, "stop_times", 2), 23.361271273760345);
  expect_near(figure(kept, "stop_positions", 2), 1.9538583492309383);
}

TEST(stick_slip, without_a_falling_friction_curve_has_one_onset_and_no_period) {
  const auto r = run(experiment({.base = "stick-slip", .law = "dahl"}));
  EXPECT_EQ(r.figure("slip_onsets").values.size(), 1U);
  EXPECT_TRUE(r.figure("period").values.empty());
  EXPECT_EQ(r.figure("period").missing, "fewer than three slips");
}

// 004 has the slip begin at F_s and says nothing of a presliding so short that the stop of a slip overstretches it.
TEST(stick_slip, of_the_presliding_law_has_the_period_of_the_rigid_one_however_short_the_presliding) {
  for (const char* limit : {"1e-6", "1e-7", "1e-9"})
    for (const char* restart : {"zero", "kept"}) {
      const auto r = run(experiment(
          make_recipe("stick-slip", "hybrid-presliding",
                      {std::string("law.presliding_limit=") + limit, std::string("law.restart=") + restart})));
      EXPECT_NEAR(figure(r, "period"), 6.512322313762795, 2e-3) << limit << " " << restart;
      EXPECT_NEAR(figure(r, "slip_onsets", 0), 7.5, 0.01) << limit << " " << restart;
    }
}

// Bristles of a picometre: the motion is that of the rigid law.
TEST(stick_slip, of_lugre_with_a_stiffness_of_1e12_is_solved) {
  for (const char* damping : {"1e5", "1e6"}) {
    const auto r = run(
        experiment(make_recipe("stick-slip", "lugre", {"law.stiffness=1e12", std::string("law.damping=") + damping})));
    ASSERT_TRUE(r.completed) << r.message;
    EXPECT_NEAR(figure(r, "period"), 6.512322313762795, 1e-4) << damping;
  }
}

TEST(stick_slip, lists_the_laws_own_events_only) {
  const auto r = run(experiment({.base = "stick-slip", .law = "stribeck"}));
  ASSERT_EQ(r.report.events.size(), 9U);
  EXPECT_EQ(r.report.events[0].from, "held");
  EXPECT_EQ(r.report.events[0].to, "sliding forward");
  EXPECT_EQ(r.report.events[0].guard_name, "break-away forward, or stop");
}

// ---- PID: K_p = 3, K_v = 6, K_i = 4, target 1 m

TEST(limit_cycle, of_lugre_has_the_reference_amplitude_and_overshoot) {
  const auto r = run_precisely("limit-cycle", "lugre", {"run.duration=200"});
  expect_near(figure(r, "first_overshoot"), 0.50047324648462);
  expect_near(figure(r, "slip_onsets", 1), 4.666969304320202);
  expect_near(figure(r, "slip_onsets", 3), 19.813341990047284);
  expect_near(figure(r, "slip_onsets", 5), 43.32908536830821);
  EXPECT_EQ(figure(r, "slip_directions", 5), -1.0);
  expect_near(figure(r, "amplitude"), 0.06390251033232586, 2e-9);
}

TEST(limit_cycle, of_the_hybrid_law_has_the_reference_period_and_amplitude) {
  const auto r = run_precisely("limit-cycle", "hybrid");
  expect_near(figure(r, "period"), 23.730835479371706);
  expect_near(figure(r, "amplitude"), 0.06690397573774226);
  expect_near(figure(r, "stop_times", 0), 3.6083487944277044);
  expect_near(figure(r, "stop_times", 1), 8.560468309380624);
  expect_near(figure(r, "stop_errors", 1), -0.23528170903111806);
  expect_near(figure(r, "stop_errors", 2), 0.12002820346539361);
  EXPECT_EQ(figure(r, "events"), double(r.report.events.size()));
}

// Dahl's friction does not fall with speed: the integral part swings ever more slowly, and there is no cycle.
TEST(limit_cycle, is_reported_only_where_period_and_amplitude_converge) {
  for (const char* duration : {"400", "1500"}) {
    const auto dahl = run(experiment(make_recipe("limit-cycle", "dahl", {std::string("run.duration=") + duration})));
    EXPECT_EQ(figure(dahl, "limit_cycle"), 0.0) << duration;
    EXPECT_EQ(dahl.figure("period").missing.substr(0, 15), "no limit cycle:") << dahl.figure("period").missing;
    EXPECT_FALSE(dahl.figure("amplitude").missing.empty());
  }
  const auto hybrid = run(experiment(make_recipe("limit-cycle", "hybrid", {})));
  EXPECT_EQ(figure(hybrid, "limit_cycle"), 1.0);
  EXPECT_LT(figure(hybrid, "period_change"), 1e-6);
  EXPECT_LT(figure(hybrid, "amplitude_change"), 1e-6);
  EXPECT_NEAR(figure(hybrid, "period"), 23.730835479371706, 1e-4);
}

TEST(limit_cycle, of_the_ideal_hybrid_law_has_the_reference_period) {
  const auto r = run_precisely("limit-cycle", "stribeck");
  expect_near(figure(r, "period"), 23.72560778327903);
  expect_near(figure(r, "stop_times", 0), 3.6123310490322376);
  expect_near(figure(r, "stop_times", 1), 8.56710391810848);
  expect_near(figure(r, "stop_errors", 1), -0.2352892775147789, 2e-10);
  expect_near(figure(r, "stop_errors", 2), 0.12004260039324088, 2e-10);
  expect_near(figure(r, "slip_onsets", 1), 4.696897445746925);
}

}  // namespace
}  // namespace stickslip::experiment
