// Extended backlash-based friction: a spring in series with a slider whose coefficient falls with the speed.
//
//   stick:  F = k_c z,  |z| <= N mu_0/k_c
//   slip:   F = N mu(v) sign(v),  mu(v) = mu_inf + mu_d exp(-b (|v| - v_d))
//
// N is the normal force of the parameters plus the load that the machine reports. The exponent counts up to 50, so that
// the force stays a number where b v_d is larger: v_d then lies where nothing of the dip is left to be read.
// P. Snabl, L. Pesek, L. Pust (003), eqs. 1-3 with the steel-brass column of its table 1; sign(v) is missing in (3).
// The spring keeps its stretch while slipping, so the force steps down at break-away and up again at the stop; mu(0) =
// 0.277525 differs from mu_0 = 0.2775, which is the paper's own step of 1.8e-4 N.
#pragma once

#include "stickslip/friction/play.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct BacklashStribeck : Play<BacklashStribeck> {
  static constexpr std::string_view name = "backlash-stribeck";
  static constexpr std::string_view title = "Backlash-based law with a falling friction coefficient";
  static constexpr std::string_view source = "Snabl, Pesek and Pust (003), eqs. 1-3 and table 1";
  static constexpr std::string_view equation =
      "stick: z' = v, F = k_c z until |z| = N mu_0/k_c while moving outwards\n"
      "slip:  F = N [mu_inf + mu_d exp(-b (|v| - v_d))] sign(v) until v passes zero";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::load;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(2e5);
    S normal_force = S(2 / 0.2775);
    S adhesion_coefficient = S(0.2775);
    S kinetic_coefficient = S(0.065);
    S dip_coefficient = S(0.156);
    S dip_rate = S(4.757);
    S dip_velocity = S(0.065);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "k_c", "N/m", "Stiffness of the contact.", 1e-3, 1e12, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, normal_force, "F_n", "N", "Constant normal force, added to the contact's load.", 0.0, 1e9)
              .held(),
          STICKSLIP_FIELD(P, adhesion_coefficient, "mu_0", "1", "Coefficient of friction at break-away.", 0.0, 100.0)
              .per_load()
              .seen_in(recording::slow_motion),
          STICKSLIP_FIELD(P, kinetic_coefficient, "mu_inf", "1", "Coefficient of friction at high speed.", 0.0, 100.0)
              .per_load(),
          STICKSLIP_FIELD(P, dip_coefficient, "mu_d", "1", "Coefficient that decays with the speed, at v_d.", 0.0,
                          100.0)
              .per_load()
              .seen_in(recording::slow_motion),
          STICKSLIP_FIELD(P, dip_rate, "b", "s/m", "Rate of that decay.", 0.0, 1e6).seen_in(recording::slow_motion),
          STICKSLIP_FIELD(P, dip_velocity, "v_d", "m/s", "Speed at which mu_d was read.", 0.0, 1.0).held()};
    }
  };

  template <class S>
  STICKSLIP_HD static S adhesion(const Params<S>& p, const Contact<S>& c) noexcept {
    return (p.normal_force + c.load) * p.adhesion_coefficient;
  }

  template <class S>
  STICKSLIP_HD static S sliding(const Params<S>& p, const Contact<S>& c) noexcept {
    constexpr double most = 50.0;
    const S exponent = smaller(-p.dip_rate * (abs(c.velocity) - p.dip_velocity), S(most));
    return (p.normal_force + c.load) * (p.kinetic_coefficient + p.dip_coefficient * exp(exponent));
  }

  template <class S>
  STICKSLIP_HD static S own_speed(const Params<S>& p) noexcept {
    const auto falls = p.dip_rate > S(0);
    return select(falls, S(1) / select(falls, p.dip_rate, S(1)), S(0));
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {select(slipping(s), s.slip * sliding(p, c), p.stiffness * s.stretch)};
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return sign(c.velocity) * sliding(p, c);
  }
};

}  // namespace stickslip
