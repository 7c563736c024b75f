// Lanes<T>: as many numbers as fit into one vector register, as a scalar of the laws (scalar.hpp), over Highway.
//
// Include it only in sources that stickslip_add_simd_objects compiles, once per target. Everything here lives in an
// anonymous namespace, so that every law template instantiated with lanes is local to its object: no copy of a shared
// function that was compiled for a newer processor can be picked by the linker for an older one.
//
// + - * / sqrt abs and comparisons are those of IEEE 754 and give the bits of the scalar. The other functions are
// Highway's, with these errors in units of the last place (tests/batch/math.cpp holds them to the numbers below) and
// with their edges mended here: NaN stays NaN, exp overflows to infinity, log(0) is -infinity, log of a negative NaN.
#pragma once

#include <hwy/highway.h>
// after highway.h
#include <hwy/contrib/math/math-inl.h>

#include <concepts>
#include <cstddef>
#include <limits>

#include "exponential.hpp"
#include "ulp.hpp"

namespace stickslip::batch {
namespace {  // NOLINT(google-build-namespaces): a copy per object is the purpose

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
struct Mask {
  using Tag = hn::ScalableTag<T>;
  hn::Mask<Tag> bits;

  friend Mask operator&&(Mask a, Mask b) { return {hn::And(a.bits, b.bits)}; }
  friend Mask operator||(Mask a, Mask b) { return {hn::Or(a.bits, b.bits)}; }
  friend Mask operator!(Mask a) { return {hn::Not(a.bits)}; }
  // True when the condition holds in any lane.
  friend bool possible(Mask a) { return !hn::AllFalse(Tag(), a.bits); }
};

template <class T>
struct Lanes {
  using Number = T;
  using Tag = hn::ScalableTag<T>;
  using Vector = hn::Vec<Tag>;
  static constexpr std::size_t count = hn::MaxLanes(Tag());

  Vector v;

  Lanes() : v(hn::Zero(Tag())) {}
  template <class Number>
  requires std::convertible_to<Number, T> Lanes(Number all)
      : v(hn::Set(Tag(), static_cast<T>(all))) {}  // NOLINT: a number is the same number in every lane
  explicit Lanes(Vector vector) : v(vector) {}

  // `from` and `to` are aligned to `count` numbers.
  static Lanes load(const T* from) { return Lanes(hn::Load(Tag(), from)); }
  void store(T* to) const { hn::Store(v, Tag(), to); }

  friend Lanes operator+(Lanes a, Lanes b) { return Lanes(hn::Add(a.v, b.v)); }
  friend Lanes operator-(Lanes a, Lanes b) { return Lanes(hn::Sub(a.v, b.v)); }
  friend Lanes operator*(Lanes a, Lanes b) { return Lanes(hn::Mul(a.v, b.v)); }
  friend Lanes operator/(Lanes a, Lanes b) { return Lanes(hn::Div(a.v, b.v)); }
  friend Lanes operator-(Lanes a) { return Lanes(hn::Neg(a.v)); }

  friend Mask<T> operator<(Lanes a, Lanes b) { return {hn::Lt(a.v, b.v)}; }
  friend Mask<T> operator>(Lanes a, Lanes b) { return {hn::Gt(a.v, b.v)}; }
  friend Mask<T> operator<=(Lanes a, Lanes b) { return {hn::Le(a.v, b.v)}; }
  friend Mask<T> operator>=(Lanes a, Lanes b) { return {hn::Ge(a.v, b.v)}; }

  friend Lanes select(Mask<T> where, Lanes a, Lanes b) { return Lanes(hn::IfThenElse(where.bits, a.v, b.v)); }
  friend Lanes abs(Lanes a) { return Lanes(hn::Abs(a.v)); }
  friend Lanes sqrt(Lanes a) { return Lanes(hn::Sqrt(a.v)); }

  // ulp::exp. Highway's is valid up to 706 (104 for float) and turns NaN into 0.
  friend Lanes exp(Lanes a) {
    const Vector ceiling = hn::Set(Tag(), static_cast<T>(sizeof(T) == 8 ? 1000.0 : 104.0));  // exp of it is infinite
    const Vector y = hn::Exp(Tag(), hn::Min(a.v, ceiling));
    return Lanes(hn::IfThenElse(hn::Eq(a.v, a.v), y, a.v));
  }

  // ulp::falling, ulp::decay; scalar.hpp says what they are.
  friend Lanes falling(Lanes a) { return Lanes(Exponential<T>::falling(a.v)); }
  friend Lanes decay(Lanes a) { return Lanes(Exponential<T>::decay(a.v)); }
  friend Lanes fused(Lanes a, Lanes b, Lanes c) { return Lanes(hn::MulAdd(a.v, b.v, c.v)); }

  // ulp::log. Highway's is valid for finite x > 0.
  friend Lanes log(Lanes a) {
    const Lanes infinity(std::numeric_limits<T>::infinity());
    const Lanes outside = select(a < Lanes(), Lanes(std::numeric_limits<T>::quiet_NaN()), -infinity);
    const Lanes positive = select(a < infinity, Lanes(hn::Log(Tag(), a.v)), a);
    return select(a <= Lanes(), outside, positive);
  }

  // ulp::tanh.
  friend Lanes tanh(Lanes a) { return Lanes(hn::Tanh(Tag(), a.v)); }

  // ulp::sin, for |x| <= ulp::sin_range; wrong beyond.
  friend Lanes sin(Lanes a) { return Lanes(hn::Sin(Tag(), a.v)); }
};

}  // namespace
}  // namespace stickslip::batch
