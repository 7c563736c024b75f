// Bliman-Sorine friction, second order: a fast and a slow memory of the path, driven against each other.
//
//   with the path s, ds = |v| dt:
//   dx_1/ds = (f_1 sign(v) - x_1)/(eta epsilon),   dx_2/ds = (-f_2 sign(v) - x_2)/epsilon
//   F = x_1 + x_2
//
// Friction overshoots while the fast part is up and the slow one is not yet, and settles at f_1 - f_2.
// P.-A. Bliman, M. Sorine 1993, 1995; cited by 004. The sampled step is exact in displacement as long as the motion
// does not turn inside the step; a turn inside it costs an error of order h^2.
//
// Energy. In the path the law is a linear filter f_1/(1 + eta epsilon p) - f_2/(1 + epsilon p) from sign(v) to F, which
// is positive real for f_1 >= f_2 and eta < 1. The stored energy x'P x/2 is the least one that the Kalman-Yakubovich-
// Popov lemma allows: P B = C' and A'P + P A <= 0 of rank one.
#pragma once

#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct BlimanSorine {
  static constexpr std::string_view name = "bliman-sorine";
  static constexpr std::string_view title = "Bliman-Sorine law of second order";
  static constexpr std::string_view source = "Bliman and Sorine 1993, 1995; cited by 004";
  static constexpr std::string_view equation =
      "dx_1/ds = (f_1 sign(v) - x_1)/(eta epsilon),  dx_2/ds = (-f_2 sign(v) - x_2)/epsilon,  ds = |v| dt\n"
      "F = x_1 + x_2";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  template <class S>
  struct Params {
    using Scalar = S;
    S primary = S(2);
    S opposing = S(1);
    S path_ratio = S(0.2);
    S path_length = S(5e-5);

    static constexpr auto table() {
      using P = Params;
      return std::array{STICKSLIP_FIELD(P, primary, "f_1", "N", "Level of the fast part.", 1e-9, 1e9, Scale::log),
                        STICKSLIP_FIELD(P, opposing, "f_2", "N",
                                        "Level of the slow part, which acts against the fast one.", 0.0, 1e9),
                        STICKSLIP_FIELD(P, path_ratio, "eta", "1", "Path of the fast part over path of the slow one.",
                                        1e-4, 0.999, Scale::log)
                            .seen_in(recording::small_reversals),
                        STICKSLIP_FIELD(P, path_length, "epsilon", "m", "Path over which the slow part builds up.",
                                        1e-12, 1e3, Scale::log)
                            .seen_in(recording::small_reversals)};
    }
    static constexpr std::array relations{Relation{Relation::Kind::above, "primary", "opposing"}};
  };

  template <class S>
  struct State {
    using Scalar = S;
    S fast = S(0);
    S slow = S(0);

    static constexpr auto table() {
      using P = State;
      return std::array{STICKSLIP_FIELD(P, fast, "x_1", "N", "Force of the fast part.", -1e9, 1e9),
                        STICKSLIP_FIELD(P, slow, "x_2", "N", "Force of the slow part.", -1e9, 1e9)};
    }
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S speed = abs(c.velocity);
    return {(p.primary * c.velocity - speed * s.fast) / (p.path_ratio * p.path_length),
            (-p.opposing * c.velocity - speed * s.slow) / p.path_length};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>&, const Contact<S>&, const State<S>& s) noexcept {
    return {s.fast + s.slow};
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& s, const S&) noexcept {
    const S travel = after.displacement - before.displacement;
    const S direction = sign(travel);
    const S tau = abs(travel) / p.path_length;
    const S up = direction * p.primary;
    const S down = -direction * p.opposing;
    return {relax(s.fast, up, up, tau / p.path_ratio), relax(s.slow, down, down, tau)};
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return sign(c.velocity) * (p.primary - p.opposing);
  }

  // With A = f_1/eta + f_2, D = f_1/eta - f_2 + R, R^2 = (f_1/eta - f_2)^2 - f_1 f_2 (1/eta - 1)^2, beta = 2/D:
  //   P_11 = eta epsilon (1 + beta f_2)/f_1,  P_12 = beta epsilon,  P_22 = epsilon f_1 (1/eta + 1)^2/(D (A + R)).
  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    const S steep = p.primary / p.path_ratio;
    const S inverse = S(1) / p.path_ratio;
    const S lead = steep - p.opposing;
    const S spread = inverse - S(1);
    const S root = sqrt(larger(lead * lead - p.primary * p.opposing * spread * spread, S(0)));
    const S divisor = lead + root;
    const S beta = S(2) / divisor;
    const S p11 = p.path_ratio * p.path_length * (S(1) + beta * p.opposing) / p.primary;
    const S p12 = beta * p.path_length;
    const S widened = inverse + S(1);
    const S p22 = p.path_length * p.primary * widened * widened / (divisor * (steep + p.opposing + root));
    return (p11 * s.fast * s.fast + p22 * s.slow * s.slow) / S(2) + p12 * s.fast * s.slow;
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    return (p.primary / p.path_ratio - p.opposing) / p.path_length;
  }
};

}  // namespace stickslip
