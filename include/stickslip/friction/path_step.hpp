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
// halve, halving otherwise. The first may go anywhere in the bracket: where f hardly bends it is the root, and close to
// the far end. The search ends at 13 digits of y, or where the rounding of f, which is of order 1, moves the root: a
// contact that slides steadily has a root of nearly 0, whose digits are rounding alone.
//
// A wild f (a level that has fallen by decades, to a high power) would make a bracket that no number of halvings
// closes. f is 0 within `range()` of the start, and at most 1 beyond that zero's far side: there the bracket ends.
template <class S, class Function, class Range>
STICKSLIP_HD S implicit_stage(const S& start, const S& reach, Function f, Range range) noexcept {
  constexpr int most_passes = 100;  // sixty halvings narrow a bracket of 1e6 deflections to rounding; Newton needs four
  constexpr double rounding = 2e-15;  // of f
  constexpr double tame = 1e3;
  const S growth = f(start).value;
  S far = start + reach * growth;
  const auto wild = !(abs(growth) < S(tame));
  if (possible(wild)) {
    const S most = range(start);
    far = select(wild, start + larger(smaller(reach * growth, most + reach), -most), far);
  }
  enum { low, high, y, last, open };  // open: 0 where the root has been found, for other lanes may need more passes
  std::array<S, 5> x{smaller(start, far), larger(start, far), start, S(2) * abs(far - start), S(1)};
  repeat(most_passes, x, [&](std::array<S, 5>& now) {
    const Slope<S> slope = f(now[y]);
    const S excess = now[y] - start - reach * slope.value;
    now[low] = select(excess < S(0), now[y], now[low]);
    now[high] = select(excess > S(0), now[y], now[high]);
    const S steepness = S(1) - reach * slope.derivative;
    const S newton = now[y] - excess / steepness;
    constexpr double largest = 1e30;  // beyond a step tells nothing; float holds it
    const auto sound = steepness < S(largest);
    const auto halve = !sound || newton < now[low] || newton > now[high] || abs(newton - now[y]) > now[last] / S(2);
    const S next = select(halve, (now[low] + now[high]) / S(2), newton);
    const auto searching = now[open] > S(0);
    now[last] = abs(next - now[y]);
    now[y] = select(searching, next, now[y]);
    const S near = S(1e-13) * abs(next) + S(rounding) * reach / select(sound, steepness, S(largest));
    now[open] = select(searching && now[last] > near, S(1), S(0));
    return now[open] > S(0);
  });
  return x[y];
}

// y at the end of the path; f(y, part) gives the Slope at the given part of the path, range(y) how far from y its zero
// lies at most.
template <class S, class Function, class Range>
STICKSLIP_HD S path_step(const S& y, const S& path, Function f, Range range) noexcept {
  static constexpr double gamma = 0.29289321881345248;  // 1 - 1/sqrt(2)
  const S reach = S(gamma) * path;
  const auto early = [&f](const S& at) { return f(at, S(gamma)); };
  const auto late = [&f](const S& at) { return f(at, S(1)); };
  const S first = implicit_stage(y, reach, early, range);
  const S start = y + S((1 - gamma) / gamma) * (first - y);  // = (1 - gamma) path f(first), without its rounding
  return implicit_stage(start, reach, late, range);
}

}  // namespace stickslip
