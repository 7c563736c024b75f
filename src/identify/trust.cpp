#include "trust.hpp"

#include <algorithm>
#include <cmath>

#include "needed_elements.hpp"
#include "spare_elements.hpp"
#include "stickslip/batch/pool.hpp"
#include "stickslip/names.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double wide = 1.0;  // of the logarithm: an interval from value/e to value e tells nothing

// Everything that is known at the bottom.
struct Bottom {
  std::vector<std::size_t> axes;  // of the spread: all
  Spread spread;
  std::vector<double> chain;                      // d parameter / d coordinate
  std::vector<double> profile_low, profile_high;  // per coordinate; NaN where there is none
};

// Slopes along break points, where forces jump in time: differences over a way that moves the events by some samples.
// A single one is known to a sample; between two samples the forces have a slope of their own, and that counts.
void add_break_slopes(const Objective& objective, const Polished& best, std::vector<double>& slopes) {
  constexpr double way = 2e-3;
  const Coordinates& c = objective.coordinates();
  const auto breaks = break_axes(c);
  if (breaks.size() == 1) return;
  const LeastSquaresProblem problem = objective.problem(Slopes::differences);
  std::vector<double> up(problem.residuals), down(problem.residuals);
  const std::size_t n = best.point.size();
  for (const std::size_t i : breaks) {
    std::vector<double> moved = best.point;
    moved[i] = best.point[i] + way;
    if (!problem.evaluate(moved, up, {})) continue;
    moved[i] = best.point[i] - way;
    if (!problem.evaluate(moved, down, {})) continue;
    for (std::size_t k = 0; k < up.size(); ++k) slopes[k * n + i] = (up[k] - down[k]) / (2.0 * way);
  }
}

// Beyond the bend a residual tells less: its slope counts as least squares saw it.
void flatten(double bend, std::vector<double>& residuals, std::vector<double>& slopes) {
  const std::size_t n = slopes.size() / std::max<std::size_t>(residuals.size(), 1);
  for (std::size_t k = 0; k < residuals.size(); ++k) {
    if (!(std::abs(residuals[k]) > bend)) continue;
    const double factor = std::sqrt(bend / std::abs(residuals[k]));
    residuals[k] *= factor;
    for (std::size_t i = 0; i < n; ++i) slopes[k * n + i] *= factor;
  }
}

Bottom bottom_at(const Objective& objective, const Polished& best, Slopes kind) {
  Bottom b;
  for (std::size_t i = 0; i < best.point.size(); ++i) b.axes.push_back(i);
  const LeastSquaresProblem whole = objective.problem(kind);
  std::vector<double> residuals(whole.residuals), slopes(whole.residuals * best.point.size());
  whole.evaluate(best.point, residuals, slopes);
  add_break_slopes(objective, best, slopes);
  if (best.huber > 0.0) flatten(best.huber, residuals, slopes);
  const auto breaks = objective.breaks();
  b.spread = spread_of(slopes, residuals, b.axes.size(), breaks);
  const std::size_t n = objective.coordinates().count();
  b.chain = objective.coordinates().slopes(std::span(best.point).first(n));
  b.profile_low.assign(n, std::nan(""));
  b.profile_high.assign(n, std::nan(""));
  return b;
}

// Standard deviation of a quantity whose slopes along the coordinates are given; infinite when one of them is unknown.
double deviation_along(const Bottom& b, const std::vector<double>& slopes) {
  const std::size_t m = b.axes.size();
  double variance = 0.0;
  for (std::size_t i = 0; i < m; ++i) {
    const double si = slopes[b.axes[i]];
    if (si == 0.0) continue;
    if (!std::isfinite(b.spread.deviation[i])) return infinite;
    for (std::size_t j = 0; j < m; ++j) {
      const double sj = slopes[b.axes[j]];
      if (sj == 0.0 || !std::isfinite(b.spread.deviation[j])) continue;
      variance += si * sj * b.spread.correlation[i * m + j] * b.spread.deviation[i] * b.spread.deviation[j];
    }
  }
  return std::sqrt(std::max(variance, 0.0));
}

