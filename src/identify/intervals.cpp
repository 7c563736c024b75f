#include "intervals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "needed_elements.hpp"
#include "spare_elements.hpp"
#include "stickslip/batch/pool.hpp"
#include "stickslip/names.hpp"
#include "stickslip/numerics/matrix.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

using numerics::Matrix;

constexpr std::uint64_t profile_key = 0x50524F46;  // apart from the keys of other work
constexpr double wide = tuning.intervals.wide;

// Everything that is known at the bottom.
struct Bottom {
  std::vector<std::size_t> axes;  // of the spread: all
  Spread spread;
  Matrix correlation;                             // of the axes
  Matrix chain;                                   // d parameter / d coordinate, [scalar][coordinate]
  std::vector<double> profile_low, profile_high;  // per coordinate; NaN where there is none
  std::size_t evaluations = 0;                    // candidates that were simulated for it
};

// Slopes along break points, where forces jump in time: differences over a way that moves the events by some samples.
// A single one is known to a sample; between two samples the forces have a slope of their own, and that counts. Returns
// how many candidates were simulated.
std::size_t add_break_slopes(const Objective& objective, const Valley& best, Matrix& slopes) {
  constexpr double way = tuning.intervals.event_way;
  const Coordinates& c = objective.coordinates();
  const auto breaks = break_axes(c);
  if (breaks.size() == 1) return 0;
  const CountedProblem problem = objective.problem(Slopes::differences);
  std::vector<double> up(problem.residuals), down(problem.residuals);
  for (const std::size_t i : breaks) {
    Point moved = best.point;
    moved[i] = best.point[i] + way;
    if (!problem.evaluate(moved, up, {})) continue;
    moved[i] = best.point[i] - way;
    if (!problem.evaluate(moved, down, {})) continue;
    for (std::size_t k = 0; k < up.size(); ++k) slopes(k, i) = (up[k] - down[k]) / (2.0 * way);
  }
  return *problem.simulated;
}

// Beyond the bend a residual tells less: its slope counts as least squares saw it.
void flatten(double bend, std::vector<double>& residuals, Matrix& slopes) {
  for (std::size_t k = 0; k < residuals.size(); ++k) {
    if (!(std::abs(residuals[k]) > bend)) continue;
    const double factor = std::sqrt(bend / std::abs(residuals[k]));
    residuals[k] *= factor;
    for (double& slope : slopes.row(k)) slope *= factor;
  }
}

// Values that stand row after row.
Matrix as_rows(std::span<const double> values, std::size_t columns) {
  Matrix matrix(columns == 0 ? 0 : values.size() / columns, columns);
  std::copy(values.begin(), values.begin() + std::ptrdiff_t(matrix.values().size()), matrix.values().begin());
  return matrix;
}

Bottom measure_bottom(const Objective& objective, const Valley& best, Slopes kind) {
  Bottom b;
  for (std::size_t i = 0; i < best.point.axes(); ++i) b.axes.push_back(i);
  const CountedProblem whole = objective.problem(kind);
  std::vector<double> residuals(whole.residuals);
  Matrix slopes(whole.residuals, best.point.axes());
  whole.evaluate(best.point, residuals, slopes.values());
  b.evaluations = add_break_slopes(objective, best, slopes) + *whole.simulated;
  if (best.huber > 0.0) flatten(best.huber, residuals, slopes);
  const auto breaks = objective.breaks();
  b.spread = estimate_spread(slopes.values(), residuals, b.axes.size(), breaks);
  b.correlation = as_rows(b.spread.correlation, b.axes.size());
  const std::size_t n = objective.coordinates().count();
  b.chain = as_rows(objective.coordinates().slopes(best.point.law()), n);
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
      variance += si * sj * b.correlation(i, j) * b.spread.deviation[i] * b.spread.deviation[j];
    }
  }
  return std::sqrt(std::max(variance, 0.0));
}

bool is_log(const Coordinate& c) { return c.scale == Scale::log; }

// ---- profiles, for coordinates without slopes and for those along which the sum of squares is no parabola

