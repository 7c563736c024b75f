#include "sensor_bias.hpp"

#include <algorithm>
#include <cmath>

#include "bias.hpp"
#include "intervals.hpp"

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
  const Bottom bottom(search.objective().problem(Slopes::exact), best.point);
  for_each_parameter(report, c, best.point, [&](const Widened& w) {
    widen(w, {.kind = Bias::Kind::chance,
              .shift = shifts[w.place],
              .margin = tuning.sensor_bias.margin,
              .stretch = bottom.local_error(w.gradient),
              .cause = "deriving the velocity from the position"});
  });
}

}  // namespace stickslip::identify
