#include "move_elements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "stickslip/numerics/linear_algebra.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip::identify {
namespace {

using numerics::Matrix;

constexpr const Tuning::Moves& moves = tuning.moves;

// The coordinates of one element.
struct ElementAxes {
  std::size_t stiffness = 0, travel = 0;
};

// Of every element; empty where one of them is not free, or the law's elements are of another kind.
std::vector<ElementAxes> element_axes(const Coordinates& c) {
  const ParamGroup& g = c.base();
  std::vector<ElementAxes> all;
  std::size_t fields = 0;
  for (std::size_t f = 0; f < g.table.size(); ++f) {
    if (g.table[f].shape != Shape::elements) continue;
    all.resize(g.lengths[f]);
    ++fields;
    for (std::size_t e = 0; e < all.size(); ++e) {
      const std::size_t axis = c.moving(g.table[f].first + e);
      if (axis == c.count() || c[axis].scale != Scale::log) return {};
      (c[axis].breaks ? all[e].travel : all[e].stiffness) = axis;
    }
  }
  const bool both = !all.empty() && fields == 2 && c[all[0].travel].breaks && !c[all[0].stiffness].breaks;
  return both ? all : std::vector<ElementAxes>{};
}

// What least squares could do at a point: residuals fall by up to g' A^-1 g, g = J' r, A = J' J + ridge. The ridge
// keeps its step within the reach of the slopes.
struct Adaptation {
  Matrix slopes;   // J, [sample][axis]
  Matrix inverse;  // A^-1 of the axes that may adapt, 0 elsewhere
};

Matrix make_products(const Matrix& slopes) {
  Matrix gram(slopes.columns(), slopes.columns());
  for (std::size_t k = 0; k < slopes.rows(); ++k) {
    const auto row = slopes.row(k);
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) gram(i, j) += row[i] * row[j];
  }
  for (std::size_t i = 0; i < gram.rows(); ++i)
    for (std::size_t j = 0; j < i; ++j) gram(j, i) = gram(i, j);
  return gram;
}

// A^-1 along all axes but those of elements that are put elsewhere.
Matrix adapting(const Matrix& gram, const std::vector<double>& ridge, const std::array<ElementAxes, 2>& without) {
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < gram.rows(); ++i) {
    const auto moves_it = [i](const ElementAxes& e) { return i == e.stiffness || i == e.travel; };
    if (gram(i, i) > 0.0 && std::none_of(without.begin(), without.end(), moves_it)) axes.push_back(i);
  }
  Matrix part(axes.size(), axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i)
    for (std::size_t j = 0; j < axes.size(); ++j) part(i, j) = gram(axes[i], axes[j]) + (i == j ? ridge[axes[i]] : 0.0);
  const Matrix inverse = numerics::solve(part, Matrix::identity(axes.size()));
  Matrix whole(gram.rows(), gram.rows());
  for (std::size_t i = 0; i < axes.size(); ++i)
    for (std::size_t j = 0; j < axes.size(); ++j) whole(axes[i], axes[j]) = inverse(i, j);
  return whole;
}

// An element at another place.
struct Move {
  std::size_t element = 0;
  std::size_t other = 0;           // the one that it becomes a part of; itself where it is none
  std::vector<double> point = {};  // of the law
  double loss = 0.0;               // mean square that the others would leave
};

// Logarithm of what an element holds at its break point, in the mean: one that was driven out of the way counts little.
double usual_level(const std::vector<ElementAxes>& elements, std::span<const double> point) {
  double sum = 0.0;
  for (const ElementAxes& e : elements) sum += std::exp(point[e.stiffness] + point[e.travel]);
  return std::log(sum / double(elements.size()));
}

// An element at a place that is drawn from one of equal parts of the logarithm of the travel.
Move draw_place(const Search& search, const std::vector<ElementAxes>& elements, std::size_t element,
                const std::vector<double>& point, double part, double parts, double longest,
                numerics::Generator& random) {
  const Coordinates& c = search.coordinates();
  const ElementAxes& own = elements[element];
  const double high = std::min(c[own.travel].ceiling, std::log(longest));
  const double low = std::max(c[own.travel].floor, std::log(moves.shortest * longest));
  Move m{element, element, point};
  m.point[own.travel] = low + (part + random.unit()) / parts * (high - low);
  const double held = usual_level(elements, point) + std::log(moves.levels) * (2.0 * random.unit() - 1.0);
  m.point[own.stiffness] = held - m.point[own.travel];
  return m;
}

