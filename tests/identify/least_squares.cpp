// Least squares on problems whose answer is known.
#include "stickslip/identify/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fit_kit.hpp"

namespace stickslip::identify {
namespace {

using tests::catch_complaint;
using tests::Dice;

constexpr double infinite = std::numeric_limits<double>::infinity();

// r_k = a + b t_k - y_k at t = 0, 1, ...
LeastSquaresProblem line(std::vector<double> y) {
  const std::size_t n = y.size();
  return {n,
          {-infinite, -infinite},
          {infinite, infinite},
          [y = std::move(y)](std::span<const double> p, std::span<double> r, std::span<double> slopes) {
            for (std::size_t k = 0; k < y.size(); ++k) {
              r[k] = p[0] + p[1] * double(k) - y[k];
              if (!slopes.empty()) slopes[2 * k] = 1.0, slopes[2 * k + 1] = double(k);
            }
            return true;
          }};
}

// y = 2 + 3 exp(-t / 0.5) + noise on 0 <= t < 1; the parameters are 2, 3 and 0.5.
LeastSquaresProblem decay(std::size_t samples) {
  return {samples,
          {-infinite, 0.0, 0.1},
          {infinite, infinite, 10.0},
          [samples](std::span<const double> p, std::span<double> r, std::span<double> slopes) {
            for (std::size_t k = 0; k < samples; ++k) {
              const double t = double(k) / double(samples), noise = 0.01 * std::sin(double(k * k % 1009));
              const double fall = std::exp(-t / p[2]);
              r[k] = p[0] + p[1] * fall - (2.0 + 3.0 * std::exp(-t / 0.5) + noise);
              if (!slopes.empty())
                slopes[3 * k] = 1.0, slopes[3 * k + 1] = fall, slopes[3 * k + 2] = p[1] * fall * t / (p[2] * p[2]);
            }
            return true;
          }};
}

// Rosenbrock's valley: r = (10 (y - x^2), 1 - x), with its bottom at (1, 1).
LeastSquaresProblem valley() {
  return {2,
          {-infinite, -infinite},
          {infinite, infinite},
          [](std::span<const double> p, std::span<double> r, std::span<double> slopes) {
            r[0] = 10.0 * (p[1] - p[0] * p[0]);
            r[1] = 1.0 - p[0];
            if (!slopes.empty()) slopes[0] = -20.0 * p[0], slopes[1] = 10.0, slopes[2] = -1.0, slopes[3] = 0.0;
            return true;
          }};
}

// Ceres gets the triangle of a long problem and the rows of a short one.
TEST(least_squares, a_long_problem_ends_where_its_definition_says) {
  const LeastSquaresFit fit = least_squares(decay(600000), {1.0, 1.0, 1.0}, {.tolerance = 1e-14});
  EXPECT_TRUE(fit.converged) << fit.message;
  double gradient[3]{};
  double size[3]{};
  for (std::size_t k = 0; k < fit.residuals.size(); ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      gradient[i] += fit.residuals[k] * fit.slopes[3 * k + i];
      size[i] += std::abs(fit.residuals[k] * fit.slopes[3 * k + i]);
    }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(std::abs(gradient[i]), 1e-6 * size[i]) << i;
  EXPECT_NEAR(fit.values[2], 0.5, 1e-3);
}

TEST(least_squares, a_line_through_points_on_it_is_found_exactly) {
  const LeastSquaresFit fit = least_squares(line({3.0, 5.0, 7.0, 9.0}), {0.0, 0.0});
  EXPECT_TRUE(fit.converged) << fit.message;
  EXPECT_NEAR(fit.values[0], 3.0, 1e-9);  // the last steps of a trust region are damped by 1e-8 and less
  EXPECT_NEAR(fit.values[1], 2.0, 1e-9);
  EXPECT_LT(fit.sum_of_squares, 1e-16);
  EXPECT_EQ(fit.residuals.size(), 4U);
  EXPECT_EQ(fit.slopes.size(), 8U);
  EXPECT_GE(fit.evaluations, fit.iterations);
}

TEST(least_squares, the_bottom_of_a_curved_valley_is_reached_from_the_classical_start) {
  const LeastSquaresFit fit = least_squares(valley(), {-1.2, 1.0});
  EXPECT_TRUE(fit.converged) << fit.message;
  EXPECT_NEAR(fit.values[0], 1.0, 1e-8);
  EXPECT_NEAR(fit.values[1], 1.0, 1e-8);
}

// With x <= 1/2 the least sum of squares is (1 - 1/2)^2, at y = x^2.
TEST(least_squares, a_bound_that_cuts_the_valley_off_holds) {
  LeastSquaresProblem p = valley();
  p.upper[0] = 0.5;
  const LeastSquaresFit fit = least_squares(p, {-1.2, 1.0});
  EXPECT_LE(fit.values[0], 0.5);
  EXPECT_NEAR(fit.values[0], 0.5, 1e-6) << fit.message;
  EXPECT_NEAR(fit.values[1], 0.25, 1e-6) << fit.message << ", " << fit.iterations << " iterations";
  EXPECT_NEAR(fit.sum_of_squares, 0.25, 1e-6);
}

// The start lies on the bound of y and the way to (1, 1) leaves it.
TEST(least_squares, a_bound_that_is_touched_on_the_way_does_not_keep_the_fit) {
  LeastSquaresProblem p = valley();
  p.upper = {2.0, 1.2};
  const LeastSquaresFit fit = least_squares(p, {-1.2, 1.2});
  EXPECT_TRUE(fit.converged) << fit.message;
  EXPECT_NEAR(fit.values[0], 1.0, 1e-6) << fit.message;
  EXPECT_NEAR(fit.values[1], 1.0, 1e-6);
}

TEST(least_squares, hubers_loss_keeps_the_slope_beside_outliers) {
  std::vector<double> y;
  Dice dice(4);
  for (std::size_t k = 0; k < 100; ++k) y.push_back(1.0 + 0.5 * double(k) + 0.01 * dice.normal());
  for (const std::size_t k : {80U, 87U, 91U, 95U, 99U}) y[k] += 100.0;
  const double plain = least_squares(line(y), {0.0, 0.0}).values[1];
  const double robust = least_squares(line(y), {0.0, 0.0}, {.huber = 0.02}).values[1];
  EXPECT_GT(std::abs(plain - 0.5), 0.1);
  EXPECT_NEAR(robust, 0.5, 1e-3);  // an outlier pulls as if it lay 0.02 away
}

TEST(least_squares, a_start_outside_the_bounds_is_refused_with_its_value) {
  LeastSquaresProblem p = valley();
  p.upper[1] = 0.5;
  EXPECT_EQ(catch_complaint([&] {
              least_squares(p, {0.0, 1.0});
            }),
            "least squares: the start 1 of parameter 1 lies outside [-inf, 0.5]");
}

TEST(least_squares, bounds_of_another_number_are_refused) {
  EXPECT_EQ(catch_complaint([] { least_squares(valley(), {0.0}); }),
            "least squares: 1 parameters, but 2 lower and 2 upper bounds");
}

TEST(least_squares, residuals_that_are_not_defined_at_the_start_are_refused) {
  LeastSquaresProblem p = valley();
  p.evaluate = [](std::span<const double>, std::span<double>, std::span<double>) { return false; };
  const std::string said = catch_complaint([&] { least_squares(p, {0.0, 0.0}); });
  EXPECT_NE(said.find("not defined at the start"), std::string::npos) << said;
}

TEST(least_squares, a_residual_that_is_no_number_counts_as_not_defined) {
  LeastSquaresProblem p = valley();
  p.evaluate = [](std::span<const double>, std::span<double> r, std::span<double>) {
    r[0] = std::nan("");
    r[1] = 0.0;
    return true;
  };
  EXPECT_NE(catch_complaint([&] { least_squares(p, {0.0, 0.0}); }), "");
}

TEST(least_squares, numeric_slopes_are_those_of_the_formula) {
  const auto exact = valley().evaluate;
  const auto numeric = with_numeric_slopes(exact, {1.0, 1.0});
  std::vector<double> r(2), s(4), r2(2), s2(4);
  for (const double x : {-1.2, 0.0, 0.7}) {
    const std::vector<double> at{x, 0.3};
    exact(at, r, s);
    numeric(at, r2, s2);
    EXPECT_EQ(r, r2);
    // Rounding over a step of 6e-6, of residuals of size 10.
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(s[i], s2[i], 1e-9) << x << " " << i;
  }
}

// sqrt(x) has no value left of 0: only the right side is looked at.
TEST(least_squares, numeric_slopes_take_the_side_that_is_defined) {
  const auto numeric = with_numeric_slopes(
      [](std::span<const double> p, std::span<double> r, std::span<double>) {
        r[0] = 3.0 * p[0];
        return p[0] >= 0.0;
      },
      {1.0});
  std::vector<double> r(1), s(1);
  ASSERT_TRUE(numeric(std::vector{0.0}, r, s));
  EXPECT_NEAR(s[0], 3.0, 1e-9);
  EXPECT_FALSE(numeric(std::vector{-1.0}, r, s));
}

TEST(least_squares, a_fit_that_is_cancelled_stays_near_its_start) {
  const LeastSquaresFit fit = least_squares(valley(), {-1.2, 1.0}, {.cancelled = [] { return true; }});
  EXPECT_FALSE(fit.converged);
  EXPECT_GT(fit.sum_of_squares, 1.0);
}

TEST(linear_least_squares, a_line_is_found_and_a_column_that_depends_on_another_is_said) {
  const std::vector<double> right{1.0, 3.0, 5.0};
  const auto fit = linear_least_squares(std::vector<double>{1, 0, 1, 1, 1, 2}, right);
  EXPECT_NEAR(fit.values[0], 1.0, 1e-14);
  EXPECT_NEAR(fit.values[1], 2.0, 1e-14);
  EXPECT_EQ(fit.message, "solved");
  const auto doubled = linear_least_squares(std::vector<double>{1, 2, 1, 2, 1, 2}, right);
  EXPECT_EQ(doubled.message, "solved; some columns depend on others");
  EXPECT_NEAR(doubled.values[0] + 2.0 * doubled.values[1], 3.0, 1e-14);
}

}  // namespace
}  // namespace stickslip::identify
