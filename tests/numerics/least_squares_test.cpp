// Linear least squares, with values of any sign and without negative ones, and the inverse of the normal matrix.
#include "stickslip/numerics/least_squares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "stickslip/numerics/random.hpp"

namespace stickslip::numerics {
namespace {

TEST(solve_least_squares, a_line_is_found_and_its_residuals_are_given) {
  const auto line = solve_least_squares(std::vector<double>{1, 0, 1, 1, 1, 2}, std::vector<double>{1.0, 3.0, 8.0});
  EXPECT_NEAR(line.values[0], 0.5, 1e-14);
  EXPECT_NEAR(line.values[1], 3.5, 1e-14);
  EXPECT_NEAR(line.residuals[1], 1.0, 1e-14);
  EXPECT_NEAR(line.sum_of_squares, 1.5, 1e-13);
  EXPECT_EQ(line.rank, 2U);
  EXPECT_TRUE(line.finite);
}

TEST(solve_least_squares, a_column_that_depends_on_another_or_is_zero_lowers_the_rank) {
  const std::vector<double> right{1.0, 3.0, 5.0};
  EXPECT_EQ(solve_least_squares(std::vector<double>{1, 2, 1, 2, 1, 2}, right).rank, 1U);
  const auto empty_column = solve_least_squares(std::vector<double>{1, 0, 1, 0, 1, 0}, right);
  EXPECT_EQ(empty_column.rank, 1U);
  EXPECT_EQ(empty_column.values[1], 0.0);
}

TEST(solve_least_squares, does_not_depend_on_the_unit_of_a_column) {
  const std::vector<double> right{1.0, 3.0, 8.0};
  const auto line = solve_least_squares(std::vector<double>{1, 0, 1, 1e-12, 1, 2e-12}, right);
  EXPECT_EQ(line.rank, 2U);
  EXPECT_NEAR(line.values[1], 3.5e12, 1e-2);
}

TEST(solve_least_squares, without_columns_the_residual_is_what_was_to_be_explained) {
  const auto nothing = solve_least_squares({}, std::vector<double>{3.0, 4.0});
  EXPECT_TRUE(nothing.values.empty());
  EXPECT_EQ(nothing.residuals, (std::vector<double>{-3.0, -4.0}));
  EXPECT_EQ(nothing.sum_of_squares, 25.0);
}

TEST(solve_least_squares, a_value_that_is_no_number_is_said) {
  EXPECT_FALSE(solve_least_squares(std::vector<double>{1.0, 2.0}, std::vector<double>{std::nan(""), 1.0}).finite);
}

TEST(solve_least_squares, coefficients_that_make_no_rows_are_refused_with_both_counts) {
  try {
    solve_least_squares(std::vector<double>{1, 2, 3}, std::vector<double>{1, 2});
    ADD_FAILURE() << "taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()), "linear least squares: 3 coefficients do not make rows for 2 right sides");
  }
}

TEST(invert_normal_matrix, is_the_inverse_of_the_scaled_columns) {
  // Columns (1, 1, 1) and (0, 1, 2): lengths sqrt 3 and sqrt 5, correlation 3/sqrt 15 = c, inverse 1/(1 - c^2) (1, -c).
  const auto inverse = invert_normal_matrix(std::vector<double>{1, 0, 1, 1, 1, 2}, 2);
  EXPECT_NEAR(inverse.length[0], std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(inverse.length[1], std::sqrt(5.0), 1e-15);
  const double c = 3.0 / std::sqrt(15.0);
  EXPECT_NEAR(inverse.covariance(0, 0), 1.0 / (1.0 - c * c), 1e-13);
  EXPECT_NEAR(inverse.covariance(0, 1), -c / (1.0 - c * c), 1e-13);
  EXPECT_NEAR(inverse.condition, std::sqrt((1.0 + c) / (1.0 - c)), 1e-13);
  EXPECT_TRUE(inverse.known[0] && inverse.known[1]);
}

TEST(invert_normal_matrix, columns_that_depend_on_each_other_are_not_known) {
  const auto inverse = invert_normal_matrix(std::vector<double>{1, 2, 0, 1, 2, 1, 1, 2, 5}, 3);
  EXPECT_FALSE(inverse.known[0]);
  EXPECT_FALSE(inverse.known[1]);
  EXPECT_TRUE(inverse.known[2]);
  EXPECT_GT(inverse.condition, 1e15);
}

TEST(invert_normal_matrix, fewer_rows_than_columns_leave_some_unknown) {
  const auto inverse = invert_normal_matrix(std::vector<double>{1.0, 1.0}, 2);
  EXPECT_FALSE(inverse.known[0]);
  EXPECT_TRUE(std::isinf(inverse.condition));
  EXPECT_EQ(invert_normal_matrix({}, 0).covariance.rows(), 0U);
}

// ---- values that are not negative

double sum_squares(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& x) {
  double sum = 0.0;
  for (std::size_t k = 0; k < b.size(); ++k) {
    double r = -b[k];
    for (std::size_t j = 0; j < x.size(); ++j) r += a[k * x.size() + j] * x[j];
    sum += r * r;
  }
  return sum;
}

// The best of all sets of columns whose free solution is not negative.
double brute_force(const std::vector<double>& a, const std::vector<double>& b, std::size_t n) {
  double best = sum_squares(a, b, std::vector<double>(n, 0.0));
  for (std::size_t set = 1; set < (std::size_t{1} << n); ++set) {
    std::vector<double> some;
    std::vector<std::size_t> columns;
    for (std::size_t j = 0; j < n; ++j)
      if ((set >> j & 1U) != 0) columns.push_back(j);
    for (std::size_t k = 0; k < b.size(); ++k)
      for (const std::size_t j : columns) some.push_back(a[k * n + j]);
    const LinearSolution fit = solve_least_squares(some, b);
    if (std::all_of(fit.values.begin(), fit.values.end(), [](double v) { return v >= 0.0; }))
      best = std::min(best, fit.sum_of_squares);
  }
  return best;
}

TEST(non_negative_least_squares, is_as_good_as_the_best_of_all_sets_of_columns) {
  Generator dice(17);
  std::size_t cut = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const std::size_t n = 2 + std::size_t(trial) % 5;
    const std::size_t m = n + 3;
    const double alike = trial % 2 == 0 ? 0.0 : 3.0;  // columns that point the same way make sets change often
    std::vector<double> a(m * n), b(m);
    for (double& x : a) x = dice.normal() + alike;
    for (double& x : b) x = dice.normal() + 0.3 * alike;
    const auto x = non_negative_least_squares(a, b);
    for (const double value : x) EXPECT_GE(value, 0.0);
    cut += std::size_t(std::count(x.begin(), x.end(), 0.0));
    const double best = brute_force(a, b, n);
    // Normal equations square the condition, up to some hundreds here.
    EXPECT_LT(sum_squares(a, b, x), best * (1.0 + 1e-9) + 1e-12) << "trial " << trial;
  }
  EXPECT_GT(cut, 100U);  // the sign mattered
}

TEST(non_negative_least_squares, does_not_depend_on_the_unit) {
  Generator dice(3);
  std::vector<double> a(8 * 4), b(8);
  for (double& x : a) x = dice.normal() + 1.0;
  for (double& x : b) x = dice.normal() + 1.0;
  const auto x = non_negative_least_squares(a, b);
  for (double& y : b) y *= 1e-13;
  const auto small = non_negative_least_squares(a, b);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(small[j], 1e-13 * x[j], 1e-22) << j;
}

TEST(non_negative_least_squares, a_column_twice_is_used_once) {
  const auto x = non_negative_least_squares(std::vector<double>{1, 1, 2, 2, 3, 3}, std::vector<double>{2, 4, 6});
  EXPECT_NEAR(x[0] + x[1], 2.0, 1e-12);
}

// A long system of two columns, the second one far from length 1.
struct Long {
  std::vector<double> matrix, right;
};

Long make_long(std::size_t rows) {
  Generator random(5);
  Long system;
  for (std::size_t k = 0; k < rows; ++k) {
    const double a = random.normal(), b = 1e-6 * (random.normal() + 0.5 * a);
    system.matrix.insert(system.matrix.end(), {a, b});
    system.right.push_back(3.0 * a + 2e6 * b + random.normal());
  }
  return system;
}

TEST(reduce_rows, a_triangle_has_the_normal_equations_of_all_rows) {
  const Long system = make_long(5000);
  const Matrix r = reduce_rows(system.matrix, system.right);
  const Matrix products = r.transposed() * r;
  double a_a = 0.0, a_b = 0.0, a_right = 0.0, right_right = 0.0;
  for (std::size_t k = 0; k < system.right.size(); ++k) {
    const double a = system.matrix[2 * k], b = system.matrix[2 * k + 1];
    a_a += a * a;
    a_b += a * b;
    a_right += a * system.right[k];
    right_right += system.right[k] * system.right[k];
  }
  EXPECT_NEAR(products(0, 0), a_a, 1e-12 * a_a);
  EXPECT_NEAR(products(0, 1), a_b, 1e-12 * a_b);
  EXPECT_NEAR(products(0, 2), a_right, 1e-12 * a_right);
  EXPECT_NEAR(products(2, 2), right_right, 1e-12 * right_right);
  EXPECT_EQ(r(1, 0), 0.0);
}

// Rows that are there twice make columns longer by sqrt(2) and change nothing else. Half of them is no long system.
TEST(invert_normal_matrix, a_long_system_gives_what_its_half_gives) {
  const Long half = make_long(long_system / 2);
  std::vector<double> twice = half.matrix;
  twice.insert(twice.end(), half.matrix.begin(), half.matrix.end());
  const NormalInverse few = invert_normal_matrix(half.matrix, 2), many = invert_normal_matrix(twice, 2);
  EXPECT_NEAR(many.length[1], std::sqrt(2.0) * few.length[1], 1e-12 * few.length[1]);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(many.covariance(i, j), few.covariance(i, j), 1e-10);
  EXPECT_NEAR(many.condition, few.condition, 1e-9 * few.condition);
}

}  // namespace
}  // namespace stickslip::numerics
