// Samples: the same for the same seed, and like recordings.
#include <cmath>
#include <set>

#include "../support/shell.hpp"
#include "methods_kit.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/names.hpp"

namespace stickslip::identify {

using namespace io;
using namespace measurement;

namespace {

using tests::contains;

TEST(every_sample, is_the_same_for_the_same_seed_and_another_for_another) {
  for (const SampleInfo& info : sample_catalogue()) {
    const Sample one = make_sample(info.name, 5);
    EXPECT_EQ(one.files[0].values, make_sample(info.name, 5).files[0].values) << info.name;
    EXPECT_NE(one.files[0].values, make_sample(info.name, 6).files[0].values) << info.name;
  }
}

TEST(every_sample, reads_back_from_its_own_text) {
  for (const SampleInfo& info : sample_catalogue())
    for (const Dataset& file : make_sample(info.name).files) {
      const Dataset back = dataset_from_csv(csv_text(file.columns, file.values), "x.csv");
      EXPECT_EQ(back.values, file.values) << info.name;
      EXPECT_GT(file.rows(), 500U) << info.name;
    }
}

TEST(every_sample, names_a_method_that_there_is_or_none) {
  for (const SampleInfo& info : sample_catalogue()) {
    if (info.method.empty() || info.method == "observer") continue;
    EXPECT_EQ(identification_method(info.method).name, info.name);
  }
}

TEST(sample_seal, has_five_pressures_and_friction_that_grows_with_them) {
  const Sample s = make_sample("seal");
  ASSERT_EQ(s.files.size(), 5U);
  EXPECT_EQ(s.law, "mgms");
  double last = 0.0;
  for (const Dataset& file : s.files) {
    const auto force = signal(file, "force", "N");
    const double peak = *std::max_element(force.begin(), force.end());
    EXPECT_GT(peak, 1.1 * last) << file.file;
    last = peak;
  }
  // The law's reference has 178.3 N at 25 bar; noise of 0.5 % adds up to four deviations at the peak.
  EXPECT_NEAR(last, 178.3, 0.02 * 178.3);
}

TEST(sample_positioner, has_counts_of_ten_micrometres_and_no_velocity) {
  const Dataset file = make_sample("positioner").files[0];
  EXPECT_FALSE(file.has("velocity"));
  std::set<double> places;
  for (const double x : signal(file, "displacement", "m")) {
    EXPECT_NEAR(x * 1e5, std::round(x * 1e5), 1e-6);
    places.insert(x);
  }
  EXPECT_GT(places.size(), 5000U);  // it travels 0.12 m
}

TEST(a_sample, that_does_not_exist_is_answered_with_the_nearest) {
  try {
    make_sample("sael");
    FAIL() << "sael was accepted";
  } catch (const UnknownName& error) {
    EXPECT_TRUE(contains(error.what(), "did you mean seal?"));
  }
}

TEST(a_sample, has_its_truth_as_a_file) {
  const std::string text = truth_text(make_sample("two-sinusoids"));
  EXPECT_TRUE(contains(text, "method = \"two-sinusoids\""));
  EXPECT_TRUE(contains(text, "\"viscous\" = 0.00071746  # [N.m.s/rad]"));
}

}  // namespace
}  // namespace stickslip::identify
