#include "polish.hpp"

#include <algorithm>
#include <cmath>

#include "spare_elements.hpp"
#include "stickslip/batch/pool.hpp"
#include "stickslip/numerics/random.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

constexpr Descent first_descent{Slopes::differences, 12, 1e-5};
constexpr Descent second_descent{Slopes::differences, 80, 1e-8};
constexpr Descent last_descent{Slopes::exact, 1, 1e-8};  // starts at the bottom
constexpr std::size_t kept_starts = 6;
constexpr std::size_t combed_starts = 10;
constexpr double same_valley = 1e-3;  // of the loss: two starts that end so close are one

// The residual from which least squares counts linearly, for losses that are no squares. An absolute value is a Huber
// loss whose bend lies well inside the residuals.
double bend_of(const FitOptions& o, const std::vector<double>& residuals) {
  if (o.loss == FitLoss::squares) return 0.0;
  if (o.loss == FitLoss::huber) return huber_bend(residuals, o);
  return std::max(0.3 * numerics::median_magnitude(residuals), 1e-300);
}

// The problem with some axes free and the others at their place.
LeastSquaresProblem along(const LeastSquaresProblem& whole, const std::vector<double>& point,
                          std::span<const std::size_t> axes) {
  LeastSquaresProblem part{.residuals = whole.residuals};
  for (const std::size_t a : axes) {
    part.lower.push_back(whole.lower[a]);
    part.upper.push_back(whole.upper[a]);
  }
  part.evaluate = [whole, point, axes = std::vector(axes.begin(), axes.end())](
                      std::span<const double> at, std::span<double> residuals, std::span<double> slopes) {
    std::vector<double> all = point;
    for (std::size_t i = 0; i < axes.size(); ++i) all[axes[i]] = at[i];
    if (slopes.empty()) return whole.evaluate(all, residuals, {});
    std::vector<double> full(residuals.size() * all.size());
    if (!whole.evaluate(all, residuals, full)) return false;
    for (std::size_t k = 0; k < residuals.size(); ++k)
      for (std::size_t i = 0; i < axes.size(); ++i) slopes[k * axes.size() + i] = full[k * all.size() + axes[i]];
    return true;
  };
  return part;
}

double loss_at(const LeastSquaresProblem& problem, const FitOptions& options, const std::vector<double>& point) {
  std::vector<double> residuals(problem.residuals);
  if (!problem.evaluate(point, residuals, {})) return std::numeric_limits<double>::infinity();
  const double loss = mean_loss(residuals, options);
  return std::isfinite(loss) ? loss : std::numeric_limits<double>::infinity();
}

std::vector<double> packed(const Polished& p) {
  std::vector<double> numbers = p.point;
  numbers.insert(numbers.end(), {p.loss, p.converged ? 1.0 : 0.0, p.huber});
  return numbers;
}

Polished unpacked(std::vector<double> numbers) {
  Polished p;
  p.huber = numbers.back();
  numbers.pop_back();
  p.converged = numbers.back() > 0.5;
  numbers.pop_back();
  p.loss = numbers.back();
  numbers.pop_back();
  p.point = std::move(numbers);
  return p;
}

// All starts, by several threads; what one finds does not depend on the others.
std::vector<Polished> descended_all(Search& search, const std::vector<std::vector<double>>& starts,
                                    std::span<const std::size_t> axes, const Descent& descent) {
  const FitOptions& o = search.options();
  std::vector<Polished> found(starts.size());
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < starts.size(); ++i) numbers.push_back(search.memory().next());
  Pool pool(o.threads);
  pool.run(starts.size(), [&](std::size_t i, std::size_t) {
    found[i] = unpacked(search.memory().answer(numbers[i], key_of(starts[i], descent.iterations), [&] {
      const Polished p = descended(search.objective().problem(descent.slopes), o, starts[i], axes, descent);
      search.stop_if_cancelled();
      return packed(p);
    }));
  });
  for (const Polished& p : found) {
    search.count(descent.iterations);
    search.offer(std::span(p.point).first(search.axes()), p.loss);
    if (descent.iterations == second_descent.iterations) search.add_valley(p.point);
  }
  return found;
}

void sort_by_loss(std::vector<Polished>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Polished& a, const Polished& b) { return a.loss < b.loss; });
}

constexpr std::size_t shaken_points = 384;
constexpr std::size_t shaken_kept = 6;
constexpr int most_shakes = 4;

