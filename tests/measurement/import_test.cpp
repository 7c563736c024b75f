// What an import does, and what it leaves when told so.
#include <random>

#include "made.hpp"
#include "stickslip/batch/record.hpp"

namespace stickslip::measurement {

using namespace batch;

namespace {

using namespace tests;

const std::vector<Made> moving{
    {"displacement", "m", sine},
    {"velocity", "m/s", [](double t) { return 2.0 * std::numbers::pi * cosine(t); }},
    {"acceleration", "m/s2", [](double t) { return -std::pow(2.0 * std::numbers::pi, 2.0) * sine(t); }},
    {"force", "N", cosine}};

TEST(import, leaves_a_clean_recording_as_it_is) {
  const Dataset raw = made(even(500, 0.01), moving);
  const Measurement m = import_measurement(raw, {});
  EXPECT_EQ(m.data.values, raw.values);
  EXPECT_TRUE(m.findings.empty()) << m.findings[0].text;
  EXPECT_TRUE(m.repairs.empty()) << m.repairs[0].text;
  EXPECT_EQ(m.bandwidth, 0.0);
  EXPECT_NEAR(m.step, 0.01, 1e-15);
  EXPECT_NO_THROW((void)make_record(m.data, "lugre"));
}

TEST(import, has_a_hash_of_what_was_recorded) {
  Dataset raw = made(even(500, 0.01), moving);
  const auto hash = import_measurement(raw, {}).hash;
  EXPECT_EQ(import_measurement(raw, {.refused = {"resample"}}).hash, hash);
  raw.values[4][77] = std::nextafter(raw.values[4][77], 2.0);
  EXPECT_NE(import_measurement(raw, {}).hash, hash);
}

// ---- time

std::vector<double> jittery_times(std::size_t count, double step) {
  std::mt19937_64 dice(3);
  std::vector<double> time = even(count, step);
  for (double& t : time) t += 0.2 * step * double(dice() % 1000) / 1000.0;
  return time;
}

TEST(import, resamples_a_clock_that_jitters_on_straight_lines) {
  const Dataset raw = made(jittery_times(500, 0.01), {{"velocity", "m/s", [](double t) { return 3.0 * t - 1.0; }}});
  const Measurement m = import_measurement(raw, {});
  EXPECT_TRUE(found(m, "jitter", "time"));
  EXPECT_TRUE(repaired(m, "resample"));
  const auto& t = column(m, "time");
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(t[i], t[0] + double(i) * m.step, 1e-12);
    EXPECT_NEAR(column(m, "velocity")[i], 3.0 * t[i] - 1.0, 1e-12);  // a line stays a line
  }
  EXPECT_NO_THROW((void)uniform_step(m.data, "time", ""));
  EXPECT_EQ(
      catch_refusal(raw, {.refused = {"resample"}}),
      "made.csv:1: the time is not uniform; the repair 'resample' would fix this but was disabled; remove {option "
      "refuse: resample}");
}

TEST(import, gives_gaps_no_weight) {
  std::vector<double> time = even(200, 0.01);
  for (std::size_t i = 100; i < time.size(); ++i) time[i] += 0.1;
  const Dataset raw = made(time, moving);
  const Measurement m = import_measurement(raw, {});
  EXPECT_EQ(find_finding_text(m, "gap"),
            "1 steps are longer than three usual ones; the longest, 0.11 s, ends at 1.1 s");
  EXPECT_EQ(m.findings[0].line, 102U);
  const auto& w = column(m, "weight");
  const auto& t = column(m, "time");
  for (std::size_t i = 0; i < w.size(); ++i) EXPECT_EQ(w[i], t[i] > 0.9901 && t[i] < 1.0999 ? 0.0 : 1.0) << t[i];
  EXPECT_EQ(std::count(w.begin(), w.end(), 0.0), 10);
  const Measurement without = import_measurement(raw, {.refused = {"gap-weights"}});
  EXPECT_FALSE(without.data.has("weight"));
  EXPECT_TRUE(found(without, "gap", "time"));
}

TEST(import, finds_samples_that_are_missing) {
  std::vector<double> time = even(200, 0.01);
  time.erase(time.begin() + 50);
  const Measurement m = import_measurement(made(time, moving), {});
  EXPECT_EQ(m.findings[0].what, "missing-samples");
  EXPECT_EQ(m.findings[0].line, 52U);
  EXPECT_FALSE(found(m, "jitter", "time"));
  EXPECT_EQ(m.data.rows(), 200U);
}

TEST(import, merges_rows_with_the_same_time) {
  std::vector<double> time = even(100, 0.01);
  time[40] = time[39];
  Dataset raw = made(time, {{"force", "N", cosine}});
  raw.values[1][39] = 1.0;
  raw.values[1][40] = 3.0;
  const Measurement m = import_measurement(raw, {});
  EXPECT_TRUE(found(m, "duplicate-time", "time"));
  EXPECT_TRUE(repaired(m, "merge-duplicates"));
  EXPECT_NEAR(column(m, "force")[39], 2.0, 1e-12);
  EXPECT_TRUE(catch_refusal(raw, {.refused = {"merge-duplicates"}}).starts_with("made.csv:42: the time stands still"));
}

TEST(import, refuses_time_that_runs_backward) {
  std::vector<double> time = even(100, 0.01);
  time[40] = 0.1;
  EXPECT_TRUE(catch_refusal(made(time, moving))
                  .starts_with("made.csv:42: column 'time' runs backward, from 0.39 to 0.1 s; sort the rows"));
}

TEST(import, takes_the_step_that_is_told) {
  const Measurement m = import_measurement(made(even(501, 0.01), moving), {.sample_time = 0.02});
  EXPECT_EQ(m.data.rows(), 251U);
  EXPECT_EQ(m.step, 0.02);
  EXPECT_TRUE(repaired(m, "resample"));
  Dataset timeless = made(even(50, 0.01), moving);
  timeless.columns[0].name = "counter";
  timeless.columns[0].unit = "1";
  EXPECT_EQ(column(import_measurement(timeless, {.sample_time = 0.5}), "time")[3], 1.5);
}

TEST(import, refuses_a_recording_that_is_almost_all_gap) {
  std::vector<double> time = even(100, 0.001);
  time.back() = 1e9;
  EXPECT_NE(
      catch_refusal(made(time, moving)).find("made.csv:1: at a step of 0.001 s the recording would have 1e+12 rows"),
      std::string::npos);
}

TEST(import, refuses_what_is_no_number_where_it_counts) {
  Dataset raw = made(even(100, 0.01), moving);
  raw.values[4][7] = std::nan("");
  EXPECT_TRUE(catch_refusal(raw).starts_with("made.csv:9: column 'force' holds nan; take out the rows"));
}

// ---- motion

TEST(import, subtracts_a_large_constant_displacement_only) {
  const auto at = [](double offset) {
    return import_measurement(
        made(even(500, 0.01), {{"displacement", "m", [offset](double t) { return offset + 1e-3 * sine(t); }}}), {});
  };
  EXPECT_EQ(column(at(-0.1), "displacement")[0], 0.0);
  EXPECT_TRUE(repaired(at(-0.1), "zero-displacement"));
  EXPECT_TRUE(found(at(-0.1), "offset", "displacement"));
  EXPECT_FALSE(repaired(at(1e-3), "zero-displacement"));
}

// A sine with noise of a hundredth: where the velocity counts it must be right within the noise that it lets through.
TEST(import, derives_a_velocity_that_is_missing) {
  std::mt19937_64 dice(5);
  std::normal_distribution<double> noise(0.0, 1e-3);
  const Dataset raw = made(even(4000, 1e-3), {{"displacement", "m", [&](double t) { return sine(t) + noise(dice); }}});
  const Measurement m = import_measurement(raw, {});
  EXPECT_TRUE(found(m, "missing-velocity", ""));
  EXPECT_TRUE(repaired(m, "derive-velocity"));
  EXPECT_TRUE(repaired(m, "derive-acceleration"));
  EXPECT_EQ(column(m, "displacement"), raw.values[1]);  // itself untouched
  double squares = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < m.data.rows(); ++i) {
    if (column(m, "weight")[i] == 0.0) continue;
    squares += std::pow(column(m, "velocity")[i] - 2.0 * std::numbers::pi * cosine(column(m, "time")[i]), 2.0);
    ++count;
  }
  // Differences of neighbours have an error of 1 m/s here; the bandwidth found is some 10 Hz.
  EXPECT_LT(std::sqrt(squares / count), 0.05);
  EXPECT_GT(m.bandwidth, 3.0);
  EXPECT_LT(m.bandwidth, 30.0);
}

