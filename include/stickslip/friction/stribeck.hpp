// Coulomb, Stribeck and viscous friction with true stick: the steady-state law.
//
//   sliding:  F = sign(v) [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v
//   held:     F = applied, while |applied| <= F_s
//
// with F_c + mu N and F_s + mu_s N in place of F_c and F_s where the contact reports a normal force N.
// 001 (1) (sign(v) and |v| are missing in print), 002 (5), 004 (5). Every parameter may differ between the directions.
#pragma once

#include "stickslip/friction/load_rows.hpp"
#include "stickslip/friction/rigid_stick.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

struct Stribeck : RigidStick<Stribeck> {
  static constexpr std::string_view name = "stribeck";
  static constexpr std::string_view title = "Coulomb, Stribeck and viscous friction with true stick";
  static constexpr std::string_view source =
      "Yanada et al. 2014 (001), eq. 1; Mykhalevych (002), eq. 5; Nouailletas et al. 2010 (004), eq. 5";
  static constexpr std::string_view equation =
      "sliding: F = sign(v) [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v\n"
      "held:    F = applied while |applied| <= F_s\n"
      "with F_c + mu N and F_s + mu_s N under a normal force N";
  static constexpr Reads reads = Reads::velocity | Reads::applied;
  static constexpr Reads may_read = Reads::load;
  static constexpr Stick stick = Stick::rigid;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  template <class S>
  struct Params {
    using Scalar = S;
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);
    S load_coulomb = S(0);
    S load_breakaway = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{STICKSLIP_STRIBECK_ROWS(P), STICKSLIP_LOAD_ROWS(P)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb, load_breakaway_not_below_coulomb};
  };

  template <class S, class Mask>
  STICKSLIP_HD static S holding(const Params<S>& p, const Contact<S>& c, const Mask& moves_back) noexcept {
    return p.breakaway.towards(moves_back) + p.load_breakaway * c.load;
  }

  template <class S, class Mask>
  STICKSLIP_HD static S sliding(const Params<S>& p, const Contact<S>& c, const Mask& moves_back) noexcept {
    const S speed = select(moves_back, -c.velocity, c.velocity);
    const S low = p.coulomb.towards(moves_back) + p.load_coulomb * c.load;
    const S dip = stribeck_dip(speed, p.stribeck_velocity.towards(moves_back), p.stribeck_exponent.towards(moves_back));
    return low + (holding(p, c, moves_back) - low) * dip + p.viscous.towards(moves_back) * speed;
  }
};

}  // namespace stickslip
