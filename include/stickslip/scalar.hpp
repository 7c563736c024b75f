// What a law may assume of its scalar: arithmetic, comparison, a handful of functions, and select in place of `if`.
//
// double and float are served here. Another scalar (ceres::Jet, SIMD lanes, a recording scalar) brings the same names
// in its own namespace and is found by argument-dependent lookup:
//   + - * /   < > <= >=   exp log sqrt tanh sin abs   select(mask, a, b)   possible(mask)   && || ! on masks
// and, where it does better than the templates below: fused reciprocal falling decay repeat.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>

// STICKSLIP_HD: for the processor and, compiled by nvcc, for the device. STICKSLIP_HOT is part of every inner loop and
// never a call; STICKSLIP_RARE is seldom reached and always one, so that it takes no registers from the loop.
#if defined(__CUDACC__)
#define STICKSLIP_HD __host__ __device__
#define STICKSLIP_HOT __forceinline__ __host__ __device__
#define STICKSLIP_RARE __noinline__ __host__ __device__
#elif defined(__GNUC__)
#define STICKSLIP_HD
#define STICKSLIP_HOT [[gnu::always_inline]] inline
#define STICKSLIP_RARE [[gnu::noinline, gnu::cold]]
#else
#define STICKSLIP_HD
#define STICKSLIP_HOT inline
#define STICKSLIP_RARE
#endif

namespace stickslip {

// select(condition, a, b) is a where the condition holds and b elsewhere, lane by lane. Both a and b are evaluated.
template <class S>
STICKSLIP_HD constexpr S select(bool condition, const S& a, const S& b) {
  return condition ? a : b;
}

// False when no lane fulfils the condition, so that the work behind it may be skipped: `if (possible(mask))`. The code
// behind it must still select by the mask. A scalar that records programs answers true.
STICKSLIP_HD constexpr bool possible(bool condition) { return condition; }

// The functions of double and float. Using-declarations, not functions of our own: code that says `using namespace
// stickslip` can still call sin(x) without ambiguity.
using std::abs;
using std::exp;
using std::log;
using std::sin;
using std::sqrt;
using std::tanh;

// What every law needs and no scalar needs to bring. --------------------------------------------------------------

template <class S>
STICKSLIP_HD S larger(const S& a, const S& b) {
  return select(a > b, a, b);
}

template <class S>
STICKSLIP_HD S smaller(const S& a, const S& b) {
  return select(a < b, a, b);
}

// x held inside [-limit, limit], limit >= 0.
template <class S>
STICKSLIP_HD S clip_to(const S& x, const S& limit) {
  return select(x > limit, limit, select(x < -limit, -limit, x));
}

// -1, 0 or 1.
template <class S>
STICKSLIP_HD S sign(const S& x) {
  return select(x > S(0), S(1), select(x < S(0), S(-1), S(0)));
}

// False for a number that carries derivatives of which one is not zero (Dual, ceres::Jet). A shortcut that holds for
// one value of a parameter only, such as x^2 for x^n at n = 2, is taken for constants alone: it has no derivative by n.
template <class S>
STICKSLIP_HD constexpr bool is_constant(const S& x) {
  if constexpr (requires { x.slope[0]; }) {
    for (const double d : x.slope)
      if (d < 0.0 || d > 0.0) return false;
  } else if constexpr (requires { S::DIMENSION, x.v[0]; }) {
    for (int i = 0; i < int(S::DIMENSION); ++i)
      if (x.v[i] < 0.0 || x.v[i] > 0.0) return false;
  }
  return true;
}

// base^exponent for base >= 0; 0 for base = 0 (exponent > 0). The logarithm never sees zero, so that derivatives stay
// finite.
template <class S>
STICKSLIP_HD S power(const S& base, const S& exponent) {
  const auto positive = base > S(0);
  return select(positive, exp(exponent * log(select(positive, base, S(1)))), S(0));
}

// a b + c. A scalar with a fused multiply-add rounds once; double and float here round twice.
template <class S>
STICKSLIP_HD S fused(const S& a, const S& b, const S& c) {
  return a * b + c;
}

// 1/x for x > 0 that is neither subnormal nor near overflow. A scalar may bring a faster one, right to 2 units of the
// last place.
template <class S>
STICKSLIP_HD S reciprocal(const S& x) {
  return S(1) / x;
}

// exp(-x) for x >= 0. A scalar may bring a faster one, right to 2 units of the last place and, where the result would
// be subnormal, next to zero.
template <class S>
STICKSLIP_HD S falling(const S& x) {
  return exp(-x);
}

// 1 - exp(-x) for x >= 0, also where x is small. Scalars without an expm1 of their own have a relative error below
// 5e-15: below `series_end` the Taylor polynomial of degree 8 (its next term is x^9/9!, 1e-16 of the first there),
// above it the difference, which has lost at most a factor 1/series_end.
template <class S>
STICKSLIP_HD S decay(const S& x) {
  if constexpr (std::floating_point<S>) {
    return -std::expm1(-x);
  } else {
    constexpr double series_end = 0.05;
    const auto small = x < S(series_end);
    const S difference = S(1) - falling(x);
    if (!possible(small)) return difference;
    S series = S(1) - x * S(1.0 / 8.0);
    for (int k = 7; k >= 2; --k) series = S(1) - x * S(1.0 / k) * series;
    return select(small, x * series, difference);
  }
}

// The mean of exp(-s) over 0 <= s <= x, that is (1 - exp(-x))/x, for x >= 0; 1 at x = 0. As accurate as decay().
template <class S>
STICKSLIP_HD S mean_decay(const S& x) {
  constexpr double least = 1e-30;  // below it 1 - x/2, for its derivative
  const auto large = x > S(least);
  return select(large, decay(x) / select(large, x, S(1)), S(1) - x / S(2));
}

// Makes passes as long as one lane wants another, at most `most`: pass(values) replaces the values and returns the mask
// of the lanes that go on; it must leave alone the values of those that have ended. A scalar that records programs
// brings its own, a loop of the program.
template <std::size_t n, class S, class Pass>
STICKSLIP_HOT void repeat_plainly(int most, std::array<S, n>& values, Pass pass) {
  for (int k = 0; k < most; ++k)
    if (!possible(pass(values))) break;
}
template <std::size_t n, class S, class Pass>
STICKSLIP_HOT void repeat(int most, std::array<S, n>& values, Pass pass) {
  repeat_plainly(most, values, pass);
}

}  // namespace stickslip