// The stated bandwidth is where a sine comes through with 1/sqrt(2) of its size, without delay.
TEST(import, states_the_bandwidth_of_the_derivative_truly) {
  for (const double wanted : {10.0, 40.0}) {
    const double w =
        2.0 * std::numbers::pi *
        import_measurement(made(even(2000, 1e-3), {{"displacement", "m", sine}}), {.bandwidth = wanted}).bandwidth;
    EXPECT_LE(w, 2.0 * std::numbers::pi * wanted);
    EXPECT_GE(w, 2.0 * std::numbers::pi * wanted * 0.9);  // widths are whole numbers of samples
    const Dataset raw = made(even(2000, 1e-3), {{"displacement", "m", [w](double t) { return std::sin(w * t); }}});
    const Measurement m = import_measurement(raw, {.bandwidth = wanted});
    for (std::size_t i = 900; i < 1100; ++i)
      EXPECT_NEAR(column(m, "velocity")[i], w * std::cos(w * raw.values[0][i]) / std::numbers::sqrt2, 1e-6 * w);
  }
}

TEST(import, follows_exact_data_closely) {
  const Measurement m = import_measurement(made(even(2000, 1e-3), {{"displacement", "m", sine}}), {});
  for (std::size_t i = 100; i < 1900; ++i) {
    const double t = double(i) * 1e-3;
    EXPECT_NEAR(column(m, "velocity")[i], 2.0 * std::numbers::pi * cosine(t), 1e-5);
    EXPECT_NEAR(column(m, "acceleration")[i], -std::pow(2.0 * std::numbers::pi, 2.0) * sine(t), 1e-3);
  }
}

