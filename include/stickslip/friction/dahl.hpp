// Dahl friction.
//
//   dz/dt = v |u|^i sign(u),   u = 1 - sigma z sign(v)/F_c
//   F = sigma z
//
// P. Dahl 1968, 1976; in 003 and 004 with i = 1. The force depends on the path alone. Along a path of length d in one
// direction, with kappa = sigma d/F_c,
//
//   u1 = u0 exp(-w),   w = log(1 + (i - 1) |u0|^(i-1) kappa)/(i - 1),   w = kappa for i = 1
//
// (for i < 1 the limit is reached after a finite path). There |u|^i has an infinite slope, on which no solver could
// stay: the flow takes u (u^2 + 1e-12)^((i-1)/2) for i < 1, which differs where less than 1e-5 of F_c is missing. The
// sampled step is this formula: exact in displacement as long as the motion does not turn inside the step; a turn
// inside it costs an error of order h^2.
#pragma once

#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct Dahl {
  static constexpr std::string_view name = "dahl";
  static constexpr std::string_view title = "Dahl's law";
  static constexpr std::string_view source = "Dahl 1968, 1976; in 003 and 004 with exponent 1";
  static constexpr std::string_view equation =
      "dz/dt = v |u|^i sign(u),  u = 1 - sigma z sign(v)/F_c\n"
      "F = sigma z";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  template <class S>
  using State = BristleState<S>;

  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(1e5);
    S coulomb = S(1);
    S exponent = S(1);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "sigma", "N/m", "Stiffness at the start of motion.", 1e-3, 1e12, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Friction while sliding.", 1e-9, 1e9, Scale::log),
          STICKSLIP_FIELD(P, exponent, "i", "1", "Shape: below 1 brittle, above 1 ductile.", 0.1, 5.0).held()};
    }
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S missing = S(1) - p.stiffness * s.deflection * sign(c.velocity) / p.coulomb;
    return {c.velocity * growth(p, missing)};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    return {p.stiffness * s.deflection};
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& s, const S&) noexcept {
    const S travel = after.displacement - before.displacement;
    const S direction = sign(travel);
    const S range = p.coulomb / p.stiffness;
    const S missing = S(1) - s.deflection * direction / range;
    const S decay = decay_over(p, missing, abs(travel) / range);
    return {s.deflection + direction * range * missing * decay * mean_decay(decay)};
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return sign(c.velocity) * p.coulomb;
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    return p.stiffness * s.deflection * s.deflection / S(2);
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    return p.stiffness;
  }

 private:
  // |u|^i sign(u).
  template <class S>
  STICKSLIP_HD static S growth(const Params<S>& p, const S& missing) noexcept {
    const auto brittle = p.exponent < S(1);
    const S plain = sign(missing) * power(abs(missing), p.exponent);
    if (!possible(brittle)) return plain;
    constexpr double least = 1e-6;
    const S size = missing * missing + S(least * least);
    return select(brittle, missing * power(size, (p.exponent - S(1)) / S(2)), plain);
  }

  // w of the formula above, at least 0; around the exponent 1 it is kappa + (i - 1) kappa (log|missing| - kappa/2).
  template <class S>
  STICKSLIP_HD static S decay_over(const Params<S>& p, const S& missing, const S& kappa) noexcept {
    const S shape = p.exponent - S(1);
    const auto curved = shape < S(0) || shape > S(0);
    if (!possible(curved) && is_constant(shape)) return kappa;
    constexpr double gone = 700.0;  // exp(-700) is the smallest decay worth telling from zero
    const S raised = select(curved, shape, S(1));
    const S logarithm_missing = log(larger(abs(missing), S(1e-30)));
    const S growth = raised * kappa * exp(raised * logarithm_missing);
    const auto reaches_limit = !(growth > S(-1));
    // log(1 + q) without loss for small q (Kahan): q log(r)/(r - 1) with the rounded r = 1 + q.
    const S rounded = S(1) + select(reaches_limit, S(1), growth);
    const S excess = rounded - S(1);
    const auto tiny = !(excess > S(0) || excess < S(0));
    const S logarithm = select(tiny, growth, growth * log(rounded) / select(tiny, S(1), excess));
    const S w = select(reaches_limit, S(gone), logarithm / raised);
    const S flat = is_constant(shape) ? kappa : kappa + shape * kappa * (logarithm_missing - kappa / S(2));
    return select(curved, smaller(w, S(gone)), flat);
  }
};

}  // namespace stickslip
