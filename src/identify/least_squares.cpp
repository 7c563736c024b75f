#include "stickslip/identify/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "stickslip/numerics/least_squares.hpp"
#include "stickslip/numerics/statistics.hpp"

#ifdef STICKSLIP_HAS_CERES
#include <ceres/ceres.h>
#include <glog/logging.h>
#endif

#include "stickslip/param.hpp"

namespace stickslip::identify {
namespace {

void check_start(const LeastSquaresProblem& problem, const std::vector<double>& start) {
  const std::size_t n = start.size();
  if (problem.lower.size() != n || problem.upper.size() != n)
    throw std::invalid_argument("least squares: " + std::to_string(n) + " parameters, but " +
                                std::to_string(problem.lower.size()) + " lower and " +
                                std::to_string(problem.upper.size()) + " upper bounds");
  for (std::size_t i = 0; i < n; ++i)
    if (!(start[i] >= problem.lower[i] && start[i] <= problem.upper[i]))
      throw std::invalid_argument("least squares: the start " + to_text(start[i]) + " of parameter " +
                                  std::to_string(i) + " lies outside [" + to_text(problem.lower[i]) + ", " +
                                  to_text(problem.upper[i]) + "]");
}

// A residual whose square grows as Huber's loss does: r for |r| <= d, else sign(r) sqrt(d (2 |r| - d)). Returns the
// factor of its slope.
double flatten_loss(double& r, double d) {
  const double size = std::abs(r);
  if (d <= 0.0 || size <= d) return 1.0;
  const double flat = std::sqrt(d * (2.0 * size - d));
  r = std::copysign(flat, r);
  return d / flat;
}

// The slopes of a residual in [residual][parameter].
std::span<double> slopes_of_residual(std::span<double> slopes, std::size_t residual, std::size_t parameters) {
  return slopes.subspan(residual * parameters, parameters);
}

// Calls the user's function and flattens what it returns.
struct Evaluation {
  const LeastSquaresProblem& problem;
  double huber = 0.0;
  std::size_t count = 0;
  std::vector<bool> held = {};  // parameters whose slopes count as 0, so that they stay; empty: none
  // Room of a long problem, whose residuals and slopes are there once.
  std::vector<double> residuals = {}, slopes = {};

  bool operator()(std::span<const double> at, std::span<double> r, std::span<double> s) {
    ++count;
    if (!problem.evaluate(at, r, s)) return false;
    for (std::size_t k = 0; k < r.size(); ++k) {
      const double factor = flatten_loss(r[k], huber);
      if (!std::isfinite(r[k])) return false;
      if (s.empty()) continue;
      const auto own = slopes_of_residual(s, k, at.size());
      if (factor < 1.0)
        for (double& slope : own) slope *= factor;
      for (std::size_t i = 0; i < held.size(); ++i)
        if (held[i]) own[i] = 0.0;
    }
    return true;
  }

  // The same into the room that is kept.
  bool here(std::span<const double> at, bool with_slopes) {
    residuals.resize(problem.residuals);
    if (with_slopes) slopes.resize(problem.residuals * at.size());
    return (*this)(at, residuals, with_slopes ? std::span(slopes) : std::span<double>());
  }
};

#ifdef STICKSLIP_HAS_CERES

// Ceres copies slopes several times. Those of a long problem are handed on as the triangle of a QR, which has the same
// sum of squares and the same normal equations.
class Cost : public ceres::CostFunction {
 public:
  Cost(Evaluation& evaluation, std::size_t parameters)
      : evaluation_(evaluation),
        parameters_(parameters),
        reduced_(evaluation.problem.residuals >= numerics::long_system) {
    set_num_residuals(int(reduced_ ? parameters + 1 : evaluation.problem.residuals));
    mutable_parameter_block_sizes()->push_back(int(parameters));
  }

