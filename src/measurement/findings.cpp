#include "findings.hpp"

#include <algorithm>
#include <cmath>

#include "blocks.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::measurement {
namespace {

std::string with_unit(double value, const std::string& unit) { return text::with_unit(brief(value), unit); }

Finding about(const Channel& c, const std::string& what, std::size_t line, const std::string& text) {
  return {what, c.in_file, line, text};
}

std::size_t count_not_finite(const Channel& c) {
  return std::size_t(std::count_if(c.values.begin(), c.values.end(), [](double v) { return !std::isfinite(v); }));
}

// Of x[0] to x[4].
double median_of_five(const double* x) {
  const auto [a, b] = std::minmax(x[0], x[1]);
  const auto [c, d] = std::minmax(x[2], x[3]);
  const double low = std::max(a, c), high = std::min(b, d);  // neither the smallest nor the largest of the four
  return std::max(std::min(low, high), std::min(std::max(low, high), x[4]));
}

// The value less the median of five around it, where no gap lies between these; otherwise 0.
double against_neighbours(std::span<const double> x, const Clock& clock, std::size_t i) {
  const bool inside = i >= 2 && i + 2 < x.size() && clock.time[i + 2] - clock.time[i - 2] <= clock.longest;
  return inside ? x[i] - median_of_five(&x[i - 2]) : 0.0;
}

std::optional<Finding> outliers(const Channel& c, const Clock& clock, double resolution) {
  constexpr double far = 10.0;      // standard deviations: chance does not reach it in any recording
  constexpr double visible = 0.02;  // of the range: smaller ones do no harm
  const auto [low, high] = std::minmax_element(c.values.begin(), c.values.end());
  const auto size = [&](std::size_t i) { return std::abs(against_neighbours(c.values, clock, i)); };
  const double scale = numerics::deviation_per_median * numerics::median(values_in_blocks(c.values.size(), size));
  const double limit = std::max({far * scale, visible * (*high - *low), 3.0 * resolution});
  std::size_t count = 0;
  std::size_t worst = 0;
  double largest = 0.0;
  for (std::size_t i = 0; i < c.values.size(); ++i) {
    const double own = size(i);
    if (own <= limit) continue;
    ++count;
    if (own > largest) largest = own, worst = i;
  }
  if (count == 0 || count > c.values.size() / 50) return std::nullopt;  // so many are no outliers: the signal is such
  return about(c, "outliers", c.lines[worst],
               std::to_string(count) + " values are far from their neighbours; the farthest by " +
                   with_unit(against_neighbours(c.values, clock, worst), c.unit));
}

struct AtExtreme {
  std::size_t count = 0;
  std::size_t longest = 0;  // run
  std::size_t first = 0;
};

AtExtreme at_value(std::span<const double> x, double value, double within) {
  AtExtreme a;
  std::size_t run = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    run = std::abs(x[i] - value) <= within ? run + 1 : 0;
    if (run > 0 && a.count++ == 0) a.first = i;
    a.longest = std::max(a.longest, run);
  }
  return a;
}

// A signal that touches its limit again and again, far more often than the values just below.
std::optional<Finding> saturation(const Channel& c, double resolution, bool upper) {
  const auto [low, high] = std::minmax_element(c.values.begin(), c.values.end());
  const double limit = upper ? *high : *low;
  const double band = std::max(resolution, 1e-3 * (*high - *low));
  const AtExtreme at = at_value(c.values, limit, 0.0);
  constexpr std::size_t shortest = 5;  // samples in a row
  constexpr std::size_t fewest = 10;
  if (at.count < fewest || at.longest < shortest) return std::nullopt;
  const std::size_t near = at_value(c.values, limit, 1.5 * band).count - at.count;
  if (at.count < 5 * near) return std::nullopt;  // the top of a quantised sine has 2.4 times its neighbour
  return about(c, "saturation", c.lines[at.first],
               std::to_string(at.count) + " values are exactly the " + (upper ? "largest" : "smallest") + ", " +
                   with_unit(limit, c.unit) + ", up to " + std::to_string(at.longest) +
                   " in a row: the sensor may be at its end, or the body at rest");
}

// The values that tell in which steps a column was recorded, in their order. Neighbours take levels that lie beside
// each other.
std::vector<double> telling_values(std::span<const double> values) {
  std::vector<double> some = values_in_blocks(values.size(), [values](std::size_t i) { return values[i]; });
  std::sort(some.begin(), some.end());
  return some;
}

std::optional<Finding> quantisation(const Channel& c, double resolution) {
  if (resolution == 0.0) return std::nullopt;
  std::vector<double> values = telling_values(c.values);
  const std::size_t all = values.size();
  const auto levels = std::size_t(std::unique(values.begin(), values.end()) - values.begin());
  if (levels > all / 2) return std::nullopt;  // finer than what is measured
  const auto [low, high] = std::minmax_element(c.values.begin(), c.values.end());
  return about(c, "quantisation", header_line,
               "the values come in steps of " + with_unit(resolution, c.unit) + "; " +
                   brief((*high - *low) / resolution) + " of them make the whole range");
}

// Sizes that stand out as moving: beyond a tenth of the speed that only a twentieth of the samples exceeds.
double moving_speed(std::span<const double> velocity) {
  auto sizes = values_in_blocks(velocity.size(), [velocity](std::size_t i) { return std::abs(velocity[i]); });
  const auto at = sizes.begin() + std::ptrdiff_t(double(sizes.size()) * 0.95);
  if (at == sizes.end()) return 0.0;
  std::nth_element(sizes.begin(), at, sizes.end());
  return 0.1 * *at;
}

