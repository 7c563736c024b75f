// The Stribeck curve, shared by every law that has one:
//
//   g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)      [N], a force, always positive
//
// with F_c, F_s, v_s, n and the viscous coefficient chosen by the direction of motion.
// R. Stribeck 1902; Armstrong-Helouvry 1991; 001 (4), 004 (1). The exponent n is often called delta.
#pragma once

#include "stickslip/friction.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

// The rows of the five members that such a law's Params carry:
// Sides<S> coulomb, breakaway, stribeck_velocity, stribeck_exponent, viscous.
#define STICKSLIP_STRIBECK_ROWS(P)                                                                                     \
  STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Friction at high sliding speed, without its viscous part.", 1e-9, 1e9,      \
                  ::stickslip::Scale::log),                                                                            \
      STICKSLIP_FIELD(P, breakaway, "F_s", "N", "Largest friction at standstill.", 1e-9, 1e9, ::stickslip::Scale::log) \
          .seen_in(::stickslip::recording::slow_motion),                                                               \
      STICKSLIP_FIELD(P, stribeck_velocity, "v_s", "m/s", "Speed at which the Stribeck dip is 63 % deep.", 1e-9, 1e3,  \
                      ::stickslip::Scale::log)                                                                         \
          .seen_in(::stickslip::recording::slow_motion),                                                               \
      STICKSLIP_FIELD(P, stribeck_exponent, "n", "1", "Exponent of the Stribeck dip: 1 Tustin, 2 Gauss.", 0.01, 10.0)  \
          .held()                                                                                                      \
          .seen_in(::stickslip::recording::steady_speeds),                                                             \
      STICKSLIP_FIELD(P, viscous, "sigma_2", "N.s/m", "Viscous friction per speed.", 0.0, 1e9)                         \
          .seen_in(::stickslip::recording::fast_motion)

inline constexpr Relation breakaway_not_below_coulomb{Relation::Kind::not_below, "breakaway", "coulomb"};

// x^n, quickly at n = 1 and n = 2: x (a + b x) with a, b = 1, 0 or 0, 1.
template <class S>
struct StribeckPower {
  S exponent;
  S linear;
  S quadratic;
  decltype(S() < S()) is_other;

  STICKSLIP_HD explicit StribeckPower(const S& n) noexcept
      : exponent(n),
        linear(select(n < S(1) || n > S(1), S(0), S(1))),
        quadratic(S(1) - linear),
        is_other((n < S(1) || n > S(1)) && (n < S(2) || n > S(2))) {}

  // Right where no lane has another exponent and nobody asks for a derivative by it.
  STICKSLIP_HOT S quick(const S& x) const noexcept { return x * fused(quadratic, x, linear); }

  STICKSLIP_HD S operator()(const S& x) const noexcept {
    if (!is_constant(exponent)) return power(x, exponent);
    if (!possible(is_other)) return quick(x);
    return select(is_other, power(x, exponent), quick(x));
  }
};

// exp(-(speed/v_s)^n), from 1 at standstill to 0 at high speed.
template <class S>
STICKSLIP_HD S stribeck_dip(const S& speed, const S& stribeck_velocity, const S& exponent) noexcept {
  return falling(StribeckPower<S>(exponent)(speed * (S(1) / stribeck_velocity)));
}

// The Stribeck curve of one direction of motion, for many evaluations: its divisions are done.
template <class S>
struct StribeckSide {
  S low;               // F_c
  S rise;              // F_s - F_c
  S inverse_velocity;  // 1/v_s
  StribeckPower<S> power;
  S viscous;

  template <class P, class Mask>
  STICKSLIP_HD StribeckSide(const P& p, const Mask& moves_back) noexcept
      : low(p.coulomb.towards(moves_back)),
        rise(p.breakaway.towards(moves_back) - low),
        inverse_velocity(S(1) / p.stribeck_velocity.towards(moves_back)),
        power(p.stribeck_exponent.towards(moves_back)),
        viscous(p.viscous.towards(moves_back)) {}

  // g at that speed.
  STICKSLIP_HD S level(const S& speed) const noexcept { return level_at(power(speed * inverse_velocity)); }

  // The same in a hurry: see StribeckPower::quick.
  STICKSLIP_HD bool is_quick() const noexcept { return is_constant(power.exponent) && !possible(power.is_other); }
  STICKSLIP_HOT S quick_level(const S& speed) const noexcept { return level_at(power.quick(speed * inverse_velocity)); }

 private:
  STICKSLIP_HOT S level_at(const S& raised) const noexcept { return fused(rise, falling(raised), low); }
};

// g(v), from parameters that have the five members above.
template <class P, class S, class Mask>
STICKSLIP_HD S stribeck_level(const P& p, const S& speed, const Mask& moves_back) noexcept {
  return StribeckSide<S>(p, moves_back).level(speed);
}

// Steady sliding friction sign(v) g(v) + sigma_2 v; 0 at standstill, where friction has no single value.
template <class P, class S>
STICKSLIP_HD S stribeck_friction(const P& p, const S& v) noexcept {
  const auto moves_back = v < S(0);
  return sign(v) * stribeck_level(p, abs(v), moves_back) + p.viscous.towards(moves_back) * v;
}

}  // namespace stickslip
