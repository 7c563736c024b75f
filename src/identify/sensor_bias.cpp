#include "sensor_bias.hpp"

#include <algorithm>
#include <cmath>

#include "intervals.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

bool is_derived(const Recording& r) { return !r.derived_again.empty(); }

// Where no applied force was recorded, the measured one stands for it.
bool applies_its_force(const Record& r) {
  for (std::size_t k = 0; k < r.force.size(); ++k)
    if (r.motion[k].applied != r.force[k]) return false;
  return true;
}

// The force is that of the trace, which begins at the second sample; the motion is seen through the sensor again.
void put_known_force(Recording& copy, const FitTrace& trace) {
  Record& r = copy.record;
  const bool own = applies_its_force(r);
  for (std::size_t k = 1; k < r.force.size(); ++k) r.force[k] = trace.fitted[k - 1];
  r.force[0] = r.force[1];
  for (std::size_t k = 0; k < r.motion.size() && is_derived(copy); ++k) {
    r.motion[k].velocity = copy.derived_again[k].velocity;
    r.motion[k].displacement = copy.derived_again[k].displacement;
    if (!r.acceleration.empty()) r.acceleration[k] = copy.derived_again[k].acceleration;
  }
  if (own)
    for (std::size_t k = 0; k < r.motion.size(); ++k) r.motion[k].applied = r.force[k];
}

void widen(FittedParameter& p, double shift, double lower, double upper) {
  if (!p.free || p.method.empty() || !std::isfinite(p.low) || !std::isfinite(p.high)) return;
  const double half = (p.high - p.low) / 2.0;
  const double way = tuning.sensor_bias.margin * std::abs(shift);
  p.low = std::max(lower, p.low - way);
  p.high = std::min(upper, p.high + way);
  if (!p.identified) return;
  const std::string share = text::percent(std::abs(shift / p.value), 2);
  if (std::abs(shift) > tuning.sensor_bias.untrustworthy * std::abs(p.value)) {
    p.identified = false;
    p.remark = "not identified: deriving the velocity from the position shifts it by about " + share;
  } else if (p.remark.empty() && way > half) {
    p.remark = "interval widened: deriving the velocity from the position shifts it by about " + share;
  }
}

}  // namespace

std::vector<Recording> copy_if_derived(std::span<const Recording> recordings) {
  if (!std::any_of(recordings.begin(), recordings.end(), is_derived)) return {};
  return {recordings.begin(), recordings.end()};
}

void widen_by_sensor_bias(FitReport& report, std::vector<Recording> copies, Search& search, const Valley& best,
                          std::span<const std::string> unseen) {
  const FitOptions& options = search.options();
  const Uses uses = choose_uses(copies, options);  // of the motion that was fitted
  for (std::size_t r = 0; r < copies.size(); ++r) put_known_force(copies[r], report.traces[r]);
  const auto objective = open_loop(copies, uses, options);
  objective->leave_out(unseen);
  const Coordinates& c = search.coordinates();
  if (objective->coordinates().count() != c.count()) return;
  const CountedProblem problem = objective->problem(Slopes::differences);
  const Point there =
      descend_along(problem, plain_squares(search), best.point, smooth_axes(*objective), tuning.stages.second).point;
  search.count(*problem.simulated);
  const std::vector<double> before = c.parameters(best.point.law());
  const std::vector<double> after = c.parameters(there.law());
  std::size_t at = 0;
  for (std::size_t f = 0; f < report.group.table.size(); ++f)
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o, ++at) {
      const Field& field = report.group.table[f];
      widen(report.parameters[at], after[field.first + o] - before[field.first + o], field.lower, field.upper);
    }
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  for (std::size_t q = 0; q < report.nuisances.size(); ++q)
    widen(report.nuisances[q], there[c.count() + q] - best.point[c.count() + q], -unbounded, unbounded);
}

}  // namespace stickslip::identify
