#include "stickslip/numerics/least_squares.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace stickslip::numerics {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

constexpr double rank_limit = 1e-10;  // of singular values with columns of length 1: below it nothing is known

RowMajor from_values(std::span<const double> values, std::size_t columns) {
  return Eigen::Map<const RowMajor>(values.data(), Eigen::Index(values.size() / columns), Eigen::Index(columns));
}

std::size_t count_columns(std::span<const double> matrix, std::span<const double> right) {
  if (right.empty() || matrix.size() % right.size() != 0)
    throw std::invalid_argument("linear least squares: " + std::to_string(matrix.size()) +
                                " coefficients do not make rows for " + std::to_string(right.size()) + " right sides");
  return matrix.size() / right.size();
}

// The upper triangle of a QR of rows that copy(k, row) writes, by blocks of rows.
template <class Copy>
RowMajor reduce(std::size_t rows, Eigen::Index n, const Copy& copy) {
  constexpr std::size_t block = 1024;
  RowMajor stack =
      RowMajor::Zero(n + Eigen::Index(block), n);  // what the rows before were reduced to, and the next ones
  for (std::size_t first = 0; first < rows; first += block) {
    const std::size_t count = std::min(block, rows - first);
    for (std::size_t k = 0; k < count; ++k) copy(first + k, stack.row(n + Eigen::Index(k)));
    const Eigen::HouseholderQR<RowMajor> qr(stack.topRows(n + Eigen::Index(count)));
    stack.topRows(n) = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  }
  return stack.topRows(n);
}

// The same of a matrix whose columns are scaled to length 1.
RowMajor reduce_scaled(std::span<const double> matrix, const Vector& length) {
  const Eigen::Index n = length.size();
  return reduce(matrix.size() / std::size_t(n), n, [&](std::size_t k, auto row) {
    for (Eigen::Index i = 0; i < n; ++i)
      row(i) = matrix[k * std::size_t(n) + std::size_t(i)] / (length(i) > 0.0 ? length(i) : 1.0);
  });
}

RowMajor reduce_scaled_at_once(std::span<const double> matrix, const Vector& length) {
  RowMajor scaled = from_values(matrix, std::size_t(length.size()));
  const Eigen::Index n = scaled.cols();
  for (Eigen::Index i = 0; i < n; ++i) scaled.col(i) /= length(i) > 0.0 ? length(i) : 1.0;
  if (scaled.rows() <= n) return scaled;
  return Eigen::HouseholderQR<RowMajor>(scaled).matrixQR().topRows(n).triangularView<Eigen::Upper>();
}

}  // namespace

Matrix reduce_rows(std::span<const double> matrix, std::span<const double> right) {
  const std::size_t n = count_columns(matrix, right);
  const RowMajor r = reduce(right.size(), Eigen::Index(n + 1), [&](std::size_t k, auto row) {
    for (std::size_t i = 0; i < n; ++i) row(Eigen::Index(i)) = matrix[k * n + i];
    row(Eigen::Index(n)) = right[k];
  });
  Matrix reduced(n + 1, n + 1);
  std::copy_n(r.data(), r.size(), reduced.values().begin());
  return reduced;
}

LinearSolution solve_least_squares(std::span<const double> matrix, std::span<const double> right) {
  const std::size_t n = count_columns(matrix, right);
  const Eigen::Map<const Vector> b(right.data(), Eigen::Index(right.size()));
  if (n == 0) {
    const Vector residual = -b;
    return {.residuals = {residual.begin(), residual.end()}, .sum_of_squares = b.squaredNorm(), .finite = true};
  }
  const RowMajor a = from_values(matrix, n);
  Vector length = a.colwise().norm();
  for (Eigen::Index i = 0; i < length.size(); ++i)
    if (!(length(i) > 0.0)) length(i) = 1.0;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a * length.cwiseInverse().asDiagonal());
  qr.setThreshold(rank_limit);
  const Vector found = qr.solve(b).cwiseQuotient(length);
  const Vector residual = a * found - b;
  return {.values = {found.begin(), found.end()},
          .residuals = {residual.begin(), residual.end()},
          .sum_of_squares = residual.squaredNorm(),
          .rank = std::size_t(qr.rank()),
          .finite = found.allFinite()};
}

std::vector<double> non_negative_least_squares(std::span<const double> matrix, std::span<const double> right) {
  const std::size_t n = count_columns(matrix, right);
  if (n == 0) return {};
  const RowMajor a = from_values(matrix, n);
  const Eigen::Map<const Vector> b(right.data(), Eigen::Index(right.size()));
  const RowMajor gram = a.transpose() * a;
  const Vector moment = a.transpose() * b;
  return non_negative_solution({gram.data(), n * n}, {moment.data(), n});
}

NormalInverse invert_normal_matrix(std::span<const double> matrix, std::size_t columns) {
  if (columns == 0) return {};
  const auto n = Eigen::Index(columns);
  const std::size_t rows = matrix.size() / columns;
  const Vector length = Eigen::Map<const RowMajor>(matrix.data(), Eigen::Index(rows), n).colwise().norm();
  const RowMajor r = rows >= long_system ? reduce_scaled(matrix, length) : reduce_scaled_at_once(matrix, length);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(r, Eigen::ComputeFullV);
  const auto& s = svd.singularValues();
  const double largest = s.size() > 0 ? s(0) : 0.0;
  const double least = s.size() == n ? s(n - 1) : 0.0;
  RowMajor covariance = RowMajor::Zero(n, n);
  NormalInverse inverse{.length = {length.begin(), length.end()},
                        .covariance = Matrix(columns, columns),
                        .known = std::vector<bool>(columns, true),
                        .condition = least > 0.0 ? largest / least : std::numeric_limits<double>::infinity()};
  for (Eigen::Index k = 0; k < n; ++k) {
    const double value = k < s.size() ? s(k) : 0.0;
    const auto direction = svd.matrixV().col(k);
    if (value > rank_limit * std::max(largest, 1e-300)) {
      covariance += direction * direction.transpose() / (value * value);
      continue;
    }
    constexpr double noticeable = 1e-3;  // of a direction of length 1
    for (Eigen::Index i = 0; i < n; ++i)
      if (std::abs(direction(i)) > noticeable) inverse.known[std::size_t(i)] = false;
  }
  std::copy_n(covariance.data(), covariance.size(), inverse.covariance.values().begin());
  return inverse;
}

}  // namespace stickslip::numerics
