// How far estimates may lie from the truth.
#include <gtest/gtest.h>

#include <cmath>

#include "fit_kit.hpp"
#include "stickslip/identify/least_squares.hpp"

namespace stickslip::identify {
namespace {

using tests::Dice;

// A line at t = 0 ... n - 1.
std::vector<double> line_slopes(std::size_t n) {
  std::vector<double> s;
  for (std::size_t k = 0; k < n; ++k) s.insert(s.end(), {1.0, double(k)});
  return s;
}

std::vector<double> white(std::size_t n, std::uint64_t seed) {
  Dice dice(seed);
  std::vector<double> r;
  for (std::size_t k = 0; k < n; ++k) r.push_back(dice.normal());
  return r;
}

// Noise that remembers: r_k = a r_(k-1) + e_k.
std::vector<double> remembering(std::size_t n, double a, std::uint64_t seed) {
  std::vector<double> r = white(n, seed);
  for (std::size_t k = 1; k < n; ++k) r[k] += a * r[k - 1];
  return r;
}

// var(a) = s^2 sum t^2 / D, var(b) = s^2 n / D, cov = -s^2 sum t / D with D = n sum t^2 - (sum t)^2.
TEST(spread, of_a_line_is_the_one_of_the_textbooks) {
  constexpr std::size_t n = 40;
  std::vector<double> residuals;
  for (std::size_t k = 0; k < n; ++k) residuals.push_back(k % 2 == 0 ? 0.1 : -0.1);  // not correlated upwards
  const Spread spread = estimate_spread(line_slopes(n), residuals, 2);
  double t1 = 0.0, t2 = 0.0;
  for (std::size_t k = 0; k < n; ++k) t1 += double(k), t2 += double(k * k);
  const double d = double(n) * t2 - t1 * t1;
  const double s2 = double(n) * 0.01 / double(n - 2);
  EXPECT_EQ(spread.correlation_time, 1.0);
  EXPECT_EQ(spread.degrees, double(n - 2));
  EXPECT_NEAR(spread.noise, std::sqrt(s2), 1e-14);
  EXPECT_NEAR(spread.deviation[0], std::sqrt(s2 * t2 / d), 1e-12);
  EXPECT_NEAR(spread.deviation[1], std::sqrt(s2 * double(n) / d), 1e-13);
  EXPECT_NEAR(spread.correlation[1], -t1 / std::sqrt(double(n) * t2), 1e-12);
  EXPECT_NEAR(interval(spread, 1), 2.024394 * spread.deviation[1], 1e-8);  // t(0.975; 38)
}

TEST(spread, a_column_that_depends_on_another_is_unknown_and_others_stay_known) {
  std::vector<double> slopes;
  for (std::size_t k = 0; k < 50; ++k) slopes.insert(slopes.end(), {1.0, double(k), 3.0 * double(k)});
  const Spread spread = estimate_spread(slopes, white(50, 2), 3);
  EXPECT_TRUE(std::isfinite(spread.deviation[0]));
  EXPECT_TRUE(std::isinf(spread.deviation[1]));
  EXPECT_TRUE(std::isinf(spread.deviation[2]));
  EXPECT_GT(spread.condition, 1e10);
}

TEST(spread, a_parameter_on_which_nothing_depends_is_unknown) {
  std::vector<double> slopes;
  for (std::size_t k = 0; k < 50; ++k) slopes.insert(slopes.end(), {0.0, 1.0});
  const Spread spread = estimate_spread(slopes, white(50, 2), 2);
  EXPECT_TRUE(std::isinf(spread.deviation[0]));
  EXPECT_EQ(spread.slope[0], 0.0);
  EXPECT_NEAR(spread.deviation[1], spread.noise / std::sqrt(50.0), 1e-12);
}

TEST(spread, white_noise_counts_every_sample) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U})
    EXPECT_LT(estimate_spread(line_slopes(4000), white(4000, seed), 2).correlation_time, 1.1) << seed;
}

// tau = (1 + a)/(1 - a) of a first-order process; estimated from n samples with a relative deviation of about
// sqrt(2 (2 W + 1)/n), W = 5 tau: 10 % for tau = 19.
TEST(spread, noise_that_remembers_counts_as_fewer_samples) {
  constexpr std::size_t n = 40'000;
  for (const double a : {0.5, 0.8, 0.9}) {
    const double tau = (1.0 + a) / (1.0 - a);
    const Spread spread = estimate_spread(line_slopes(n), remembering(n, a, 7), 2);
    EXPECT_NEAR(spread.correlation_time, tau, 0.2 * tau) << a;
    EXPECT_NEAR(spread.degrees, double(n) / spread.correlation_time - 2.0, 1e-6);
  }
}

// Two recordings, each constant with its own sign. Across the break the product would be negative and end the sum.
TEST(spread, residuals_are_not_correlated_across_recordings) {
  std::vector<double> r(2000, 1.0);
  for (std::size_t k = 1000; k < 2000; ++k) r[k] = -1.0;
  const std::vector<std::size_t> breaks{1000};
  const std::vector<double> slopes(2000, 0.5);
  const double apart = estimate_spread(slopes, r, 1, breaks).correlation_time;
  const double together = estimate_spread(slopes, r, 1).correlation_time;
  EXPECT_GT(apart, 1.1 * together);
}

}  // namespace
}  // namespace stickslip::identify
