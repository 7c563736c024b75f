// Least squares of linear systems A x = b; matrices row by row, with as many rows as there are right sides.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/numerics/matrix.hpp"

namespace stickslip::numerics {

// The x with least |A x - b|, by a rank-revealing QR of the columns scaled to length 1. Of columns that depend on each
// other some get 0.
struct LinearSolution {
  std::vector<double> values = {};
  std::vector<double> residuals = {};  // A x - b
  double sum_of_squares = 0.0;
  std::size_t rank = 0;
  bool finite = false;  // all values are
};
// Throws std::invalid_argument when the coefficients do not make rows for the right sides.
LinearSolution solve_least_squares(std::span<const double> matrix, std::span<const double> right);

// The x >= 0 with least |A x - b| (Lawson and Hanson).
std::vector<double> non_negative_least_squares(std::span<const double> matrix, std::span<const double> right);
// The same from the normal equations: gram = A'A, row by row, and moment = A'b. A column that depends on those in use
// gets 0.
std::vector<double> non_negative_solution(std::span<const double> gram, std::span<const double> moment);

// The upper triangle R of a QR of [A b], with R'R = [A b]'[A b]: rows that stand for a long system wherever least
// squares are asked for. Blocks of rows are taken one after the other, so that no copy of A is made.
Matrix reduce_rows(std::span<const double> matrix, std::span<const double> right);

// Rows from which a system is reduced rather than copied.
inline constexpr std::size_t long_system = std::size_t(1) << 19;

// (A'A)^-1 of the columns scaled to length 1, from the singular values. Directions that A does not show are left out,
// and the columns with a part in them are not known.
struct NormalInverse {
  std::vector<double> length = {};  // of each column, before
  Matrix covariance = {};           // per unit variance of b, of scaled columns
  std::vector<bool> known = {};     // per column
  double condition = 1.0;           // of the scaled columns
};
NormalInverse invert_normal_matrix(std::span<const double> matrix, std::size_t columns);

}  // namespace stickslip::numerics
