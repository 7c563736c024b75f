#include "stickslip/identify/stribeck_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "method_kit.hpp"
#include "steady_points.hpp"
#include "stickslip/dual.hpp"
#include "stickslip/friction/modified_lugre.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/numerics/least_squares.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct CurveParams {
  using Scalar = double;
  double kind = 0.0;
  double shape = 0.0;
  double exponent = 2.0;
  double find_exponent = 0.0;
  double least_duration = 0.1;
  double tolerance = 0.05;
  double settle = 0.3;
  double slowest_speed = 0.0;

  static constexpr auto table() {
    using P = CurveParams;
    return std::array{
        STICKSLIP_FIELD(P, kind, "", "1", "What is fitted: means at constant speeds, or every row of a slow sweep.",
                        0.0, 2.0, Scale::linear, "automatic|steady|sweep"),
        STICKSLIP_FIELD(P, shape, "", "1", "The curve: 001 (1), or 001 (12) with a lubricant film.", 0.0, 1.0,
                        Scale::linear, "stribeck|film"),
        STICKSLIP_FIELD(P, exponent, "n", "1", "Exponent of the Stribeck dip, or where its search begins.", 0.01, 10.0),
        STICKSLIP_FIELD(P, find_exponent, "", "1", "Whether the exponent is given or found.", 0.0, 1.0, Scale::linear,
                        "no|yes"),
        STICKSLIP_FIELD(P, least_duration, "", "s", "Shortest stretch of constant speed that counts.", 0.0, 1e6),
        STICKSLIP_FIELD(P, tolerance, "", "1", "Share by which a constant speed may vary, besides noise.", 1e-6, 1.0),
        STICKSLIP_FIELD(P, settle, "", "1", "Share of a stretch, at its beginning, that is left out.", 0.0, 0.9),
        STICKSLIP_FIELD(P, slowest_speed, "", "m/s", "Rows slower than this are left out.", 0.0, 1e6)};
  }
};

// ---- the curve of one direction

enum Part : std::size_t { coulomb, breakaway, stribeck_velocity, viscous, exponent, film_velocity, part_count };
constexpr std::array<std::string_view, part_count> names{"coulomb", "breakaway",         "stribeck_velocity",
                                                         "viscous", "stribeck_exponent", "film_velocity"};
constexpr std::array<std::string_view, part_count> units{"N", "N", "m/s", "N.s/m", "1", "m/s"};

// All six, free or not.
using Values = std::array<double, part_count>;
using Slopes = Dual<part_count>;

// The law's own steady state, with its derivatives.
Slopes friction_at(const Values& values, bool film, double speed) {
  ModifiedLuGre::Params<Slopes> p;
  p.coulomb = Slopes::variable(values[coulomb], coulomb);
  p.breakaway = Slopes::variable(values[breakaway], breakaway);
  p.stribeck_velocity = Slopes::variable(values[stribeck_velocity], stribeck_velocity);
  p.viscous = Slopes::variable(values[viscous], viscous);
  p.stribeck_exponent = Slopes::variable(values[exponent], exponent);
  p.film_velocity = Slopes::variable(values[film_velocity], film_velocity);
  if (!film) return stribeck_friction(p, Slopes(speed));
  Contact<Slopes> c;
  c.velocity = Slopes(speed);
  return ModifiedLuGre::steady_state(p, c);
}

struct Task {
  std::vector<SteadyPoint> points;  // speeds and forces of one direction, both positive
  std::vector<Part> free;
  bool film = false;
  double slowest = 0.0, fastest = 0.0;
};

struct Curve {
  Values values{};
  LeastSquaresFit fit;
  Spread spread;
};

double find_lower(const Task& t, Part part) {
  const std::array<double, part_count> all{1e-9, 1e-9, t.slowest / 30.0, 0.0, 0.01, t.slowest};
  return all[part];
}
double find_upper(const Task& t, Part part) {
  // A dip that reaches beyond the fastest speed is not told from a straight line.
  const std::array<double, part_count> all{infinite, infinite, t.fastest, infinite, 10.0, 100.0 * t.fastest};
  return all[part];
}

