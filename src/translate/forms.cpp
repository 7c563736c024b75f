#include "forms.hpp"

#include <algorithm>

#include "stickslip/numerics/least_squares.hpp"

namespace stickslip::translate {

namespace {

constexpr double nearly_still = 1e-3;  // of the slowest stroke: friction there is that of break-away

// Speeds from nearly none to the fastest, evenly on a log scale.
std::vector<double> speeds(const Original& o, std::size_t count) {
  std::vector<double> all;
  const double low = nearly_still * o.range().slow;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(low * std::pow(o.range().fast / low, double(i) / double(count - 1)));
  return all;
}

double find_breakaway(const Original& o) {
  double peak = std::abs(o.steady(nearly_still * o.range().slow));
  for (const double v : speeds(o, 60))
    if (v < o.range().slow) peak = std::max(peak, std::abs(o.steady(v)));
  return peak;
}

struct Fitted {
  StribeckForm form;
  double squares = 0.0;
};

// Level, dip and slope for one Stribeck velocity: linear, and none of them negative.
Fitted fit_at(double velocity, const std::vector<double>& at, const std::vector<double>& forces) {
  std::vector<double> matrix;
  for (const double v : at) {
    matrix.push_back(1.0);
    matrix.push_back(std::exp(-(v / velocity) * (v / velocity)));
    matrix.push_back(v);
  }
  const auto x = numerics::non_negative_least_squares(matrix, forces);
  Fitted f{{round_digits(x[0]), round_digits(x[0] + x[1]), round_digits(velocity), 2.0, round_digits(x[2])}, 0.0};
  for (std::size_t i = 0; i < at.size(); ++i) f.squares += std::pow(f.form.at(at[i]) - forces[i], 2.0);
  return f;
}

}  // namespace

double round_digits(double value) {
  if (!(std::abs(value) > 0.0) || !std::isfinite(value)) return value;
  const double scale = std::pow(10.0, 6.0 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

Levels find_levels(const Original& o) {
  constexpr std::size_t every = 40;  // sample: the curve is smooth
  std::vector<double> matrix, forces;
  for (const Stroke& s : o.strokes())
    for (std::size_t k = every / 2; k < s.velocity.size() && s.slides; k += every) {
      const double speed = std::abs(s.velocity[k]);
      matrix.push_back(1.0);
      matrix.push_back(speed);
      forces.push_back(o.steady(speed));
    }
  const auto x = numerics::non_negative_least_squares(matrix, forces);
  return {round_digits(std::max(find_breakaway(o), x[0])), round_digits(x[0]), round_digits(x[1])};
}

double StribeckForm::at(double speed) const {
  return coulomb + (breakaway - coulomb) * std::exp(-std::pow(speed / velocity, exponent)) + viscous * speed;
}

StribeckForm make_stribeck(const Original& o, bool any_exponent) {
  // A law without states passes through zero at standstill: near it the force is not what its levels say.
  const bool has_memory = !o.info().states.empty();
  const bool has_rows = o.has("coulomb") && o.has("breakaway") && o.has("stribeck_velocity") && o.has("viscous") &&
                        o.has("stribeck_exponent") && has_memory;
  if (has_rows && (any_exponent || o.value("stribeck_exponent") == 2.0))
    return {o.value("coulomb"), o.value("breakaway"), o.value("stribeck_velocity"), o.value("stribeck_exponent"),
            o.value("viscous")};
  const auto at = speeds(o, 120);
  std::vector<double> forces;
  for (const double v : at) forces.push_back(o.steady(v));
  Fitted best = fit_at(at[0], at, forces);
  for (const double v : speeds(o, 400))
    if (const Fitted f = fit_at(v, at, forces); f.squares < best.squares) best = f;
  if (best.form.breakaway <= best.form.coulomb) best.form.velocity = o.speed();  // without a dip any will do
  return best.form;
}

std::vector<CurveRow> tabulate_curve(const Original& o) {
  constexpr std::size_t rows = 36;
  std::vector<CurveRow> all{{0.0, round_digits(o.steady(nearly_still * o.range().slow))}};
  const double low = 0.1 * o.range().slow;
  for (std::size_t i = 0; i < rows; ++i) {
    const double v = round_digits(low * std::pow(o.range().fast / low, double(i) / double(rows - 1)));
    all.push_back({v, round_digits(o.steady(v))});
  }
  return all;
}

double curve_at(const std::vector<CurveRow>& curve, double speed) {
  std::size_t i = 1;
  while (i + 1 < curve.size() && curve[i].speed < speed) ++i;
  const CurveRow& a = curve[i - 1];
  const CurveRow& b = curve[i];
  return a.force + (speed - a.speed) / (b.speed - a.speed) * (b.force - a.force);
}

}  // namespace stickslip::translate
