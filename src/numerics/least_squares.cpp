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

}  // namespace

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
  RowMajor scaled = from_values(matrix, columns);
  const Vector length = scaled.colwise().norm();
  for (Eigen::Index i = 0; i < scaled.cols(); ++i) scaled.col(i) /= length(i) > 0.0 ? length(i) : 1.0;
  const Eigen::Index n = scaled.cols();
  const RowMajor r =
      scaled.rows() > n
          ? RowMajor(Eigen::HouseholderQR<RowMajor>(scaled).matrixQR().topRows(n).triangularView<Eigen::Upper>())
          : scaled;
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
