// The motion that every peer is given: x = amplitude sin(2 pi t), from t = 0 over one and a quarter seconds. It starts
// at full speed, turns three times and ends at a turn.
#pragma once

#include <cmath>
#include <numbers>

#include "stickslip/friction.hpp"

namespace stickslip::peers {

inline constexpr double amplitude = 2e-4;  // [m] ten times the presliding range of the laws' defaults, or more
inline constexpr double end = 1.25;        // [s]
inline constexpr double pi = std::numbers::pi;

inline Contact<double> contact(double t) {
  Contact<double> c;
  c.velocity = 2.0 * pi * amplitude * std::cos(2.0 * pi * t);
  c.displacement = amplitude * std::sin(2.0 * pi * t);
  return c;
}

// The state after the sampled face went from t0 to t1 in equal steps.
template <class Law>
typename Law::template State<double> sampled(const typename Law::template Params<double>& p,
                                             typename Law::template State<double> state, double t0, double t1,
                                             int steps) {
  const double h = (t1 - t0) / steps;
  for (int i = 0; i < steps; ++i) state = Law::advance(p, contact(t0 + i * h), contact(t0 + (i + 1) * h), state, h);
  return state;
}

}  // namespace stickslip::peers
