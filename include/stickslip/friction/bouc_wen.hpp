// Bouc-Wen hysteresis as a friction law.
//
//   dz/dt = alpha v - beta (gamma |v| |z|^(nu-1) z + delta v |z|^nu)
//   F = z + sigma_2 v
//
// Y. K. Wen, J. Engineering Mechanics Division (ASCE) 102(2), 1976, after R. Bouc 1967; the notation is that of the
// benchmark of J. P. Noel and M. Schoukens 2016. beta, gamma and delta act as two products only, so that data cannot
// tell them apart. What a recording shows is used instead: the friction of sliding and the shape of a reversal,
//
//   k = alpha,   F_c = (alpha/(beta (gamma + delta)))^(1/nu),   kappa = (gamma - delta)/(gamma + delta)
//   with u = z/F_c:   dz/dt = k v (1 - |u|^nu)         while z grows,
//                     dz/dt = k v (1 + kappa |u|^nu)   while it is unloaded
//
// nu = 1 and kappa = 1 is Dahl's law. Friction settles, so gamma + delta > 0; below that the specimen hardens, and is a
// spring. z^2/(2k) is the stored energy of the law, which is passive for kappa >= 0, that is |delta| <= gamma.
//
// Sampled: over a path s = k |dx|/F_c in one direction, w = u sign(dx) moves as an exponential would for nu = 1, with a
// clock y that runs at dy/ds = G(w):
//
//   w > 0:  dw/dy = 1 - w,          G = (1 - w^nu)/(1 - w)                between 1 and nu
//   w < 0:  dw/dy = 1 + kappa |w|,  G = (1 + kappa |w|^nu)/(1 + kappa |w|)
//
// y by Kutta's method of order 3, w from y exactly. So |w| never leaves [0, 1], whatever the step; exact in
// displacement for nu = 1, else within 1.3 % of F_c for nu <= 2 and kappa <= 1 (worst at s = 1; 2e-5 at s = 0.1). A
// turn inside a step costs an error of order h^2.
#pragma once

#include "stickslip/friction.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct BoucWen {
  static constexpr std::string_view name = "bouc-wen";
  static constexpr std::string_view title = "Bouc-Wen hysteresis";
  static constexpr std::string_view source = "Bouc 1967, Wen 1976; benchmark of Noel and Schoukens 2016";
  static constexpr std::string_view equation =
      "dz/dt = k v (1 - |z/F_c|^nu) while |z| grows,  k v (1 + kappa |z/F_c|^nu) while it is unloaded\n"
      "F = z + sigma_2 v\n"
      "k = alpha, F_c^nu = alpha/(beta (gamma + delta)), kappa = (gamma - delta)/(gamma + delta) in\n"
      "dz/dt = alpha v - beta (gamma |v| |z|^(nu-1) z + delta v |z|^nu)";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(1e5);
    S coulomb = S(1);
    S unloading = S(0.5);
    S exponent = S(2);
    S viscous = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "k", "N/m", "Stiffness at the start of motion.", 1e-3, 1e12, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Friction while sliding, without its viscous part.", 1e-9, 1e9,
                          Scale::log),
          STICKSLIP_FIELD(P, unloading, "kappa", "1", "Rise of the stiffness at a reversal from sliding: 0 none.", 0.0,
                          100.0)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, exponent, "nu", "1", "Sharpness of the transition from presliding to sliding.", 1.0, 20.0)
              .held()
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, viscous, "sigma_2", "N.s/m", "Viscous friction per speed.", 0.0, 1e9)
              .seen_in(recording::fast_motion)};
    }
  };

  template <class S>
  struct State {
    using Scalar = S;
    S pull = S(0);

    static constexpr auto table() {
      using P = State;
      return std::array{STICKSLIP_FIELD(P, pull, "z", "N", "Hysteretic force.", -1e9, 1e9)};
    }
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S level = s.pull / p.coulomb;
    const S bend = select(level * c.velocity > S(0), S(-1), p.unloading);
    return {p.stiffness * c.velocity * (S(1) + bend * power(abs(level), p.exponent))};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {s.pull + p.viscous * c.velocity};
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& s, const S&) noexcept {
    const S travel = after.displacement - before.displacement;
    const S direction = sign(travel);
    const S path = p.stiffness * abs(travel) / p.coulomb;
    const Loop<S> loop(p, s.pull * direction / p.coulomb);
    const S first = loop.pace(loop.level);
    const S second = loop.pace(loop.after(path * first / S(2)));
    const S third = loop.pace(loop.after(S(0.75) * path * second));
    const S end = loop.after(path * (S(2) * first + S(3) * second + S(4) * third) / S(9));
    return {select(path > S(0), direction * p.coulomb * end, s.pull)};
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return sign(c.velocity) * p.coulomb + p.viscous * c.velocity;
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    return s.pull * s.pull / (S(2) * p.stiffness);
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    return p.stiffness;
  }

 private:
  // A branch of the loop, run through in one direction from w = level.
  template <class S>
  struct Loop {
    S unloading;
    S exponent;
    S level;    // w at the start
    S against;  // |w| where it is below zero, else 0
    S turn;     // y at which w passes zero, log(1 + kappa |w|)/kappa

    STICKSLIP_HD Loop(const Params<S>& p, const S& w) noexcept
        : unloading(p.unloading), exponent(p.exponent), level(w), against(larger(-w, S(0))) {
      // log(1 + x)/x without loss for small x (Kahan): log(r)/(r - 1) with the rounded r = 1 + x.
      const S rounded = S(1) + unloading * against;
      const S excess = rounded - S(1);
      const auto tiny = !(excess > S(0));
      turn = against * select(tiny, S(1), log(rounded) / select(tiny, S(1), excess));
    }

    // G(w).
    STICKSLIP_HD S pace(const S& w) const noexcept {
      constexpr double near = 1e-8;  // to the limit: the quotient has lost as much as its limit nu is away
      const S size = abs(w);
      const S raised = power(size, exponent);
      const S missing = S(1) - w;
      const auto settled = !(abs(missing) > S(near));
      const S loading = select(settled, exponent, (S(1) - raised) / select(settled, S(1), missing));
      return select(w > S(0), loading, (S(1) + unloading * raised) / (S(1) + unloading * size));
    }

    // w after y has passed.
    STICKSLIP_HD S after(const S& y) const noexcept {
      const S start = larger(level, S(0));
      const S loaded = start + (S(1) - start) * decay(larger(y - turn, S(0)));
      const S unloaded = level + (S(1) + unloading * against) * y * mean_decay(unloading * y);
      return select(y < turn, unloaded, loaded);
    }
  };
};

}  // namespace stickslip
