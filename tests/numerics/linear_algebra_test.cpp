// Linear algebra against identities that each result must satisfy.
#include "stickslip/numerics/linear_algebra.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stickslip::numerics {
namespace {

const Matrix lively{{0.0, 1.0, 0.0, 0.5}, {-4.0, -0.3, 1.0, 0.0}, {0.0, 2.0, -1.0, 3.0}, {1.0, 0.0, 0.25, -2.0}};

void expect_equal(const Matrix& a, const Matrix& b, double tolerance) {
  ASSERT_EQ(a.rows(), b.rows());
  EXPECT_LE(norm(a - b), tolerance * (1.0 + norm(b)));
}

TEST(linear_algebra, solves_equations_and_names_a_singular_matrix) {
  expect_equal(lively * solve(lively, Matrix::identity(4)), Matrix::identity(4), 1e-14);
  EXPECT_THROW(solve(Matrix{{1.0, 2.0}, {2.0, 4.0}}, Matrix::identity(2)), SingularMatrix);
}

TEST(linear_algebra, has_the_exponential_of_a_rotation_and_of_a_stiff_matrix) {
  const double angle = 30.0;
  expect_equal(exponential({{0.0, -angle}, {angle, 0.0}}),
               {{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}}, 1e-13);
  const Matrix stiff = exponential({{-1e4, 1.0}, {0.0, -2.0}});
  EXPECT_NEAR(stiff(0, 1), std::exp(-2.0) / (1e4 - 2.0), 1e-15);
}

// The matrix of an observer at 300 rad/s over a sample time of 1 s, whose rows differ by nine decades.
TEST(linear_algebra, balances_any_matrix_in_a_finite_number_of_passes) {
  const Matrix closed{{-800.0, 1.0, 0.0, 0.0, 800.0},
                      {-190000.0, -100.0, -2.0, 2.0, -10000.0},
                      {1.35e7, 0.0, 0.0, 0.0, -1.35e7},
                      {0.0, 0.0, 0.0, 0.0, 0.0},
                      {0.0, 0.0, 0.0, 0.0, 0.0}};
  const Matrix flow = exponential(closed);
  EXPECT_NEAR(flow(0, 4), 1.0, 1e-9);  // displacement, then friction, of a piston at rest: x = y, f = u - k y
  EXPECT_NEAR(flow(2, 4), -1e5, 1e-3);
  EXPECT_NEAR(flow(2, 3), 1.0, 1e-9);
}

TEST(linear_algebra, finds_the_roots_of_a_companion_matrix) {
  // (s + 1)(s + 2)(s^2 + 2 s + 5)
  const Matrix companion{{0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}, {-10.0, -19.0, -13.0, -5.0}};
  const auto values = eigenvalues(companion);
  for (const Complex wanted : {Complex(-1.0), Complex(-2.0), Complex(-1.0, 2.0), Complex(-1.0, -2.0)})
    EXPECT_TRUE(std::any_of(values.begin(), values.end(), [&](Complex v) { return std::abs(v - wanted) < 1e-12; }));
}

TEST(linear_algebra, finds_the_eigenvalues_of_a_permutation_which_stalls_a_plain_iteration) {
  const auto values = eigenvalues({{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}});
  for (const Complex& v : values) EXPECT_NEAR(std::abs(v * v * v - 1.0), 0.0, 1e-12);
}

TEST(linear_algebra, has_singular_values_whose_product_is_the_determinant) {
  const auto parts = singular_values({{3.0, 0.0}, {4.0, 5.0}});
  EXPECT_NEAR(parts.values[0], std::sqrt(45.0), 1e-13);
  EXPECT_NEAR(parts.values[1], std::sqrt(5.0), 1e-13);
}

TEST(linear_algebra, solves_the_equations_of_sylvester_and_of_a_settled_covariance) {
  const Matrix b{{-1.0, 0.5}, {0.0, -3.0}};
  const Matrix c{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}, {7.0, 8.0}};
  const Matrix x = solve_sylvester(lively, b, c);
  expect_equal(lively * x - x * b, c, 1e-13);
  const Matrix a{{0.9, 0.2}, {-0.1, 0.99}};
  const Matrix q{{1.0, 0.3}, {0.3, 2.0}};
  const Matrix p = settle_covariance(a, q);
  expect_equal(a * p * a.transposed() + q, p, 1e-13);
}

