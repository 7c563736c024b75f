// A step along the path of a deflection whose growth falls as it grows:
//
//   dy/dx = f(y, x/d),  0 <= x <= d,  df/dy <= 0
//
// by the two-stage, L-stable, singly diagonally implicit Runge-Kutta method of order 2 (Alexander 1977), gamma =
// 1 - 1/sqrt(2). Since f falls in y, each stage y = c + gamma d f(y) has exactly one root, between c and
// c + gamma d f(c), and is found by Newton's method kept inside that bracket: bounded work, stable for every d.
#pragma once

#include "stickslip/friction.hpp"

namespace stickslip {

// f and df/dy at one point.
template <class S>
struct Slope {
  S value;
  S derivative;
};

// The root of y = start + reach f(y), reach >= 0: Newton's steps as long as they stay inside the bracket and at least
// halve, halving otherwise.
template <class S, class Function>
STICKSLIP_HD S implicit_stage(const S& start, const S& reach, Function f) noexcept {
  constexpr int most_passes = 100;  // sixty halvings narrow a bracket of 1e6 deflections to rounding; Newton needs four
  const S far = start + reach * f(start).value;
  S low = smaller(start, far);
  S high = larger(start, far);
  S y = start;
  S last = high - low;
  S open = S(1);  // 0 where the root has been found: other lanes may need more passes
  for (int pass = 0; pass < most_passes; ++pass) {
    const Slope<S> slope = f(y);
    const S excess = y - start - reach * slope.value;
    low = select(excess < S(0), y, low);
    high = select(excess > S(0), y, high);
    const S newton = y - excess / (S(1) - reach * slope.derivative);
    const auto halve = newton < low || newton > high || abs(newton - y) > last / S(2);
    const S next = select(halve, (low + high) / S(2), newton);
    const auto searching = open > S(0);
    last = abs(next - y);
    y = select(searching, next, y);
    open = select(searching && last > S(1e-13) * abs(next), S(1), S(0));
    if (!possible(open > S(0))) break;
  }
  return y;
}

// y at the end of the path; f(y, part) gives the Slope at the given part of the path.
template <class S, class Function>
STICKSLIP_HD S path_step(const S& y, const S& path, Function f) noexcept {
  static constexpr double gamma = 0.29289321881345248;  // 1 - 1/sqrt(2)
  const S reach = S(gamma) * path;
  const auto early = [&f](const S& at) { return f(at, S(gamma)); };
  const auto late = [&f](const S& at) { return f(at, S(1)); };
  const S first = implicit_stage(y, reach, early);
  const S start = y + S((1 - gamma) / gamma) * (first - y);  // = (1 - gamma) path f(first), without its rounding
  return implicit_stage(start, reach, late);
}

}  // namespace stickslip
