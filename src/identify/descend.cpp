#include "descend.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "move_elements.hpp"
#include "spare_elements.hpp"
#include "stickslip/batch/pool.hpp"
#include "stickslip/numerics/matrix.hpp"
#include "stickslip/numerics/random.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

constexpr const Tuning::Stages& stages = tuning.stages;

// The residual from which least squares counts linearly, for losses that are no squares. An absolute value is a Huber
// loss whose bend lies well inside the residuals.
double bend_for(const FitOptions& o, const std::vector<double>& residuals) {
  if (o.loss == FitLoss::squares) return 0.0;
  if (o.loss == FitLoss::huber) return huber_bend(residuals, o);
  return std::max(stages.bend * numerics::median_magnitude(residuals), 1e-300);
}

// The problem with some axes free and the others at their place.
LeastSquaresProblem along(const LeastSquaresProblem& whole, const Point& point, std::span<const std::size_t> axes) {
  LeastSquaresProblem part{.residuals = whole.residuals};
  for (const std::size_t a : axes) {
    part.lower.push_back(whole.lower[a]);
    part.upper.push_back(whole.upper[a]);
  }
  part.evaluate = [whole, point, axes = std::vector(axes.begin(), axes.end())](
                      std::span<const double> at, std::span<double> residuals, std::span<double> slopes) {
    Point all = point;
    for (std::size_t i = 0; i < axes.size(); ++i) all[axes[i]] = at[i];
    if (slopes.empty() || axes.size() == all.axes()) return whole.evaluate(all, residuals, slopes);
    numerics::Matrix full(residuals.size(), all.axes());
    if (!whole.evaluate(all, residuals, full.values())) return false;
    for (std::size_t k = 0; k < residuals.size(); ++k)
      for (std::size_t i = 0; i < axes.size(); ++i) slopes[k * axes.size() + i] = full(k, axes[i]);
    return true;
  };
  return part;
}

double loss_at(const LeastSquaresProblem& problem, const FitOptions& options, const Point& point) {
  std::vector<double> residuals(problem.residuals);
  if (!problem.evaluate(point, residuals, {})) return std::numeric_limits<double>::infinity();
  const double loss = mean_loss(residuals, options);
  return std::isfinite(loss) ? loss : std::numeric_limits<double>::infinity();
}

std::vector<double> pack(const Valley& p) {
  std::vector<double> numbers = p.point.along_axes();
  numbers.insert(numbers.end(), {p.loss, p.converged ? 1.0 : 0.0, p.huber, double(p.evaluations)});
  return numbers;
}

Valley unpack(std::vector<double> numbers, std::size_t laws) {
  Valley p;
  p.evaluations = std::size_t(numbers.back());
  numbers.pop_back();
  p.huber = numbers.back();
  numbers.pop_back();
  p.converged = numbers.back() > 0.5;
  numbers.pop_back();
  p.loss = numbers.back();
  numbers.pop_back();
  p.point = Point::split(std::move(numbers), laws);
  return p;
}

// What of a descent, beside its start, decides its answer.
std::uint64_t descent_key(const Descent& d) {
  const double numbers[]{double(d.slopes), double(d.iterations), d.tolerance};
  return hash_key(numbers);
}

void sort_by_loss(std::vector<Valley>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Valley& a, const Valley& b) { return a.loss < b.loss; });
}

