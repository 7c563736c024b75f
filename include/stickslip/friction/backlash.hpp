// Backlash-based friction with Coulomb's law: a spring in series with a slider of constant friction.
//
//   F = k_c z,  |z| <= F_t0/k_c,   F_t0 = F_0 + mu_0 N
//
// P. Snabl, L. Pesek, L. Pust (003), eqs. 1-3, column "Coulomb" of its table 1. The same as one Maxwell slip element.
#pragma once

#include "stickslip/friction/play.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct Backlash : Play<Backlash> {
  static constexpr std::string_view name = "backlash";
  static constexpr std::string_view title = "Backlash-based law with Coulomb friction";
  static constexpr std::string_view source = "Snabl, Pesek and Pust (003), eqs. 1-3";
  static constexpr std::string_view equation =
      "stick: z' = v, F = k_c z until |z| = F_t0/k_c while moving outwards\n"
      "slip:  F = F_t0 sign(v) until v passes zero\n"
      "F_t0 = F_0 + mu_0 N";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::load;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(2e5);
    S coulomb = S(2);
    S load_coulomb = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{STICKSLIP_FIELD(P, stiffness, "k_c", "N/m", "Stiffness of the contact.", 1e-3, 1e12, Scale::log)
                            .seen_in(recording::small_reversals),
                        STICKSLIP_FIELD(P, coulomb, "F_0", "N", "Friction of the slider.", 0.0, 1e9),
                        STICKSLIP_FIELD(P, load_coulomb, "mu_0", "1", "Friction per normal force.", 0.0, 100.0)
                            .per_load()
                            .needs(Reads::load)
                            .seen_in(recording::loads)};
    }
  };

  template <class S>
  STICKSLIP_HD static S adhesion(const Params<S>& p, const Contact<S>& c) noexcept {
    return p.coulomb + p.load_coulomb * c.load;
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    return {p.stiffness * s.stretch};
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return sign(c.velocity) * adhesion(p, c);
  }
};

}  // namespace stickslip