bool is_log(const Coordinate& c) { return c.scale == Scale::log; }

// ---- profiles, for coordinates without slopes and for those along which the sum of squares is no parabola

// How far a coordinate can go in one direction until the sum of squares, all others adapted, has risen by `rise`.
// Infinite when it never does.
double reach(const Search& search, const Objective& objective, const Polished& best, std::size_t axis, double direction,
             double first, double rise, std::span<const std::size_t> smooth) {
  const LeastSquaresProblem problem = objective.problem(Slopes::differences);
  const double bottom = squares_at(problem, best.point);
  const Coordinate& c = objective.coordinates()[axis];
  const double limit = direction > 0.0 ? c.ceiling - best.point[axis] : best.point[axis] - c.floor;
  const FitOptions plain = plain_squares(search);
  // The others follow from where they were at the last way inside: far out, few steps from the bottom are not enough.
  std::vector<double> followed = best.point;
  const auto risen = [&](double way) {
    std::vector<double> moved = followed;
    moved[axis] = best.point[axis] + direction * way;
    double squares = squares_at(problem, moved) - bottom;
    if (!(squares < rise)) {  // otherwise the others can only lower it
      moved = descended(problem, plain, moved, smooth, {Slopes::differences, 8, 1e-6}).point;
      squares = squares_at(problem, moved) - bottom;
    }
    if (squares < rise) followed = std::move(moved);
    return squares;
  };
  if (!(limit > 0.0)) return 0.0;
  const double far = is_log(c) ? 3.0 : 2.0 * (c.high - c.low) + 3.0 * std::abs(best.point[axis]);
  double inside = 0.0;
  double outside = std::min(limit, first);
  while (risen(outside) < rise) {
    inside = outside;
    if (outside >= std::min(limit, far)) return outside < limit ? infinite : outside;
    outside = std::min({limit, far, 2.5 * outside});
  }
  for (int i = 0; i < 5; ++i) {
    const double middle = inside > 0.0 ? std::sqrt(inside * outside) : outside / 2.0;
    (risen(middle) < rise ? inside : outside) = middle;
  }
  return outside;
}

// The rise of the sum of squares that the interval's ends stand for.
double rise_of(const Bottom& b) {
  const double t = numerics::student_quantile(0.975, b.spread.degrees);
  return b.spread.noise * b.spread.noise * b.spread.correlation_time * t * t;
}

// Goes to both ends of the interval of a coordinate, all others following as the slopes say, and looks whether the sum
// of squares has risen by what a parabola would: then the interval can be trusted.
bool is_parabolic(const LeastSquaresProblem& problem, const Coordinates& c, const Polished& best, const Bottom& b,
                  std::size_t i) {
  constexpr double most = 1.8;  // of the rise, to either side: the interval is then right within 30 %
  const std::size_t m = b.axes.size();
  const double t = numerics::student_quantile(0.975, b.spread.degrees);
  const double bottom = squares_at(problem, best.point);
  const double rise = rise_of(b);
  for (const double direction : {-1.0, 1.0}) {
    std::vector<double> moved = best.point;
    bool clipped = false;
    for (std::size_t j = 0; j < m; ++j) {
      if (!std::isfinite(b.spread.deviation[j])) continue;
      const std::size_t axis = b.axes[j];
      const double wanted = moved[axis] + direction * t * b.spread.correlation[i * m + j] * b.spread.deviation[j];
      moved[axis] = axis < c.count() ? std::clamp(wanted, c[axis].floor, c[axis].ceiling) : wanted;
      clipped = clipped || moved[axis] != wanted;
    }
    const double ratio = (squares_at(problem, moved) - bottom) / rise;
    if (!clipped && !(ratio > 1.0 / most && ratio < most)) return false;
  }
  return true;
}