// For given v_s, n and v_b the curve is linear in F_c, F_s - F_c and sigma_2.
double fit_linear(const Task& t, Values& values) {
  std::vector<double> matrix;
  std::vector<double> right;
  Values unit = values;
  unit[coulomb] = 1.0;
  unit[breakaway] = 2.0;
  unit[viscous] = 0.0;
  for (const SteadyPoint& p : t.points) {
    const double dip = friction_at(unit, t.film, p.speed).value - 1.0;
    matrix.insert(matrix.end(), {1.0, dip, p.speed});
    right.push_back(p.force);
  }
  const auto found = numerics::non_negative_least_squares(matrix, right);
  double sum = 0.0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const double* row = &matrix[3 * i];
    sum += std::pow(row[0] * found[0] + row[1] * found[1] + row[2] * found[2] - right[i], 2.0);
  }
  values[coulomb] = std::max(found[0], 1e-6 * t.points.front().force);
  values[breakaway] = values[coulomb] + found[1];
  values[viscous] = found[2];
  return sum;
}

// The best of a grid over v_s, and over n where it is free.
Values choose_start(const Task& t, double given_exponent) {
  const bool free_exponent = std::find(t.free.begin(), t.free.end(), exponent) != t.free.end();
  const std::vector<double> powers = free_exponent ? std::vector<double>{0.05, 0.2, 0.5, 1.0, 2.0, given_exponent}
                                                   : std::vector<double>{given_exponent};
  constexpr int parts = 24;
  Values best{};
  double least = infinite;
  for (const double n : powers)
    for (int k = 0; k <= parts; ++k) {
      Values trial{};
      trial[stribeck_velocity] = t.slowest / 3.0 * std::pow(t.fastest / t.slowest, double(k) / parts);
      trial[exponent] = n;
      trial[film_velocity] = 3.0 * t.fastest;
      const double sum = fit_linear(t, trial);
      if (sum < least) least = sum, best = trial;
    }
  return best;
}

LeastSquaresProblem make_problem(const Task& t, const Values& fixed) {
  LeastSquaresProblem problem{.residuals = t.points.size()};
  for (const Part part : t.free) {
    problem.lower.push_back(find_lower(t, part));
    problem.upper.push_back(find_upper(t, part));
  }
  problem.evaluate = [&t, fixed](std::span<const double> x, std::span<double> residuals, std::span<double> slopes) {
    Values values = fixed;
    for (std::size_t k = 0; k < t.free.size(); ++k) values[t.free[k]] = x[k];
    for (std::size_t i = 0; i < t.points.size(); ++i) {
      const Slopes f = friction_at(values, t.film, t.points[i].speed);
      residuals[i] = f.value - t.points[i].force;
      for (std::size_t k = 0; !slopes.empty() && k < t.free.size(); ++k)
        slopes[i * t.free.size() + k] = f.slope[t.free[k]];
    }
    return true;
  };
  return problem;
}

Curve fit_curve(const Task& t, const Values& start) {
  Curve curve{start, {}, {}};
  std::vector<double> x;
  for (const Part part : t.free) x.push_back(std::clamp(start[part], find_lower(t, part), find_upper(t, part)));
  curve.fit = least_squares(make_problem(t, start), x, {.most_iterations = 300});
  for (std::size_t k = 0; k < t.free.size(); ++k) curve.values[t.free[k]] = curve.fit.values[k];
  curve.spread = estimate_spread(curve.fit.slopes, curve.fit.residuals, t.free.size());
  return curve;
}

