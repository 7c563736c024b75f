// LuGre friction.
//
//   dz/dt = v - sigma_0 |v| z / g(v)
//   g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)
//   F = sigma_0 z + sigma_1 dz/dt + sigma_2 v
//
// C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, "A new model for control of systems with friction",
// IEEE Trans. Automatic Control 40(3), 1995, eqs. 1-4; 001 (2)-(4), 004 (12). Here g is a force in every law; 004
// writes sigma_0 g(v) for it.
#pragma once

#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

template <class S>
struct BristleState {
  using Scalar = S;
  S deflection = S(0);

  static constexpr auto table() {
    using P = BristleState;
    return std::array{STICKSLIP_FIELD(P, deflection, "z", "m", "Mean deflection of the bristles.", -1e3, 1e3)};
  }
};

struct LuGre {
  static constexpr std::string_view name = "lugre";
  static constexpr std::string_view title = "LuGre bristle law";
  static constexpr std::string_view source = "Canudas de Wit et al. 1995, eqs. 1-4; all five papers";
  static constexpr std::string_view equation =
      "dz/dt = v - sigma_0 |v| z / g(v)\n"
      "g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)\n"
      "F = sigma_0 z + sigma_1 dz/dt + sigma_2 v";
  static constexpr Reads reads = Reads::velocity;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when = "damping = 0; a large damping returns energy at speed";

  template <class S>
  using State = BristleState<S>;

  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(1e5);
    S damping = S(316.22776601683796);
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "sigma_0", "N/m", "Stiffness of the bristles.", 1e-3, 1e12, Scale::log),
          STICKSLIP_FIELD(P, damping, "sigma_1", "N.s/m", "Damping of the bristles.", 0.0, 1e9),
          STICKSLIP_STRIBECK_ROWS(P)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S speed = abs(c.velocity);
    const S level = stribeck_level(p, speed, c.velocity < S(0));
    return {c.velocity - p.stiffness * speed * s.deflection / level};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {p.stiffness * s.deflection + p.damping * rate(p, c, s).deflection +
            p.viscous.towards(c.velocity < S(0)) * c.velocity};
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& state, const S& h) noexcept {
    const auto step = [&p](const Contact<S>& from, const Contact<S>& to, const State<S>& s, const S& dt) {
      const auto moves_back = from.velocity + to.velocity < S(0);
      const S level0 = stribeck_level(p, abs(from.velocity), moves_back);
      const S level1 = stribeck_level(p, abs(to.velocity), moves_back);
      return State<S>{bristle_step(s.deflection, from.velocity, to.velocity, level0, level1, p.stiffness, dt)};
    };
    return split_at_reversal(before, after, state, h, step);
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return stribeck_friction(p, c.velocity);
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    return p.stiffness * s.deflection * s.deflection / S(2);
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    return p.stiffness;
  }
};

}  // namespace stickslip
