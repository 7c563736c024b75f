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

// The path of a derived velocity, of which views are taken; a measured position lies within the sensor's error of it.
void follow_velocity(Recording& copy) {
  auto& motion = copy.record.motion;
  for (std::size_t k = 1; k < motion.size(); ++k)
    motion[k].displacement =
        motion[k - 1].displacement + (motion[k - 1].velocity + motion[k].velocity) / 2.0 * copy.record.step;
}

// Recordings as an objective with the coordinates of the search; none when these would be others.
std::unique_ptr<Objective> fit_again(std::vector<Recording> recordings, const Uses& uses, const Search& search,
                                     std::span<const std::string> unseen) {
  auto objective = open_loop(recordings, uses, search.options());
  objective->leave_out(unseen);
  return objective->coordinates().count() == search.coordinates().count() ? std::move(objective) : nullptr;
}

// By how much parameters and nuisances shift when the law that was found moves along the path and its forces are fitted
// with what the sensor shows of it: root mean square over the views. Nothing when the coordinates would be others.
std::vector<double> measure_shifts(const std::vector<Recording>& copies, Search& search, const Valley& best,
                                   std::span<const std::string> unseen) {
  const Uses uses = choose_uses(copies, search.options());  // of the motion that was fitted
  const std::vector<double> before = all_values(search.coordinates(), best.point);
  std::vector<double> shifts(before.size(), 0.0);
  std::vector<Recording> paths = copies;
  std::size_t views = 0;
  for (Recording& r : paths) {
    views = std::max(views, r.views.size());
    if (is_derived(r)) follow_velocity(r);
  }
  const auto moved = fit_again(paths, uses, search, unseen);
  if (!moved) return {};
  const std::vector<FitTrace> traces = moved->traces(best.point);
  for (std::size_t view = 0; view < views; ++view) {
    std::vector<Recording> seen = paths;
    for (std::size_t r = 0; r < seen.size(); ++r) put_known_force(seen[r], traces[r], view);
    const auto objective = fit_again(std::move(seen), uses, search, unseen);
    if (!objective) return {};
    const CountedProblem problem = objective->problem(Slopes::differences);
    const Point there =
        descend_along(problem, plain_squares(search), best.point, smooth_axes(*objective), tuning.stages.second).point;
    search.count(*problem.simulated);
    const std::vector<double> after = all_values(search.coordinates(), there);
    for (std::size_t i = 0; i < before.size(); ++i) shifts[i] += std::pow(after[i] - before[i], 2.0) / double(views);
  }
  for (double& s : shifts) s = std::sqrt(s);
  return shifts;
}

}  // namespace

std::vector<Recording> copy_if_derived(std::span<const Recording> recordings) {
  if (!std::any_of(recordings.begin(), recordings.end(), is_derived)) return {};
  return {recordings.begin(), recordings.end()};
}

void widen_by_sensor_bias(FitReport& report, const std::vector<Recording>& copies, Search& search, const Valley& best,
                          std::span<const std::string> unseen) {
  const std::vector<double> shifts = measure_shifts(copies, search, best, unseen);
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