// How far a coordinate can go in one direction until the sum of squares, all others adapted, has risen by `rise`.
// Infinite when it never does. Adds to `simulated` what was simulated.
double reach(const Search& search, const Objective& objective, const Valley& best, std::size_t axis, double direction,
             double first, double rise, std::span<const std::size_t> smooth, std::size_t& simulated) {
  const CountedProblem problem = objective.problem(Slopes::differences);
  const double bottom = squares_at(problem, best.point);
  const Coordinate& c = objective.coordinates()[axis];
  const double limit = direction > 0.0 ? c.ceiling - best.point[axis] : best.point[axis] - c.floor;
  const FitOptions plain = plain_squares(search);
  // The others follow from where they were at the last way inside: far out, few steps from the bottom are not enough.
  Point followed = best.point;
  const auto risen = [&](double way) {
    Point moved = followed;
    moved[axis] = best.point[axis] + direction * way;
    double squares = squares_at(problem, moved) - bottom;
    if (!(squares < rise)) {  // otherwise the others can only lower it
      moved = descend_along(problem, plain, moved, smooth, tuning.intervals.follow).point;
      squares = squares_at(problem, moved) - bottom;
    }
    if (squares < rise) followed = std::move(moved);
    return squares;
  };
  if (!(limit > 0.0)) return 0.0;
  const double far =
      is_log(c) ? tuning.intervals.far_log
                : tuning.intervals.far_box * (c.high - c.low) + tuning.intervals.far_value * std::abs(best.point[axis]);
  double inside = 0.0;
  double outside = std::min(limit, first);
  while (risen(outside) < rise) {
    inside = outside;
    simulated += std::exchange(*problem.simulated, 0);
    if (outside >= std::min(limit, far)) return outside < limit ? infinite : outside;
    outside = std::min({limit, far, tuning.intervals.stretch * outside});
  }
  for (int i = 0; i < tuning.intervals.halvings; ++i) {
    const double middle = inside > 0.0 ? std::sqrt(inside * outside) : outside / 2.0;
    (risen(middle) < rise ? inside : outside) = middle;
  }
  simulated += *problem.simulated;
  return outside;
}

// The rise of the sum of squares that the interval's ends stand for.
double allowed_rise(const Bottom& b) {
  const double t = numerics::student_quantile(tuning.intervals.probability, b.spread.degrees);
  return b.spread.noise * b.spread.noise * b.spread.correlation_time * t * t;
}

// Goes to both ends of the interval of a coordinate, all others following as the slopes say, and looks whether the sum
// of squares has risen by what a parabola would: then the interval can be trusted.
bool is_parabolic(const LeastSquaresProblem& problem, const Coordinates& c, const Valley& best, const Bottom& b,
                  std::size_t i) {
  constexpr double most = tuning.intervals.parabolic;
  const std::size_t m = b.axes.size();
  const double t = numerics::student_quantile(tuning.intervals.probability, b.spread.degrees);
  const double bottom = squares_at(problem, best.point);
  const double rise = allowed_rise(b);
  for (const double direction : {-1.0, 1.0}) {
    Point moved = best.point;
    bool clipped = false;
    for (std::size_t j = 0; j < m; ++j) {
      if (!std::isfinite(b.spread.deviation[j])) continue;
      const std::size_t axis = b.axes[j];
      const double wanted = moved[axis] + direction * t * b.correlation(i, j) * b.spread.deviation[j];
      moved[axis] = axis < c.count() ? std::clamp(wanted, c[axis].floor, c[axis].ceiling) : wanted;
      clipped = clipped || moved[axis] != wanted;
    }
    const double ratio = (squares_at(problem, moved) - bottom) / rise;
    if (!clipped && !(ratio > 1.0 / most && ratio < most)) return false;
  }
  return true;
}

// Coordinates that need a profile: break points, and where the parabola fails.
std::vector<std::size_t> choose_profiles(Search& search, const Valley& best, const Bottom& b, bool elements) {
  const Coordinates& c = search.coordinates();
  const CountedProblem problem = search.objective().problem(Slopes::differences);
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < c.count(); ++i) {
    if (!elements && belongs_to_element(c[i].name)) continue;
    if (c[i].breaks || (std::isfinite(b.spread.deviation[i]) && !is_parabolic(problem, c, best, b, i)))
      all.push_back(i);
  }
  search.count(*problem.simulated);
  return all;
}

double first_way(const Coordinates& c, const Bottom& b, std::size_t axis) {
  if (c[axis].breaks) return tuning.intervals.first_break;
  const double way = b.spread.deviation[axis];
  return std::min(
      way, is_log(c[axis]) ? tuning.intervals.first_log : tuning.intervals.first_box * (c[axis].high - c[axis].low));
}