// LawPoints around the best one, near and far, the best of them descended: a valley beside the valley.
Valley perturb(Search& search, Valley best, std::span<const std::size_t> axes) {
  const Coordinates& c = search.coordinates();
  const std::size_t n = c.count();
  const bool breaks = !break_axes(c).empty();
  if (breaks && n > tuning.perturbation.many) return best;
  const Descent& descent =
      breaks ? stages.first : stages.second;  // refine_break_points() goes on where there are breaks
  for (int round = 0; round < tuning.perturbation.rounds && n > 1; ++round) {
    numerics::Generator random(search.options().seed + tuning.perturbation.salt * std::uint64_t(round + 1));
    search.stage("polish: perturbed, round " + std::to_string(round + 1), tuning.progress.perturb);
    std::vector<double> points;
    for (std::size_t i = 0; i < tuning.perturbation.points; ++i) {
      const double reach = tuning.perturbation.nearest *
                           std::pow(tuning.perturbation.farthest, double(i) / double(tuning.perturbation.points));
      for (std::size_t j = 0; j < n; ++j) {
        const double bell = (random.unit() + random.unit() + random.unit() - 1.5) * 2.0;
        const double size = c[j].scale == Scale::log
                                ? c[j].high - c[j].low
                                : std::min(c[j].high - c[j].low, tuning.perturbation.linear * std::abs(best.point[j]) +
                                                                     tuning.perturbation.least_size * c[j].high);
        const bool moves =
            random.unit() * double(n) < std::max(tuning.perturbation.least_axes, tuning.perturbation.axes * double(n));
        points.push_back(std::clamp(best.point[j] + (moves ? reach * bell * size : 0.0), c[j].floor, c[j].ceiling));
      }
    }
    const auto losses = search.losses(points);
    const auto order = best_first(losses);
    // The best of the near, the middle and the far ones.
    std::vector<Point> starts;
    for (std::size_t part = 0; part < tuning.perturbation.kept; ++part)
      for (const std::size_t i : order) {
        if (i * tuning.perturbation.kept / tuning.perturbation.points != part) continue;
        if (std::isfinite(losses[i])) {
          const auto from = points.begin() + std::ptrdiff_t(i * n);
          starts.push_back(best.point.with_law({from, from + std::ptrdiff_t(n)}));
        }
        break;
      }
    if (starts.empty()) break;
    auto found = descend_all(search, starts, axes, descent);
    sort_by_loss(found);
    const bool better = found[0].loss < best.loss * (1.0 - stages.same_valley);
    if (found[0].loss < best.loss) best = found[0];
    if (!better) break;
  }
  return best;
}

// The valleys a decade or two away: the best of what lies there goes to its bottom. Laws of few parameters alone, whose
// valleys are that wide; each time another one is found, its own surroundings are looked at.
Valley leap(Search& search, Valley best, std::span<const std::size_t> axes) {
  if (search.coordinates().count() > tuning.far.few) return best;
  for (int round = 0; round < tuning.far.rounds; ++round) {
    search.stage("polish: decades away", tuning.progress.leap);
    std::vector<Point> starts = look_far(search, best.point);
    std::erase_if(starts, [&](const Point& p) { return !lie_apart(search.coordinates(), p, best.point); });
    auto found = descend_all(search, starts, axes, stages.first);
    sort_by_loss(found);
    for (const Valley& p : found)
      if (p.loss < best.loss * tuning.far.promising) search.add_valley(p.point);
    if (found.empty() || !(found[0].loss < best.loss * tuning.far.promising)) return best;
    const Valley there = descend_all(search, {found[0].point}, axes, stages.second)[0];
    const bool better = there.loss < best.loss * (1.0 - stages.same_valley);
    if (there.loss < best.loss) best = there;
    if (!better) return best;
  }
  return best;
}

// The best of points of the law, by their losses alone.
std::vector<std::size_t> pick_best(Search& search, const LawPoints& points, std::size_t most) {
  std::vector<double> rows;
  for (const auto& p : points) rows.insert(rows.end(), p.begin(), p.end());
  auto order = best_first(search.losses(rows));
  order.resize(std::min(order.size(), most));
  return order;
}

