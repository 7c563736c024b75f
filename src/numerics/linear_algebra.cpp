#include "stickslip/numerics/linear_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace stickslip::numerics {
namespace {

// One kind of matrix for all of Eigen's templates: each kind costs seconds of compiling.
using Eigen::MatrixXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

MatrixXd from_dense(const Matrix& a) {
  return Eigen::Map<const RowMajor>(a.values().data(), Eigen::Index(a.rows()), Eigen::Index(a.columns()));
}

Matrix to_dense(const MatrixXd& values) {
  Matrix result(std::size_t(values.rows()), std::size_t(values.cols()));
  Eigen::Map<RowMajor>(result.values().data(), values.rows(), values.cols()) = values;
  return result;
}

constexpr double rounding = 1e-14;  // a reciprocal condition below it: columns that are one another's multiples

MatrixXd solve_by_lu(const MatrixXd& a, const MatrixXd& b) {
  const Eigen::PartialPivLU<MatrixXd> lu(a);
  for (Eigen::Index k = 0; k < lu.rows(); ++k)
    if (!(std::abs(lu.matrixLU()(k, k)) > 0.0)) throw SingularMatrix("the matrix is singular");
  return lu.solve(b);
}

// D^-1 A D whose rows and columns are of like size, D made of powers of two (Parlett and Reinsch 1969). Eigen has none.
struct Balanced {
  Matrix a;
  std::vector<double> d;
};
Balanced balance(Matrix a) {
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

// P + X with (A - P S) X + X (A - P S)' = -(A P + P A' - P S P + Q): solved for the correction, whose rounding is that
// of the residual and not that of P.
Matrix newton_step(const Matrix& a, const Matrix& s, const Matrix& q, const Matrix& p) {
  const Matrix closed = a - p * s;
  const Matrix residual = a * p + p * a.transposed() - p * s * p + q;
  const Matrix x = solve_sylvester(closed, -1.0 * closed.transposed(), -1.0 * residual);
  return p + 0.5 * (x + x.transposed());
}

// [A' -S; -Q -A]
Matrix hamilton_matrix(const Matrix& a, const Matrix& s, const Matrix& q) {
  const std::size_t n = a.rows();
  Matrix hamilton(2 * n, 2 * n);
  hamilton.place(0, 0, a.transposed());
  hamilton.place(0, n, -1.0 * s);
  hamilton.place(n, 0, -1.0 * q);
  hamilton.place(n, n, -1.0 * a);
  return hamilton;
}

}  // namespace

Matrix solve(const Matrix& a, const Matrix& b) { return to_dense(solve_by_lu(from_dense(a), from_dense(b))); }

double norm(const Matrix& a) {
  double sum = 0.0;
  for (const double x : a.values()) sum += x * x;
  return std::sqrt(sum);
}

// Taylor's series of a matrix halved until it is small, then squared as often (Moler and Van Loan 2003, method 3).
// Eigen's own, among its unsupported modules, doubles the compile time of this source and does not balance.
Matrix exponential(const Matrix& matrix) {
  const auto [a, d] = balance(matrix);
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

Singular singular_values(const Matrix& a) {
  // Rows of zeros make it square: what is less tall than wide has singular values 0, and one kind of SVD is compiled.
  MatrixXd tall =
      MatrixXd::Zero(std::max(Eigen::Index(a.rows()), Eigen::Index(a.columns())), Eigen::Index(a.columns()));
  tall.topRows(Eigen::Index(a.rows())) = from_dense(a);
  const Eigen::JacobiSVD<MatrixXd, Eigen::HouseholderQRPreconditioner> svd(tall, Eigen::ComputeThinV);
  const auto& values = svd.singularValues();
  return {{values.data(), values.data() + values.size()}, to_dense(svd.matrixV())};
}

std::vector<Complex> eigenvalues(const Matrix& matrix) {
  const Eigen::EigenSolver<MatrixXd> eigen(from_dense(balance(matrix).a), false);
  const auto& values = eigen.eigenvalues();
  return {values.data(), values.data() + values.size()};
}

Modes modes(const Matrix& matrix) {
  if (matrix.rows() == 0) return {};
  const Eigen::EigenSolver<MatrixXd> eigen(from_dense(balance(matrix).a));
  const auto& values = eigen.eigenvalues();
  Modes found{{values.data(), values.data() + values.size()}, {}};
  // Real columns: of a pair the real and the imaginary part of one eigenvector, and of its left one half of each.
  const MatrixXd right = eigen.pseudoEigenvectors();
  const Eigen::PartialPivLU<MatrixXd> lu(right);
  if (!(lu.rcond() > rounding)) return found;
  const MatrixXd left = lu.inverse();
  found.shares = Matrix(matrix.rows(), matrix.rows());
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    const bool pair = values(k).imag() != 0.0;
    const Eigen::Index first = pair && values(k).imag() < 0.0 ? k - 1 : k;
    double sum = 0.0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      const double r = pair ? std::hypot(right(i, first), right(i, first + 1)) : right(i, k);
      const double l = pair ? std::hypot(left(first, i), left(first + 1, i)) : left(k, i);
      sum += found.shares(std::size_t(i), std::size_t(k)) = std::abs(r * l);
    }
    for (std::size_t i = 0; i < matrix.rows(); ++i) found.shares(i, std::size_t(k)) /= sum;
  }
  return found;
}

Matrix solve_sylvester(const Matrix& a, const Matrix& b, const Matrix& c) {
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
  const Matrix x = solve(system, right);
  Matrix result(n, m);
  std::copy(x.values().begin(), x.values().end(), result.values().begin());
  return result;
}

Matrix settle_covariance(const Matrix& a, const Matrix& q) {
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

Matrix solve_riccati(const Matrix& a, const Matrix& s, const Matrix& q) {
  const auto n = Eigen::Index(a.rows());
  const auto [balanced, d] = balance(hamilton_matrix(a, s, q));
  const Eigen::EigenSolver<MatrixXd> eigen(from_dense(balanced));
  const MatrixXd vectors = eigen.pseudoEigenvectors();  // real and imaginary part of each pair: the same span
  // The eigenvectors that decay span [1; P].
  MatrixXd stable(2 * n, n);
  Eigen::Index found = 0;
  for (Eigen::Index k = 0; k < 2 * n && found < n; ++k)
    if (eigen.eigenvalues()(k).real() < 0.0) stable.col(found++) = vectors.col(k);
  if (found < n) throw SingularMatrix("the Riccati equation has no stable solution");
  for (Eigen::Index i = 0; i < 2 * n; ++i) stable.row(i) *= d[std::size_t(i)];
  const MatrixXd spanned = solve_by_lu(stable.topRows(n).transpose(), stable.bottomRows(n).transpose());
  if (!spanned.allFinite()) throw SingularMatrix("the Riccati equation has no stable solution");
  Matrix p = to_dense(spanned);
  p = 0.5 * (p + p.transposed());
  constexpr int polishing_steps = 4;  // each doubles the digits; the eigenvectors alone have eight or more
  for (int k = 0; k < polishing_steps; ++k) p = newton_step(a, s, q, p);
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

}  // namespace stickslip::numerics
