// What an import finds in the channels, and what it does not find where there is nothing.
#include <random>

#include "made.hpp"

namespace stickslip::measurement {
namespace {

using namespace tests;

double speed(double t) { return 2.0 * std::numbers::pi * cosine(t); }
double push(double t) { return 5.0 * std::tanh(10.0 * speed(t)); }

// Something that shakes, with a force against it.
Dataset shaking(const Signal& force) {
  return made(even(3000, 0.01), {{"displacement", "m", sine}, {"velocity", "m/s", speed}, {"force", "N", force}});
}

Measurement with(const Signal& force) { return import_measurement(shaking(force), {}); }

TEST(findings, are_few_where_nothing_is_wrong) {
  std::mt19937_64 dice(1);
  std::normal_distribution<double> noise(0.0, 0.1);
  const Measurement m = with([&](double t) { return push(t) + noise(dice); });
  for (const Finding& f : m.findings) ADD_FAILURE() << f.what << ": " << f.text;
}

TEST(findings, name_an_offset_of_the_force) {
  EXPECT_EQ(find_finding_text(with([](double t) { return push(t) + 50.0; }), "offset"),
            "it is 55 N forward and 45 N back: an offset of 50 N beside 5 N that changes sign with the motion, as "
            "friction does");
}

TEST(findings, name_a_lag_between_the_channels) {
  const Measurement late = with([](double t) { return push(t - 0.08); });
  // Right to a sample: the force turns between two.
  const std::string text = find_finding_text(late, "lag");
  EXPECT_TRUE(text.starts_with("it comes 0.07 s (7 samples) later than the motion") ||
              text.starts_with("it comes 0.08 s (8 samples) later than the motion"))
      << text;
  EXPECT_NE(text.find("repair it with {option delay: force=0.0"), std::string::npos) << text;
  const std::string early = find_finding_text(with([](double t) { return push(t + 0.05); }), "lag");
  EXPECT_NE(early.find(" samples) earlier"), std::string::npos) << early;
}

TEST(findings, name_outliers_where_they_stand) {
  Dataset raw = shaking(push);
  raw.values[3][700] = 40.0;
  raw.values[3][900] = -30.0;
  const Measurement m = import_measurement(raw, {});
  ASSERT_TRUE(found(m, "outliers", "force"));
  EXPECT_EQ(find_finding_text(m, "outliers"), "2 values are far from their neighbours; the farthest by " +
                                                  std::string(raw.values[3][699] > 0.0 ? "35 N" : "45 N"));
  EXPECT_EQ(m.findings[0].line, 702U);
  EXPECT_EQ(column(m, "force")[700], 40.0);  // found, not repaired
}

TEST(findings, name_saturation) {
  const Measurement m = with([](double t) { return std::min(5.0 * cosine(t) + 0.3 * cosine(7.1 * t), 3.0); });
  EXPECT_TRUE(found(m, "saturation", "force"));
  EXPECT_NE(find_finding_text(m, "saturation").find("exactly the largest, 3 N"), std::string::npos);
  const auto rounded = [](double t) { return std::round(5.0 * cosine(1.01 * t) / 0.1) * 0.1; };
  EXPECT_FALSE(found(with(rounded), "saturation", "force"));  // the top of a quantised sine is flat by itself
}

TEST(findings, name_the_step_in_which_values_come) {
  std::mt19937_64 dice(1);
  std::normal_distribution<double> noise(0.0, 0.1);
  const Measurement m = with([&](double t) { return std::round((push(t) + noise(dice)) / 0.02) * 0.02; });
  EXPECT_NE(find_finding_text(m, "quantisation").find("in steps of 0.02 N"), std::string::npos);
  EXPECT_NEAR(m.resolution[3], 0.02, 1e-9);
  EXPECT_EQ(m.resolution[2], 0.0);
}

TEST(findings, name_columns_that_say_nothing) {
  Dataset raw = shaking(push);
  raw.columns.push_back({"spare", "V"});
  raw.values.emplace_back(raw.rows(), 2.5);
  raw.columns.push_back({"broken", ""});
  raw.values.emplace_back(raw.rows(), std::nan(""));
  const Measurement m = import_measurement(raw, {});
  EXPECT_EQ(find_finding_text(m, "constant"), "every value is 2.5 V");
  EXPECT_EQ(find_finding_text(m, "empty"), "no row has a number; 3000 of 3000 are missing");
}

TEST(findings, name_a_load_that_comes_late) {
  Dataset raw = shaking(push);
  raw.columns.push_back({"load", "N"});
  raw.values.emplace_back(raw.rows(), 5.0);
  std::fill_n(raw.values.back().begin(), 600, 0.01);
  EXPECT_TRUE(find_finding_text(import_measurement(raw, {}), "unloaded")
                  .starts_with("in 600 rows, from 0 to 5.99 s, the load is below a fifth of its usual 5 N"));
}

TEST(findings, are_of_known_kinds) {
  const auto kinds = finding_kinds();
  for (const Finding& f : with([](double t) { return push(t - 0.08) + 50.0; }).findings)
    EXPECT_NE(std::find(kinds.begin(), kinds.end(), f.what), kinds.end()) << f.what;
}

}  // namespace
}  // namespace stickslip::measurement