// Profiles, those of elements too where asked for.
void profile(Search& search, const Valley& best, Bottom& b, bool elements) {
  const Coordinates& c = search.coordinates();
  const auto axes = choose_profiles(search, best, b, elements);
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < axes.size(); ++i) numbers.push_back(search.memory().next());
  std::vector<std::size_t> simulated(axes.size(), 0);
  Pool pool(descents_at_once(search.objective(), search.options()));
  pool.run(axes.size(), [&](std::size_t i, std::size_t) {
    const std::size_t axis = axes[i];
    std::vector<std::size_t> others;
    for (const std::size_t a : smooth_axes(search.objective()))
      if (a != axis) others.push_back(a);
    const auto ways = search.memory().answer(numbers[i], hash_key(best.point, profile_key + axis), [&] {
      std::vector<double> both;
      std::size_t count = 0;
      for (const double direction : {-1.0, 1.0})
        both.push_back(reach(search, search.objective(), best, axis, direction, first_way(c, b, axis), allowed_rise(b),
                             others, count));
      search.stop_if_cancelled();
      both.push_back(double(count));
      return both;
    });
    b.profile_low[axis] = best.point[axis] - ways[0];
    b.profile_high[axis] = best.point[axis] + ways[1];
    simulated[i] = std::size_t(ways[2]);
  });
  for (const std::size_t count : simulated) search.count(count);
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
    p.low = way > tuning.intervals.overflow ? field.lower : p.value * std::exp(-way);
    p.high = way > tuning.intervals.overflow ? field.upper : p.value * std::exp(way);
  } else {
    p.low = p.value - half;
    p.high = p.value + half;
  }
  p.low = std::max(p.low, field.lower);
  p.high = std::min(p.high, field.upper);
}

// The others with which a parameter acts only together: those that are unknown as well.
std::string list_partners(const Bottom& b, const Objective& objective, std::size_t axis) {
  const Coordinates& c = objective.coordinates();
  std::string names;
  for (std::size_t i = 0; i < b.axes.size(); ++i) {
    if (b.axes[i] == axis || std::isfinite(b.spread.deviation[i]) || !(b.spread.slope[i] > 0.0)) continue;
    names += (names.empty() ? "" : ", ") +
             (b.axes[i] < c.count() ? c[b.axes[i]].name : objective.nuisances()[b.axes[i] - c.count()].name);
  }
  return names;
}

std::string describe_unknown(const Bottom& b, const Objective& objective, std::size_t axis) {
  const auto at = std::find(b.axes.begin(), b.axes.end(), axis);
  const bool acts = at != b.axes.end() && b.spread.slope[std::size_t(at - b.axes.begin())] > 0.0;
  const std::string partners = acts ? list_partners(b, objective, axis) : "";
  return partners.empty() ? "not identified: nothing in these data depends on it"
                          : "not identified: it acts only together with " + partners;
}

// What the data allow. An end at a bound of the table, or decades away from the value, is no finding of theirs.
std::string allowed(const FittedParameter& p, const Field& field) {
  constexpr double near = 1.001;  // of a bound
  const double value = std::abs(p.value);
  const bool open_below = p.low <= field.lower + (near - 1.0) * std::abs(field.lower) ||
                          (field.lower >= 0.0 && p.low < value / tuning.intervals.unbounded);
  const bool open_above = p.high * near >= field.upper || p.high > value * tuning.intervals.unbounded;
  if (open_below && open_above) return "not identified: the data allow any value";
  if (open_below) return "not identified: the data allow any value up to " + brief_number(p.high);
  if (open_above) return "not identified: the data allow any value from " + brief_number(p.low);
  return "not identified: the data allow " + brief_number(p.low) + " to " + brief_number(p.high);
}

void flag(FittedParameter& p, double half, const Coordinate& c, double at, const Field& field,
          const std::string& unknown) {
  if (!std::isfinite(p.deviation)) {
    p.identified = false;
    p.remark = unknown;
    return;
  }
  const bool too_wide =
      is_log(c) ? half > wide * p.value : half > std::abs(p.value) && half > tuning.intervals.wide_linear * c.high;
  if (too_wide) {
    p.identified = false;
    p.remark = allowed(p, field);
    return;
  }
  const double width = c.ceiling - c.floor;
  if (at - c.floor < tuning.intervals.at_bound * width && c.kind != Coordinate::Kind::excess && is_log(c))
    p.remark = "at its lower bound";
  else if (c.ceiling - at < tuning.intervals.at_bound * width)
    p.remark = "at its upper bound";
}

