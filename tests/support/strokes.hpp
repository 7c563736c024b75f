// A motion that every law can be stepped along.
#pragma once

#include <cmath>
#include <vector>

#include "stickslip/friction.hpp"

namespace stickslip::tests {

// Strokes that reverse, with everything that a law may read.
inline std::vector<Contact<double>> strokes(std::size_t count, double h) {
  std::vector<Contact<double>> all;
  double x = 0.0;
  double v = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const double next = 3e-3 * std::sin(0.05 * double(k)) + 1e-3 * std::sin(0.31 * double(k));
    if (k > 0) x += (v + next) / 2.0 * h;
    v = next;
    all.push_back({.velocity = v,
                   .displacement = x,
                   .applied = 2.0 * std::sin(0.11 * double(k)),
                   .mass = 1.5,
                   .load = 20.0 + std::sin(0.02 * double(k)),
                   .pressure = 1e6 + 1e5 * std::sin(0.03 * double(k)),
                   .temperature = 5.0});
  }
  return all;
}

}  // namespace stickslip::tests