// Coordinates that need a profile: break points, and where the parabola fails.
std::vector<std::size_t> to_profile(Search& search, const Polished& best, const Bottom& b, bool elements) {
  const Coordinates& c = search.coordinates();
  const LeastSquaresProblem problem = search.objective().problem(Slopes::differences);
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < c.count(); ++i) {
    if (!elements && is_of_element(c[i].name)) continue;
    if (c[i].breaks || (std::isfinite(b.spread.deviation[i]) && !is_parabolic(problem, c, best, b, i)))
      all.push_back(i);
  }
  return all;
}

double first_way(const Coordinates& c, const Bottom& b, std::size_t axis) {
  if (c[axis].breaks) return 1e-3;
  const double way = b.spread.deviation[axis];
  return std::min(way, is_log(c[axis]) ? 0.5 : 0.2 * (c[axis].high - c[axis].low));
}

// Profiles, those of elements too where asked for.
void profile(Search& search, const Polished& best, Bottom& b, bool elements) {
  const Coordinates& c = search.coordinates();
  const auto axes = to_profile(search, best, b, elements);
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < axes.size(); ++i) numbers.push_back(search.memory().next());
  Pool pool(search.options().threads);
  pool.run(axes.size(), [&](std::size_t i, std::size_t) {
    const std::size_t axis = axes[i];
    std::vector<std::size_t> others;
    for (const std::size_t a : smooth_axes(search.objective()))
      if (a != axis) others.push_back(a);
    const auto ways = search.memory().answer(numbers[i], key_of(best.point, axis + 1), [&] {
      std::vector<double> both;
      for (const double direction : {-1.0, 1.0})
        both.push_back(
            reach(search, search.objective(), best, axis, direction, first_way(c, b, axis), rise_of(b), others));
      search.stop_if_cancelled();
      return both;
    });
    b.profile_low[axis] = best.point[axis] - ways[0];
    b.profile_high[axis] = best.point[axis] + ways[1];
  });
}

// ---- parameters in words

void set_interval(FittedParameter& p, double half, bool logarithmic, const Field& field) {
  if (!std::isfinite(half)) {
    p.low = field.lower;
    p.high = field.upper;
    return;
  }
  if (logarithmic && p.value > 0.0) {
    const double way = half / p.value;
    p.low = way > 700.0 ? field.lower : p.value * std::exp(-way);
    p.high = way > 700.0 ? field.upper : p.value * std::exp(way);
  } else {
    p.low = p.value - half;
    p.high = p.value + half;
  }
  p.low = std::max(p.low, field.lower);
  p.high = std::min(p.high, field.upper);
}

// The others with which a parameter acts only together: those that are unknown as well.
std::string partners_of(const Bottom& b, const Objective& objective, std::size_t axis) {
  const Coordinates& c = objective.coordinates();
  std::string names;
  for (std::size_t i = 0; i < b.axes.size(); ++i) {
    if (b.axes[i] == axis || std::isfinite(b.spread.deviation[i]) || !(b.spread.slope[i] > 0.0)) continue;
    names += (names.empty() ? "" : ", ") +
             (b.axes[i] < c.count() ? c[b.axes[i]].name : objective.nuisances()[b.axes[i] - c.count()].name);
  }
  return names;
}

std::string unknown_remark(const Bottom& b, const Objective& objective, std::size_t axis) {
  const auto at = std::find(b.axes.begin(), b.axes.end(), axis);
  const bool acts = at != b.axes.end() && b.spread.slope[std::size_t(at - b.axes.begin())] > 0.0;
  const std::string partners = acts ? partners_of(b, objective, axis) : "";
  return partners.empty() ? "not identified: nothing in these data depends on it"
                          : "not identified: it acts only together with " + partners;
}

std::string allowed(const FittedParameter& p) {
  return "not identified: the data allow " + brief_number(p.low) + " to " + brief_number(p.high);
}