struct BothWays {
  std::vector<double> forward = {}, back = {};
};

BothWays split(std::span<const double> force, std::span<const double> velocity) {
  const double moving = moving_speed(velocity);
  BothWays f;
  each_block(force.size(), [&](std::size_t from, std::size_t end) {
    for (std::size_t i = from; i < end; ++i) {
      if (velocity[i] > moving) f.forward.push_back(force[i]);
      if (velocity[i] < -moving) f.back.push_back(force[i]);
    }
  });
  return f;
}

constexpr std::size_t enough = 20;  // samples each way for a median that means something

// Differences of neighbours among the distinct values in their order.
std::vector<double> gaps_between_levels(std::span<const double> values) {
  const std::vector<double> sorted = telling_values(values);
  const double rounding = 1e-9 * (sorted.back() - sorted.front());
  std::vector<double> gaps;
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] - sorted[i - 1] > rounding) gaps.push_back(sorted[i] - sorted[i - 1]);
  return gaps;
}

}  // namespace

Clock::Clock(std::span<const double> times) : time(times) {
  const std::size_t spans = times.size() - std::min<std::size_t>(times.size(), 4);
  longest = 2.0 * numerics::median(values_in_blocks(spans, [&](std::size_t i) { return times[i + 4] - times[i]; }));
}

std::string brief(double value) { return text::digits(value, 4); }

double estimate_resolution(std::span<const double> values) {
  if (values.size() < 3 || std::any_of(values.begin(), values.end(), [](double v) { return !std::isfinite(v); }))
    return 0.0;
  const auto gaps = gaps_between_levels(values);
  if (gaps.size() < 2) return 0.0;
  auto sorted = gaps;
  std::sort(sorted.begin(), sorted.end());
  double step = sorted[sorted.size() / 20];
  for (int pass = 0; pass < 3; ++pass) {
    double length = 0.0;
    double steps = 0.0;
    for (const double g : gaps) {
      const double n = std::round(g / step);
      if (n < 1.0 || n > 100.0) continue;  // a wide gap says little about the step
      length += g;
      steps += n;
    }
    if (steps == 0.0) return 0.0;
    step = length / steps;
  }
  double squares = 0.0;
  double count = 0.0;
  for (const double g : gaps) {
    if (g > 10.5 * step) continue;
    squares += std::pow(g / step - std::round(g / step), 2.0);
    ++count;
  }
  constexpr double regular = 0.15;  // of a step; values at random leave 0.29
  return count > 0.0 && std::sqrt(squares / count) < regular ? step : 0.0;
}

bool has_few_levels(std::span<const double> values) {
  constexpr std::size_t few = 20;
  std::vector<double> levels;
  for (const double v : values) {
    if (std::find(levels.begin(), levels.end(), v) == levels.end()) levels.push_back(v);
    if (levels.size() >= few) return false;
  }
  return levels.size() > 1;
}

std::vector<Finding> findings_in(const Channel& c, const Clock& clock, double resolution) {
  std::vector<Finding> all;
  if (const std::size_t missing = count_not_finite(c); missing > 0) {
    const std::string rows = missing == c.values.size() ? "no row" : "not every row";
    all.push_back(about(c, "empty", header_line,
                        rows + " has a number; " + std::to_string(missing) + " of " + std::to_string(c.values.size()) +
                            " are missing"));
    return all;
  }
  const auto [low, high] = std::minmax_element(c.values.begin(), c.values.end());
  if (*low == *high) {
    all.push_back(about(c, "constant", header_line, "every value is " + with_unit(*low, c.unit)));
    return all;
  }
  for (auto& found : {outliers(c, clock, resolution), saturation(c, resolution, true), saturation(c, resolution, false),
                      quantisation(c, resolution)})
    if (found) all.push_back(*found);
  return all;
}

std::optional<Finding> find_unloaded(const Channel& c, std::span<const double> time) {
  constexpr double little = 0.2;
  const double usual = numerics::median({c.values.begin(), c.values.end()});
  std::size_t count = 0;
  std::size_t last = 0;
  std::size_t first = c.values.size();
  for (std::size_t i = 0; i < c.values.size(); ++i)
    if (std::abs(c.values[i]) < little * std::abs(usual)) {
      ++count;
      last = i;
      first = std::min(first, i);
    }
  if (count < 10) return std::nullopt;
  return about(c, "unloaded", c.lines[first],
               "in " + std::to_string(count) + " rows, from " + brief(time[first]) + " to " + brief(time[last]) +
                   " s, the " + c.role + " is below a fifth of its usual " + with_unit(usual, c.unit) +
                   ": what happens there is another contact");
}

std::optional<Finding> asymmetry(const Channel& force, std::span<const double> velocity, bool with_pressure) {
  BothWays f = split(force.values, velocity);
  if (f.forward.size() < enough || f.back.size() < enough) return std::nullopt;
  const double forward = numerics::median(std::move(f.forward));
  const double back = numerics::median(std::move(f.back));
  const double offset = (forward + back) / 2.0;
  const double amplitude = (forward - back) / 2.0;
  constexpr double noticeable = 0.05;  // of the part that changes sign
  if (std::abs(offset) <= noticeable * std::abs(amplitude)) return std::nullopt;
  std::string text = "it is " + with_unit(forward, force.unit) + " forward and " + with_unit(back, force.unit) +
                     " back: an offset of " + with_unit(offset, force.unit) + " beside " +
                     with_unit(amplitude, force.unit) + " that changes sign with the motion, as friction does";
  if (with_pressure) text += "; the offset may be the force of the pressure";
  return about(force, "offset", header_line, text);
}

}  // namespace stickslip::measurement