// The best of many points along one break point, the others as they are. Between two samples the loss is a plateau, and
// the plateaus lie in no order: only looking at all of them finds the deepest.
std::vector<double> grid_search(Search& search, const std::vector<double>& point, std::size_t axis, double width) {
  constexpr int teeth = tuning.grid.half;
  const Coordinates& c = search.coordinates();
  std::vector<double> points;
  for (int k = -teeth; k <= teeth; ++k) {
    std::vector<double> moved = point;
    moved[axis] = std::clamp(moved[axis] + width * double(k) / double(teeth), c[axis].floor, c[axis].ceiling);
    points.insert(points.end(), moved.begin(), moved.end());
  }
  const auto losses = search.losses(points);
  const std::size_t best = best_first(losses)[0];
  const auto from = points.begin() + std::ptrdiff_t(best * point.size());
  return {from, from + std::ptrdiff_t(point.size())};
}

// Combs ever finer, with least squares along the rest between them.
Valley narrow_grid_search(Search& search, Valley best, std::size_t axis, std::span<const std::size_t> smooth) {
  for (const double width : tuning.grid.widths) {
    const auto law = grid_search(search, best.point.law(), axis, width);
    const auto found = descend_all(search, {best.point.with_law(law)}, smooth, stages.first);
    if (found[0].loss < best.loss) best = found[0];
  }
  return best;
}

std::vector<std::size_t> all_axes(const Search& search, const Valley& at) {
  std::vector<std::size_t> axes(at.point.axes());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  return search.axes() > 0 ? axes : std::vector<std::size_t>{};
}

// Along several break points single searches creep: they hang together with each other and with the stiffnesses. Over
// ways that move an event by some samples the forces have slopes along them too, and least squares takes all at once.
std::vector<Valley> descend_together(Search& search, std::vector<Valley> from) {
  const auto axes = all_axes(search, from.front());
  for (const Descent& descent : {stages.far, stages.near}) {
    search.stage("polish: break points with all others", tuning.progress.together);
    std::vector<Point> starts;
    for (const Valley& p : from) starts.push_back(p.point);
    from = descend_all(search, starts, axes, descent);
    sort_by_loss(from);
    if (descent.slopes == Slopes::across_events) from.front() = move_elements(search, from.front());
  }
  return from;
}

// Where forces have no slope: search there, least squares along the rest, in turns.
Valley refine_break_points(Search& search, Valley best, std::span<const std::size_t> smooth) {
  const auto breaks = break_axes(search.coordinates());
  if (breaks.empty()) return best;
  if (breaks.size() == 1) return narrow_grid_search(search, std::move(best), breaks[0], smooth);
  if (search.objective().sees_past_events() && best.converged) return best;
  double step = tuning.break_points.step;
  for (int turn = 0; turn < tuning.break_points.turns; ++turn, step /= tuning.break_points.finer) {
    search.stage("polish: break points", tuning.progress.break_points + tuning.progress.turn * turn);
    const auto law = compass(search, best.point.law(), breaks, tuning.break_points.rounds, step);
    const auto found = descend_all(search, {best.point.with_law(law)}, smooth, stages.first);
    if (found[0].loss < best.loss) best = found[0];
  }
  return best;
}

}  // namespace

std::vector<Valley> descend_all(Search& search, const std::vector<Point>& starts, std::span<const std::size_t> axes,
                                const Descent& descent) {
  const FitOptions& o = search.options();
  std::vector<Valley> found(starts.size());
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < starts.size(); ++i) numbers.push_back(search.memory().next());
  Pool pool(descents_at_once(search.objective(), o));
  pool.run(starts.size(), [&](std::size_t i, std::size_t) {
    const auto answer = search.memory().answer(numbers[i], hash_key(starts[i], descent_key(descent)), [&] {
      const Valley p = descend_along(search.objective().problem(descent.slopes), o, starts[i], axes, descent);
      search.stop_if_cancelled();
      return pack(p);
    });
    found[i] = unpack(answer, search.axes());
  });
  for (const Valley& p : found) {
    search.count(p.evaluations);
    search.offer(p.point.law(), p.loss);
    if (descent.iterations == stages.second.iterations) search.add_valley(p.point);
  }
  return found;
}