  bool Evaluate(const double* const* parameters, double* residuals, double** jacobians) const override {
    const std::size_t m = evaluation_.problem.residuals;
    double* slopes = jacobians == nullptr ? nullptr : jacobians[0];
    const std::span<const double> at(parameters[0], parameters_);
    if (reduced_) return evaluate_reduced(at, residuals, slopes);
    return evaluation_(at, {residuals, m}, {slopes, slopes == nullptr ? 0 : m * parameters_});
  }

 private:
  bool evaluate_reduced(std::span<const double> at, double* residuals, double* slopes) const {
    if (!evaluation_.here(at, slopes != nullptr)) return false;
    std::fill_n(residuals, parameters_ + 1, 0.0);
    if (slopes == nullptr) {
      double squares = 0.0;
      for (const double r : evaluation_.residuals) squares += r * r;
      residuals[0] = std::sqrt(squares);
      return true;
    }
    const numerics::Matrix triangle = numerics::reduce_rows(evaluation_.slopes, evaluation_.residuals);
    for (std::size_t k = 0; k <= parameters_; ++k) {
      std::copy_n(triangle.row(k).begin(), parameters_, slopes + k * parameters_);
      residuals[k] = triangle(k, parameters_);
    }
    return true;
  }

  Evaluation& evaluation_;
  std::size_t parameters_;
  bool reduced_;
};

class Stop : public ceres::IterationCallback {
 public:
  explicit Stop(const std::function<bool()>& cancelled) : cancelled_(cancelled) {}
  ceres::CallbackReturnType operator()(const ceres::IterationSummary&) override {
    return cancelled_ && cancelled_() ? ceres::SOLVER_TERMINATE_SUCCESSFULLY : ceres::SOLVER_CONTINUE;
  }

 private:
  const std::function<bool()>& cancelled_;
};

// Ceres tells the log about every step that it refuses; our caller reads the summary.
void silence_ceres() {
  static const bool silent = [] {
    FLAGS_minloglevel = google::GLOG_FATAL;
    return true;
  }();
  static_cast<void>(silent);
}

ceres::Solver::Options solver_options(const LeastSquaresOptions& options) {
  ceres::Solver::Options o;
  o.linear_solver_type = ceres::DENSE_QR;
  o.max_num_iterations = int(options.most_iterations);
  o.function_tolerance = options.tolerance;
  o.parameter_tolerance = options.tolerance;
  o.gradient_tolerance = 0.0;
  o.max_num_consecutive_invalid_steps = 20;
  o.logging_type = ceres::SILENT;
  o.num_threads = 1;
  return o;
}

ceres::Solver::Summary run_ceres(Evaluation& evaluation, std::vector<double>& at, const LeastSquaresOptions& options) {
  ceres::Problem::Options ownership;
  ownership.cost_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  Cost cost(evaluation, at.size());
  Stop stop(options.cancelled);
  ceres::Problem problem(ownership);
  problem.AddResidualBlock(&cost, nullptr, at.data());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double low = evaluation.problem.lower[i];
    const double high = evaluation.problem.upper[i];
    if (std::isfinite(low)) problem.SetParameterLowerBound(at.data(), int(i), low);
    if (std::isfinite(high)) problem.SetParameterUpperBound(at.data(), int(i), high);
  }
  ceres::Solver::Options o = solver_options(options);
  o.callbacks.push_back(&stop);
  ceres::Solver::Summary summary;
  silence_ceres();
  ceres::Solve(o, &problem, &summary);
  return summary;
}

// Parameters at a bound that the sum of squares would fall beyond.
std::vector<bool> find_pressed(Evaluation& evaluation, const std::vector<double>& at) {
  const LeastSquaresProblem& p = evaluation.problem;
  std::vector<bool> all(at.size(), false);
  bool any = false;
  for (std::size_t i = 0; i < at.size(); ++i) any = any || at[i] == p.lower[i] || at[i] == p.upper[i];
  evaluation.held.clear();
  if (!any || !evaluation.here(at, true)) return all;
  std::vector<double> gradient(at.size(), 0.0);
  for (std::size_t k = 0; k < p.residuals; ++k) {
    const auto own = slopes_of_residual(evaluation.slopes, k, at.size());
    for (std::size_t i = 0; i < at.size(); ++i) gradient[i] += evaluation.residuals[k] * own[i];
  }
  for (std::size_t i = 0; i < at.size(); ++i)
    all[i] = (at[i] == p.lower[i] && gradient[i] > 0.0) || (at[i] == p.upper[i] && gradient[i] < 0.0);
  return all;
}

// Ceres cuts a step off at the bounds. That turns it aside and can end it too early, so those that press against a
// bound are held there while the others go on, until the same ones press again.
void solve_within_bounds(Evaluation& evaluation, std::vector<double>& at, LeastSquaresOptions options,
                         LeastSquaresFit& fit) {
  constexpr int most_rounds = 4;
  std::vector<bool> held(at.size(), false);
  for (int round = 0; round < most_rounds && options.most_iterations > 0; ++round) {
    evaluation.held = held;
    const ceres::Solver::Summary summary = run_ceres(evaluation, at, options);
    fit.iterations += summary.iterations.size();
    fit.converged = summary.termination_type == ceres::CONVERGENCE;
    fit.message = summary.message;
    options.most_iterations -= std::min(options.most_iterations, summary.iterations.size());
    const std::vector<bool> pressing = find_pressed(evaluation, at);
    if (pressing == held || (options.cancelled && options.cancelled())) break;
    held = pressing;
  }
  evaluation.held.clear();
}

#endif

}  // namespace

