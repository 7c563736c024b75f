// Smoothed friction without memory.
//
//   F = [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] tanh(2 v/v_0) + sigma_2 v
//
// 002 (4), there with F_s = F_c and sigma_2 = 0. The force vanishes at standstill: such a law creeps under every load,
// however small. It is here to be compared with, and because every simulator has it.
#pragma once

#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

// The state of a law without memory.
template <class S>
struct NoState {
  using Scalar = S;
  static constexpr auto table() { return std::array<Field, 0>{}; }
};

struct Tanh {
  static constexpr std::string_view name = "tanh";
  static constexpr std::string_view title = "Smoothed friction without memory";
  static constexpr std::string_view source = "Mykhalevych (002), eq. 4";
  static constexpr std::string_view equation = "F = [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] tanh(2 v/v_0) + sigma_2 v";
  static constexpr Reads reads = Reads::velocity;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  template <class S>
  using State = NoState<S>;

  template <class S>
  struct Params {
    using Scalar = S;
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0);
    S transition_velocity = S(1e-2);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_STRIBECK_ROWS(P),
          STICKSLIP_FIELD(P, transition_velocity, "v_0", "m/s",
                          "Speed at which the force has reached 96 % of its level.", 1e-9, 1e3, Scale::log)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>&, const Contact<S>&, const State<S>&) noexcept {
    return {};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>&) noexcept {
    return {steady_state(p, c)};
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>&, const Contact<S>&, const Contact<S>&, const State<S>&,
                                       const S&) noexcept {
    return {};
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    const auto moves_back = c.velocity < S(0);
    return stribeck_level(p, abs(c.velocity), moves_back) * tanh(S(2) * c.velocity / p.transition_velocity) +
           p.viscous.towards(moves_back) * c.velocity;
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>&, const Contact<S>&, const State<S>&) noexcept {
    return S(0);
  }
};

}  // namespace stickslip