std::vector<Point> look_far(Search& search, const Point& best) {
  constexpr double decade = std::numbers::ln10;
  const Objective& objective = search.objective();
  const Coordinates& c = objective.coordinates();
  const CountedProblem problem = objective.problem(Slopes::differences);
  const double bottom = squares_at(problem, best);
  const FitOptions plain = plain_squares(search);
  std::vector<Point> found;
  for (std::size_t i = 0; i < c.count(); ++i) {
    if (c[i].scale != Scale::log || c[i].breaks) continue;
    std::vector<std::size_t> others = smooth_axes(objective);
    std::erase(others, i);
    for (const double decades : {-2.0, -1.0, 1.0, 2.0}) {
      Point moved = best;
      moved[i] = std::clamp(moved[i] + decades * decade, c[i].floor, c[i].ceiling);
      if (c.count() > tuning.far.few && !(squares_at(problem, moved) < (1.0 + tuning.far.hopeless) * bottom)) continue;
      search.stop_if_cancelled();
      found.push_back(descend_along(problem, plain, std::move(moved), others, tuning.far.look).point);
    }
  }
  search.count(*problem.simulated);
  return found;
}

bool lie_apart(const Coordinates& c, const Point& a, const Point& b) {
  for (std::size_t i = 0; i < c.count(); ++i)
    if (std::abs(a[i] - b[i]) > stages.apart * (c[i].high - c[i].low)) return true;
  return false;
}

std::vector<std::size_t> break_axes(const Coordinates& c) {
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < c.count(); ++i)
    if (c[i].breaks) axes.push_back(i);
  return axes;
}

FitOptions plain_squares(const Search& search) {
  FitOptions options = search.options();
  options.loss = FitLoss::squares;
  return options;
}

double squares_at(const LeastSquaresProblem& problem, std::span<const double> point) {
  std::vector<double> residuals(problem.residuals);
  if (!problem.evaluate(point, residuals, {})) return std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (const double r : residuals) sum += r * r;
  return sum;
}

std::vector<std::size_t> smooth_axes(const Objective& objective) {
  std::vector<std::size_t> axes;
  const Coordinates& c = objective.coordinates();
  for (std::size_t i = 0; i < c.count() + objective.nuisances().size(); ++i)
    if (i >= c.count() || !c[i].breaks) axes.push_back(i);
  return axes;
}

Valley descend_along(const CountedProblem& problem, const FitOptions& options, Point point,
                     std::span<const std::size_t> axes, const Descent& descent) {
  Valley best;
  const std::size_t before = *problem.simulated;
  best.loss = loss_at(problem, options, point);
  best.point = std::move(point);
  best.evaluations = *problem.simulated - before;
  if (!std::isfinite(best.loss) || axes.empty()) return best;
  const int passes = options.loss == FitLoss::squares ? 1 : stages.bends;
  for (int pass = 0; pass < passes; ++pass) {
    std::vector<double> residuals(problem.residuals), start;
    problem.evaluate(best.point, residuals, {});
    const LeastSquaresProblem part = along(problem, best.point, axes);
    for (std::size_t i = 0; i < axes.size(); ++i)
      start.push_back(std::clamp(best.point[axes[i]], part.lower[i], part.upper[i]));
    const double bend = bend_for(options, residuals);
    const LeastSquaresFit fit = least_squares(part, start,
                                              {.most_iterations = descent.iterations,
                                               .tolerance = descent.tolerance,
                                               .huber = bend,
                                               .slopes = false,
                                               .cancelled = options.cancelled});
    Valley next{best.point, 0.0, fit.converged, bend, 0};
    for (std::size_t i = 0; i < axes.size(); ++i) next.point[axes[i]] = fit.values[i];
    next.loss = loss_at(problem, options, next.point);
    if (next.loss <= best.loss) best = std::move(next);
  }
  best.evaluations = *problem.simulated - before;
  return best;
}

