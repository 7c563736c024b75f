// New modified LuGre friction: the modified law with fluid friction of first-order lead.
//
//   F = sigma_0 z + sigma_1 dz/dt + sigma_2 (v + T dv/dt),   z and h as in film.hpp
//
// The lead term is an added mass sigma_2 T and is reported as Force::inertia: a plant divides by (mass + inertia).
// X. B. Tran, N. Hafizah, H. Yanada, "Modeling of dynamic friction behaviors of hydraulic cylinders", Mechatronics
// 22(1), 2012; 001 (5)-(12). With T = 0 this is `modified-lugre`.
#pragma once

#include "stickslip/friction/film.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct NewModifiedLuGre : FilmBristle {
  static constexpr std::string_view name = "new-modified-lugre";
  static constexpr std::string_view title = "New modified LuGre law: lubricant film and fluid lead";
  static constexpr std::string_view source = "Tran, Hafizah and Yanada 2012; Yanada et al. 2014 (001), eqs. 5-12";
  static constexpr std::string_view equation =
      "dz/dt = v - sigma_0 |v| z / g(v, h)\n"
      "g(v, h) = F_c + [(1 - h) F_s - F_c] exp(-(|v|/v_s)^n)\n"
      "dh/dt = (h_ss - h)/tau_h,  h_ss = (1 - F_c/F_s) min(|v|/v_b, 1)^(2/3)\n"
      "F = sigma_0 z + sigma_1 dz/dt + sigma_2 (v + T dv/dt)";
  static constexpr Reads reads = Reads::velocity;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when = "damping = 0; a large damping returns energy at speed";
  static constexpr bool has_inertia = true;

  // Table 2 of 001.
  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(5e6);
    S damping = S(0.1);
    Sides<S> coulomb{S(210), S(80)};
    Sides<S> breakaway{S(830), S(500)};
    Sides<S> stribeck_velocity{S(0.0125), S(0.01)};
    Sides<S> stribeck_exponent = S(0.05);
    Sides<S> viscous{S(330), S(350)};
    Sides<S> film_velocity{S(0.7), S(0.9)};
    S film_growth_time = S(0.25);
    S film_thinning_time = S(1.5);
    S film_dwell_time = S(40);
    Sides<S> lead_time{S(0.33), S(0.07)};

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "sigma_0", "N/m", "Stiffness of the bristles.", 1e-3, 1e12, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, damping, "sigma_1", "N.s/m", "Damping of the bristles.", 0.0, 1e9)
              .searched(0.0, 100.0)
              .seen_in(recording::fast_presliding),
          STICKSLIP_STRIBECK_ROWS(P), STICKSLIP_FILM_ROWS(P),
          STICKSLIP_FIELD(P, lead_time, "T", "s", "Time constant of the fluid friction's lead.", 0.0, 1e6)
              .seen_in(recording::fast_sines)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return force(p, c, s, rate(p, c, s));
  }
  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s,
                                     const State<S>& known_rate) noexcept {
    const auto moves_back = c.velocity < S(0);
    return {bristle_force(p, c, s, known_rate), p.viscous.towards(moves_back) * p.lead_time.towards(moves_back)};
  }
};

}  // namespace stickslip
