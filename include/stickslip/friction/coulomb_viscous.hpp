// Coulomb and viscous friction with true stick: the plainest law of a bearing or a slide, and the baseline of rankings.
//
//   sliding:  F = sign(v) (F_c + mu N) + sigma_2 v
//   held:     F = applied, while |applied| <= F_c + mu N
//
// `stribeck` without its dip (F_s = F_c): break-away takes no more than sliding on. Coulomb 1785, Reynolds 1886; 002
// (1) with the viscous term of 002 (5). Every parameter but mu may differ between the directions.
#pragma once

#include "stickslip/friction/load_rows.hpp"
#include "stickslip/friction/rigid_stick.hpp"

namespace stickslip {

struct CoulombViscous : RigidStick<CoulombViscous> {
  static constexpr std::string_view name = "coulomb-viscous";
  static constexpr std::string_view title = "Coulomb and viscous friction with true stick";
  static constexpr std::string_view source = "Mykhalevych (002), eqs. 1-3 and 5; Coulomb 1785, Reynolds 1886";
  static constexpr std::string_view equation =
      "sliding: F = sign(v) (F_c + mu N) + sigma_2 v\n"
      "held:    F = applied while |applied| <= F_c + mu N";
  static constexpr Reads reads = Reads::velocity | Reads::applied;
  static constexpr Reads may_read = Reads::load;
  static constexpr Stick stick = Stick::rigid;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";
  static constexpr bool baseline = true;

  template <class S>
  struct Params {
    using Scalar = S;
    Sides<S> coulomb = S(1);
    Sides<S> viscous = S(0.4);
    S load_coulomb = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Friction while sliding, without its viscous part.", 0.0, 1e9),
          STICKSLIP_FIELD(P, viscous, "sigma_2", "N.s/m", "Viscous friction per speed.", 0.0, 1e9)
              .seen_in(recording::fast_motion),
          STICKSLIP_LOAD_COULOMB_ROW(P)};
    }
  };

  template <class S, class Mask>
  STICKSLIP_HD static S holding(const Params<S>& p, const Contact<S>& c, const Mask& moves_back) noexcept {
    return p.coulomb.towards(moves_back) + p.load_coulomb * c.load;
  }

  template <class S, class Mask>
  STICKSLIP_HD static S sliding(const Params<S>& p, const Contact<S>& c, const Mask& moves_back) noexcept {
    const S speed = select(moves_back, -c.velocity, c.velocity);
    return holding(p, c, moves_back) + p.viscous.towards(moves_back) * speed;
  }
};

}  // namespace stickslip
