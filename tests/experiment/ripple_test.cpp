// What lies above a frequency, on signals whose spectrum is known.
#include "experiment/ripple.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace stickslip::experiment {
namespace {

// offset + slope t + 2 sin(2 pi 3 t) + 0.5 sin(2 pi 12 t + 1) over 4 s at 1 kHz, both ends included.
std::vector<double> signal() {
  std::vector<double> all;
  for (int i = 0; i <= 4000; ++i) {
    const double t = 1e-3 * i;
    const double turn = 2.0 * std::numbers::pi * t;
    all.push_back(7.0 + 3.0 * t + 2.0 * std::sin(3.0 * turn) + 0.5 * std::sin(12.0 * turn + 1.0));
  }
  return all;
}

TEST(ripple, of_a_line_and_two_sines_is_the_sine_above_the_cutoff) {
  EXPECT_NEAR(rms(high_pass(signal(), 1e-3, 5.0)), 0.5 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(rms(high_pass(signal(), 1e-3, 2.0)), std::sqrt(2.0 + 0.125), 1e-12);
}

TEST(ripple, at_the_cutoff_itself_is_taken_out) {
  EXPECT_NEAR(rms(high_pass(signal(), 1e-3, 12.0)), 0.0, 1e-12);
  EXPECT_NEAR(rms(high_pass(signal(), 1e-3, 11.9)), 0.5 / std::sqrt(2.0), 1e-12);
}

TEST(ripple, above_several_cutoffs_is_that_above_each) {
  const std::vector<double> cutoffs{2.0, 5.0, 12.0};
  const auto all = high_pass(signal(), 1e-3, cutoffs);
  ASSERT_EQ(all.size(), cutoffs.size());
  for (std::size_t k = 0; k < cutoffs.size(); ++k) EXPECT_EQ(all[k], high_pass(signal(), 1e-3, cutoffs[k]));
}

TEST(ripple, of_fewer_than_two_samples_is_nothing) {
  EXPECT_TRUE(high_pass(std::vector<double>{1.0}, 1e-3, 5.0).empty());
  EXPECT_EQ(rms({}), 0.0);
}

TEST(peaks, count_when_they_stand_out_of_their_surroundings) {
  const std::vector<double> hills{0, 5, 3, 4, 1, 9, 8.5, 8.9, 0};
  EXPECT_EQ(peak_count(hills, 0.1), 4U);
  EXPECT_EQ(peak_count(hills, 0.5), 3U);  // 8.9 stands 0.4 above 8.5
  EXPECT_EQ(peak_count(hills, 1.5), 2U);  // 4 stands 1 above 3
  EXPECT_EQ(peak_count(hills, 6.0), 1U);
}

TEST(peaks, with_a_flat_top_count_once_and_a_shoulder_does_not) {
  EXPECT_EQ(peak_count(std::vector<double>{0, 2, 2, 2, 0}, 1.0), 1U);
  EXPECT_EQ(peak_count(std::vector<double>{0, 2, 2, 3}, 1.0), 0U);
}

}  // namespace
}  // namespace stickslip::experiment