void flag(FittedParameter& p, double half, const Coordinate& c, double at, const std::string& unknown) {
  if (!std::isfinite(p.deviation)) {
    p.identified = false;
    p.remark = unknown;
    return;
  }
  const bool too_wide = is_log(c) ? half > wide * p.value : half > std::abs(p.value) && half > 0.02 * c.high;
  if (too_wide) {
    p.identified = false;
    p.remark = allowed(p);
    return;
  }
  const double width = c.ceiling - c.floor;
  if (at - c.floor < 1e-9 * width && c.kind != Coordinate::Kind::excess && is_log(c))
    p.remark = "at its lower bound";
  else if (c.ceiling - at < 1e-9 * width)
    p.remark = "at its upper bound";
}

// The interval of a profile. A parameter that is more than its own coordinate (it lies above another one, or is a part
// of what others leave) keeps its deviation by slopes, stretched as the profile stretches that of the coordinate.
void set_profile(FittedParameter& p, const Bottom& b, const Coordinate& c, std::size_t own, double at,
                 const Field& field, double deviation) {
  p.method = "profile";
  const double t = numerics::student_quantile(0.975, b.spread.degrees);
  const bool plain = c.kind == Coordinate::Kind::value || !std::isfinite(deviation) || c.breaks;
  const auto value = [&](double u) {
    if (plain) return is_log(c) ? std::exp(u) : u;
    return p.value + deviation * (u - at) / b.spread.deviation[own];
  };
  p.low = std::max(field.lower, value(b.profile_low[own]));
  p.high = std::min(field.upper, value(b.profile_high[own]));
  p.deviation = (p.high - p.low) / (2.0 * t);
  const bool open = !std::isfinite(b.profile_low[own]) || !std::isfinite(b.profile_high[own]);
  const bool too_wide = is_log(c) ? p.high > p.low * std::exp(2.0 * wide)
                                  : p.high - p.low > 2.0 * std::abs(p.value) && p.high - p.low > 0.04 * c.high;
  if (!open && !too_wide) return;
  p.identified = false;
  p.remark = allowed(p);
}

FittedParameter law_parameter(const Bottom& b, const Objective& objective, const Polished& best, const Field& field,
                              std::size_t offset, double value, bool intervals) {
  const Coordinates& c = objective.coordinates();
  const std::size_t place = field.first + offset;
  FittedParameter p{scalar_name(field, offset), std::string(field.symbol), std::string(field.unit),
                    std::string(field.doc), value};
  p.low = p.high = value;
  std::vector<double> slopes(best.point.size(), 0.0);
  bool moves = false;
  for (std::size_t i = 0; i < c.count(); ++i) {
    slopes[i] = b.chain[place * c.count() + i];
    moves = moves || slopes[i] != 0.0;
  }
  const std::size_t own = c.moving(place);
  p.free = moves;
  if (!moves || !intervals) return p;
  if (own < c.count() && !std::isnan(b.profile_low[own])) {
    set_profile(p, b, c[own], own, best.point[own], field, deviation_along(b, slopes));
    return p;
  }
  p.method = "slopes";
  p.deviation = deviation_along(b, slopes);
  const double half = p.deviation * numerics::student_quantile(0.975, b.spread.degrees);
  const Coordinate& judged = c[own < c.count() ? own : 0];
  set_interval(p, half, field.scale == Scale::log || is_log(judged), field);
  flag(p, half, judged, own < c.count() ? best.point[own] : 0.5, unknown_remark(b, objective, own));
  return p;
}

FittedParameter nuisance_parameter(const Bottom& b, const Objective& objective, std::size_t axis, double value,
                                   bool intervals) {
  const Nuisance& n = objective.nuisances()[axis - objective.coordinates().count()];
  FittedParameter p{n.name, "", n.unit, "belongs to the recording, not to the law", value, true};
  p.low = p.high = value;
  const auto at = std::find(b.axes.begin(), b.axes.end(), axis);
  if (!intervals || at == b.axes.end()) return p;
  const auto i = std::size_t(at - b.axes.begin());
  p.method = "slopes";
  p.deviation = b.spread.deviation[i];
  const double half = interval(b.spread, i);
  p.low = value - half;
  p.high = value + half;
  if (!std::isfinite(half)) {
    p.identified = false;
    p.remark = unknown_remark(b, objective, axis);
  }
  return p;
}