// Points around the best one, near and far, the best of them descended: a valley beside the valley.
Polished shaken(Search& search, Polished best, std::span<const std::size_t> axes) {
  const Coordinates& c = search.coordinates();
  const std::size_t n = c.count();
  const bool breaks = !break_axes(c).empty();
  constexpr std::size_t many = 12;  // coordinates: too many to find a better valley by chance
  if (breaks && n > many) return best;
  const Descent& descent = breaks ? first_descent : second_descent;  // refined() goes on where there are breaks
  for (int shake = 0; shake < most_shakes && n > 1; ++shake) {
    numerics::Generator random(search.options().seed + 0x51ED27U * std::uint64_t(shake + 1));
    search.stage("polish: shake " + std::to_string(shake + 1), 0.78);
    std::vector<double> points;
    for (std::size_t i = 0; i < shaken_points; ++i) {
      const double reach = 0.02 * std::pow(20.0, double(i) / double(shaken_points));  // of the box, up to 0.4
      for (std::size_t j = 0; j < n; ++j) {
        const double bell = (random.unit() + random.unit() + random.unit() - 1.5) * 2.0;
        const double size = c[j].scale == Scale::log
                                ? c[j].high - c[j].low
                                : std::min(c[j].high - c[j].low, 4.0 * std::abs(best.point[j]) + 0.05 * c[j].high);
        const bool moves = random.unit() * double(n) < std::max(3.0, 0.5 * double(n));
        points.push_back(std::clamp(best.point[j] + (moves ? reach * bell * size : 0.0), c[j].floor, c[j].ceiling));
      }
    }
    const auto losses = search.losses(points);
    const auto order = best_first(losses);
    // The best of the near, the middle and the far ones.
    std::vector<std::vector<double>> starts;
    for (std::size_t part = 0; part < shaken_kept; ++part)
      for (const std::size_t i : order) {
        if (i * shaken_kept / shaken_points != part) continue;
        if (std::isfinite(losses[i])) {
          starts.push_back(best.point);
          std::copy(points.begin() + std::ptrdiff_t(i * n), points.begin() + std::ptrdiff_t((i + 1) * n),
                    starts.back().begin());
        }
        break;
      }
    if (starts.empty()) break;
    auto found = descended_all(search, starts, axes, descent);
    sort_by_loss(found);
    const bool better = found[0].loss < best.loss * (1.0 - same_valley);
    if (found[0].loss < best.loss) best = found[0];
    if (!better) break;
  }
  return best;
}

// The law's part of a point.
std::vector<double> law_part(const Search& search, const std::vector<double>& point) {
  return {point.begin(), point.begin() + std::ptrdiff_t(search.axes())};
}

// The best of points of the law, by their losses alone.
std::vector<std::size_t> few_best(Search& search, const Points& points, std::size_t most) {
  std::vector<double> rows;
  for (const auto& p : points) rows.insert(rows.end(), p.begin(), p.end());
  auto order = best_first(search.losses(rows));
  order.resize(std::min(order.size(), most));
  return order;
}

// The best of many points along one break point, the others as they are. Between two samples the loss is a plateau, and
// the plateaus lie in no order: only looking at all of them finds the deepest.
std::vector<double> combed(Search& search, const std::vector<double>& point, std::size_t axis, double width) {
  constexpr int teeth = 400;
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
Polished combed_down(Search& search, Polished best, std::size_t axis, std::span<const std::size_t> smooth) {
  for (const double width : {0.3, 0.03, 0.003}) {
    const auto law = combed(search, law_part(search, best.point), axis, width);
    const auto found = descended_all(search, {with_law_part(best.point, law)}, smooth, first_descent);
    if (found[0].loss < best.loss) best = found[0];
  }
  return best;
}

// Where forces have no slope: search there, least squares along the rest, in turns.
Polished refined(Search& search, Polished best, std::span<const std::size_t> smooth) {
  const auto breaks = break_axes(search.coordinates());
  if (breaks.empty()) return best;
  if (breaks.size() == 1) return combed_down(search, std::move(best), breaks[0], smooth);
  constexpr int turns = 2;
  double step = 0.05;
  for (int turn = 0; turn < turns; ++turn, step /= 3.0) {
    search.stage("polish: break points", 0.8 + 0.05 * turn);
    const auto law = compass(search, law_part(search, best.point), breaks, 12, step);
    const auto found = descended_all(search, {with_law_part(best.point, law)}, smooth, first_descent);
    if (found[0].loss < best.loss) best = found[0];
  }
  return best;
}

}  // namespace

bool lie_apart(const Coordinates& c, const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < c.count(); ++i)
    if (std::abs(a[i] - b[i]) > 0.1 * (c[i].high - c[i].low)) return true;
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

