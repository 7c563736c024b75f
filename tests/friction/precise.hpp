// A plain high-order integrator for reference figures: the modified midpoint rule with Bulirsch-Stoer extrapolation,
// order 10, equal steps. For right-hand sides that are smooth inside the interval.
#pragma once

#include <array>
#include <cstddef>

namespace stickslip::reference {

template <std::size_t n>
using Vector = std::array<double, n>;

// One extrapolated step of y' = f(t, y).
template <std::size_t n, class Slope>
Vector<n> extrapolate_step(const Slope& f, double t, const Vector<n>& y, double h) {
  constexpr std::array<int, 5> parts{2, 4, 6, 8, 10};
  std::array<Vector<n>, parts.size()> row{};
  for (std::size_t j = 0; j < parts.size(); ++j) {
    const double step = h / parts[j];
    Vector<n> before = y;
    Vector<n> now = y;
    const auto first = f(t, y);
    for (std::size_t i = 0; i < n; ++i) now[i] += step * first[i];
    for (int k = 1; k < parts[j]; ++k) {
      const auto slope = f(t + k * step, now);
      for (std::size_t i = 0; i < n; ++i) {
        const double next = before[i] + 2.0 * step * slope[i];
        before[i] = now[i];
        now[i] = next;
      }
    }
    const auto last = f(t + h, now);
    for (std::size_t i = 0; i < n; ++i) row[j][i] = 0.5 * (now[i] + before[i] + step * last[i]);
    for (std::size_t k = j; k > 0; --k) {
      const double ratio = double(parts[j]) / parts[k - 1];
      for (std::size_t i = 0; i < n; ++i)
        row[k - 1][i] = row[k][i] + (row[k][i] - row[k - 1][i]) / (ratio * ratio - 1.0);
    }
  }
  return row[0];
}

// y(t1) from y(t0) in equal steps.
template <std::size_t n, class Slope>
Vector<n> integrated(const Slope& f, double t0, double t1, Vector<n> y, int steps) {
  const double h = (t1 - t0) / steps;
  for (int k = 0; k < steps; ++k) y = extrapolate_step(f, t0 + k * h, y, h);
  return y;
}

}  // namespace stickslip::reference
