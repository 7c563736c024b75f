// Dense linear algebra for matrices of a few rows, up to a few dozen.
#pragma once

#include <cmath>
#include <complex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "stickslip/numerics/matrix.hpp"

namespace stickslip {

using numerics::Dense;
using numerics::Matrix;
using Complex = std::complex<double>;
using ComplexMatrix = Dense<Complex>;

// A singular matrix where none may be.
struct SingularMatrix : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// X with A X = B, by Gauss with partial pivoting. Throws SingularMatrix.
template <class T>
Dense<T> solved(Dense<T> a, Dense<T> b) {
  const std::size_t n = a.rows();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
    if (!(std::abs(a(best, k)) > 0.0)) throw SingularMatrix("the matrix is singular");
    for (std::size_t j = 0; j < n; ++j) std::swap(a(k, j), a(best, j));
    for (std::size_t j = 0; j < b.columns(); ++j) std::swap(b(k, j), b(best, j));
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const T factor = a(i, k) / a(k, k);
      for (std::size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
      for (std::size_t j = 0; j < b.columns(); ++j) b(i, j) -= factor * b(k, j);
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < b.columns(); ++j) b(i, j) /= a(i, i);
  return b;
}

// Root of the sum of squares.
double norm(const Matrix& a);

// exp(A): Taylor series of the balanced matrix, halved until it is small, then squared as often.
Matrix exponential(const Matrix& a);

// A = U diag(values) V', values in falling order; by one-sided Jacobi rotations.
struct Singular {
  std::vector<double> values;
  Matrix right;  // V
};
Singular singular(const Matrix& a);

// By the shifted QR iteration of the balanced matrix.
std::vector<Complex> eigenvalues(const Matrix& a);

// X with A X - X B = C. Throws SingularMatrix when A and B have an eigenvalue in common.
Matrix sylvester(const Matrix& a, const Matrix& b, const Matrix& c);

// P with P = A P A' + Q, for A with all eigenvalues inside the unit circle.
Matrix settled_covariance(const Matrix& a, const Matrix& q);

// The P for which A - P C' R^-1 C is stable and A P + P A' - P S P + Q = 0, S = C' R^-1 C: by the sign of the Hamilton
// matrix, polished by steps of Newton. Throws SingularMatrix when there is none.
Matrix filter_riccati(const Matrix& a, const Matrix& s, const Matrix& q);

// Coefficients of the monic polynomial with these roots, c[k] of s^k; complex roots come in pairs.
std::vector<double> polynomial(const std::vector<Complex>& roots);

}  // namespace stickslip