// The interval of a profile. A parameter that is more than its own coordinate (it lies above another one, or is a part
// of what others leave) keeps its deviation by slopes, stretched as the profile stretches that of the coordinate.
void set_profile(FittedParameter& p, const Bottom& b, const Coordinate& c, std::size_t own, double at,
                 const Field& field, double deviation) {
  p.method = "profile";
  const double t = numerics::student_quantile(tuning.intervals.probability, b.spread.degrees);
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
                                  : p.high - p.low > 2.0 * std::abs(p.value) &&
                                        p.high - p.low > 2.0 * tuning.intervals.wide_linear * c.high;
  if (!open && !too_wide) return;
  p.identified = false;
  p.remark = allowed(p, field);
}

FittedParameter law_parameter(const Bottom& b, const Objective& objective, const Valley& best, const Field& field,
                              std::size_t offset, double value, bool intervals) {
  const Coordinates& c = objective.coordinates();
  const std::size_t place = field.first + offset;
  FittedParameter p{scalar_name(field, offset), std::string(field.symbol), std::string(field.unit),
                    std::string(field.doc), value};
  p.low = p.high = value;
  std::vector<double> slopes(best.point.axes(), 0.0);
  bool moves = false;
  for (std::size_t i = 0; i < c.count(); ++i) {
    slopes[i] = b.chain(place, i);
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
  const double half = p.deviation * numerics::student_quantile(tuning.intervals.probability, b.spread.degrees);
  const Coordinate& judged = c[own < c.count() ? own : 0];
  set_interval(p, half, field.scale == Scale::log || is_log(judged), field);
  flag(p, half, judged, own < c.count() ? best.point[own] : 0.5, field, describe_unknown(b, objective, own));
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
    p.remark = describe_unknown(b, objective, axis);
  }
  return p;
}

// What another valley says of the parameters: their values there, and with its bottom their intervals.
std::vector<FittedParameter> view_from(const FitReport& report, const Coordinates& c, const Bottom* there,
                                       std::span<const double> values) {
  std::vector<FittedParameter> all;
  for (std::size_t f = 0; f < report.group.table.size(); ++f)
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o) {
      const Field& field = report.group.table[f];
      const std::size_t place = field.first + o;
      FittedParameter p{.name = {}, .symbol = {}, .unit = {}, .doc = {}, .value = values[place]};
      p.low = p.high = p.value;
      if (there != nullptr) {
        std::vector<double> slopes(there->axes.size(), 0.0);
        for (std::size_t i = 0; i < c.count(); ++i) slopes[i] = there->chain(place, i);
        const double t = numerics::student_quantile(tuning.intervals.probability, there->spread.degrees);
        set_interval(p, deviation_along(*there, slopes) * t, field.scale == Scale::log, field);
      }
      all.push_back(std::move(p));
    }
  return all;
}

// Another valley that fits as well, within the noise, belongs to the intervals: where it lies outside, the data do not
// tell which of the two is right.
void add_valley(FitReport& report, std::span<const FittedParameter> others) {
  std::size_t at = 0;
  for (std::size_t f = 0; f < report.group.table.size(); ++f)
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o, ++at) {
      FittedParameter& p = report.parameters[at];
      const Field& field = report.group.table[f];
      const FittedParameter& other = others[at];
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

// Elements that the data do not need make all of them unknown: any of them could be two.
void flag_elements(FitReport& report) {
  const std::size_t needed = report.elements_needed;
  for (FittedParameter& p : report.parameters) {
    if (!p.free || !belongs_to_element(p.name)) continue;
    p.identified = false;
    p.remark = "not identified: " + std::to_string(needed) + (needed == 1 ? " element fits" : " elements fit") +
               " as well as " + std::to_string(report.elements);
  }
}

void add_valleys(FitReport& report, Search& search, const Objective& objective, const Valley& best, const Bottom& b) {
  const Coordinates& c = objective.coordinates();
  const CountedProblem problem = objective.problem(Slopes::differences);
  const double bottom = squares_at(problem, best.point);
  const double limit = bottom + (can_spare_elements(c) ? rise_by_chance(b.spread, bottom) : allowed_rise(b));
  for (const auto& found : search.valleys()) {
    if (!(squares_at(problem, found) < limit)) continue;
    const Point valley = found.with_law(numbered_like(c, best.point.law(), found.law()));
    const auto values = c.parameters(valley.law());
    if (lie_apart(c, valley, best.point)) {
      Valley other = best;
      other.point = valley;
      const Bottom there = measure_bottom(objective, other, Slopes::differences);
      search.count(there.evaluations);
      add_valley(report, view_from(report, c, &there, values));
    } else {
      add_valley(report, view_from(report, c, nullptr, values));
    }
  }
  search.count(*problem.simulated);
}

// Those that lie apart: near the best point an excess that stands out a little says nothing of the others.
void add_rivals(FitReport& report, const Coordinates& c, const Valley& best, std::span<const Rival> rivals) {
  for (const Rival& r : rivals)
    if (lie_apart(c, best.point.with_law(c.point(r.values)), best.point)) add_valley(report, r.parameters);
}

// Whether one of these excesses is larger than chance makes an excess that is not there.
bool stands_out(const Coordinates& c, const Bottom& there, const Point& at, std::span<const std::string> names) {
  for (std::size_t i = 0; i < c.count(); ++i)
    if (std::find(names.begin(), names.end(), c[i].name) != names.end() &&
        at[i] - c[i].floor > std::sqrt(tuning.intervals.spare) * there.spread.deviation[i])
      return true;
  return false;
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
    for (const std::size_t j : shown) report.correlation.push_back(b.correlation(i, j));
}

}  // namespace