// An element as a part of another one, of which one part breaks away earlier than the other.
Move draw_split(const std::vector<ElementAxes>& elements, std::size_t element, std::size_t other,
                const std::vector<double>& point, numerics::Generator& random) {
  const ElementAxes& own = elements[element];
  const ElementAxes& halved = elements[other];
  Move m{element, other, point};
  const double apart = moves.nearest * std::pow(moves.farthest / moves.nearest, random.unit());
  const double share = moves.share + (1.0 - 2.0 * moves.share) * random.unit();
  const double level = point[halved.stiffness] + point[halved.travel];
  m.point[own.travel] = point[halved.travel] + (1.0 - share) * apart;
  m.point[halved.travel] = point[halved.travel] - share * apart;
  m.point[own.stiffness] = level + std::log(share) - m.point[own.travel];
  m.point[halved.stiffness] = level + std::log(1.0 - share) - m.point[halved.travel];
  return m;
}

// One element at many places, and as a part of every other one.
std::vector<Move> draw_moves(const Search& search, const std::vector<ElementAxes>& elements, std::size_t element,
                             const std::vector<double>& point, std::size_t count, double longest,
                             numerics::Generator& random) {
  std::vector<Move> all;
  const std::size_t places = std::max<std::size_t>(1, count / 2);
  for (std::size_t k = 0; k < places; ++k)
    all.push_back(draw_place(search, elements, element, point, double(k), double(places), longest, random));
  const std::size_t splits = std::max<std::size_t>(1, count / 2 / (elements.size() - 1));
  for (std::size_t other = 0; other < elements.size(); ++other)
    for (std::size_t k = 0; k < splits && other != element; ++k)
      all.push_back(draw_split(elements, element, other, point, random));
  const Coordinates& c = search.coordinates();
  for (Move& m : all)
    for (std::size_t i = 0; i < m.point.size(); ++i) m.point[i] = std::clamp(m.point[i], c[i].floor, c[i].ceiling);
  return all;
}

// J' r.
std::vector<double> compute_gradient(std::span<const double> residuals, const Matrix& slopes) {
  std::vector<double> gradient(slopes.columns(), 0.0);
  for (std::size_t k = 0; k < residuals.size(); ++k) {
    const auto row = slopes.row(k);
    for (std::size_t i = 0; i < row.size(); ++i) gradient[i] += row[i] * residuals[k];
  }
  return gradient;
}

// The step of least squares along the others, and the mean square that it would leave.
void adapt(Move& move, std::span<const double> residuals, const Matrix& slopes, const Matrix& inverse,
           const Coordinates& c) {
  const auto gradient = compute_gradient(residuals, slopes);
  double squares = 0.0;
  for (const double r : residuals) squares += r * r;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    double step = 0.0;
    for (std::size_t j = 0; j < gradient.size(); ++j) step -= inverse(i, j) * gradient[j];
    squares += gradient[i] * step;
    if (i < c.count()) move.point[i] = std::clamp(move.point[i] + step, c[i].floor, c[i].ceiling);
  }
  move.loss = squares / double(residuals.size());
  if (!std::isfinite(move.loss)) move.loss = std::numeric_limits<double>::infinity();
}

void sort_moves(std::vector<Move>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Move& a, const Move& b) { return a.loss < b.loss; });
}

// The most promising ones simulated where the others have adapted: slopes promise more than they keep.
void simulate_best(Search& search, std::vector<Move>& all) {
  sort_moves(all);
  all.resize(std::min(all.size(), moves.simulated));
  std::vector<double> points;
  for (const Move& m : all) points.insert(points.end(), m.point.begin(), m.point.end());
  const auto losses = search.losses(points);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].loss = losses[i];
  sort_moves(all);
}

