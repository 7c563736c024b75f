// Median, noise of a signal, Student's t.
#include "stickslip/numerics/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/numerics/random.hpp"

namespace stickslip::numerics {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(median, is_the_middle_and_of_an_even_number_the_upper_middle) {
  EXPECT_EQ(median({}), 0.0);
  EXPECT_EQ(median({-3.0}), -3.0);
  EXPECT_EQ(median({5.0, 1.0, 3.0}), 3.0);
  EXPECT_EQ(median({4.0, 1.0, 3.0, 2.0}), 3.0);
  EXPECT_EQ(median({infinite, -infinite, 7.0}), 7.0);
}

TEST(median, of_values_with_a_nan_is_nan) {
  EXPECT_TRUE(std::isnan(median({nan})));
  EXPECT_TRUE(std::isnan(median({1.0, nan, 2.0, 3.0})));
}

TEST(median, of_magnitudes_ignores_signs) {
  const std::vector<double> values{-5.0, 1.0, -2.0};
  EXPECT_EQ(median_magnitude(values), 2.0);
  EXPECT_EQ(median_magnitude({}), 0.0);
  EXPECT_FALSE(std::signbit(median_magnitude(std::vector<double>{-0.0})));
}

TEST(median, of_normal_values_gives_their_deviation) {
  Generator g(3);
  std::vector<double> values(20000);
  for (double& v : values) v = g.normal(0.25);
  EXPECT_NEAR(deviation_per_median * median_magnitude(values), 0.25, 0.25 * 5.0 * 1.17 / std::sqrt(20000.0));
}

std::vector<double> stroke(double step) {
  std::vector<double> places;
  for (int i = 0; i < 400; ++i) {
    const double place = 0.3 + 2e-3 * std::sin(0.02 * std::min(i, 250));  // rests at the end
    places.push_back(step > 0.0 ? step * std::round(place / step) : place);
  }
  return places;
}

TEST(find_step, is_that_of_an_encoder_and_nothing_of_a_smooth_signal) {
  EXPECT_NEAR(find_step(stroke(1e-5)), 1e-5, 1e-10);
  EXPECT_EQ(find_step(stroke(0.0)), 0.0);
  EXPECT_EQ(find_step({}), 0.0);
}

TEST(find_step, takes_rounding_for_no_step) {
  std::vector<double> places = stroke(1e-5);
  for (std::size_t i = 0; i < places.size(); i += 3) places[i] += 3e-17;
  EXPECT_NEAR(find_step(places), 1e-5, 1e-10);
}

TEST(white_noise, is_found_on_a_signal_with_a_corner) {
  Generator g(4);
  std::vector<double> signal(20000);
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] = std::abs(double(i) - 7000.0) * 0.01 + std::sin(1e-3 * double(i)) + g.normal(0.02);
  EXPECT_NEAR(white_noise(signal), 0.02, 0.001);
}

TEST(white_noise, is_found_between_limits_that_hold_most_rows) {
  Generator g(14);
  std::vector<double> signal(6000);
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] = std::clamp(3.0 * std::sin(4e-3 * double(i)) + g.normal(0.03), -1.5, 1.5);
  EXPECT_EQ(white_noise(signal), 0.0);
  EXPECT_NEAR(white_noise_between(signal, -1.5, 1.5), 0.03, 0.003);
  EXPECT_EQ(white_noise_between(std::vector<double>(500, 1.5), -1.5, 1.5), 0.0);
}

TEST(white_noise, of_a_parabola_or_of_nothing_is_zero) {
  std::vector<double> parabola;
  for (int i = 0; i < 50; ++i) parabola.push_back(0.5 * i * i - 3.0 * i + 2.0);
  EXPECT_EQ(white_noise(parabola), 0.0);
  EXPECT_EQ(white_noise({}), 0.0);
  EXPECT_EQ(white_noise(std::vector<double>{1.0, 5.0, -3.0}), 0.0);
}

TEST(student, quantiles_are_those_of_the_tables) {
  EXPECT_NEAR(student_quantile(0.975, 1.0), 12.7062, 5e-5);
  EXPECT_NEAR(student_quantile(0.975, 5.0), 2.570582, 5e-7);
  EXPECT_NEAR(student_quantile(0.975, 30.0), 2.042272, 5e-7);
  EXPECT_NEAR(student_quantile(0.975, 1e6), 1.959966, 5e-7);
  EXPECT_NEAR(student_quantile(0.5, 7.0), 0.0, 1e-7);  // a t below 3e-8 is lost beside 1 in 1 + t^2/degrees
  EXPECT_NEAR(student_quantile(0.025, 5.0), -2.570582, 5e-7);
  EXPECT_NEAR(student_quantile(0.95, 2.5), 2.558219, 5e-6);  // of a broken number of degrees
}

TEST(student, one_degree_is_the_distribution_of_cauchy) {
  for (const double p : {0.6, 0.9, 0.99, 0.999})
    EXPECT_NEAR(student_quantile(p, 1.0) / std::tan(3.14159265358979324 * (p - 0.5)), 1.0, 1e-9) << p;
}

}  // namespace
}  // namespace stickslip::numerics
