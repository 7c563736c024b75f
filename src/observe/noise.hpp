// Noise of a signal, read from the signal itself.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "dataset/median.hpp"

namespace stickslip {

// Standard deviation of white noise on a smooth signal, from its third differences, which a smooth signal hardly has:
// their variance is 20 times that of a sample. The median is deaf to the few large ones at corners.
inline double noise_of(std::span<const double> y) {
  std::vector<double> size;
  for (std::size_t i = 3; i < y.size(); ++i)
    size.push_back(std::abs(y[i] - 3.0 * y[i - 1] + 3.0 * y[i - 2] - y[i - 3]));
  constexpr double median_of_normal = 0.6744897501960817;
  return median_of(std::move(size)) / (median_of_normal * std::sqrt(20.0));
}

}  // namespace stickslip