// All elements at drawn places, the best first.
std::vector<Move> judge_moves(Search& search, const std::vector<ElementAxes>& elements, const Point& best,
                              std::size_t count, numerics::Generator& random) {
  Objective& objective = search.objective();
  const CountedProblem problem = objective.problem(Slopes::across_events);
  std::vector<double> residuals(problem.residuals);
  Matrix slopes(problem.residuals, best.axes());
  problem.evaluate(best, residuals, slopes.values());
  double squares = 0.0;
  for (const double r : residuals) squares += r * r;
  const Matrix gram = make_products(slopes);
  std::vector<double> ridge(gram.rows(), 0.0);
  for (std::size_t i = 0; i < elements.size(); ++i)
    for (const std::size_t axis : {elements[i].stiffness, elements[i].travel})
      ridge[axis] = squares / (double(2 * elements.size()) * moves.reach * moves.reach);
  for (std::size_t i = 0; i < ridge.size(); ++i)
    if (ridge[i] == 0.0) ridge[i] = moves.rounding * gram(i, i);
  std::vector<Move> all;
  const std::size_t each = std::max<std::size_t>(1, count / elements.size());
  for (std::size_t e = 0; e < elements.size(); ++e) {
    search.stop_if_cancelled();
    auto drawn = draw_moves(search, elements, e, best.law(), each, objective.scales().displacement, random);
    std::vector<double> points;
    for (const Move& m : drawn) points.insert(points.end(), m.point.begin(), m.point.end());
    const Matrix rows = objective.residuals_at(points);
    Matrix inverse;
    for (std::size_t k = 0; k < rows.rows(); ++k) {
      if (k == 0 || drawn[k].other != drawn[k - 1].other)
        inverse = adapting(gram, ridge, {elements[e], elements[drawn[k].other]});
      adapt(drawn[k], rows.row(k), slopes, inverse, search.coordinates());
    }
    all.insert(all.end(), drawn.begin(), drawn.end());
  }
  search.count(all.size() + *problem.simulated);
  simulate_best(search, all);
  return all;
}

// The best moves, no two of which put the same element to about the same place.
std::vector<Point> few_apart(const std::vector<Move>& sorted, const std::vector<ElementAxes>& elements,
                             const Point& best) {
  std::vector<const Move*> chosen;
  for (const Move& m : sorted) {
    if (chosen.size() == moves.few || !std::isfinite(m.loss)) break;
    const auto same = [&](const Move* o) {
      const std::size_t axis = elements[m.element].travel;
      return o->element == m.element && std::abs(o->point[axis] - m.point[axis]) < moves.apart;
    };
    if (std::none_of(chosen.begin(), chosen.end(), same)) chosen.push_back(&m);
  }
  std::vector<Point> points;
  for (const Move* m : chosen) points.push_back(best.with_law(m->point));
  return points;
}

}  // namespace

bool can_move_elements(const Coordinates& c) { return element_axes(c).size() > 1; }

// The noise shows in differences of neighbours, deviation sqrt(2) times its own, whatever slowly changes; that four of
// five are smaller than 1.2816 deviations tells it without those where an event was missed.
bool is_noise(const Objective& objective, const Point& point) {
  const CountedProblem problem = objective.problem(Slopes::differences);
  std::vector<double> r(problem.residuals), differences;
  if (!problem.evaluate(point, r, {}) || r.size() < 2) return true;
  double squares = 0.0, steps = 0.0;
  for (std::size_t k = 0; k < r.size(); ++k) {
    squares += r[k] * r[k];
    if (k == 0) continue;
    differences.push_back(std::abs(r[k] - r[k - 1]));
    steps += differences.back() * differences.back();
  }
  const auto at = differences.begin() + std::ptrdiff_t(tuning.noise.quantile * double(differences.size()));
  std::nth_element(differences.begin(), at, differences.end());
  const double noise = *at / (tuning.noise.deviations * std::numbers::sqrt2);
  const double rms = std::sqrt(squares / double(r.size()));
  const bool white = steps > tuning.noise.white * 2.0 * squares;
  return (white && rms < tuning.noise.above * noise) || rms < tuning.noise.nothing * objective.scales().force;
}

