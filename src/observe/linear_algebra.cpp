#include "observe/linear_algebra.hpp"

#include <algorithm>
#include <numeric>

namespace stickslip {
namespace {

// One rotation of the columns p and q of A, and of V, that makes them orthogonal; returns the cosine between them.
double orthogonalise(Matrix& a, Matrix& v, std::size_t p, std::size_t q) {
  double pp = 0.0;
  double qq = 0.0;
  double pq = 0.0;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    pp += a(i, p) * a(i, p);
    qq += a(i, q) * a(i, q);
    pq += a(i, p) * a(i, q);
  }
  if (!(std::abs(pq) > 0.0)) return 0.0;
  const double zeta = (qq - pp) / (2.0 * pq);
  const double t = (zeta < 0.0 ? -1.0 : 1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
  const double c = 1.0 / std::sqrt(1.0 + t * t);
  const auto rotate = [&](Matrix& m) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
      const double old = m(i, p);
      m(i, p) = c * (old - t * m(i, q));
      m(i, q) = c * (t * old + m(i, q));
    }
  };
  rotate(a);
  rotate(v);
  return std::abs(pq) / std::sqrt(pp * qq);
}

// D^-1 A D whose rows and columns are of like size, D made of powers of two.
struct Balanced {
  Matrix a;
  std::vector<double> d;
};
Balanced balanced(Matrix a) {
  const std::size_t n = a.rows();
  std::vector<double> d(n, 1.0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < n; ++i) {
      double row = 0.0;
      double column = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        row += std::abs(a(i, j));
        column += std::abs(a(j, i));
      }
      if (!(row > 0.0) || !(column > 0.0)) continue;
      const double factor = std::exp2(std::round(std::log2(row / column) / 2.0));
      if (row / factor + column * factor > 0.95 * (row + column)) continue;  // no gain worth a pass
      changed = true;
      d[i] *= factor;
      for (std::size_t j = 0; j < n; ++j) a(i, j) /= factor;
      for (std::size_t j = 0; j < n; ++j) a(j, i) *= factor;
    }
  }
  return {std::move(a), std::move(d)};
}

// The eigenvalue of the last 2 x 2 block that lies nearer to its last entry: the shift of Wilkinson.
Complex shift_of(const ComplexMatrix& a, std::size_t n) {
  const Complex p = a(n - 2, n - 2);
  const Complex s = a(n - 1, n - 1);
  const Complex half = (p - s) / 2.0;
  const Complex root = std::sqrt(half * half + a(n - 2, n - 1) * a(n - 1, n - 2));
  const Complex one = s + half + root;
  const Complex other = s + half - root;
  return std::abs(one - s) < std::abs(other - s) ? one : other;
}

// The columns of A made orthonormal (Gram and Schmidt, twice), and R with A = Q R.
std::pair<ComplexMatrix, ComplexMatrix> orthonormal(ComplexMatrix a) {
  const std::size_t n = a.rows();
  ComplexMatrix r(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t k = 0; k < j; ++k) {
        Complex along = 0.0;
        for (std::size_t i = 0; i < n; ++i) along += std::conj(a(i, k)) * a(i, j);
        for (std::size_t i = 0; i < n; ++i) a(i, j) -= along * a(i, k);
        r(k, j) += along;
      }
    double length = 0.0;
    for (std::size_t i = 0; i < n; ++i) length += std::norm(a(i, j));
    length = std::sqrt(length);
    r(j, j) = length;
    for (std::size_t i = 0; i < n && length > 0.0; ++i) a(i, j) /= length;
  }
  return {a, r};
}

// One step A := R Q + s of the leading n rows, Q R = A - s.
void qr_step(ComplexMatrix& a, std::size_t n, Complex shift) {
  ComplexMatrix block = a.part(0, 0, n, n);
  for (std::size_t i = 0; i < n; ++i) block(i, i) -= shift;
  const auto [q, r] = orthonormal(block);
  block = r * q;
  for (std::size_t i = 0; i < n; ++i) block(i, i) += shift;
  a.place(0, 0, block);
}

double determinant_scale(const Matrix& a) {
  // |det A|^(1/n) from the eigenvalues' moduli would cost more: the singular values have the same product.
  const auto values = singular(a).values;
  double sum = 0.0;
  for (const double v : values) sum += std::log(v);
  return std::exp(sum / double(values.size()));
}

// The sign of a matrix without eigenvalues on the imaginary axis, by Newton's iteration with scaling.
Matrix sign_of(Matrix z) {
  constexpr int most_steps = 60;
  const Matrix one = Matrix::identity(z.rows());
  for (int k = 0; k < most_steps; ++k) {
    const double scale = determinant_scale(z);
    const Matrix next = 0.5 * ((1.0 / scale) * z + scale * solved(z, one));
    const double change = norm(next - z) / norm(next);
    z = next;
    if (change < 1e-13) return z;
  }
  return z;
}

// P of the closed loop A - P S, improved: (A - P S) X + X (A - P S)' + Q + P S P = 0.
Matrix newton_step(const Matrix& a, const Matrix& s, const Matrix& q, const Matrix& p) {
  const Matrix closed = a - p * s;
  const Matrix x = sylvester(closed, -1.0 * closed.transposed(), -1.0 * (q + p * s * p));
  return 0.5 * (x + x.transposed());
}

}  // namespace