TEST(linear_algebra, solves_a_riccati_equation_with_a_stable_result) {
  const Matrix s{{1.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};
  const Matrix q = Matrix::identity(4);
  const Matrix p = solve_riccati(lively, s, q);
  expect_equal(lively * p + p * lively.transposed() - p * s * p + q, Matrix(4, 4), 1e-11);
  for (const Complex& v : eigenvalues(lively - p * s)) EXPECT_LT(v.real(), 0.0);
}

TEST(linear_algebra, refuses_a_riccati_equation_without_a_stable_solution) {
  // A state that grows and is not measured; a state that only rests and is not disturbed.
  EXPECT_THROW(solve_riccati({{1.0}}, {{0.0}}, {{1.0}}), SingularMatrix);
  EXPECT_THROW(solve_riccati({{0.0}}, {{1.0}}, {{0.0}}), SingularMatrix);
}

TEST(linear_algebra, has_the_riccati_equation_of_a_chain_of_integrators_in_closed_form) {
  // x' = v, v' = white noise, x measured: P = {{sqrt 2, 1}, {1, sqrt 2}}.
  const Matrix p = solve_riccati({{0.0, 1.0}, {0.0, 0.0}}, {{1.0, 0.0}, {0.0, 0.0}}, {{0.0, 0.0}, {0.0, 1.0}});
  expect_equal(p, {{std::sqrt(2.0), 1.0}, {1.0, std::sqrt(2.0)}}, 1e-14);
}

TEST(linear_algebra, refuses_sylvester_with_an_eigenvalue_in_common) {
  EXPECT_THROW(solve_sylvester({{2.0}}, {{2.0}}, {{1.0}}), SingularMatrix);
}

TEST(linear_algebra, a_wide_matrix_has_singular_values_of_zero) {
  const auto parts = singular_values({{3.0, 0.0, 4.0}});
  ASSERT_EQ(parts.values.size(), 3U);
  EXPECT_NEAR(parts.values[0], 5.0, 1e-14);
  EXPECT_NEAR(parts.values[1], 0.0, 1e-14);
  EXPECT_NEAR(std::abs(parts.right(0, 0)), 0.6, 1e-14);
  expect_equal(parts.right.transposed() * parts.right, Matrix::identity(3), 1e-14);
}

TEST(linear_algebra, the_exponential_of_zero_is_one) {
  expect_equal(exponential(Matrix(3, 3)), Matrix::identity(3), 0.0);
}

TEST(linear_algebra, has_the_polynomial_of_its_roots) {
  EXPECT_EQ(polynomial({}), std::vector<double>{1.0});
  EXPECT_EQ(polynomial({{-1.0, 2.0}, {-1.0, -2.0}}), (std::vector<double>{5.0, 2.0, 1.0}));
}

TEST(linear_algebra, says_what_share_each_unknown_has_in_a_mode) {
  // Two oscillators that do not know of each other, the second in other units: each has its own pair, half and half.
  const Matrix apart{{0.0, 1.0, 0.0, 0.0}, {-9.0, -0.1, 0.0, 0.0}, {0.0, 0.0, 0.0, 1e-6}, {0.0, 0.0, -4e6, -1.0}};
  const Modes two = modes(apart);
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t first = std::abs(two.values[k]) > 2.5 ? 0 : 2;
    EXPECT_NEAR(two.shares(first, k), 0.5, 1e-12);
    EXPECT_NEAR(two.shares(first + 1, k), 0.5, 1e-12);
  }
  // The share is the slope of the eigenvalue over the diagonal, scaled to a sum of 1.
  const Modes all = modes(lively);
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<double> slopes;
    for (std::size_t i = 0; i < 4; ++i) {
      Matrix moved = lively;
      constexpr double step = 1e-7;
      moved(i, i) += step;
      double nearest = 1.0;
      for (const Complex& value : eigenvalues(moved)) nearest = std::min(nearest, std::abs(value - all.values[k]));
      slopes.push_back(nearest / step);
    }
    const double sum = slopes[0] + slopes[1] + slopes[2] + slopes[3];
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(all.shares(i, k), slopes[i] / sum, 1e-5);
  }
  EXPECT_EQ(modes({{0.0, 1.0}, {0.0, 0.0}}).shares.rows(), 0U);  // one eigenvector for two eigenvalues
}

}  // namespace
}  // namespace stickslip::numerics
