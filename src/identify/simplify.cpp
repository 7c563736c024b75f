// An excess that the data do not show is left out of the law: with it, the parameters that shape it would take any
// value, and those that the data do determine would look unknown beside them.
#include "simplify.hpp"

#include <algorithm>

#include "intervals.hpp"
#include "stickslip/numerics/matrix.hpp"

namespace stickslip::identify {
namespace {

// The rise of the sum of squares that an excess which is not there explains.
double chance(const Objective& objective, const Valley& best) {
  const CountedProblem problem = objective.problem(Slopes::differences);
  std::vector<double> residuals(problem.residuals);
  numerics::Matrix slopes(problem.residuals, best.point.axes());
  if (!problem.evaluate(best.point, residuals, slopes.values())) return 0.0;
  const auto breaks = objective.breaks();
  const Spread spread = estimate_spread(slopes.values(), residuals, best.point.axes(), breaks);
  double squares = 0.0;
  for (const double r : residuals) squares += r * r;
  return rise_by_chance(spread, squares);
}

std::size_t moving_base(const Coordinates& c, const Coordinate& excess) { return c.moving(excess.bases[0]); }

// The point without its excess along an axis: the base stays, or takes the place of the sum.
Point without(const Coordinates& c, const Point& best, std::size_t axis, bool raise) {
  Point moved = best;
  const std::size_t base = moving_base(c, c[axis]);
  if (raise && base < c.count()) {
    const std::vector<double> parameters = c.parameters(best.law());
    std::vector<double> raised = parameters;
    for (std::size_t k = 0; k < c[axis].places.size(); ++k) raised[c[axis].bases[k]] = parameters[c[axis].places[k]];
    moved[base] = c.point(raised)[base];
  }
  moved[axis] = c[axis].floor;
  return moved;
}

bool is_seen(Search& search, const Valley& best, std::size_t axis, double allowed) {
  const Coordinates& c = search.coordinates();
  const CountedProblem problem = search.objective().problem(Slopes::differences);
  const FitOptions plain = plain_squares(search);
  const double limit = squares_at(problem, best.point) + allowed;
  std::vector<std::size_t> others = smooth_axes(search.objective());
  std::erase(others, axis);
  bool seen = true;
  for (const bool raise : {true, false}) {
    Point moved = without(c, best.point, axis, raise);
    moved = descend_along(problem, plain, moved, others, tuning.stages.first).point;
    double squares = squares_at(problem, moved);
    if (squares >= limit && squares < limit + tuning.simplify.worth_a_look * allowed)
      squares = squares_at(problem, descend_along(problem, plain, moved, others, tuning.stages.second).point);
    seen = seen && !(squares < limit);
  }
  search.count(*problem.simulated);
  return seen;
}

}  // namespace

std::vector<std::string> list_unseen_excess(Search& search, const Valley& best) {
  const Coordinates& c = search.coordinates();
  std::vector<std::string> names;
  double allowed = -1.0;
  for (std::size_t i = 0; i < c.count(); ++i) {
    if (c[i].kind != Coordinate::Kind::excess || c[i].floor > 0.0 || moving_base(c, c[i]) == c.count()) continue;
    if (allowed < 0.0) allowed = chance(search.objective(), best);
    search.stop_if_cancelled();
    if (!is_seen(search, best, i, allowed)) names.push_back(c[i].name);
  }
  return names;
}

LawPoints starts_without(const Coordinates& before, const Coordinates& after, const Point& best,
                         std::span<const std::string> names) {
  LawPoints starts;
  for (const bool raise : {true, false}) {
    Point moved = best;
    for (std::size_t i = 0; i < before.count(); ++i)
      if (std::find(names.begin(), names.end(), before[i].name) != names.end())
        moved = without(before, moved, i, raise);
    starts.push_back(after.point(before.parameters(moved.law())));
  }
  return starts;
}

}  // namespace stickslip::identify
