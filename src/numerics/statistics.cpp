#include "stickslip/numerics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stickslip::numerics {

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  // NaN has no order, and nth_element may run past the end of values without one.
  if (std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
    return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double median_magnitude(std::span<const double> values) {
  std::vector<double> sizes;
  sizes.reserve(values.size());
  for (const double v : values) sizes.push_back(std::abs(v));
  return median(std::move(sizes));
}

double white_noise(std::span<const double> signal) {
  std::vector<double> third;  // of each the size
  third.reserve(signal.size());
  for (std::size_t i = 3; i < signal.size(); ++i)
    third.push_back(std::abs(signal[i] - 3.0 * signal[i - 1] + 3.0 * signal[i - 2] - signal[i - 3]));
  constexpr double median_of_normal = 0.6744897501960817;  // of |x|, deviation 1
  return median(std::move(third)) / (median_of_normal * std::sqrt(20.0));
}

double white_noise_beside_motion(std::span<const double> signal) {
  double least = white_noise(signal);
  std::vector<double> differences(signal.begin(), signal.end());
  double squares = 1.0;  // sum of the squared coefficients, C(2p, p)
  for (std::size_t p = 1; p <= 7 && differences.size() > 1; ++p) {
    for (std::size_t i = 0; i + 1 < differences.size(); ++i) differences[i] = differences[i + 1] - differences[i];
    differences.pop_back();
    squares *= double((2 * p - 1) * 2 * p) / double(p * p);
    if (p == 5 || p == 7)
      least = std::min(least, deviation_per_median * median_magnitude(differences) / std::sqrt(squares));
  }
  return least;
}

double find_step(std::span<const double> signal) {
  constexpr double rounding = 1e-9;
  double largest = 0.0;
  for (const double v : signal) largest = std::max(largest, std::abs(v));
  std::vector<double> gaps;
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < signal.size(); ++i) {
    const double gap = std::abs(signal[i] - signal[i - 1]);
    if (!(gap > rounding * largest)) continue;
    gaps.push_back(gap);
    step = std::min(step, gap);
  }
  constexpr std::size_t least_gaps = 3;
  if (gaps.size() < least_gaps) return 0.0;
  constexpr double near = 0.05;  // of a step; values at random are as near in one case of ten
  const auto whole = std::count_if(gaps.begin(), gaps.end(),
                                   [step](double gap) { return std::abs(gap / step - std::round(gap / step)) < near; });
  return 20 * std::size_t(whole) >= 19 * gaps.size() ? step : 0.0;
}

double white_noise_between(std::span<const double> signal, double low, double high) {
  constexpr std::size_t shortest = 5, fewest = 200, fewest_returns = 3;  // rows of a stretch, of all
  constexpr double visible = 1e-4;                                       // of high - low
  std::vector<std::pair<double, std::size_t>> noises;                    // of each stretch, and its rows
  std::size_t from = 0, returns = 0;
  for (std::size_t i = 0; i <= signal.size(); ++i) {
    if (i < signal.size() && signal[i] != low && signal[i] != high) continue;
    const std::size_t length = i - from;
    if (length >= shortest) {
      noises.emplace_back(white_noise(signal.subspan(from, length)), length);
    } else if (length > 0 && from > 0 && i < signal.size() && signal[from - 1] == signal[i]) {
      if (std::abs(signal[from] - signal[i]) > visible * (high - low)) ++returns;
    }
    from = i + 1;
  }
  // Without noise a short stretch is a steep passage from one limit to the other.
  if (returns < fewest_returns) std::erase_if(noises, [](const auto& n) { return n.second < 40; });
  std::sort(noises.begin(), noises.end());
  std::size_t rows = 0, below = 0;
  for (const auto& n : noises) rows += n.second;
  if (rows < fewest) return 0.0;
  return std::find_if(noises.begin(), noises.end(), [&](const auto& n) { return 2 * (below += n.second) >= rows; })
      ->first;
}

}  // namespace stickslip::numerics
