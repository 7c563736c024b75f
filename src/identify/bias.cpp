#include "bias.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/text/numbers.hpp"

namespace stickslip::identify {

Bottom::Bottom(const CountedProblem& problem, const Point& at)
    : residuals_(problem.residuals), slopes_(problem.residuals, at.axes()) {
  defined_ = problem.evaluate(at, residuals_, slopes_.values());
  if (defined_) inverse_ = numerics::invert_normal_matrix(slopes_.values(), at.axes());
}

std::vector<double> Bottom::solve(std::span<const double> a) const {
  std::vector<double> g(a.size(), 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j)
      if (inverse_.length[i] > 0.0 && inverse_.length[j] > 0.0)
        g[i] += inverse_.covariance(i, j) * a[j] / (inverse_.length[i] * inverse_.length[j]);
  return g;
}

double Bottom::local_error(std::span<const double> gradient) const {
  if (!defined_) return 1.0;
  const std::vector<double> g = solve(gradient);
  double local = 0.0, weights = 0.0, all = 0.0;
  for (std::size_t k = 0; k < residuals_.size(); ++k) {
    double reach = 0.0;
    for (std::size_t i = 0; i < g.size(); ++i) reach += slopes_(k, i) * g[i];
    const double square = residuals_[k] * residuals_[k];
    weights += reach * reach;
    local += reach * reach * square;
    all += square;
  }
  const double uniform = weights * all / double(residuals_.size());
  return uniform > 0.0 ? std::sqrt(std::max(1.0, local / uniform)) : 1.0;
}

std::vector<double> all_values(const Coordinates& c, const Point& p) {
  std::vector<double> values = c.parameters(p.law());
  for (std::size_t axis = c.count(); axis < p.axes(); ++axis) values.push_back(p[axis]);
  return values;
}

void widen(const Widened& w, const Bias& bias) {
  FittedParameter& p = w.parameter;
  if (!p.free || p.method.empty() || !std::isfinite(p.low) || !std::isfinite(p.high)) return;
  const double half = (p.high - p.low) / 2.0;
  const double way = bias.margin * std::abs(bias.shift);
  // The interval lies around the shifted value, and reaches back to the value that is reported.
  const double shift = bias.kind == Bias::Kind::known ? bias.shift : 0.0;
  const double below = std::hypot(bias.stretch * (p.value - p.low), way) - shift;
  const double above = std::hypot(bias.stretch * (p.high - p.value), way) + shift;
  p.low = std::max(w.lower, p.value - std::max(0.0, below));
  p.high = std::min(w.upper, p.value + std::max(0.0, above));
  if (!p.identified || std::abs(p.value) <= half) return;  // nobody takes such a value for a number
  const std::string told =
      std::string(bias.cause) + " shifts it by about " + text::percent(std::abs(bias.shift / p.value), 2);
  if (std::abs(bias.shift) > tuning.untrustworthy * std::abs(p.value)) {
    p.identified = false;
    p.remark = "not identified: " + told;
  } else if (p.remark.empty() && std::max(way, std::abs(shift)) > half) {
    p.remark = "interval widened: " + told;
  }
}

}  // namespace stickslip::identify
