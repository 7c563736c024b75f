// Dense linear equations with a small matrix, without allocation: the linear algebra of implicit steps. LU factors
// in general; for very small matrices the inverse, whose products have no chain of dependent operations.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace stickslip::solve {

// The n x n matrix stands in `a`, row after row, n numbers a row. Every function takes n, so that a constant n unrolls.
template <std::size_t N>
struct SmallLu {
  std::array<double, N * N> a;
  std::array<double, N> inverse;        // of the diagonal of U
  std::array<std::size_t, N> exchange;  // row k was exchanged with row exchange[k]
  bool is_negative;                     // the determinant is

  // False when the matrix is singular.
  bool factor(std::size_t n) {
    is_negative = false;
    for (std::size_t k = 0; k < n; ++k) {
      exchange_rows(n, k);
      if (!(std::abs(a[k * n + k]) > 0.0)) return false;
      is_negative = is_negative != ((a[k * n + k] < 0.0) != (exchange[k] != k));
      inverse[k] = 1.0 / a[k * n + k];
      for (std::size_t i = k + 1; i < n; ++i) eliminate(n, i, k);
    }
    return true;
  }

  // Solves A x = b in place, column by column: along a row every product would wait for the sum before it.
  void solve(std::size_t n, std::array<double, N>& b) const {
    for (std::size_t k = 0; k < n; ++k) std::swap(b[k], b[exchange[k]]);
    for (std::size_t j = 0; j < n; ++j) {
      const double x = b[j];
      for (std::size_t i = j + 1; i < n; ++i) b[i] -= a[i * n + j] * x;
    }
    for (std::size_t j = n; j-- > 0;) {
      const double x = b[j] *= inverse[j];
      for (std::size_t i = 0; i < j; ++i) b[i] -= a[i * n + j] * x;
    }
  }

 private:
  void exchange_rows(std::size_t n, std::size_t k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[best * n + k])) best = i;
    exchange[k] = best;
    if (best == k) return;
    for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[best * n + j]);
  }

  void eliminate(std::size_t n, std::size_t i, std::size_t k) {
    const double factor = a[i * n + k] * inverse[k];
    a[i * n + k] = factor;
    if (factor == 0.0) return;
    for (std::size_t j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
  }
};

// The inverse of a matrix of at most a few rows by the method of Gauss and Jordan with partial pivoting. Six products
// with it, the stages of a step, take less time than six substitutions, each of which waits for its own results.
template <std::size_t N>
struct SmallInverse {
  std::array<double, N * N> a;  // the matrix, then its inverse
  bool is_negative;             // the determinant is

  // False when the matrix is singular. A diagonal of at least `enough` is a pivot without a search: for a matrix near
  // the unit matrix, whose columns differ by their units, the largest entry says nothing.
  bool factor(std::size_t n, double enough = std::numeric_limits<double>::infinity()) {
    std::array<std::size_t, N> exchange;
    is_negative = false;
    for (std::size_t k = 0; k < n; ++k) {
      exchange[k] = std::abs(a[k * n + k]) >= enough ? k : exchange_rows(n, k);
      if (!(std::abs(a[k * n + k]) > 0.0)) return false;
      is_negative = is_negative != ((a[k * n + k] < 0.0) != (exchange[k] != k));
      const double inverse = 1.0 / a[k * n + k];
      a[k * n + k] = 1.0;
      for (std::size_t j = 0; j < n; ++j) a[k * n + j] *= inverse;
      for (std::size_t i = 0; i < n; ++i)
        if (i != k) eliminate(n, i, k);
    }
    for (std::size_t k = n; k-- > 0;)
      if (exchange[k] != k)
        for (std::size_t i = 0; i < n; ++i) std::swap(a[i * n + k], a[i * n + exchange[k]]);
    return true;
  }

  // Solves A x = b in place.
  void solve(std::size_t n, std::array<double, N>& b) const {
    const std::array<double, N> right = b;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = a[i * n] * right[0];
      for (std::size_t j = 1; j < n; ++j) sum += a[i * n + j] * right[j];
      b[i] = sum;
    }
  }

 private:
  std::size_t exchange_rows(std::size_t n, std::size_t k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[best * n + k])) best = i;
    if (best != k)
      for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[best * n + j]);
    return best;
  }

  void eliminate(std::size_t n, std::size_t i, std::size_t k) {
    const double factor = a[i * n + k];
    if (N > 4 && factor == 0.0) return;  // larger matrices are half empty
    a[i * n + k] = 0.0;
    for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
  }
};

// From five rows on the inverse costs more than it saves.
template <std::size_t N>
using SmallSolver = std::conditional_t<(N <= 4), SmallInverse<N>, SmallLu<N>>;

// A x for a matrix that stands column after column: a constant n makes vectors of the rows' sums.
template <std::size_t N>
std::array<double, N> column_product(std::size_t n, const std::array<double, N * N>& columns,
                                     const std::array<double, N>& x) {
  std::array<double, N> y;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = columns[i] * x[0];
    for (std::size_t j = 1; j < n; ++j) sum += columns[j * n + i] * x[j];
    y[i] = sum;
  }
  return y;
}

}  // namespace stickslip::solve
