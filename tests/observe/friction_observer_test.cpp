// Friction out of a measurement: the clutch piston of 000 simulated by the event-driven solver, observed through
// samples of its displacement, against the figures of independent code; and what is refused.
//
// Reference: m = 0.5 kg, b = 50 N.s/m, k = 1e5 N/m, A = 1e-3 m2, K_0 = 300 N; 3 bar to 0.05 s, ramp to 7 bar at
// 0.35 s, hold to 0.45 s, ramp to 3 bar at 0.75 s; ten-element seal at 5 bar; error over [0.06, 0.9] s. Its motion came
// from a symplectic Euler rule with steps of 10 us, good to three digits: the tolerance is 2e-3.
#include "stickslip/observe/friction_observer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "../experiment/run_with.hpp"
#include "stickslip/io/csv.hpp"

namespace stickslip::observe {

using namespace experiment;
using namespace io;
using namespace measurement;

namespace {

Dataset piston_run(double step) {
  const auto r = run(experiment::experiment(
      recipe_of("clutch-piston", "mgms",
                {"drive.profile=ramps", "plant.seal_pressure=5e5", "solver.output_step=" + text_of(step)})));
  EXPECT_TRUE(r.completed) << r.message;
  return dataset_from_csv(csv_text(r.trajectory), "piston.csv");
}

const Dataset& piston() {
  static const Dataset data = piston_run(1e-4);
  return data;
}

ObserverSettings settings(const std::vector<std::pair<std::string, std::string>>& values) {
  ObserverSettings s = observer_settings();
  for (const auto& [key, value] : values)
    assign(key.starts_with("plant.") ? s.plant : s.observer, key.substr(key.find('.') + 1), value_from_text(value));
  return s;
}

FrictionEstimate estimate(const std::string& speed, const std::string& step) {
  return estimate_friction(
      piston(),
      settings({{"observer.speed", speed}, {"observer.sample_time", step}, {"observer.settle_time", "0.06"}}));
}

TEST(friction_observer, has_the_reference_errors_of_the_clutch_piston) {
  struct Row {
    const char *speed, *step;
    double error;
  };
  for (const Row& row : {Row{"50", "1e-4", 24.401982812656435}, Row{"50", "1e-3", 24.55360027447848},
                         Row{"100", "1e-4", 14.734808455544336}, Row{"100", "1e-3", 14.908233218907311},
                         Row{"300", "1e-3", 7.958847714075938}, Row{"500", "1e-4", 5.4698517916534515},
                         Row{"500", "1e-3", 5.819813271751557}, Row{"1000", "1e-4", 3.629045617791384}})
    EXPECT_NEAR(estimate(row.speed, row.step).error, row.error, 2e-3 * row.error) << row.speed << ", " << row.step;
}

TEST(friction_observer, has_a_band_that_covers_most_of_the_true_friction) {
  for (const char* speed : {"100", "300", "1000"}) EXPECT_GT(estimate(speed, "1e-4").covered, 0.8) << speed;
}

// White noise of a known size on the displacement.
Dataset noisy(double deviation) {
  Dataset data = resampled(piston(), "time", 1e-4);
  std::mt19937_64 engine(11);
  std::normal_distribution<double> normal(0.0, deviation);
  for (std::size_t k = 0; k < data.columns.size(); ++k)
    if (data.columns[k].name == "displacement")
      for (double& x : data.values[k]) x += normal(engine);
  return data;
}

TEST(friction_observer, finds_the_noise_of_the_sensor_in_the_data) {
  const auto e = estimate_friction(noisy(2e-6), settings({}));
  EXPECT_NEAR(e.noise_used.at(0), 2e-6, 0.05 * 2e-6);
  EXPECT_NEAR(e.noise_band, 2.0 * e.noise_used[0] * e.noise_gains.at(0), 1e-12);
}

TEST(friction_observer, has_a_band_that_holds_noise_too) {
  const auto e =
      estimate_friction(noisy(1e-5), settings({{"observer.speed", "500"}, {"observer.settle_time", "0.06"}}));
  EXPECT_GT(e.covered, 0.9);
}

TEST(friction_observer, has_an_error_with_the_best_speed_in_between_when_there_is_noise) {
  const auto error = [](const char* speed) {
    return estimate_friction(noisy(2e-5), settings({{"observer.speed", speed}, {"observer.settle_time", "0.06"}}))
        .error;
  };
  EXPECT_LT(error("500"), error("50"));
  EXPECT_LT(error("500"), error("5000"));
}

TEST(friction_observer, is_better_with_the_speed_measured_as_well) {
  const auto one = estimate("300", "1e-3");
  const auto both = estimate_friction(piston(), settings({{"observer.measured", "displacement-and-velocity"},
                                                          {"observer.design", "riccati"},
                                                          {"observer.friction_walk", "1e5"},
                                                          {"observer.displacement_noise", "1e-6"},
                                                          {"observer.velocity_noise", "1e-4"},
                                                          {"observer.sample_time", "1e-3"},
                                                          {"observer.settle_time", "0.06"}}));
  EXPECT_LT(both.error, one.error);
}

TEST(friction_observer, takes_pressure_area_and_preload_in_place_of_the_drive) {
  Dataset data = resampled(piston(), "time", 1e-3);
  const auto with_drive = estimate_friction(data, settings({}));
  for (Column& c : data.columns)
    if (c.name == "drive") c.name = "unused";
  const auto with_pressure = estimate_friction(data, settings({}));
  for (std::size_t i = 0; i < with_drive.friction.size(); ++i)
    ASSERT_NEAR(with_pressure.friction[i], with_drive.friction[i], 1e-6);
}

// ---- what is refused

std::string complaint_about(const std::string& text, std::vector<std::pair<std::string, std::string>> values = {},
                            std::vector<SignalName> names = {}) {
  try {
    ObserverSettings s = settings(values);
    s.names = std::move(names);
    estimate_friction(dataset_from_csv(text, "seal.csv"), s);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

const std::string rows = "0,0,1\n0.1,0,1\n0.2,0,1\n0.3,0,1\n";

TEST(friction_observer, names_a_missing_column_and_the_remedy) {
  EXPECT_EQ(complaint_about("time[s],x[m],drive[N]\n" + rows),
            "seal.csv:1: column 'displacement' is missing; there are: time[s], x[m], drive[N]. Rename one, or tell "
            "which one it is with {option map: displacement=COLUMN}");
  EXPECT_EQ(complaint_about("time[s],x[m],drive[N]\n" + rows, {}, {{"displacement", "x"}}), "no complaint");
  EXPECT_EQ(complaint_about("time[s],x[m],drive[N]\n" + rows, {}, {{"displacement", "y"}}),
            "{option map: displacement=y}: seal.csv has no column 'y'");
}

TEST(friction_observer, names_a_wrong_unit) {
  EXPECT_EQ(complaint_about("time[s],displacement[bar],drive[N]\n" + rows),
            "seal.csv:1: column 'displacement' has the unit 'bar', but m is needed; convert the values and write "
            "displacement[m]");
}

TEST(friction_observer, converts_units_that_fit) {
  const auto friction = [](const std::string& header, const std::string& cells) {
    std::string text = header;
    for (int i = 0; i < 4; ++i) text += std::to_string(0.1 * i) + cells;
    return estimate_friction(dataset_from_csv(text, "seal.csv"), settings({})).friction;
  };
  const auto metres = friction("time[s],displacement[m],drive[N]\n", ",0.25,2000\n");
  // 250 mm are 0.25 m exactly, 2 kN 2000 N.
  EXPECT_EQ(friction("time[s],displacement[mm],drive[kN]\n", ",250,2\n"), metres);
}

TEST(friction_observer, names_the_line_of_a_value_that_is_not_a_number) {
  EXPECT_EQ(complaint_about("time[s],displacement[m],drive[N]\n0,0,1\n0.1,nan,1\n0.2,0,1\n"),
            "seal.csv:3: column 'displacement' holds nan; take out the rows that were not measured");
}

TEST(friction_observer, names_the_line_at_which_the_time_is_not_uniform_and_can_resample) {
  const std::string uneven = "time[s],displacement[m],drive[N]\n0,0,1\n0.1,0,1\n0.25,0,1\n0.3,0,1\n";
  EXPECT_EQ(complaint_about(uneven).substr(0, 56), "seal.csv:4: column 'time' is not uniform: it advances by");
  EXPECT_NE(complaint_about(uneven).find("{option set: observer.sample_time=STEP}"), std::string::npos);
  EXPECT_EQ(complaint_about(uneven, {{"observer.sample_time", "0.05"}}), "no complaint");
}

TEST(friction_observer, says_why_the_speed_alone_is_not_enough) {
  const std::string complaint =
      complaint_about("time[s],velocity[m/s],drive[N]\n" + rows, {{"observer.measured", "velocity"}});
  EXPECT_NE(complaint.find("determines 2 of 3 unknowns"), std::string::npos) << complaint;
}

TEST(friction_observer, asks_for_the_noise_that_a_riccati_design_needs) {
  EXPECT_EQ(complaint_about("time[s],displacement[m],drive[N]\n" + rows, {{"observer.design", "riccati"}}),
            "the Riccati design needs the noise of displacement [m], and the data show none: set "
            "observer.displacement_noise or observer.velocity_noise");
}

}  // namespace
}  // namespace stickslip::observe