// One and two decades away along every logarithmic coordinate, the others adapted: what fits as well there is no valley
// of the search, but it must be known.
void look_far(Search& search, const Objective& objective, const Polished& best) {
  constexpr double decade = 2.302585092994046;
  constexpr double hopeless = 0.5;  // of the sum of squares: a rise that adapting seldom takes back
  constexpr std::size_t few = 6;    // coordinates: all are tried
  const Coordinates& c = objective.coordinates();
  const LeastSquaresProblem problem = objective.problem(Slopes::differences);
  const double bottom = squares_at(problem, best.point);
  const FitOptions plain = plain_squares(search);
  for (std::size_t i = 0; i < c.count(); ++i) {
    if (!is_log(c[i]) || c[i].breaks) continue;
    std::vector<std::size_t> others;
    for (const std::size_t a : smooth_axes(objective))
      if (a != i) others.push_back(a);
    for (const double decades : {-2.0, -1.0, 1.0, 2.0}) {
      std::vector<double> moved = best.point;
      moved[i] = std::clamp(moved[i] + decades * decade, c[i].floor, c[i].ceiling);
      if (c.count() > few && !(squares_at(problem, moved) < (1.0 + hopeless) * bottom)) continue;
      search.stop_if_cancelled();
      search.add_valley(descended(problem, plain, moved, others, {Slopes::differences, 6, 1e-7}).point);
    }
  }
}

// What another valley says of a parameter: its value there, and where the valley lies apart, its interval there.
FittedParameter seen_from(const Coordinates& c, const Bottom* there, const Field& field, std::size_t offset,
                          double value) {
  FittedParameter p{.name = {}, .symbol = {}, .unit = {}, .doc = {}, .value = value};
  p.low = p.high = value;
  if (there == nullptr) return p;
  const std::size_t place = field.first + offset;
  std::vector<double> slopes(there->axes.size(), 0.0);
  for (std::size_t i = 0; i < c.count(); ++i) slopes[i] = there->chain[place * c.count() + i];
  const double half = deviation_along(*there, slopes) * numerics::student_quantile(0.975, there->spread.degrees);
  set_interval(p, half, field.scale == Scale::log, field);
  return p;
}

// Another valley that fits as well, within the noise, belongs to the intervals: where it lies outside, the data do not
// tell which of the two is right.
void add_valley(FitReport& report, const Coordinates& c, const Bottom* there, std::span<const double> values) {
  std::size_t at = 0;
  for (std::size_t f = 0; f < report.group.table.size(); ++f)
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o, ++at) {
      FittedParameter& p = report.parameters[at];
      const Field& field = report.group.table[f];
      const FittedParameter other = seen_from(c, there, field, o, values[field.first + o]);
      if (!p.free || (other.low >= p.low && other.high <= p.high)) continue;
      p.low = std::min(p.low, other.low);
      p.high = std::max(p.high, other.high);
      const double middle = std::max(std::abs(p.value), std::abs(other.value));
      if (p.identified && (p.high - p.low > middle || (p.low > 0.0 && p.high > p.low * std::exp(2.0 * wide)))) {
        p.identified = false;
        p.remark = other.low > field.lower || other.high < field.upper
                       ? "not identified: " + brief_number(other.value) + " fits as well"
                       : "not identified: other parameters fit as well with any value of it";
      }
    }
}

// By how much an element that is not there lowers the sum of squares when its place is free: the largest of many
// chances, in one of a hundred fits about 13 squares of the noise (Andrews, Econometrica 61, 1993, tests for one
// parameter whose place is unknown). So much better must a fit be to tell how many elements there are, and where.
// Residuals that hang together leave more to chance, but a tenth more of them is no longer as good a fit.
double chance_of_elements(const Bottom& b, double squares) {
  return std::min(13.0 * b.spread.noise * b.spread.noise * b.spread.correlation_time, 0.1 * squares);
}