// The curve without a dip: sliding and viscous friction alone.
Curve straight(const Task& t) {
  std::vector<double> matrix;
  std::vector<double> right;
  for (const SteadyPoint& p : t.points) {
    matrix.insert(matrix.end(), {1.0, p.speed});
    right.push_back(p.force);
  }
  Curve curve{{}, linear_least_squares(matrix, right), {}};
  curve.spread = estimate_spread(curve.fit.slopes, curve.fit.residuals, 2);
  curve.values[coulomb] = curve.values[breakaway] = std::max(curve.fit.values[0], 1e-9);
  curve.values[viscous] = std::max(curve.fit.values[1], 0.0);
  curve.values[stribeck_velocity] = t.slowest / 3.0;
  curve.values[film_velocity] = t.fastest;
  return curve;
}

// Whether the dip earns its parameters, by the Bayesian criterion with a margin that is called strong evidence.
bool has_dip(const Task& t, const Curve& with, const Curve& without) {
  constexpr double strong = 6.0;
  const double n = double(t.points.size());
  const double extra = double(t.free.size()) - 2.0;
  if (with.values[breakaway] <= with.values[coulomb]) return false;  // a rise is none
  return n * std::log(without.fit.sum_of_squares / with.fit.sum_of_squares) > extra * std::log(n) + strong;
}

// ---- what the data tell

// Which speeds would tell a parameter.
std::string remedy(const Task& t, const Values& v, Part part) {
  const double knee = v[stribeck_velocity];
  if (part == coulomb || part == viscous || part == film_velocity)
    return t.fastest < 5.0 * knee ? "record speeds above " + text::with_unit(5.0 * knee, "m/s")
                                  : "record more speeds, or for longer";
  const double slow = std::min(0.3 * knee, 0.3 * t.slowest);
  if (t.slowest > 0.3 * knee) return "record speeds below " + text::with_unit(std::max(slow, 0.1 * knee), "m/s");
  if (part == exponent) return "record more speeds around " + text::with_unit(knee, "m/s") + ", or give the exponent";
  return "record more speeds below " + text::with_unit(knee, "m/s");
}

void judge(Estimate& e, const Task& t, const Curve& curve, std::size_t k) {
  const Part part = t.free[k];
  const double half = (e.high - e.low) / 2.0;
  constexpr double most = 0.5;  // of the value: wider is no knowledge
  const bool at_bound = e.value <= find_lower(t, part) * (1.0 + 1e-6) || e.value >= find_upper(t, part) * (1.0 - 1e-6);
  if (part == viscous) {
    if (!(half < e.value)) doubt(e, "cannot be told from 0; " + remedy(t, curve.values, part));
    return;
  }
  if (at_bound) return doubt(e, "the fit ends at the bound of its search; " + remedy(t, curve.values, part));
  if (!(half < most * e.value))
    doubt(e, "the interval is wider than the value; " + remedy(t, curve.values, part));
  else if (part == breakaway && t.slowest > curve.values[stribeck_velocity])
    doubt(e, "the slowest speed, " + text::with_unit(t.slowest, "m/s") + ", lies above the Stribeck velocity; " +
                 remedy(t, curve.values, part));
}

// Pairs that the data hardly tell apart; where nearly all are, the condition number says it at once.
void add_pairs(MethodResult& r, const Task& t, const Spread& s, const std::string& side) {
  constexpr double close = 0.98;
  constexpr double ill = 1e3;
  if (s.condition > ill) {
    r.remarks.push_back(side + ": condition number " + text::digits(s.condition, 3) +
                        ", a small error of the data is a large one of the parameters");
    return;
  }
  const std::size_t n = t.free.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      if (std::abs(s.correlation[i * n + j]) > close)
        r.remarks.push_back(std::string(names[t.free[i]]) + " and " + std::string(names[t.free[j]]) + ", " + side +
                            ": the data hardly tell them apart (correlation " + text::digits(s.correlation[i * n + j]) +
                            ")");
}

// The same curve with other exponents.
struct Exponents {
  MethodTable table;
  double low = infinite, high = 0.0;  // that fit within the noise
  double low_breakaway = infinite, high_breakaway = 0.0;
};

