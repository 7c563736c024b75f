// A number that carries its derivatives in n directions: exact Jacobians for the solvers, from the laws' own templates.
//
//   (a, a') + (b, b') = (a + b, a' + b'),   (a, a') (b, b') = (a b, a' b + a b'),   f((a, a')) = (f(a), f'(a) a')
//
// Comparisons look at the value alone, so that a branch taken by select() is differentiated as the branch it is.
#pragma once

#include <array>
#include <cstddef>

#include "stickslip/scalar.hpp"

namespace stickslip {

template <std::size_t n>
struct Dual {
  double value = 0.0;
  std::array<double, n> slope{};

  constexpr Dual() = default;
  constexpr Dual(double v) : value(v) {}  // NOLINT: a plain number is a constant

  // The k-th independent variable.
  static constexpr Dual variable(double v, std::size_t k) {
    Dual x(v);
    x.slope[k] = 1.0;
    return x;
  }

  // f(x) for a function with the given value and derivative at x.
  static constexpr Dual chain(const Dual& x, double f, double derivative) {
    Dual r(f);
    for (std::size_t i = 0; i < n; ++i) r.slope[i] = derivative * x.slope[i];
    return r;
  }

  friend constexpr Dual operator+(const Dual& a, const Dual& b) {
    Dual r(a.value + b.value);
    for (std::size_t i = 0; i < n; ++i) r.slope[i] = a.slope[i] + b.slope[i];
    return r;
  }
  friend constexpr Dual operator-(const Dual& a, const Dual& b) {
    Dual r(a.value - b.value);
    for (std::size_t i = 0; i < n; ++i) r.slope[i] = a.slope[i] - b.slope[i];
    return r;
  }
  friend constexpr Dual operator-(const Dual& a) { return chain(a, -a.value, -1.0); }
  friend constexpr Dual operator*(const Dual& a, const Dual& b) {
    Dual r(a.value * b.value);
    for (std::size_t i = 0; i < n; ++i) r.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
    return r;
  }
  friend constexpr Dual operator/(const Dual& a, const Dual& b) {
    const double inverse = 1.0 / b.value;
    const double quotient = a.value * inverse;
    Dual r(a.value / b.value);
    for (std::size_t i = 0; i < n; ++i) r.slope[i] = (a.slope[i] - quotient * b.slope[i]) * inverse;
    return r;
  }

  friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend constexpr bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend constexpr bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

  friend Dual exp(const Dual& x) {
    const double e = std::exp(x.value);
    return chain(x, e, e);
  }
  friend Dual log(const Dual& x) { return chain(x, std::log(x.value), 1.0 / x.value); }
  // At zero the slope is infinite; a root of zero is taken to be constant there.
  friend Dual sqrt(const Dual& x) {
    const double root = std::sqrt(x.value);
    return chain(x, root, root > 0.0 ? 0.5 / root : 0.0);
  }
  friend Dual tanh(const Dual& x) {
    const double t = std::tanh(x.value);
    return chain(x, t, 1.0 - t * t);
  }
  friend Dual sin(const Dual& x) { return chain(x, std::sin(x.value), std::cos(x.value)); }
  friend Dual abs(const Dual& x) { return x.value < 0.0 ? -x : x; }
};

}  // namespace stickslip
