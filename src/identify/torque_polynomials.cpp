#include "stickslip/identify/torque_polynomials.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "method_kit.hpp"
#include "ramps.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

constexpr double highest_degree = 8.0;

struct PolynomialRules {
  using Scalar = double;
  Sides<double> degree{3.0, 4.0};
  double skip_after_turn = 1.0;

  static constexpr auto table() {
    using P = PolynomialRules;
    return std::array{STICKSLIP_FIELD(P, degree, "d", "1", "Degree of the polynomials.", 0.0, highest_degree),
                      STICKSLIP_FIELD(P, skip_after_turn, "", "1",
                                      "Ramps left out after a change of direction: play is taken up.", 0.0, 1000.0)};
  }
};

struct Polynomial {
  double scale = 1.0;  // of the places: s = place/scale
  double low = 0.0, high = 0.0;
  LeastSquaresFit fit;
  Spread spread;
  std::size_t terms = 0;

  double value(double place) const {
    double sum = 0.0;
    for (std::size_t k = terms; k-- > 0;) sum = sum * (place / scale) + fit.values[k];
    return sum;
  }
  // Half width of the band around the curve for a row of factors.
  double half(const std::vector<double>& factors) const {
    double variance = 0.0;
    for (std::size_t i = 0; i < terms; ++i)
      for (std::size_t j = 0; j < terms; ++j)
        variance +=
            factors[i] * factors[j] * spread.deviation[i] * spread.deviation[j] * spread.correlation[i * terms + j];
    return numerics::student_quantile(0.975, spread.degrees) * std::sqrt(std::max(variance, 0.0));
  }
  std::vector<double> powers(double place) const {
    std::vector<double> all{1.0};
    for (std::size_t k = 1; k < terms; ++k) all.push_back(all.back() * place / scale);
    return all;
  }
  // Of the mean over the travel.
  std::vector<double> mean_factors() const {
    std::vector<double> all;
    for (std::size_t k = 0; k < terms; ++k) {
      const double n = double(k) + 1.0;
      all.push_back((std::pow(high / scale, n) - std::pow(low / scale, n)) / (n * (high - low) / scale));
    }
    return all;
  }
};

Polynomial fit_polynomial(const std::vector<Ramp>& ramps, std::size_t degree) {
  Polynomial p;
  p.terms = degree + 1;
  p.low = p.high = ramps.front().place;
  for (const Ramp& r : ramps) {
    p.low = std::min(p.low, r.place);
    p.high = std::max(p.high, r.place);
    p.scale = std::max(p.scale, std::abs(r.place));
  }
  std::vector<double> matrix;
  std::vector<double> right;
  for (const Ramp& r : ramps) {
    const auto row = p.powers(r.place);
    matrix.insert(matrix.end(), row.begin(), row.end());
    right.push_back(r.force());
  }
  p.fit = linear_least_squares(matrix, right);
  p.spread = estimate_spread(p.fit.slopes, p.fit.residuals, p.terms);
  return p;
}

std::string power_unit(const Motion& motion, std::size_t k) {
  if (k == 0) return motion.force;
  return motion.force + "/" + motion.place + (k == 1 ? "" : "^" + std::to_string(k));
}

void add_coefficients(MethodResult& r, const Polynomial& p, const std::string& side, const Motion& motion) {
  for (std::size_t k = 0; k < p.terms; ++k) {
    const double unit = std::pow(p.scale, double(k));
    Estimate e = make_estimate(side + "[" + std::to_string(k) + "]", power_unit(motion, k), p.fit.values[k] / unit,
                               interval(p.spread, k) / unit);
    if (!std::isfinite(e.high)) doubt(e, "the ramps stand at too few places for this degree; lower polynomials.degree");
    if (e.identified && e.low < 0.0 && e.high > 0.0) e.remark = "cannot be told from 0; a lower degree may do";
    r.estimates.push_back(std::move(e));
  }
}

// beta: what of break-away is left when it slides.
void add_ratio(MethodResult& r, const Estimate& mean, double sliding, const std::string& side) {
  if (!(sliding > 0.0)) {
    r.remarks.push_back(side +
                        ": no ratio, for the mean sliding torque is not known; find it with two-sinusoids and give "
                        "plant.sliding." +
                        side);
    return;
  }
  r.estimates.push_back({"ratio." + side, "1", mean.value / sliding, mean.low / sliding, mean.high / sliding, true,
                         "takes the sliding torque for exact"});
}

void add_curves(MethodResult& r, const Polynomial& p, const std::vector<Ramp>& ramps, const std::string& side,
                double sliding_share) {
  MethodCurve dots{.name = "ramps, " + side, .dots = true};
  MethodCurve line{.name = "C_s, " + side};
  MethodCurve low{.name = "low, " + side};
  MethodCurve high{.name = "high, " + side};
  MethodCurve sliding{.name = "C_r, " + side};
  for (const Ramp& one : ramps) {
    dots.x.push_back(one.place);
    dots.y.push_back(one.force());
    const std::array<double, 4> row{one.place, one.back ? -1.0 : 1.0, one.force(), p.value(one.place)};
    for (std::size_t k = 0; k < row.size(); ++k) r.points.values[k].push_back(row[k]);
  }
  constexpr int parts = 100;
  for (int k = 0; k <= parts; ++k) {
    const double place = p.low + (p.high - p.low) * k / parts;
    const double half = p.half(p.powers(place));
    for (MethodCurve* curve : {&line, &low, &high, &sliding}) curve->x.push_back(place);
    line.y.push_back(p.value(place));
    low.y.push_back(line.y.back() - half);
    high.y.push_back(line.y.back() + half);
    sliding.y.push_back(line.y.back() * sliding_share);
  }
  for (MethodCurve* curve : {&dots, &line, &low, &high}) r.plots.front().curves.push_back(std::move(*curve));
  if (sliding_share > 0.0) r.plots.front().curves.push_back(std::move(sliding));
}