TEST(import, gives_the_edges_of_derivatives_no_weight) {
  const Dataset raw = made(even(500, 0.01), {{"displacement", "m", sine}, {"force", "N", cosine}});
  const Measurement m = import_measurement(raw, {});
  EXPECT_EQ(column(m, "weight").front(), 0.0);
  EXPECT_EQ(column(m, "weight").back(), 0.0);
  EXPECT_EQ(column(m, "weight")[250], 1.0);
  EXPECT_EQ(column(m, "force"), raw.values[2]);  // never smoothed
  EXPECT_FALSE(import_measurement(raw, {.refused = {"edge-weights"}}).data.has("weight"));
  const Measurement none = import_measurement(raw, {.refused = {"derive-velocity", "derive-acceleration"}});
  EXPECT_FALSE(none.data.has("velocity"));
  EXPECT_TRUE(none.repairs.empty());
  EXPECT_TRUE(found(none, "missing-velocity", ""));
}

// A recorded velocity is all that most fits use: an acceleration that was derived from it costs no row.
TEST(import, keeps_the_rows_at_the_ends_where_only_the_acceleration_is_derived) {
  const Dataset raw = made(even(500, 0.01), {moving[0], moving[1], moving[3]});
  const Measurement m = import_measurement(raw, {});
  EXPECT_TRUE(repaired(m, "derive-acceleration"));
  EXPECT_FALSE(m.data.has("weight"));
  ASSERT_GE(m.poor_acceleration.size(), 4U);
  EXPECT_EQ(m.poor_acceleration.front(), 0U);
  EXPECT_EQ(m.poor_acceleration.back(), 499U);
  EXPECT_TRUE(import_measurement(raw, {.refused = {"edge-weights"}}).poor_acceleration.empty());
}

TEST(import, turns_a_column_that_counts_the_other_way) {
  const Dataset raw = made(even(500, 0.01), moving);
  const Measurement m = import_measurement(raw, {.names = {{"force", "force", "kN", true}}});
  EXPECT_DOUBLE_EQ(column(m, "force")[30], -1e3 * raw.values[4][30]);
  EXPECT_EQ(m.guesses.back(), "force = -force [kN -> N]: as told");
  const SignalName typed = signal_name_from("force=-F_2[kN]", measurement_roles());
  EXPECT_TRUE(typed.reversed);
  EXPECT_EQ(typed.column, "F_2");
  EXPECT_EQ(typed.unit, "kN");
  EXPECT_EQ(signal_words(typed), "force=-F_2[kN]");
}

// Taken earlier by 2.5 samples: half way between the values two and three rows farther down.
TEST(import, takes_a_late_column_earlier) {
  const Dataset raw = made(even(500, 0.01), moving);
  ImportOptions options;
  set_option(options, "delay", {"force=25 ms"});
  const Measurement m = import_measurement(raw, options);
  EXPECT_EQ(m.data.rows(), 497U);
  EXPECT_NEAR(column(m, "force")[40], (raw.values[4][42] + raw.values[4][43]) / 2.0, 1e-12);
  EXPECT_EQ(column(m, "velocity")[40], raw.values[2][40]);
  EXPECT_TRUE(repaired(m, "align"));
  EXPECT_NE(catch_refusal(raw, {.delays = {{"load", 0.1}}}).find("no column is the load"), std::string::npos);
  EXPECT_NE(catch_refusal(raw, {.delays = {{"force", 4.0}}}).find("leaves less than half of the recording"),
            std::string::npos);
}

TEST(import, knows_the_repairs_that_can_be_refused) {
  EXPECT_NE(catch_refusal(made(even(50, 0.01), moving), {.refused = {"resampel"}}).find("did you mean resample?"),
            std::string::npos);
  EXPECT_NE(catch_refusal(made(even(50, 0.01), moving), {.sample_time = -1.0})
                .find("{option sample_time: -1} lies outside [0, inf) s"),
            std::string::npos);
  EXPECT_NE(catch_refusal(made(even(50, 0.01), {moving[0]}), {.bandwidth = 1e3}).find("at most "), std::string::npos);
}

}  // namespace
}  // namespace stickslip::measurement