Valley reseat_elements(Search& search, Valley best, std::span<const std::size_t> axes) {
  constexpr std::size_t few = tuning.elements.few;
  const Coordinates& c = search.coordinates();
  for (int turn = 0; turn < tuning.elements.turns && can_spare_elements(c); ++turn) {
    search.stage("polish: elements, turn " + std::to_string(turn + 1), tuning.progress.leap);
    const auto fewer = with_one_fewer(c, {best.point.law(), {}});
    LawPoints points;
    for (const Reduced& r : fewer) points.push_back(r.point);
    Valley least;
    Reduced reduced;
    for (const std::size_t i : pick_best(search, points, few)) {
      const auto start = best.point.with_law(points[i]);
      const auto found = descend_all(search, {start}, axes_without(c, axes, fewer[i].off), stages.first)[0];
      if (!reduced.off.empty() && !(found.loss < least.loss)) continue;
      least = found;
      reduced = {found.point.law(), fewer[i].off};
    }
    const LawPoints splits = with_one_split(c, reduced);
    std::vector<Point> starts;
    for (const std::size_t i : pick_best(search, splits, few)) starts.push_back(least.point.with_law(splits[i]));
    auto found = descend_all(search, starts, axes, stages.first);
    sort_by_loss(found);
    const bool better = !found.empty() && found[0].loss < best.loss * (1.0 - stages.same_valley);
    if (!better) return best;
    found = descend_all(search, {found[0].point}, axes, stages.second);
    best = found[0];
  }
  return best;
}

Valley descend(Search& search, const LawPoints& starts) {
  const auto axes = smooth_axes(search.objective());
  std::vector<Point> whole;
  for (const auto& start : starts) {
    whole.emplace_back(start, search.objective().nuisances_at(start));
    search.count(search.objective().nuisances().empty() ? 0 : 1);
  }
  search.stage("polish: " + std::to_string(whole.size()) + " starts", tuning.progress.first);
  auto found = descend_all(search, whole, axes, stages.first);
  sort_by_loss(found);
  const auto breaks = break_axes(search.coordinates());
  if (breaks.size() > 1 && search.objective().sees_past_events()) found = descend_together(search, std::move(found));
  if (breaks.size() == 1) {
    if (found.size() > stages.grids) found.resize(stages.grids);
    for (Valley& p : found) p = narrow_grid_search(search, std::move(p), breaks[0], axes);
    sort_by_loss(found);
  }
  whole.clear();
  for (std::size_t i = 0; i < found.size() && whole.size() < stages.kept; ++i)
    if (i == 0 || found[i].loss > found[i - 1].loss * (1.0 + stages.same_valley) ||
        lie_apart(search.coordinates(), found[i].point, found[i - 1].point))
      whole.push_back(found[i].point);
  search.stage("polish: to the end", tuning.progress.to_the_end);
  found = descend_all(search, whole, axes, stages.second);
  sort_by_loss(found);
  Valley best = refine_break_points(
      search, reseat_elements(search, leap(search, perturb(search, found.front(), axes), axes), axes), axes);
  // Turns between search and least squares end before the bottom; who wants intervals must be there.
  if (!best.converged && search.options().intervals)
    if (const Valley deeper = descend_all(search, {best.point}, axes, stages.second)[0]; deeper.loss <= best.loss)
      best = deeper;
  search.stage("polish: exact slopes", tuning.progress.exact);
  // At the bottom a step with exact slopes finds nothing more, whatever the last descent said of itself.
  const Valley last = descend_all(search, {best.point}, axes, stages.last)[0];
  const bool settled = best.converged || last.converged || best.loss - last.loss <= stages.settled * best.loss;
  if (last.loss <= best.loss) best = last;
  best.converged = settled;
  return best;
}

}  // namespace stickslip::identify
