// Linear least squares, and how far estimates may lie from the truth.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "stickslip/identify/least_squares.hpp"
#include "stickslip/numerics/least_squares.hpp"

namespace stickslip::identify {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

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
double estimate_correlation_time(std::span<const double> r, std::span<const std::size_t> breaks) {
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

}  // namespace

LeastSquaresFit linear_least_squares(std::span<const double> matrix, std::span<const double> right) {
  numerics::LinearSolution solution = numerics::solve_least_squares(matrix, right);
  LeastSquaresFit fit;
  fit.message = solution.rank == solution.values.size() ? "solved" : "solved; some columns depend on others";
  fit.values = std::move(solution.values);
  fit.residuals = std::move(solution.residuals);
  fit.slopes.assign(matrix.begin(), matrix.end());
  fit.sum_of_squares = solution.sum_of_squares;
  fit.iterations = fit.evaluations = 1;
  fit.converged = solution.finite;
  return fit;
}

Spread estimate_spread(std::span<const double> slopes, std::span<const double> residuals, std::size_t parameters,
                       std::span<const std::size_t> breaks) {
  Spread spread;
  double square = 0.0;
  for (const double r : residuals) square += r * r;
  spread.correlation_time = estimate_correlation_time(residuals, breaks);
  const double independent = double(residuals.size()) / spread.correlation_time;
  spread.degrees = std::max(1.0, independent - double(parameters));
  spread.noise = std::sqrt(square / std::max(1.0, double(residuals.size()) - double(parameters)));
  spread.deviation.assign(parameters, infinite);
  if (parameters == 0) return spread;

  const numerics::NormalInverse inverse = numerics::invert_normal_matrix(slopes, parameters);
  const numerics::Matrix& covariance = inverse.covariance;
  spread.slope = inverse.length;
  spread.condition = inverse.condition;
  numerics::Matrix correlation(parameters, parameters);
  const double scale = spread.noise * std::sqrt(spread.correlation_time);
  for (std::size_t i = 0; i < parameters; ++i) {
    if (inverse.known[i] && inverse.length[i] > 0.0)
      spread.deviation[i] = scale * std::sqrt(covariance(i, i)) / inverse.length[i];
    for (std::size_t j = 0; j < parameters; ++j) {
      const double both = std::sqrt(covariance(i, i) * covariance(j, j));
      correlation(i, j) = i == j ? 1.0 : both > 0.0 ? covariance(i, j) / both : 0.0;
    }
  }
  spread.correlation.assign(correlation.values().begin(), correlation.values().end());
  return spread;
}

}  // namespace stickslip::identify
