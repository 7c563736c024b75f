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
#include "stickslip/io/friction_estimate.hpp"

namespace stickslip::observe {

using namespace experiment;
using namespace io;
using namespace measurement;

namespace {

Dataset piston_run(double step) {
  const auto r = run(experiment::experiment(
      make_recipe("clutch-piston", "mgms",
                  {"drive.profile=ramps", "plant.seal_pressure=5e5", "solver.output_step=" + to_text(step)})));
  EXPECT_TRUE(r.completed) << r.message;
  return dataset_from_csv(csv_text(r.trajectory), "piston.csv");
}

const Dataset& piston() {
  static const Dataset data = piston_run(1e-4);
  return data;
}

using Values = std::vector<std::pair<std::string, std::string>>;

ObserverSettings only(const Values& values, ParamGroup plant = observer_settings().plant) {
  ObserverSettings s = observer_settings();
  s.plant = std::move(plant);
  for (const auto& [key, value] : values)
    assign(key.starts_with("plant.") ? s.plant : s.observer, key.substr(key.find('.') + 1), value_from_text(value));
  return s;
}

// With the piston that the experiment simulates.
ObserverSettings settings(const Values& values) { return only(values, default_piston()); }

FrictionEstimate estimate(const std::string& speed, const std::string& step) {
  return estimate_friction(piston(), settings({{"observer.speed", speed},
                                               {"observer.sample_time", step},
                                               {"observer.settle_time", "0.06"},
                                               {"observer.hold", "constant"}}));  // as the independent code has it
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
  Dataset data = resample_at_step(piston(), "time", 1e-4);
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

// A count of the sensor takes 8 samples of the ramp, so that third differences are mostly 0.
TEST(friction_observer, takes_the_steps_of_the_sensor_for_its_least_noise) {
  constexpr double count = 1e-5;
  Dataset data = resample_at_step(piston(), "time", 1e-4);
  for (std::size_t k = 0; k < data.columns.size(); ++k)
    if (data.columns[k].name == "displacement")
      for (double& x : data.values[k]) x = count * std::round(x / count);
  const auto e = estimate_friction(data, settings({{"observer.settle_time", "0.06"}}));
  EXPECT_NEAR(e.noise_used.at(0), count / std::sqrt(12.0), 1e-3 * count);
  EXPECT_NEAR(e.noise_band, 2.0 * e.noise_used[0] * e.noise_gains.at(0), 1e-9);
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
  Dataset data = resample_at_step(piston(), "time", 1e-3);
  const auto with_drive = estimate_friction(data, settings({}));
  const auto with_pressure = estimate_friction(data, settings({{"observer.input", "pressure"}}));
  for (std::size_t i = 0; i < with_drive.friction.size(); ++i)
    ASSERT_NEAR(with_pressure.friction[i], with_drive.friction[i], 1e-6);
}

// A body of 400 kg pushed by a force of 3 kN that swings at 2 Hz, with friction of 400 N, sampled at 4 ms: half a
// sample of lateness is half a sample of the whole drive.
Dataset pushed_body(double noise) {
  Dataset data{.file = "body.csv",
               .columns = {{"time", "s"}, {"displacement", "m"}, {"applied", "N"}, {"friction", "N"}},
               .values = {{}, {}, {}, {}},
               .lines = {}};
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal(0.0, noise);
  constexpr double w = 2.0 * 3.14159265358979 * 2.0, size = 0.05, mass = 400.0;
  for (int i = 0; i < 500; ++i) {
    const double t = 4e-3 * i;
    const double v = size * w * std::sin(w * t);
    const double friction = 400.0 * std::tanh(v / 0.5);
    data.values[0].push_back(t);
    data.values[1].push_back(size * (1.0 - std::cos(w * t)) + normal(engine));
    data.values[2].push_back(mass * size * w * w * std::cos(w * t) + friction);
    data.values[3].push_back(friction);
    data.lines.push_back(std::size_t(i) + 2);
  }
  return data;
}

TEST(friction_observer, joins_samples_by_lines_by_default_and_says_what_holding_them_does) {
  const auto with = [](std::vector<std::pair<std::string, std::string>> more) {
    more.insert(more.end(), {{"plant.mass", "400"},
                             {"plant.damping", "0"},
                             {"plant.stiffness", "0"},
                             {"observer.speed", "400"},
                             {"observer.settle_time", "0.2"}});
    return estimate_friction(pushed_body(1e-6), settings(more));
  };
  const auto joined = with({});
  const auto held = with({{"observer.hold", "constant"}});
  EXPECT_LT(joined.error, 0.15 * 400.0);
  EXPECT_GT(joined.covered, 0.9);
  EXPECT_GT(held.error, 2.0 * joined.error);
  EXPECT_GT(held.covered, 0.9);  // the band knows
  ASSERT_FALSE(held.remarks.empty());
  EXPECT_NE(held.remarks.back().find("held samples change the estimate by"), std::string::npos) << held.remarks.back();
  EXPECT_NE(held.remarks.back().find("{option set: observer.hold=linear}"), std::string::npos);
}

// ---- what is not given of the plant

TEST(friction_observer, gives_a_body_that_a_force_pushes_neither_spring_nor_damper_and_says_so) {
  const Values given{{"plant.mass", "400"}, {"observer.speed", "400"}, {"observer.settle_time", "0.2"}};
  const auto e = estimate_friction(pushed_body(1e-6), only(given));
  EXPECT_LT(e.error, 0.15 * 400.0);
  EXPECT_GT(e.covered, 0.9);
  EXPECT_EQ(e.filled_in, (std::vector<std::string>{"plant.damping", "plant.stiffness"}));
  EXPECT_EQ(e.remarks.front(), "plant values filled in: damping = 0 N.s/m, stiffness = 0 N/m");
  EXPECT_NE(summary_text(e).find("- plant values filled in: damping = 0 N.s/m, stiffness = 0 N/m\n"),
            std::string::npos);
  EXPECT_NE(summary_json(e, "").find("\"filled_in\": [\"plant.damping\", \"plant.stiffness\"]"), std::string::npos)
      << summary_json(e, "");
  EXPECT_NE(html(report_page(e, "")).find("filled in"), std::string::npos);
}

TEST(friction_observer, demands_the_mass_of_a_body_that_a_force_pushes) {
  try {
    estimate_friction(pushed_body(1e-6), only({{"plant.stiffness", "1e5"}}));
    FAIL() << "a mass was invented";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "the mass of the body is not given, and the observer takes m x'' off the applied force: give {option set: "
        "plant.mass=KG}");
  }
}

TEST(friction_observer, fills_in_the_piston_of_the_paper_where_the_pressure_pushes_and_lists_what_it_read) {
  const Dataset data = resample_at_step(piston(), "time", 1e-3);
  const auto e = estimate_friction(data, only({{"observer.input", "pressure"}, {"plant.mass", "0.5"}}));
  const auto given = estimate_friction(data, settings({{"observer.input", "pressure"}}));
  EXPECT_EQ(e.friction, given.friction);
  EXPECT_TRUE(given.filled_in.empty());
  EXPECT_TRUE(e.remarks.front().starts_with(
      "plant values filled in from the piston of 000: damping = 50 N.s/m, stiffness = 1e+05 N/m, area = 0.001 m2, "))
      << e.remarks.front();
  EXPECT_EQ(std::count(e.filled_in.begin(), e.filled_in.end(), "plant.mass"), 0);
  EXPECT_EQ(std::count(e.filled_in.begin(), e.filled_in.end(), "plant.touch_point"), 0);  // there is no pack
}

// ---- a whole shift, with pressure, turning oil and discs; figs 5 and 6 of 000

FrictionEstimate over_shift(const std::string& profile, std::vector<std::pair<std::string, std::string>> more,
                            const std::vector<SignalName>& names = {}) {
  const auto r = run(experiment::experiment(
      make_recipe("clutch-piston", "mgms", {"drive.profile=" + profile, "plant.seal_pressure=8e5"})));
  EXPECT_TRUE(r.completed) << r.message;
  more.insert(more.end(), {{"observer.input", "pressure"},
                           {"observer.speed", "500"},
                           {"observer.settle_time", "0.05"},
                           {"plant.stop_stiffness", "1e7"}});
  ObserverSettings s = settings(more);
  s.import.names = names;
  return estimate_friction(dataset_from_csv(csv_text(r.trajectory), "shift.csv"), s);
}

TEST(friction_observer, follows_a_whole_shift_from_pressure_shaft_speed_and_contact_force) {
  for (const char* profile : {"closing", "opening"}) {
    const auto e = over_shift(profile, {});
    const auto [low, high] = std::minmax_element(e.friction.begin(), e.friction.end());
    EXPECT_LT(e.error, 0.1 * (*high - *low)) << profile;
    EXPECT_GT(e.covered, 0.9) << profile;
    EXPECT_EQ(e.centrifugal.size(), e.time.size());
    EXPECT_EQ(e.pressure.size(), e.time.size());
    EXPECT_GT(*std::max_element(e.contact.begin(), e.contact.end()), 300.0) << profile;  // 7 bar beyond the discs
  }
}

TEST(friction_observer, takes_the_discs_from_the_displacement_where_their_force_was_not_recorded) {
  const auto measured = over_shift("closing", {});
  const auto modelled = over_shift("closing", {{"plant.pack_stiffness", "2e6"}}, {{"contact_force", ""}});
  EXPECT_NEAR(modelled.error, measured.error, 0.02 * measured.error);
  EXPECT_LT(measured.error, over_shift("closing", {}, {{"contact_force", ""}}).error / 10.0);  // the discs as friction
}

TEST(friction_observer, is_off_by_the_centrifugal_forces_without_the_speed_of_the_shaft) {
  const auto with = over_shift("closing", {});
  const auto without = over_shift("closing", {}, {{"shaft_speed", ""}});
  double difference = 0.0;
  for (std::size_t i = 0; i < with.time.size(); ++i)
    difference = std::max(difference, std::abs(with.friction[i] - without.friction[i]));
  const double largest = *std::max_element(with.centrifugal.begin(), with.centrifugal.end());
  EXPECT_NEAR(difference, largest, 0.02 * largest);
}

// ---- what is refused

std::string complaint_about(const std::string& text, std::vector<std::pair<std::string, std::string>> values = {},
                            std::vector<SignalName> names = {}) {
  try {
    ObserverSettings s = settings(values);
    s.import.names = std::move(names);
    estimate_friction(dataset_from_csv(text, "seal.csv"), s);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

const std::string rows = "0,0,1\n0.1,0,1\n0.2,0,1\n0.3,0,1\n0.4,0,1\n0.5,0,1\n";

TEST(friction_observer, reads_columns_as_a_fit_does) {
  EXPECT_EQ(complaint_about("t[ms],x[mm],u[kN]\n" + rows), "no complaint");
  EXPECT_EQ(complaint_about("t,pos_mm,drive[N]\n" + rows), "no complaint");
}

TEST(friction_observer, names_a_missing_column_and_the_remedy) {
  const std::string file = "time[s],level[K],drive[N]\n" + rows;
  EXPECT_TRUE(complaint_about(file).starts_with("seal.csv:1: column 'displacement' is missing; there are: time[s], "))
      << complaint_about(file);
  EXPECT_NE(complaint_about(file).find("{option map: displacement=COLUMN}"), std::string::npos);
  EXPECT_EQ(complaint_about(file, {}, {{"displacement", "y"}}),
            "seal.csv:1: {option map: displacement=y}: there is no column 'y'");
  EXPECT_EQ(complaint_about("time[s],level,drive[N]\n" + rows, {}, {{"displacement", "level", "mm"}}), "no complaint");
}

TEST(friction_observer, names_a_wrong_unit) {
  const std::string complaint =
      complaint_about("time[s],level[bar],drive[N]\n" + rows, {}, {{"displacement", "level"}});
  EXPECT_NE(complaint.find("'bar' is no unit of displacement, m or rad is needed"), std::string::npos) << complaint;
}

TEST(friction_observer, converts_units_that_fit) {
  const auto friction = [](const std::string& header, const std::string& cells) {
    std::string text = header;
    for (int i = 0; i < 6; ++i) text += std::to_string(0.1 * i) + cells;
    return estimate_friction(dataset_from_csv(text, "seal.csv"), settings({})).friction;
  };
  const auto metres = friction("time[s],displacement[m],drive[N]\n", ",0.25,2000\n");
  // 250 mm are 0.25 m exactly, 2 kN 2000 N.
  EXPECT_EQ(friction("time[s],displacement[mm],drive[kN]\n", ",250,2\n"), metres);
}

TEST(friction_observer, names_the_line_of_a_value_that_is_not_a_number) {
  const std::string complaint =
      complaint_about("time[s],displacement[m],drive[N]\n0,0,1\n0.1,nan,1\n0.2,0,1\n0.3,0,1\n0.4,0,1\n");
  EXPECT_TRUE(complaint.starts_with("seal.csv:3: column 'displacement' holds nan; take out the rows")) << complaint;
}

TEST(friction_observer, resamples_uneven_times_and_says_so_but_refuses_a_gap) {
  const auto file = [](double third) {
    std::string text = "time[s],displacement[m],drive[N]\n";
    for (int i = 0; i < 8; ++i) text += std::to_string(i < 3 ? 0.1 * i : 0.1 * i + third) + ",0,1\n";
    return text;
  };
  const auto e = estimate_friction(dataset_from_csv(file(0.05), "seal.csv"), settings({}));
  ASSERT_FALSE(e.notes.empty());
  EXPECT_TRUE(e.notes.back().starts_with("repaired (resample)")) << e.notes.back();
  EXPECT_NE(complaint_about(file(0.5)).find("cut the file there and give its parts"), std::string::npos);
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
