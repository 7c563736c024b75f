// Karnopp's law: a band of velocities around zero counts as standstill.
//
//   |v| <  D_v:  v := 0 and F = applied, while |applied| <= F_s; beyond it F = F_s sign(applied)
//   |v| >= D_v:  F = sign(v) [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v
//
// D. Karnopp, "Computer simulation of stick-slip friction in mechanical dynamic systems", J. Dynamic Systems,
// Measurement and Control 107(1), 1985; cited by 002 and 004.
#pragma once

#include "stickslip/friction/rigid_stick.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

struct Karnopp : RigidStick<Karnopp> {
  static constexpr std::string_view name = "karnopp";
  static constexpr std::string_view title = "Karnopp's law with a band of zero velocity";
  static constexpr std::string_view source = "Karnopp 1985; cited by 002 and 004";
  static constexpr std::string_view equation =
      "|v| <  D_v: v := 0 and F = applied while |applied| <= F_s, else F = F_s sign(applied)\n"
      "|v| >= D_v: F = sign(v) [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v";
  static constexpr Reads reads = Reads::velocity | Reads::applied;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::rigid;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when =
      "the speed is 0 or at least dead_velocity; inside the band the force follows the applied one";

  template <class S>
  struct Params {
    using Scalar = S;
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);
    S dead_velocity = S(1e-4);

    static constexpr auto table() {
      using P = Params;
      return std::array{STICKSLIP_STRIBECK_ROWS(P),
                        STICKSLIP_FIELD(P, dead_velocity, "D_v", "m/s", "Speed below which the body counts as stopped.",
                                        1e-12, 1e3, Scale::log)
                            .held()};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  template <class S, class Mask>
  STICKSLIP_HD static S holding(const Params<S>& p, const Contact<S>&, const Mask& moves_back) noexcept {
    return p.breakaway.towards(moves_back);
  }

  template <class S, class Mask>
  STICKSLIP_HD static S sliding(const Params<S>& p, const Contact<S>& c, const Mask& moves_back) noexcept {
    const S speed = select(moves_back, -c.velocity, c.velocity);
    return stribeck_level(p, speed, moves_back) + p.viscous.towards(moves_back) * speed;
  }

  template <class S>
  STICKSLIP_HD static S band(const Params<S>& p) noexcept {
    return p.dead_velocity;
  }

  // Outside the band; inside it sliding never settles.
  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    const auto stopped = abs(c.velocity) < p.dead_velocity;
    return select(stopped, S(0), stribeck_friction(p, c.velocity));
  }
};

}  // namespace stickslip