LeastSquaresFit least_squares(const LeastSquaresProblem& problem, std::vector<double> start,
                              const LeastSquaresOptions& options) {
  check_start(problem, start);
  Evaluation evaluation{problem, options.huber};
  LeastSquaresFit fit;
  if (!evaluation.here(start, false))
    throw std::invalid_argument("least squares: the residuals are not defined at the start");
#ifdef STICKSLIP_HAS_CERES
  if (!start.empty() && problem.residuals > 0) solve_within_bounds(evaluation, start, options, fit);
  fit.values = std::move(start);
  if (!options.slopes) evaluation.slopes = std::vector<double>();
  evaluation.here(fit.values, options.slopes);
  fit.residuals = std::move(evaluation.residuals);
  fit.slopes = std::move(evaluation.slopes);
  for (const double r : fit.residuals) fit.sum_of_squares += r * r;
  fit.evaluations = evaluation.count;
  return fit;
#else
  throw std::runtime_error(
      "this program was built without Ceres, which fits need: install libceres-dev and configure again");
#endif
}

double interval(const Spread& spread, std::size_t parameter, double probability) {
  return spread.deviation[parameter] * numerics::student_quantile(0.5 + probability / 2.0, spread.degrees);
}

ResidualFunction with_numeric_slopes(ResidualFunction f, std::vector<double> scale) {
  return [f = std::move(f), scale = std::move(scale)](std::span<const double> at, std::span<double> residuals,
                                                      std::span<double> slopes) {
    if (!f(at, residuals, {})) return false;
    if (slopes.empty()) return true;
    constexpr double relative = 6e-6;  // the cube root of the rounding error: best for central differences
    const std::size_t n = at.size();
    std::vector<double> moved(at.begin(), at.end()), up(residuals.size()), down(residuals.size());
    for (std::size_t i = 0; i < n; ++i) {
      const double step = relative * std::max(std::abs(at[i]), std::abs(scale[i]));
      moved[i] = at[i] + step;
      const double above = moved[i];
      const bool has_up = f(moved, up, {});
      moved[i] = at[i] - step;
      const double below = moved[i];
      const bool has_down = f(moved, down, {});
      moved[i] = at[i];
      if (!has_up && !has_down) return false;
      const std::vector<double>& high = has_up ? up : down;
      for (std::size_t k = 0; k < residuals.size(); ++k)
        slopes[k * n + i] = has_up && has_down ? (up[k] - down[k]) / (above - below)
                                               : (high[k] - residuals[k]) / ((has_up ? above : below) - at[i]);
    }
    return true;
  };
}

}  // namespace stickslip::identify