Exponents exponents_that_fit(const Task& t, const Curve& own, const std::string& side) {
  Exponents all{.table = {.title = "Other exponents, " + side,
                          .header = {"n", "breakaway [N]", "stribeck_velocity [m/s]", "misfit [N]"}}};
  Task fixed = t;
  std::erase(fixed.free, exponent);
  std::vector<std::pair<double, Curve>> trials;
  double least = own.fit.sum_of_squares;
  for (const double n : {0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0}) {
    Curve trial = fit_curve(fixed, choose_start(fixed, n));
    least = std::min(least, trial.fit.sum_of_squares);
    trials.emplace_back(n, std::move(trial));
  }
  const double count = double(t.points.size());
  const double degrees = std::max(1.0, count - double(t.free.size()));
  const double limit = least * (1.0 + std::pow(numerics::student_quantile(0.975, degrees), 2.0) / degrees);
  for (const auto& [n, trial] : trials) {
    all.table.rows.push_back({text::digits(n), text::digits(trial.values[breakaway]),
                              text::digits(trial.values[stribeck_velocity]),
                              text::digits(std::sqrt(trial.fit.sum_of_squares / count))});
    if (trial.fit.sum_of_squares > limit) continue;
    all.low = std::min(all.low, n);
    all.high = std::max(all.high, n);
    all.low_breakaway = std::min(all.low_breakaway, trial.values[breakaway]);
    all.high_breakaway = std::max(all.high_breakaway, trial.values[breakaway]);
  }
  return all;
}

void add_exponents(MethodResult& r, const Task& t, const Curve& curve, const std::string& side) {
  Exponents all = exponents_that_fit(t, curve, side);
  r.tables.push_back(std::move(all.table));
  if (!(all.high > all.low)) return;
  r.remarks.push_back(side + ": exponents from " + text::digits(all.low) + " to " + text::digits(all.high) +
                      " fit within the noise, with breakaway from " + text::digits(all.low_breakaway) + " to " +
                      text::digits(all.high_breakaway) + " N; slower speeds, or a break-away test, would tell");
}

// ---- one direction

Task make_task(const std::vector<SteadyPoint>& points, const CurveParams& p, bool back) {
  Task t;
  t.film = p.shape == 1.0;
  t.free = {coulomb, breakaway, stribeck_velocity, viscous};
  if (p.find_exponent == 1.0) t.free.push_back(exponent);
  if (t.film) t.free.push_back(film_velocity);
  for (const SteadyPoint& one : points)
    if ((one.speed < 0.0) == back)
      t.points.push_back({std::abs(one.speed), back ? -one.force : one.force, one.rows, one.unsettled});
  std::sort(t.points.begin(), t.points.end(), [](const auto& a, const auto& b) { return a.speed < b.speed; });
  if (t.points.empty()) return t;
  t.slowest = t.points.front().speed;
  t.fastest = t.points.back().speed;
  return t;
}

MethodCurve draw_line(const Task& t, const Curve& curve, const std::string& side) {
  MethodCurve line{.name = "fit, " + side};
  constexpr int parts = 200;
  const double from = t.slowest / 10.0;
  for (int k = 0; k <= parts; ++k) {
    line.x.push_back(from * std::pow(t.fastest / from, double(k) / parts));
    line.y.push_back(friction_at(curve.values, t.film, line.x.back()).value);
  }
  return line;
}

// Puts the values into the law's place for that direction.
void put(MethodResult& r, const Curve& curve, bool back) {
  for (const Field& f : r.law_parameters.table)
    for (std::size_t k = 0; k < part_count; ++k)
      if (f.name == names[k]) r.law_parameters.values[f.first + (back ? 1 : 0)] = curve.values[k];
  const double f = curve.values[coulomb];
  for (const Field& field : r.law_parameters.table)
    if (field.name == "breakaway") {
      double& own = r.law_parameters.values[field.first + (back ? 1 : 0)];
      own = std::max(own, f);  // the law asks for it
    }
}

