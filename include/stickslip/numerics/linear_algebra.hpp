// Dense linear algebra for matrices of a few rows, up to a few dozen; on Eigen, whose headers stay inside.
#pragma once

#include <complex>
#include <stdexcept>
#include <vector>

#include "stickslip/numerics/matrix.hpp"

namespace stickslip::numerics {

using Complex = std::complex<double>;

// A singular matrix where none may be.
struct SingularMatrix : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// X with A X = B. Throws SingularMatrix when a pivot is 0; scaling of rows and columns is the caller's.
Matrix solve(const Matrix& a, const Matrix& b);

// Root of the sum of squares.
double norm(const Matrix& a);

// exp(A), of the balanced matrix: rows and columns may differ by many decades.
Matrix exponential(const Matrix& a);

// A = U diag(values) V', values in falling order, as many as columns.
struct Singular {
  std::vector<double> values;
  Matrix right;  // V
};
Singular singular_values(const Matrix& a);

// Of the balanced matrix.
std::vector<Complex> eigenvalues(const Matrix& a);

// Eigenvalues, and the share that each unknown has in each: shares(i, k) = |left_i right_i| of eigenvalue k, scaled so
// that a column sums to 1 (Perez-Arriaga, Verghese and Schweppe 1982). The shares do not depend on the units of the
// unknowns. Empty when the matrix has not enough eigenvectors.
struct Modes {
  std::vector<Complex> values;
  Matrix shares;
};
Modes modes(const Matrix& a);

// X with A X - X B = C. Throws SingularMatrix when A and B have an eigenvalue in common.
Matrix solve_sylvester(const Matrix& a, const Matrix& b, const Matrix& c);

// P with P = A P A' + Q, for A with all eigenvalues inside the unit circle.
Matrix settle_covariance(const Matrix& a, const Matrix& q);

// The P for which A - P C' R^-1 C is stable and A P + P A' - P S P + Q = 0, S = C' R^-1 C: from the stable eigenvectors
// of the Hamilton matrix, polished by steps of Newton. Throws SingularMatrix when there is none.
Matrix solve_riccati(const Matrix& a, const Matrix& s, const Matrix& q);

// Coefficients of the monic polynomial with these roots, c[k] of s^k; complex roots come in pairs.
std::vector<double> polynomial(const std::vector<Complex>& roots);

}  // namespace stickslip::numerics
