// Coulomb friction with true stick.
//
//   sliding:  F = sign(v) (F_c + mu N)
//   held:     F = applied, while |applied| <= F_s + mu_s N
//
// 002 (1)-(3): T = com T_max sign(w) while slipping, T = T_applied when locked. N is the contact's load.
#pragma once

#include "stickslip/friction/load_rows.hpp"
#include "stickslip/friction/rigid_stick.hpp"

namespace stickslip {

struct Coulomb : RigidStick<Coulomb> {
  static constexpr std::string_view name = "coulomb";
  static constexpr std::string_view title = "Coulomb friction with true stick";
  static constexpr std::string_view source = "Mykhalevych (002), eqs. 1-3; Coulomb 1785";
  static constexpr std::string_view equation =
      "sliding: F = sign(v) (F_c + mu N)\n"
      "held:    F = applied while |applied| <= F_s + mu_s N";
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
    S load_coulomb = S(0);
    S load_breakaway = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Friction while sliding.", 0.0, 1e9),
                        STICKSLIP_FIELD(P, breakaway, "F_s", "N", "Largest friction at standstill.", 0.0, 1e9)
                            .seen_in(recording::slow_motion),
                        STICKSLIP_LOAD_ROWS(P)};
    }
    static constexpr std::array relations{Relation{Relation::Kind::not_below, "breakaway", "coulomb"},
                                          load_breakaway_not_below_coulomb};
  };

  template <class S, class Mask>
  STICKSLIP_HD static S holding(const Params<S>& p, const Contact<S>& c, const Mask& moves_back) noexcept {
    return p.breakaway.towards(moves_back) + p.load_breakaway * c.load;
  }

  template <class S, class Mask>
  STICKSLIP_HD static S sliding(const Params<S>& p, const Contact<S>& c, const Mask& moves_back) noexcept {
    return p.coulomb.towards(moves_back) + p.load_coulomb * c.load;
  }
};

}  // namespace stickslip
