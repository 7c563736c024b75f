// The Stribeck curve, shared by every law that has one:
//
//   g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)      [N], a force, always positive
//
// with F_c, F_s, v_s, n and the viscous coefficient chosen by the direction of motion.
// R. Stribeck 1902; Armstrong-Helouvry 1991; 001 (4), 004 (1). The exponent n is often called delta.
#pragma once

#include "stickslip/friction.hpp"

namespace stickslip {

// The rows of the five members that such a law's Params carry:
// Sides<S> coulomb, breakaway, stribeck_velocity, stribeck_exponent, viscous.
#define STICKSLIP_STRIBECK_ROWS(P)                                                                                     \
  STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Friction at high sliding speed, without its viscous part.", 1e-9, 1e9,      \
                  ::stickslip::Scale::log),                                                                            \
      STICKSLIP_FIELD(P, breakaway, "F_s", "N", "Largest friction at standstill.", 1e-9, 1e9,                          \
                      ::stickslip::Scale::log),                                                                        \
      STICKSLIP_FIELD(P, stribeck_velocity, "v_s", "m/s", "Speed at which the Stribeck dip is 63 % deep.", 1e-9, 1e3,  \
                      ::stickslip::Scale::log),                                                                        \
      STICKSLIP_FIELD(P, stribeck_exponent, "n", "1", "Exponent of the Stribeck dip: 1 Tustin, 2 Gauss.", 0.01, 10.0), \
      STICKSLIP_FIELD(P, viscous, "sigma_2", "N.s/m", "Viscous friction per speed.", 0.0, 1e9)

inline constexpr Relation breakaway_not_below_coulomb{Relation::Kind::not_below, "breakaway", "coulomb"};

// exp(-(speed/v_s)^n), from 1 at standstill to 0 at high speed.
template <class S>
STICKSLIP_HD S stribeck_dip(const S& speed, const S& stribeck_velocity, const S& exponent) noexcept {
  const S ratio = speed / stribeck_velocity;
  if (!is_constant(exponent)) return exp(-power(ratio, exponent));
  const auto is_one = !(exponent < S(1) || exponent > S(1));
  const auto is_two = !(exponent < S(2) || exponent > S(2));
  S raised = select(is_one, ratio, ratio * ratio);
  const auto is_other = !(is_one || is_two);
  if (possible(is_other)) raised = select(is_other, power(ratio, exponent), raised);
  return exp(-raised);
}

// g(v), from parameters that have the five members above.
template <class P, class S, class Mask>
STICKSLIP_HD S stribeck_level(const P& p, const S& speed, const Mask& moves_back) noexcept {
  const S low = p.coulomb.towards(moves_back);
  const S high = p.breakaway.towards(moves_back);
  return low + (high - low) * stribeck_dip(speed, p.stribeck_velocity.towards(moves_back),
                                           p.stribeck_exponent.towards(moves_back));
}

// Steady sliding friction sign(v) g(v) + sigma_2 v; 0 at standstill, where friction has no single value.
template <class P, class S>
STICKSLIP_HD S stribeck_friction(const P& p, const S& v) noexcept {
  const auto moves_back = v < S(0);
  return sign(v) * stribeck_level(p, abs(v), moves_back) + p.viscous.towards(moves_back) * v;
}

}  // namespace stickslip