// Estimates of a curve with a dip.
void add_dip(MethodResult& r, const Task& t, const Curve& curve, const std::string& side) {
  for (std::size_t k = 0; k < t.free.size(); ++k) {
    const Part part = t.free[k];
    Estimate e = make_estimate(std::string(names[part]) + "." + side, std::string(units[part]), curve.values[part],
                               interval(curve.spread, k));
    judge(e, t, curve, k);
    r.estimates.push_back(std::move(e));
  }
  add_pairs(r, t, curve.spread, side);
  add_exponents(r, t, curve, side);
}

// Estimates of a curve without one: what belongs to the dip is not known.
void add_straight(MethodResult& r, const Task& t, const Curve& curve, const std::string& side) {
  r.estimates.push_back(make_estimate("coulomb." + side, "N", curve.fit.values[0], interval(curve.spread, 0)));
  const std::string why =
      "the data show no dip at low speed; record speeds below " + text::with_unit(t.slowest / 3.0, "m/s");
  for (const Part part : t.free) {
    if (part == coulomb || part == viscous) continue;
    Estimate e{std::string(names[part]) + "." + side, std::string(units[part]),
               std::numeric_limits<double>::quiet_NaN(), 0.0, infinite};
    if (part == breakaway) e.value = e.low = curve.fit.values[0];
    doubt(e, why);
    r.estimates.push_back(std::move(e));
  }
  Estimate slope = make_estimate("viscous." + side, "N.s/m", curve.fit.values[1], interval(curve.spread, 1));
  if (!(slope.low > 0.0)) doubt(slope, "cannot be told from 0; record more speeds, or faster ones");
  r.estimates.push_back(std::move(slope));
  r.remarks.push_back(side + ": a straight line, sliding and viscous friction alone, explains the points as well");
}

void add_points(MethodResult& r, const Task& t, const Curve& curve, bool back) {
  const double sign = back ? -1.0 : 1.0;
  MethodCurve dots{.name = back ? "measured, back" : "measured, forward", .dots = true};
  for (const SteadyPoint& one : t.points) {
    dots.x.push_back(one.speed);
    dots.y.push_back(one.force);
    const std::array<double, 4> row{sign * one.speed, sign * one.force,
                                    sign * friction_at(curve.values, t.film, one.speed).value, double(one.rows)};
    for (std::size_t k = 0; k < row.size(); ++k) r.points.values[k].push_back(row[k]);
  }
  r.plots.front().curves.push_back(std::move(dots));
  r.plots.front().curves.push_back(draw_line(t, curve, back ? "back" : "forward"));
}

// Friction that still changes while the speed is constant.
void add_unsettled(MethodResult& r, const Task& t, const std::string& side) {
  double fastest = 0.0;
  for (const SteadyPoint& one : t.points)
    if (one.unsettled) fastest = std::max(fastest, one.speed);
  if (fastest > 0.0)
    r.remarks.push_back(side + ": friction still changes within the stretches up to " +
                        text::with_unit(fastest, "m/s") +
                        "; hold these speeds for longer, or leave out more with curve.settle");
}

void add_direction(MethodResult& r, const Task& t, const CurveParams& p, bool back) {
  const std::string side = back ? "back" : "forward";
  const Curve dip = fit_curve(t, choose_start(t, p.exponent));
  Curve line = straight(t);
  line.values[exponent] = p.exponent;
  const bool dips = has_dip(t, dip, line);
  const Curve& curve = dips ? dip : line;
  if (dips)
    add_dip(r, t, curve, side);
  else
    add_straight(r, t, curve, side);
  r.figures.push_back({"condition." + side, curve.spread.condition, "1",
                       "Condition number of the fit: how much it magnifies errors of the data."});
  r.figures.push_back({"misfit." + side, curve.spread.noise, "N", "Standard deviation of points from the curve."});
  r.figures.push_back({"points." + side, double(t.points.size()), "1", "Points that were fitted."});
  add_unsettled(r, t, side);
  add_points(r, t, curve, back);
  put(r, curve, back);
}