double rise_by_chance(const Spread& spread, double squares) {
  return std::min(tuning.intervals.spare * spread.noise * spread.noise * spread.correlation_time,
                  tuning.intervals.worse * squares);
}

std::vector<Rival> list_rivals(Search& search, const Valley& best, std::span<const std::string> names) {
  const Objective& objective = search.objective();
  const Coordinates& c = search.coordinates();
  const CountedProblem problem = objective.problem(Slopes::differences);
  const Bottom b = measure_bottom(objective, best, Slopes::differences);
  const double limit = squares_at(problem, best.point) + allowed_rise(b);
  FitReport shape;
  shape.group = c.base();
  std::vector<Rival> rivals;
  search.count(b.evaluations);
  for (const Point& found : search.valleys()) {
    if (!(squares_at(problem, found) < limit)) continue;
    Valley other = best;
    other.point = found;
    const Bottom there = measure_bottom(objective, other, Slopes::differences);
    search.count(there.evaluations);
    const auto values = c.parameters(found.law());
    if (stands_out(c, there, found, names)) rivals.push_back({values, view_from(shape, c, &there, values)});
  }
  search.count(*problem.simulated);
  return rivals;
}

void estimate_intervals(FitReport& report, Search& search, const Valley& best, std::span<const Rival> rivals) {
  Objective& objective = search.objective();
  const Coordinates& c = search.coordinates();
  const bool intervals = search.options().intervals;
  Bottom b = measure_bottom(objective, best, intervals ? Slopes::exact : Slopes::differences);
  if (intervals) search.count(b.evaluations);
  ElementsNeeded needed{report.elements, {}};
  if (intervals) {
    const double squares = squares_at(objective.problem(Slopes::differences), best.point);
    search.count(1);
    needed = elements_needed(search, best.point.along_axes(), report.elements, rise_by_chance(b.spread, squares));
    profile(search, best, b, needed.count == report.elements);
  }
  report.elements_needed = needed.count;
  report.group = c.base();
  report.group.values = c.parameters(best.point.law());
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
    for (const Point& p : look_far(search, best.point)) search.add_valley(p);
    if (needed.count == report.elements) look_for_other_places(search, needed.one_fewer);
    add_valleys(report, search, objective, best, b);
    add_rivals(report, c, best, rivals);
    if (needed.count < report.elements) flag_elements(report);
  }
  report.noise = b.spread.noise;
  report.correlation_time = b.spread.correlation_time;
  report.condition = b.spread.condition;
  report.free_count = best.point.axes();
  const double independent = std::max(2.0, double(objective.samples()) / b.spread.correlation_time);
  const double k = double(report.free_count) + 1.0;  // and the noise
  const double squares = std::max(b.spread.noise * b.spread.noise, 1e-300);
  report.aicc = independent * std::log(squares) + 2.0 * k +
                (independent > k + 1.0 ? 2.0 * k * (k + 1.0) / (independent - k - 1.0) : infinite);
}

}  // namespace stickslip::identify