namespace {

std::vector<std::size_t> every_axis(const Valley& at) {
  std::vector<std::size_t> axes(at.point.axes());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  return axes;
}

void take_best(std::vector<Valley>& found) {
  std::stable_sort(found.begin(), found.end(), [](const Valley& a, const Valley& b) { return a.loss < b.loss; });
}

// Moves until some rounds in a row gain nothing worth it.
Valley move_valley(Search& search, const std::vector<ElementAxes>& elements, Valley best, std::size_t count,
                   std::size_t until, numerics::Generator& random) {
  int failed = 0;
  for (int round = 0; round < moves.rounds && failed < moves.failures && search.evaluations() < until; ++round) {
    if (is_noise(search.objective(), best.point)) break;
    search.stage("polish: elements moved, round " + std::to_string(round + 1), tuning.progress.elements);
    const auto starts = few_apart(judge_moves(search, elements, best.point, count, random), elements, best.point);
    auto found = descend_all(search, starts, every_axis(best), moves.descent);
    take_best(found);
    failed = !found.empty() && found[0].loss < best.loss * (1.0 - moves.gain) ? 0 : failed + 1;
    if (!found.empty() && found[0].loss < best.loss) best = found[0];
  }
  return best;
}

// Elements drawn anew, the rest of the law about as it was found: the best of many, descended a little.
Valley fresh_start(Search& search, const std::vector<ElementAxes>& elements, const Valley& best, std::size_t count,
                   numerics::Generator& random) {
  const Coordinates& c = search.coordinates();
  const std::vector<double> law = best.point.law();
  const double level = usual_level(elements, law);
  const double longest = std::log(search.objective().scales().displacement);
  const double shortest = longest + std::log(moves.shortest_drawn);
  std::vector<double> points;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<double> drawn = law;
    for (std::size_t i = 0; i < drawn.size(); ++i)
      if (c[i].scale == Scale::linear) drawn[i] *= std::exp(std::log(moves.others) * (2.0 * random.unit() - 1.0));
    std::vector<double> travels;
    for (std::size_t e = 0; e < elements.size(); ++e)
      travels.push_back(shortest + (longest - shortest) * random.unit());
    std::sort(travels.begin(), travels.end());
    for (std::size_t e = 0; e < elements.size(); ++e) {
      const double held = level + std::log(moves.levels_drawn) * (2.0 * random.unit() - 1.0);
      drawn[elements[e].travel] = travels[e];
      drawn[elements[e].stiffness] = held - travels[e];
    }
    for (std::size_t i = 0; i < drawn.size(); ++i) points.push_back(std::clamp(drawn[i], c[i].floor, c[i].ceiling));
  }
  const auto losses = search.losses(points);
  std::vector<Point> starts;
  for (const std::size_t i : best_first(losses)) {
    if (starts.size() == moves.few || !std::isfinite(losses[i])) break;
    const auto from = points.begin() + std::ptrdiff_t(i * law.size());
    starts.push_back(best.point.with_law({from, from + std::ptrdiff_t(law.size())}));
  }
  auto found = descend_all(search, starts, every_axis(best), moves.descent);
  take_best(found);
  return found.empty() ? best : found[0];
}

}  // namespace

Valley move_elements(Search& search, Valley best) {
  const auto elements = element_axes(search.coordinates());
  if (elements.size() < 2) return best;
  const std::size_t samples = search.objective().samples();
  const std::size_t count = usual_count(search, samples, moves.work, moves.least, moves.most);
  const std::size_t until = search.evaluations() + usual_count(search, samples, moves.effort, moves.fewest, moves.all);
  numerics::Generator random(search.options().seed ^ moves.salt);
  const std::size_t chains =
      std::clamp<std::size_t>(moves.squared / (elements.size() * elements.size()), 1, moves.chains);
  for (std::size_t chain = 0; chain < chains && search.evaluations() < until; ++chain) {
    if (is_noise(search.objective(), best.point)) break;
    const Valley start = chain == 0 ? best : fresh_start(search, elements, best, count, random);
    const Valley found = move_valley(search, elements, start, count, until, random);
    if (found.loss < best.loss) best = found;
  }
  return best;
}

}  // namespace stickslip::identify
