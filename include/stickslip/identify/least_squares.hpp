// Nonlinear and linear least squares with bounds, and what they tell about their parameters.
//
//   const LeastSquaresFit fit = least_squares({.residuals = 100, .lower = {0}, .upper = {10}, .evaluate = f}, {1.0});
//   const Spread spread = estimate_spread(fit.slopes, fit.residuals, fit.values.size());
//   fit.values[0] +- interval(spread, 0)
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace stickslip::identify {

// Residuals, and their derivatives [residual][parameter] unless `slopes` is empty. False: not defined there.
using ResidualFunction =
    std::function<bool(std::span<const double> parameters, std::span<double> residuals, std::span<double> slopes)>;

struct LeastSquaresProblem {
  std::size_t residuals = 0;
  std::vector<double> lower = {};  // per parameter; -infinity and infinity are allowed
  std::vector<double> upper = {};
  ResidualFunction evaluate = {};
};

struct LeastSquaresOptions {
  std::size_t most_iterations = 100;
  double tolerance = 1e-12;  // relative change of the sum of squares, and of the parameters, at which it ends
  double huber = 0.0;        // residual beyond which the loss grows linearly; 0: squares everywhere
  bool slopes = true;        // wanted at the end too; false saves their computing
  std::function<bool()> cancelled = {};
};

struct LeastSquaresFit {
  std::vector<double> values = {};     // parameters
  std::vector<double> residuals = {};  // at them
  std::vector<double> slopes = {};     // at them, [residual][parameter]
  double sum_of_squares = 0.0;
  std::size_t iterations = 0;
  std::size_t evaluations = 0;
  bool converged = false;
  std::string message = "was not run";
};

// By a trust region (Levenberg-Marquardt) within the bounds. Throws std::invalid_argument when start and bounds do not
// fit together or when the residuals are not defined at the start. Deterministic.
LeastSquaresFit least_squares(const LeastSquaresProblem& problem, std::vector<double> start,
                              const LeastSquaresOptions& options = {});

// Central differences in place of derivatives; `scale` is the usual size of each parameter. f ignores its slopes.
ResidualFunction with_numeric_slopes(ResidualFunction f, std::vector<double> scale);

// Linear: matrix [row][column] times values = right, by a rank-revealing QR. Columns that depend on others get the
// value 0 and an infinite deviation in the spread.
LeastSquaresFit linear_least_squares(std::span<const double> matrix, std::span<const double> right);

// How far estimates may lie from the truth, to first order.
struct Spread {
  std::vector<double> deviation = {};    // standard deviation per parameter; infinite where the data say nothing
  std::vector<double> correlation = {};  // [parameter][parameter]
  std::vector<double> slope = {};        // length of the column of slopes of each: 0 when nothing depends on it
  double noise = 0.0;                    // standard deviation of the residuals
  double degrees = 0.0;                  // of freedom: independent samples less parameters
  double correlation_time = 1.0;         // samples per independent one
  double condition = 1.0;                // of the slopes with columns of length 1
};

// `breaks`: where a new recording begins, so that residuals are not correlated across it. Residuals that are correlated
// in time count as fewer.
Spread estimate_spread(std::span<const double> slopes, std::span<const double> residuals, std::size_t parameters,
                       std::span<const std::size_t> breaks = {});

// Half the width of the interval that holds the parameter with the given probability (Student).
double interval(const Spread& spread, std::size_t parameter, double probability = 0.95);

}  // namespace stickslip::identify
