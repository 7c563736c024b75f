#include "sensor_bias.hpp"

#include <algorithm>
#include <cmath>

#include "intervals.hpp"
#include "stickslip/numerics/least_squares.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

bool is_derived(const Recording& r) { return !r.views.empty(); }

// Where no applied force was recorded, the measured one stands for it.
bool applies_its_force(const Record& r) {
  for (std::size_t k = 0; k < r.force.size(); ++k)
    if (r.motion[k].applied != r.force[k]) return false;
  return true;
}

// The force is that of the trace, which begins at the second sample; the motion is seen through the sensor again.
void put_known_force(Recording& copy, const FitTrace& trace, std::size_t view) {
  Record& r = copy.record;
  const bool own = applies_its_force(r);
  for (std::size_t k = 1; k < r.force.size(); ++k) r.force[k] = trace.fitted[k - 1];
  r.force[0] = r.force[1];
  if (is_derived(copy)) {
    const auto& seen = copy.views[std::min(view, copy.views.size() - 1)];
    for (std::size_t k = 0; k < r.motion.size(); ++k) {
      r.motion[k].velocity = seen[k].velocity;
      r.motion[k].displacement = seen[k].displacement;
      if (!r.acceleration.empty()) r.acceleration[k] = seen[k].acceleration;
    }
  }
  if (own)
    for (std::size_t k = 0; k < r.motion.size(); ++k) r.motion[k].applied = r.force[k];
}

// Residuals r and their slopes J at the bottom. A quantity whose gradient along the axes is a has to first order the
// error sum_k (J_k . g) e_k with g = (J'J)^-1 a: sample k counts by (J_k . g)^2. Where a sensor or a law errs just
// there, as in the few samples of a break-away from rest, the residuals of all samples say too little.
class LocalErrors {
 public:
  LocalErrors(const CountedProblem& problem, const Point& at)
      : residuals_(problem.residuals), slopes_(problem.residuals, at.axes()) {
    defined_ = problem.evaluate(at, residuals_, slopes_.values());
    if (defined_) inverse_ = numerics::invert_normal_matrix(slopes_.values(), at.axes());
  }

  // The root mean square of residuals where the quantity is decided, over that of all; at least 1.
  double ratio(std::span<const double> gradient) const {
    if (!defined_) return 1.0;
    const std::vector<double> g = direction(gradient);
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

 private:
  std::vector<double> direction(std::span<const double> a) const {
    std::vector<double> g(a.size(), 0.0);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < a.size(); ++j)
        if (inverse_.length[i] > 0.0 && inverse_.length[j] > 0.0)
          g[i] += inverse_.covariance(i, j) * a[j] / (inverse_.length[i] * inverse_.length[j]);
    return g;
  }

  std::vector<double> residuals_;
  numerics::Matrix slopes_;
  numerics::NormalInverse inverse_;
  bool defined_ = false;
};

// By the shift, and by how much larger the residuals are where the parameter is decided.
void widen(FittedParameter& p, double shift, double stretch, double lower, double upper) {
  if (!p.free || p.method.empty() || !std::isfinite(p.low) || !std::isfinite(p.high)) return;
  const double half = (p.high - p.low) / 2.0;
  const double way = tuning.sensor_bias.margin * std::abs(shift);
  p.low = std::max(lower, p.value - stretch * (p.value - p.low) - way);
  p.high = std::min(upper, p.value + stretch * (p.high - p.value) + way);
  if (!p.identified) return;
  const std::string share = text::percent(std::abs(shift / p.value), 2);
  if (std::abs(shift) > tuning.sensor_bias.untrustworthy * std::abs(p.value)) {
    p.identified = false;
    p.remark = "not identified: deriving the velocity from the position shifts it by about " + share;
  } else if (p.remark.empty() && way > half) {
    p.remark = "interval widened: deriving the velocity from the position shifts it by about " + share;
  }
}

// Parameters of the law, then nuisances.
std::vector<double> all_values(const Coordinates& c, const Point& p) {
  std::vector<double> values = c.parameters(p.law());
  for (std::size_t axis = c.count(); axis < p.axes(); ++axis) values.push_back(p[axis]);
  return values;
}

// By how much parameters and nuisances shift when the motion is seen through the sensor again: root mean square over
// the views. Nothing when the coordinates would be others.
std::vector<double> measure_shifts(const FitReport& report, const std::vector<Recording>& copies, Search& search,
                                   const Valley& best, std::span<const std::string> unseen) {
  const FitOptions& options = search.options();
  const Uses uses = choose_uses(copies, options);  // of the motion that was fitted
  const Coordinates& c = search.coordinates();
  const std::vector<double> before = all_values(c, best.point);
  std::vector<double> squares(before.size(), 0.0);
  std::size_t views = 0;
  for (const Recording& r : copies) views = std::max(views, r.views.size());
  for (std::size_t view = 0; view < views; ++view) {
    std::vector<Recording> seen = copies;
    for (std::size_t r = 0; r < seen.size(); ++r) put_known_force(seen[r], report.traces[r], view);
    const auto objective = open_loop(seen, uses, options);
    objective->leave_out(unseen);
    if (objective->coordinates().count() != c.count()) return {};
    const CountedProblem problem = objective->problem(Slopes::differences);
    const Point there =
        descend_along(problem, plain_squares(search), best.point, smooth_axes(*objective), tuning.stages.second).point;
    search.count(*problem.simulated);
    const std::vector<double> after = all_values(c, there);
    for (std::size_t i = 0; i < before.size(); ++i) squares[i] += std::pow(after[i] - before[i], 2.0);
  }
  for (double& s : squares) s = std::sqrt(s / double(views));
  return squares;
}

}  // namespace

std::vector<Recording> copy_if_derived(std::span<const Recording> recordings) {
  if (!std::any_of(recordings.begin(), recordings.end(), is_derived)) return {};
  return {recordings.begin(), recordings.end()};
}

void widen_by_sensor_bias(FitReport& report, const std::vector<Recording>& copies, Search& search, const Valley& best,
                          std::span<const std::string> unseen) {
  const std::vector<double> shifts = measure_shifts(report, copies, search, best, unseen);
  const Coordinates& c = search.coordinates();
  if (shifts.empty()) return;
  const LocalErrors local(search.objective().problem(Slopes::exact), best.point);
  const std::vector<double> chain = c.slopes(best.point.law());  // d parameter / d coordinate, row by row
  std::size_t at = 0;
  for (std::size_t f = 0; f < report.group.table.size(); ++f)
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o, ++at) {
      const Field& field = report.group.table[f];
      const std::size_t scalar = field.first + o;
      std::vector<double> gradient(best.point.axes(), 0.0);
      std::copy_n(chain.begin() + std::ptrdiff_t(scalar * c.count()), c.count(), gradient.begin());
      widen(report.parameters[at], shifts[scalar], local.ratio(gradient), field.lower, field.upper);
    }
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  for (std::size_t q = 0; q < report.nuisances.size(); ++q) {
    std::vector<double> gradient(best.point.axes(), 0.0);
    gradient[c.count() + q] = 1.0;
    widen(report.nuisances[q], shifts[shifts.size() - report.nuisances.size() + q], local.ratio(gradient), -unbounded,
          unbounded);
  }
}

}  // namespace stickslip::identify