// The correction of a reading needs the sliding torque at its own place: C_s/beta.
RampPlant local_plant(const RampPlant& given, const std::vector<Ramp>& ramps, bool back, const Ramp& one) {
  double mean = 0.0;
  for (const Ramp& r : ramps) mean += r.force() / double(ramps.size());
  RampPlant own = given;
  double& sliding = back ? own.sliding.back : own.sliding.forward;
  sliding *= one.reading / mean;
  return own;
}

void add_direction(MethodResult& r, std::vector<Ramp> ramps, const RampPlant& plant, double resolution, double step,
                   std::size_t degree, const Motion& motion) {
  const bool back = ramps.front().back;
  const std::string side = back ? "back" : "forward";
  const std::vector<Ramp> first = ramps;
  for (Ramp& one : ramps) one.bias = estimate_bias(one, local_plant(plant, first, back, one), resolution, step);
  const Polynomial p = fit_polynomial(ramps, degree);
  add_coefficients(r, p, side, motion);
  const auto factors = p.mean_factors();
  double mean = 0.0;
  for (std::size_t k = 0; k < p.terms; ++k) mean += factors[k] * p.fit.values[k];
  const Estimate whole = make_estimate("mean." + side, motion.force, mean, p.half(factors));
  r.estimates.push_back(whole);
  const double sliding = back ? plant.sliding.back : plant.sliding.forward;
  add_ratio(r, whole, sliding, side);
  r.figures.push_back({"misfit." + side, p.spread.noise, motion.force, "Standard deviation of ramps from the curve."});
  r.figures.push_back({"condition." + side, p.spread.condition, "1", "Condition number of the fit."});
  r.figures.push_back({"ramps." + side, double(ramps.size()), "1", "Ramps that count."});
  add_curves(r, p, ramps, side, sliding / mean);
}

constexpr std::array<std::string_view, 3> roles{"time", "displacement", "applied"};

}  // namespace

MethodSettings torque_polynomials_settings() {
  return {{make_group("plant", RampPlant{}), make_group("sensor", RampSensor{}),
           make_group("polynomials", PolynomialRules{})},
          {}};
}

const IdentificationMethod& torque_polynomials_method() {
  static const IdentificationMethod method{
      "torque-polynomials",
      "Break-away and sliding torque along the travel of an actuator, as polynomials",
      "004, sections 5.1-5.2, (46)-(49)",
      "time[s], displacement[m] or [rad], applied[N] or [N.m]: ramps all along the travel, to and fro",
      roles,
      torque_polynomials_settings,
      estimate_torque_polynomials};
  return method;
}

MethodResult estimate_torque_polynomials(std::span<const Dataset> given, const MethodSettings& settings) {
  const Inputs inputs = read_inputs(torque_polynomials_method(), given, settings);
  const std::vector<Dataset>& files = inputs.files;
  const auto plant = make_set<RampPlant>(settings.group("plant"));
  const auto sensor = make_set<RampSensor>(settings.group("sensor"));
  const auto rules = make_set<PolynomialRules>(settings.group("polynomials"));
  const Motion motion = read_motion(files.front());
  const Ramps ramps = find_ramps(files, plant, sensor, std::size_t(rules.skip_after_turn));
  const double step = uniform_step(files.front(), "time", "resample it");
  MethodResult r = begin_result(torque_polynomials_method(), inputs, settings);
  r.plots.push_back({.title = "Torque along the travel",
                     .x_label = "place [" + motion.place + "]",
                     .y_label = "torque [" + motion.force + "]"});
  r.points.columns = {{"place", motion.place}, {"direction", "1"}, {"breakaway", motion.force}, {"fit", motion.force}};
  r.points.values.resize(r.points.columns.size());
  for (const bool back : {false, true}) {
    std::vector<Ramp> own;
    for (const Ramp& one : ramps.all)
      if (one.back == back) own.push_back(one);
    const auto degree = std::size_t(back ? rules.degree.back : rules.degree.forward);
    if (own.size() < degree + 3)
      refuse(files.front(), 1,
             "too few ramps " + std::string(back ? "back" : "forward") + ": " + std::to_string(own.size()) +
                 " end in motion, but a polynomial of degree " + std::to_string(degree) + " with an interval needs " +
                 std::to_string(degree + 3) + "; record more, or lower " +
                 option_reference("set", "polynomials.degree"));
    add_direction(r, own, plant, ramps.resolution, step, degree, motion);
  }
  return r;
}

}  // namespace stickslip::identify