// Elements that the data do not need make all of them unknown: any of them could be two.
void flag_elements(FitReport& report) {
  const std::size_t needed = report.elements_needed;
  for (FittedParameter& p : report.parameters) {
    if (!p.free || !is_of_element(p.name)) continue;
    p.identified = false;
    p.remark = "not identified: " + std::to_string(needed) + (needed == 1 ? " element fits" : " elements fit") +
               " as well as " + std::to_string(report.elements);
  }
}

void add_valleys(FitReport& report, const Search& search, const Objective& objective, const Polished& best,
                 const Bottom& b) {
  const Coordinates& c = objective.coordinates();
  const LeastSquaresProblem problem = objective.problem(Slopes::differences);
  const double bottom = squares_at(problem, best.point);
  const double limit = bottom + (can_spare_elements(c) ? chance_of_elements(b, bottom) : rise_of(b));
  for (const auto& found : search.valleys()) {
    if (!(squares_at(problem, found) < limit)) continue;
    const auto valley = numbered_like(c, best.point, found);
    const auto values = c.parameters(std::span(valley).first(c.count()));
    if (lie_apart(c, valley, best.point)) {
      Polished other = best;
      other.point = valley;
      const Bottom there = bottom_at(objective, other, Slopes::differences);
      add_valley(report, c, &there, values);
    } else {
      add_valley(report, c, nullptr, values);
    }
  }
}

void fill_correlation(FitReport& report, const Bottom& b, const Objective& objective) {
  const Coordinates& c = objective.coordinates();
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < b.axes.size(); ++i)
    if (std::isfinite(b.spread.deviation[i])) {
      shown.push_back(i);
      report.correlated.push_back(b.axes[i] < c.count() ? c[b.axes[i]].name
                                                        : objective.nuisances()[b.axes[i] - c.count()].name);
    }
  for (const std::size_t i : shown)
    for (const std::size_t j : shown) report.correlation.push_back(b.spread.correlation[i * b.axes.size() + j]);
}

}  // namespace

void judge(FitReport& report, Search& search, const Polished& best) {
  Objective& objective = search.objective();
  const Coordinates& c = search.coordinates();
  const bool intervals = search.options().intervals;
  Bottom b = bottom_at(objective, best, intervals ? Slopes::exact : Slopes::differences);
  ElementsNeeded needed{report.elements, {}};
  if (intervals) {
    const double squares = squares_at(objective.problem(Slopes::differences), best.point);
    needed = elements_needed(search, best.point, report.elements, chance_of_elements(b, squares));
    profile(search, best, b, needed.count == report.elements);
  }
  report.elements_needed = needed.count;
  report.group = c.base();
  report.group.values = c.parameters(std::span(best.point).first(c.count()));
  for (std::size_t f = 0; f < report.group.table.size(); ++f) {
    const Field& field = report.group.table[f];
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o)
      report.parameters.push_back(
          law_parameter(b, objective, best, field, o, report.group.values[field.first + o], intervals));
  }
  for (std::size_t q = 0; q < objective.nuisances().size(); ++q)
    report.nuisances.push_back(nuisance_parameter(b, objective, c.count() + q, best.point[c.count() + q], intervals));
  if (intervals) {
    fill_correlation(report, b, objective);
    look_far(search, objective, best);
    if (needed.count == report.elements) look_for_other_places(search, needed.one_fewer);
    add_valleys(report, search, objective, best, b);
    if (needed.count < report.elements) flag_elements(report);
  }
  report.noise = b.spread.noise;
  report.correlation_time = b.spread.correlation_time;
  report.condition = b.spread.condition;
  report.free_count = best.point.size();
  const double independent = std::max(2.0, double(objective.samples()) / b.spread.correlation_time);
  const double k = double(report.free_count) + 1.0;  // and the noise
  const double squares = std::max(b.spread.noise * b.spread.noise, 1e-300);
  report.aicc = independent * std::log(squares) + 2.0 * k +
                (independent > k + 1.0 ? 2.0 * k * (k + 1.0) / (independent - k - 1.0) : infinite);
}

}  // namespace stickslip::identify
