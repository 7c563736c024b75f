// The derivatives of a flow by every unknown and by the time, from the flow's own template on dual numbers.
#pragma once

#include <algorithm>
#include <span>

#include "stickslip/dual.hpp"

namespace stickslip::plant {

// Calls evaluate(t, y, slope) once for every `directions` of the unknowns x and the time. y and slope are room for as
// many numbers as x has. dfdx is x.size() x x.size() numbers, row after row: d flow_i / d x_j; dfdt is d flow / dt.
template <std::size_t directions, class Evaluate>
void jacobian_by_passes(double t, std::span<const double> x, std::span<Dual<directions>> y,
                        std::span<Dual<directions>> slope, Evaluate evaluate, std::span<double> dfdx,
                        std::span<double> dfdt) {
  using Directional = Dual<directions>;
  const std::size_t n = x.size();
  for (std::size_t first = 0; first <= n; first += directions) {
    for (std::size_t i = 0; i < n; ++i)
      y[i] = i >= first && i < first + directions ? Directional::variable(x[i], i - first) : Directional(x[i]);
    const bool has_time = n < first + directions;
    evaluate(has_time ? Directional::variable(t, n - first) : Directional(t), y.data(), slope.data());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = first; j < std::min(n, first + directions); ++j) dfdx[i * n + j] = slope[i].slope[j - first];
      if (has_time) dfdt[i] = slope[i].slope[n - first];
    }
  }
}

}  // namespace stickslip::plant
