// Modified LuGre friction: a LuGre bristle whose Stribeck level falls with the thickness of the lubricant film.
//
//   F = sigma_0 z + sigma_1 dz/dt + sigma_2 v,   z and h as in film.hpp
//
// H. Yanada, Y. Sekikawa, "Modeling of dynamic behaviors of friction", Mechatronics 18(7), 2008; in 001.
#pragma once

#include "stickslip/friction/film.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct ModifiedLuGre : FilmBristle {
  static constexpr std::string_view name = "modified-lugre";
  static constexpr std::string_view title = "Modified LuGre law with a lubricant film";
  static constexpr std::string_view source = "Yanada and Sekikawa 2008; Yanada et al. 2014 (001)";
  static constexpr std::string_view equation =
      "dz/dt = v - sigma_0 |v| z / g(v, h)\n"
      "g(v, h) = F_c + [(1 - h) F_s - F_c] exp(-(|v|/v_s)^n)\n"
      "dh/dt = (h_ss - h)/tau_h,  h_ss = (1 - F_c/F_s) min(|v|/v_b, 1)^(2/3)\n"
      "F = sigma_0 z + sigma_1 dz/dt + sigma_2 v";
  static constexpr Reads reads = Reads::velocity;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when = "damping = 0; a large damping returns energy at speed";

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

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "sigma_0", "N/m", "Stiffness of the bristles.", 1e-3, 1e12, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, damping, "sigma_1", "N.s/m", "Damping of the bristles.", 0.0, 1e9)
              .searched(0.0, 100.0)
              .seen_in(recording::fast_presliding),
          STICKSLIP_STRIBECK_ROWS(P), STICKSLIP_FILM_ROWS(P)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {bristle_force(p, c, s)};
  }
  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s,
                                     const State<S>& known_rate) noexcept {
    return {bristle_force(p, c, s, known_rate)};
  }
};

}  // namespace stickslip