std::vector<double> with_law_part(std::vector<double> point, const std::vector<double>& law) {
  std::copy(law.begin(), law.end(), point.begin());
  return point;
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

Polished descended(const LeastSquaresProblem& problem, const FitOptions& options, std::vector<double> point,
                   std::span<const std::size_t> axes, const Descent& descent) {
  Polished best;
  best.loss = loss_at(problem, options, point);
  best.point = std::move(point);
  if (!std::isfinite(best.loss) || axes.empty()) return best;
  const int passes = options.loss == FitLoss::squares ? 1 : 3;  // the bend follows the residuals
  for (int pass = 0; pass < passes; ++pass) {
    std::vector<double> residuals(problem.residuals), start;
    problem.evaluate(best.point, residuals, {});
    const LeastSquaresProblem part = along(problem, best.point, axes);
    for (std::size_t i = 0; i < axes.size(); ++i)
      start.push_back(std::clamp(best.point[axes[i]], part.lower[i], part.upper[i]));
    const double bend = bend_of(options, residuals);
    const LeastSquaresFit fit = least_squares(part, start,
                                              {.most_iterations = descent.iterations,
                                               .tolerance = descent.tolerance,
                                               .huber = bend,
                                               .slopes = false,
                                               .cancelled = options.cancelled});
    Polished next{best.point, 0.0, fit.converged, bend};
    for (std::size_t i = 0; i < axes.size(); ++i) next.point[axes[i]] = fit.values[i];
    next.loss = loss_at(problem, options, next.point);
    if (next.loss <= best.loss) best = std::move(next);
  }
  return best;
}

Polished reseated(Search& search, Polished best, std::span<const std::size_t> axes) {
  constexpr int most_turns = 3;
  constexpr std::size_t few = 4;
  const Coordinates& c = search.coordinates();
  for (int turn = 0; turn < most_turns && can_spare_elements(c); ++turn) {
    search.stage("polish: elements, turn " + std::to_string(turn + 1), 0.79);
    const auto fewer = with_one_fewer(c, {law_part(search, best.point), {}});
    Points points;
    for (const Reduced& r : fewer) points.push_back(r.point);
    Polished least;
    Reduced reduced;
    for (const std::size_t i : few_best(search, points, few)) {
      const auto start = with_law_part(best.point, points[i]);
      const auto found = descended_all(search, {start}, axes_without(c, axes, fewer[i].off), first_descent)[0];
      if (!reduced.off.empty() && !(found.loss < least.loss)) continue;
      least = found;
      reduced = {law_part(search, found.point), fewer[i].off};
    }
    const Points splits = with_one_split(c, reduced);
    Points starts;
    for (const std::size_t i : few_best(search, splits, few)) starts.push_back(with_law_part(least.point, splits[i]));
    auto found = descended_all(search, starts, axes, first_descent);
    sort_by_loss(found);
    const bool better = !found.empty() && found[0].loss < best.loss * (1.0 - same_valley);
    if (!better) return best;
    found = descended_all(search, {found[0].point}, axes, second_descent);
    best = found[0];
  }
  return best;
}

Polished polished(Search& search, const Points& starts) {
  const auto axes = smooth_axes(search.objective());
  std::vector<std::vector<double>> whole;
  for (const auto& start : starts) {
    whole.push_back(start);
    const auto nuisances = search.objective().nuisances_at(start);
    whole.back().insert(whole.back().end(), nuisances.begin(), nuisances.end());
  }
  search.stage("polish: " + std::to_string(whole.size()) + " starts", 0.65);
  auto found = descended_all(search, whole, axes, first_descent);
  sort_by_loss(found);
  const auto breaks = break_axes(search.coordinates());
  if (breaks.size() == 1) {
    if (found.size() > combed_starts) found.resize(combed_starts);
    for (Polished& p : found) p = combed_down(search, std::move(p), breaks[0], axes);
    sort_by_loss(found);
  }
  whole.clear();
  for (std::size_t i = 0; i < found.size() && whole.size() < kept_starts; ++i)
    if (i == 0 || found[i].loss > found[i - 1].loss * (1.0 + same_valley) ||
        lie_apart(search.coordinates(), found[i].point, found[i - 1].point))
      whole.push_back(found[i].point);
  search.stage("polish: to the end", 0.75);
  found = descended_all(search, whole, axes, second_descent);
  sort_by_loss(found);
  Polished best = refined(search, reseated(search, shaken(search, found.front(), axes), axes), axes);
  // Turns between search and least squares end before the bottom; who wants intervals must be there.
  if (!best.converged && search.options().intervals)
    if (const Polished deeper = descended_all(search, {best.point}, axes, second_descent)[0]; deeper.loss <= best.loss)
      best = deeper;
  search.stage("polish: exact slopes", 0.85);
  // At the bottom a step with exact slopes finds nothing more, whatever the last descent said of itself.
  constexpr double nothing = 1e-4;  // of the loss
  const Polished last = descended_all(search, {best.point}, axes, last_descent)[0];
  const bool settled = best.converged || last.converged || best.loss - last.loss <= nothing * best.loss;
  if (last.loss <= best.loss) best = last;
  best.converged = settled;
  return best;
}

}  // namespace stickslip::identify