// Says what is missing when no direction can be fitted.
[[noreturn]] void refuse_points(const Dataset& first, const Task& forward, const Task& back, bool steady) {
  refuse(first, 1,
         std::string(steady ? "too few constant speeds: " : "too few rows: ") + std::to_string(forward.points.size()) +
             " forward and " + std::to_string(back.points.size()) + " back, but more than " +
             std::to_string(forward.free.size()) + " are needed in a direction; record more speeds" +
             (steady ? ", lower " + option_reference("set", "curve.least_duration") + ", or fit every row with " +
                           option_reference("set", "curve.kind=sweep")
                     : ""));
}

constexpr std::array<std::string_view, 3> roles{"time", "velocity", "force"};

}  // namespace

MethodSettings stribeck_curve_settings() { return {{make_group("curve", CurveParams{})}, {}}; }

const IdentificationMethod& stribeck_curve_method() {
  static const IdentificationMethod method{
      "stribeck-curve",
      "Stribeck curve from friction at steady speeds or along a slow sweep",
      "001 (1), (12), section 2; 004 (5)",
      "time[s], velocity[m/s] or displacement[m], force[N]: the friction; or rad/s, rad, N.m",
      roles,
      stribeck_curve_settings,
      estimate_stribeck_curve};
  return method;
}

MethodResult estimate_stribeck_curve(std::span<const Dataset> given, const MethodSettings& settings) {
  const auto p = make_set<CurveParams>(settings.group("curve"));
  const Inputs inputs = read_straight_inputs(stribeck_curve_method(), given, settings);
  const std::vector<Dataset>& files = inputs.files;
  MethodResult r = begin_result(stribeck_curve_method(), inputs, settings);
  const SteadyRules rules{p.least_duration, p.tolerance, p.settle, p.slowest_speed};
  const bool steady = p.kind == 1.0 || (p.kind == 0.0 && mostly_steady(files, rules));
  const auto points = steady ? steady_points(files, rules) : sweep_points(files, rules);
  const Task forward = make_task(points, p, false);
  const Task back = make_task(points, p, true);
  const auto enough = [](const Task& t) { return t.points.size() > t.free.size(); };
  if (!enough(forward) && !enough(back)) refuse_points(files.front(), forward, back, steady);
  r.law = p.shape == 1.0 ? ModifiedLuGre::name : Stribeck::name;
  r.law_parameters = law_group(r.law);
  for (const Field& f : r.law_parameters.table)
    if (f.name == "stribeck_exponent")
      for (std::size_t i = 0; i < f.width; ++i) r.law_parameters.values[f.first + i] = p.exponent;
  r.plots.push_back(
      {.title = "Friction over speed", .x_label = "speed [m/s]", .y_label = "friction [N]", .log_x = true});
  r.points.columns = {{"velocity", "m/s"}, {"force", "N"}, {"fit", "N"}, {"rows", "1"}};
  r.points.values.resize(r.points.columns.size());
  for (const bool is_back : {false, true}) {
    const Task& own = is_back ? back : forward;
    if (enough(own)) add_direction(r, own, p, is_back);
    if (enough(own)) continue;
    r.remarks.push_back(std::string(is_back ? "back" : "forward") + ": " + std::to_string(own.points.size()) +
                        " points are too few; the law has the other direction's values there");
  }
  for (const Field& f : r.law_parameters.table) {  // a direction without points
    if (f.shape != Shape::sides || (enough(forward) && enough(back))) continue;
    r.law_parameters.values[f.first + (enough(forward) ? 1 : 0)] =
        r.law_parameters.values[f.first + (enough(forward) ? 0 : 1)];
  }
  r.remarks.insert(r.remarks.begin(), steady ? "fitted: means at constant speeds, each counts once"
                                             : "fitted: rows of a slow sweep, in means of equal parts");
  if (inputs.rotary) show_rotary_units(r);
  return r;
}

}  // namespace stickslip::identify
