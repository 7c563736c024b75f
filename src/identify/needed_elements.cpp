#include "needed_elements.hpp"

#include <algorithm>
#include <limits>

#include "descend.hpp"

namespace stickslip::identify {
namespace {

constexpr const Descent& adaptation = tuning.elements.adapt;

// The best fit with one element fewer, the others adapted.
Reduced best_with_one_fewer(Search& search, const Reduced& from) {
  Objective& objective = search.objective();
  const Coordinates& c = objective.coordinates();
  const CountedProblem problem = objective.problem(Slopes::differences);
  const FitOptions plain = plain_squares(search);
  const auto all = with_one_fewer(c, from);
  std::vector<double> rows;
  for (const Reduced& r : all) rows.insert(rows.end(), r.point.begin(), r.point.end());
  auto order = best_first(objective.losses(rows));
  search.count(all.size());
  order.resize(std::min(order.size(), tuning.elements.few));
  Reduced least;
  double lowest = std::numeric_limits<double>::infinity();
  for (const std::size_t i : order) {
    search.stop_if_cancelled();
    const auto axes = axes_without(c, smooth_axes(objective), all[i].off);
    const Point start = Point::split(from.point, c.count()).with_law(all[i].point);
    const Point found = descend_along(problem, plain, start, axes, adaptation).point;
    if (const double s = squares_at(problem, found); s < lowest) {
      lowest = s;
      least = {found.along_axes(), all[i].off};
    }
  }
  search.count(*problem.simulated);
  return least;
}

}  // namespace

ElementsNeeded elements_needed(Search& search, const std::vector<double>& best, std::size_t elements, double rise) {
  ElementsNeeded needed{elements, {}};
  if (!can_spare_elements(search.coordinates())) return needed;
  const CountedProblem problem = search.objective().problem(Slopes::differences);
  const double limit = squares_at(problem, best) + rise;
  Reduced now{best, {}};
  for (; needed.count > 1; --needed.count) {
    now = best_with_one_fewer(search, now);
    if (needed.count == elements) needed.one_fewer = now;
    if (now.off.empty() || !(squares_at(problem, now.point) < limit)) break;
  }
  search.count(*problem.simulated);
  return needed;
}

void look_for_other_places(Search& search, const Reduced& one_fewer) {
  if (one_fewer.off.empty()) return;
  const Objective& objective = search.objective();
  const CountedProblem problem = objective.problem(Slopes::differences);
  const FitOptions plain = plain_squares(search);
  for (const auto& split : with_one_split(objective.coordinates(), one_fewer)) {
    search.stop_if_cancelled();
    const Point start = Point::split(one_fewer.point, objective.coordinates().count()).with_law(split);
    search.add_valley(descend_along(problem, plain, start, smooth_axes(objective), adaptation).point);
  }
  search.count(*problem.simulated);
}

}  // namespace stickslip::identify
