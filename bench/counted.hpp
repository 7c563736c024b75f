// A number that counts what is done to it: floating-point instructions of one vector lane.
#pragma once

#include <cmath>

#include "stickslip/scalar.hpp"

namespace stickslip::bench {

struct Counted {
  static inline long operations = 0;
  double v = 0.0;

  Counted() = default;
  Counted(double x) : v(x) {}  // NOLINT: a number is a number

  static Counted after(long n, double result) {
    operations += n;
    return result;
  }

  friend Counted operator+(Counted a, Counted b) { return after(1, a.v + b.v); }
  friend Counted operator-(Counted a, Counted b) { return after(1, a.v - b.v); }
  friend Counted operator*(Counted a, Counted b) { return after(1, a.v * b.v); }
  friend Counted operator/(Counted a, Counted b) { return after(3, a.v / b.v); }  // micro-operations of vdivpd
  friend Counted operator-(Counted a) { return after(1, -a.v); }
  friend bool operator<(Counted a, Counted b) { return after(1, 0.0), a.v < b.v; }
  friend bool operator>(Counted a, Counted b) { return after(1, 0.0), a.v > b.v; }
  friend bool operator<=(Counted a, Counted b) { return after(1, 0.0), a.v <= b.v; }
  friend bool operator>=(Counted a, Counted b) { return after(1, 0.0), a.v >= b.v; }
  friend Counted select(bool c, Counted a, Counted b) { return after(1, c ? a.v : b.v); }
  friend Counted abs(Counted a) { return after(1, std::abs(a.v)); }
  friend Counted fused(Counted a, Counted b, Counted c) { return after(1, a.v * b.v + c.v); }
  // src/batch/exponential.hpp with a table: 4 to reduce, 1 + 2 for the power, 6 for the polynomial, 1 or 2 to join.
  friend Counted falling(Counted a) { return after(15, std::exp(-a.v)); }
  friend Counted decay(Counted a) { return after(16, -std::expm1(-a.v)); }
  friend Counted exp(Counted a) { return after(20, std::exp(a.v)); }
  friend Counted log(Counted a) { return after(20, std::log(a.v)); }
};

}  // namespace stickslip::bench
