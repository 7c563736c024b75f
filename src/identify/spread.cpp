// Linear least squares, and how far estimates may lie from the truth.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "stickslip/identify/least_squares.hpp"
#include "stickslip/numerics/least_squares.hpp"

namespace stickslip::identify {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double rank_limit = 1e-10;  // of singular values with columns of length 1: below it nothing is known

Matrix matrix_of(std::span<const double> values, std::size_t columns) {
  if (columns == 0) return {};
  return Eigen::Map<const Matrix>(values.data(), Eigen::Index(values.size() / columns), Eigen::Index(columns));
}

// Mean product of residuals that are `lag` apart in the same recording, over their mean square.
double autocorrelation_at(std::span<const double> r, std::span<const std::size_t> breaks, std::size_t lag,
                          double square) {
  double sum = 0.0;
  std::size_t next = 0;
  std::size_t from = 0;
  for (std::size_t k = 0; k + lag < r.size(); ++k) {
    while (next < breaks.size() && breaks[next] <= k) from = breaks[next++];
    const std::size_t end = next < breaks.size() ? breaks[next] : r.size();
    if (k >= from && k + lag < end) sum += r[k] * r[k + lag];
  }
  return sum / square;
}

// tau = 1 + 2 sum rho_k, summed up to the first lag beyond 5 tau (Sokal's window). Correlations inside the noise of
// white residuals, 2/sqrt(N), count as none.
double correlation_time_of(std::span<const double> r, std::span<const std::size_t> breaks) {
  double square = 0.0;
  for (const double x : r) square += x * x;
  const double chance = 2.0 / std::sqrt(double(r.size()));
  if (!(square > 0.0) || r.size() < 10) return 1.0;
  double tau = 1.0;
  for (std::size_t lag = 1; lag < r.size() / 4; ++lag) {
    const double rho = autocorrelation_at(r, breaks, lag, square);
    if (lag == 1 && rho < chance) return 1.0;
    tau += 2.0 * rho;
    if (double(lag) > 5.0 * std::max(tau, 1.0) || rho < 0.0) break;
  }
  return std::max(tau, 1.0);
}

// Inverse of the normal matrix from the singular values; directions that the data do not show make deviations infinite.
struct Inverse {
  Matrix covariance;  // per unit variance, of scaled columns
  std::vector<bool> known;
  double condition = 1.0;
};

Inverse inverse_of(const Matrix& scaled) {
  const Eigen::Index n = scaled.cols();
  const Matrix r =
      scaled.rows() > n
          ? Matrix(Eigen::HouseholderQR<Matrix>(scaled).matrixQR().topRows(n).triangularView<Eigen::Upper>())
          : scaled;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(r, Eigen::ComputeFullV);
  const auto& s = svd.singularValues();
  Inverse inverse{Matrix::Zero(n, n), std::vector<bool>(std::size_t(n), true), 1.0};
  const double largest = s.size() > 0 ? s(0) : 0.0;
  const double least = s.size() == n ? s(n - 1) : 0.0;
  inverse.condition = least > 0.0 ? largest / least : infinite;
  for (Eigen::Index k = 0; k < n; ++k) {
    const double value = k < s.size() ? s(k) : 0.0;
    const auto direction = svd.matrixV().col(k);
    if (value > rank_limit * std::max(largest, 1e-300)) {
      inverse.covariance += direction * direction.transpose() / (value * value);
      continue;
    }
    for (Eigen::Index i = 0; i < n; ++i)
      if (std::abs(direction(i)) > 1e-3) inverse.known[std::size_t(i)] = false;
  }
  return inverse;
}

}  // namespace

LeastSquaresFit linear_least_squares(std::span<const double> matrix, std::span<const double> right) {
  const std::size_t m = right.size();
  if (m == 0 || matrix.size() % m != 0)
    throw std::invalid_argument("linear least squares: " + std::to_string(matrix.size()) +
                                " coefficients do not make rows for " + std::to_string(m) + " right sides");
  const std::size_t n = matrix.size() / m;
  const Matrix a = matrix_of(matrix, n);
  const Eigen::Map<const Vector> b(right.data(), Eigen::Index(m));
  LeastSquaresFit fit;
  fit.values.assign(n, 0.0);
  fit.slopes.assign(matrix.begin(), matrix.end());
  Vector length = a.colwise().norm();
  for (Eigen::Index i = 0; i < length.size(); ++i)
    if (!(length(i) > 0.0)) length(i) = 1.0;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a * length.cwiseInverse().asDiagonal());
  qr.setThreshold(rank_limit);
  const Vector found = qr.solve(b).cwiseQuotient(length);
  const Vector residual = a * found - b;
  std::copy(found.begin(), found.end(), fit.values.begin());
  fit.residuals.assign(residual.begin(), residual.end());
  fit.sum_of_squares = residual.squaredNorm();
  fit.iterations = fit.evaluations = 1;
  fit.converged = found.allFinite();
  fit.message = qr.rank() == Eigen::Index(n) ? "solved" : "solved; some columns depend on others";
  return fit;
}

std::vector<double> non_negative_least_squares(std::span<const double> matrix, std::span<const double> right) {
  const std::size_t n = matrix.size() / right.size();
  const Matrix a = matrix_of(matrix, n);
  const Eigen::Map<const Vector> b(right.data(), Eigen::Index(right.size()));
  const Matrix gram = a.transpose() * a;
  const Vector moment = a.transpose() * b;
  return numerics::non_negative_solution({gram.data(), n * n}, {moment.data(), n});
}

Spread spread_of(std::span<const double> slopes, std::span<const double> residuals, std::size_t parameters,
                 std::span<const std::size_t> breaks) {
  Spread spread;
  double square = 0.0;
  for (const double r : residuals) square += r * r;
  spread.correlation_time = correlation_time_of(residuals, breaks);
  const double independent = double(residuals.size()) / spread.correlation_time;
  spread.degrees = std::max(1.0, independent - double(parameters));
  spread.noise = std::sqrt(square / std::max(1.0, double(residuals.size()) - double(parameters)));
  spread.deviation.assign(parameters, infinite);
  spread.correlation.assign(parameters * parameters, 0.0);
  if (parameters == 0) return spread;

  Matrix scaled = matrix_of(slopes, parameters);
  Vector length = scaled.colwise().norm();
  for (Eigen::Index i = 0; i < scaled.cols(); ++i) scaled.col(i) /= length(i) > 0.0 ? length(i) : 1.0;
  spread.slope.assign(length.begin(), length.end());
  const Inverse inverse = inverse_of(scaled);
  spread.condition = inverse.condition;
  const double scale = spread.noise * std::sqrt(spread.correlation_time);
  for (std::size_t i = 0; i < parameters; ++i) {
    const auto row = Eigen::Index(i);
    if (inverse.known[i] && length(row) > 0.0)
      spread.deviation[i] = scale * std::sqrt(inverse.covariance(row, row)) / length(row);
    for (std::size_t j = 0; j < parameters; ++j) {
      const double both =
          std::sqrt(inverse.covariance(row, row) * inverse.covariance(Eigen::Index(j), Eigen::Index(j)));
      spread.correlation[i * parameters + j] = i == j       ? 1.0
                                               : both > 0.0 ? inverse.covariance(row, Eigen::Index(j)) / both
                                                            : 0.0;
    }
  }
  return spread;
}

}  // namespace stickslip::identify