double norm(const Matrix& a) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.columns(); ++j) sum += a(i, j) * a(i, j);
  return std::sqrt(sum);
}

Matrix exponential(const Matrix& matrix) {
  const auto [a, d] = balanced(matrix);
  const int halvings = std::max(0, int(std::ceil(std::log2(std::max(norm(a), 1e-300)))) + 4);
  const Matrix small = std::exp2(-halvings) * a;
  Matrix sum = Matrix::identity(a.rows());
  Matrix term = sum;
  constexpr int terms = 14;  // of a matrix with norm 1/16: the rest is below 1e-28
  for (int k = 1; k <= terms; ++k) {
    term = (1.0 / k) * (term * small);
    sum = sum + term;
  }
  for (int k = 0; k < halvings; ++k) sum = sum * sum;
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.rows(); ++j) sum(i, j) *= d[i] / d[j];
  return sum;
}

Singular singular(const Matrix& matrix) {
  Matrix a = matrix;
  const std::size_t n = a.columns();
  Matrix v = Matrix::identity(n);
  constexpr int most_sweeps = 60;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double worst = 0.0;
    for (std::size_t p = 0; p + 1 < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) worst = std::max(worst, orthogonalise(a, v, p, q));
    if (worst < 1e-15) break;
  }
  std::vector<double> lengths(n);
  for (std::size_t j = 0; j < n; ++j) lengths[j] = norm(a.part(0, j, a.rows(), 1));
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return lengths[i] > lengths[j]; });
  Singular result{{}, Matrix(n, n)};
  for (std::size_t j = 0; j < n; ++j) {
    result.values.push_back(lengths[order[j]]);
    result.right.place(0, j, v.part(0, order[j], n, 1));
  }
  return result;
}

std::vector<Complex> eigenvalues(const Matrix& matrix) {
  const Matrix scaled = balanced(matrix).a;
  ComplexMatrix a(scaled.rows(), scaled.rows());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t j = 0; j < a.rows(); ++j) a(i, j) = scaled(i, j);
  const double size = norm(scaled);
  std::vector<Complex> values;
  constexpr int most_steps = 200;  // per eigenvalue; three are usual
  for (std::size_t n = a.rows(); n > 0; --n) {
    for (int k = 0; k < most_steps && n > 1; ++k) {
      double below = 0.0;
      for (std::size_t j = 0; j + 1 < n; ++j) below += std::abs(a(n - 1, j));
      if (below <= 1e-16 * size) break;
      // An exceptional shift now and then breaks the cycles of matrices such as a permutation.
      const Complex shift = k % 11 == 10 ? Complex(below, below) : shift_of(a, n);
      qr_step(a, n, shift);
    }
    values.push_back(a(n - 1, n - 1));
  }
  return values;
}

Matrix sylvester(const Matrix& a, const Matrix& b, const Matrix& c) {
  const std::size_t n = a.rows();
  const std::size_t m = b.rows();
  Matrix system(n * m, n * m);
  Matrix right(n * m, 1);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      for (std::size_t k = 0; k < n; ++k) system(i * m + j, k * m + j) += a(i, k);
      for (std::size_t k = 0; k < m; ++k) system(i * m + j, i * m + k) -= b(k, j);
      right(i * m + j, 0) = c(i, j);
    }
  const Matrix x = solved(system, right);
  Matrix result(n, m);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) result(i, j) = x(i * m + j, 0);
  return result;
}

Matrix settled_covariance(const Matrix& a, const Matrix& q) {
  // P = sum A^k Q A'^k, doubled at every pass.
  Matrix p = q;
  Matrix power = a;
  constexpr int most_doublings = 60;
  for (int k = 0; k < most_doublings; ++k) {
    const Matrix more = power * p * power.transposed();
    p = p + more;
    if (norm(more) <= 1e-17 * norm(p)) break;
    power = power * power;
  }
  return p;
}

Matrix filter_riccati(const Matrix& a, const Matrix& s, const Matrix& q) {
  const std::size_t n = a.rows();
  Matrix hamilton(2 * n, 2 * n);
  hamilton.place(0, 0, a.transposed());
  hamilton.place(0, n, -1.0 * s);
  hamilton.place(n, 0, -1.0 * q);
  hamilton.place(n, n, -1.0 * a);
  const Matrix sign = sign_of(hamilton) + Matrix::identity(2 * n);
  // The stable subspace is [1; P]: (sign + 1) [1; P] = 0, by least squares.
  const Matrix left = sign.part(0, n, 2 * n, n);
  const Matrix right = -1.0 * sign.part(0, 0, 2 * n, n);
  Matrix p = solved(left.transposed() * left, left.transposed() * right);
  p = 0.5 * (p + p.transposed());
  for (int k = 0; k < 4; ++k) p = newton_step(a, s, q, p);
  return p;
}

std::vector<double> polynomial(const std::vector<Complex>& roots) {
  std::vector<Complex> c{1.0};
  for (const Complex& root : roots) {
    c.insert(c.begin(), 0.0);
    for (std::size_t k = 0; k + 1 < c.size(); ++k) c[k] -= root * c[k + 1];
  }
  std::vector<double> real;
  real.reserve(c.size());
  for (const Complex& value : c) real.push_back(value.real());
  return real;
}

}  // namespace stickslip
