// Preisach friction: presliding hysteresis with non-local memory by a plane of relays.
//
//   z' = v while |z| < z_max or v leads back, else 0                        the presliding deflection
//   p_k := max(z - r_k, min(z + r_k, p_k)),  r_k = z_max k/K,  k = 1..K     the boundary of column k
//   F = sum w_k [z - Q(p_k)] + sigma_2 v,  Q(p) = p/(1 + |p|/c)
//
// A column holds all relays of half-width r_k; the relays with centres below p_k are up, the others down, and Q is the
// density of their centres, integrated. Columns of that kind are the Preisach plane in its coordinates half-width and
// centre, discretised in the half-width alone, so that the force has no steps. The weights w_k fall with the half-width
// like 1/(rho + k/K) and are scaled so that sliding settles at F_c.
// A density that does not depend on the centre (c -> infinity) gives Maxwell slip with K elements; a finite c makes the
// virgin curve differ from half a full loop, which no Maxwell-slip law can do.
// 004 section 7; I. Mayergoyz, Mathematical Models of Hysteresis, 1991. Exact in displacement as long as the motion
// does not turn inside the step; a turn inside it costs an error of order h^2.
//
// Energy: for every column V = w [z^2/2 - Q z + integral of p dQ], the power lost is w r |dQ/dt| >= 0.
#pragma once

#include "stickslip/friction/elements.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct Preisach {
  static constexpr std::string_view name = "preisach";
  static constexpr std::string_view title = "Preisach plane of relays with non-local memory";
  static constexpr std::string_view source = "Nouailletas et al. 2010 (004), section 7; Mayergoyz 1991";
  static constexpr std::string_view equation =
      "z' = v while |z| < z_max or v leads back, else 0\n"
      "p_k := max(z - r_k, min(z + r_k, p_k)),  r_k = z_max k/K\n"
      "F = sum w_k [z - Q(p_k)] + sigma_2 v,  Q(p) = p/(1 + |p|/c),  w_k ~ 1/(rho + k/K)";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";

  static constexpr std::size_t columns = 16;
  static constexpr auto guard_names = [] {
    std::array<std::string_view, 1 + columns> names{};
    for (auto& n : names) n = "a column of relays starts or stops switching";
    names[0] = "slip or stick";
    return names;
  }();

  template <class S>
  struct Params {
    using Scalar = S;
    S coulomb = S(1);
    S presliding_limit = S(5e-5);
    S roundness = S(0.1);
    S centre_spread = S(1);
    S viscous = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{STICKSLIP_FIELD(P, coulomb, "F_c", "N", "Friction while sliding, without its viscous part.",
                                        1e-9, 1e9, Scale::log),
                        STICKSLIP_FIELD(P, presliding_limit, "z_max", "m", "Deflection at which sliding begins.", 1e-12,
                                        1e3, Scale::log)
                            .seen_in(recording::small_reversals),
                        STICKSLIP_FIELD(P, roundness, "rho", "1",
                                        "Small: most weight in narrow relays; large: all alike.", 1e-3, 1e3, Scale::log)
                            .seen_in(recording::small_reversals),
                        STICKSLIP_FIELD(P, centre_spread, "c/z_max", "1", "Width of the relays' centres over z_max.",
                                        0.1, 1e9, Scale::log)
                            .held(),
                        STICKSLIP_FIELD(P, viscous, "sigma_2", "N.s/m", "Viscous friction per speed.", 0.0, 1e9)
                            .seen_in(recording::fast_motion)};
    }
  };

  template <class S>
  struct State {
    using Scalar = S;
    S deflection = S(0);
    S slip = S(0);
    std::array<S, columns> boundary{};
    std::array<S, columns> switching{};

    static constexpr auto table() {
      using P = State;
      return std::array{
          STICKSLIP_FIELD(P, deflection, "z", "m", "Presliding deflection.", -1e3, 1e3),
          STICKSLIP_FIELD(P, slip, "q", "1", "Direction of slip, or stick.", -1.0, 1.0, Scale::linear,
                          "slips back|sticks|slips forward"),
          STICKSLIP_FIELD(P, boundary, "p_k", "m", "Centre up to which a column's relays are up.", -1e3, 1e3),
          STICKSLIP_FIELD(P, switching, "q_k", "1", "Direction in which a column switches, or rests.", -1.0, 1.0,
                          Scale::linear, "down|rests|up")};
    }
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>&, const Contact<S>& c, const State<S>& s) noexcept {
    State<S> r;
    r.deflection = select(slips(s.slip), S(0), c.velocity);
    for (std::size_t k = 0; k < columns; ++k) r.boundary[k] = select(slips(s.switching[k]), r.deflection, S(0));
    return r;
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    S sum = S(0);
    S scale = S(0);
    for (std::size_t k = 0; k < columns; ++k) {
      sum = sum + shape(p, k) * (s.deflection - centre(p, s.boundary[k]));
      scale = scale + shape(p, k) * full_column(p, k);
    }
    return {p.coulomb * sum / scale + p.viscous * c.velocity};
  }

  // Talent: the force of every column of relays [N].
  template <class S>
  STICKSLIP_HD static std::array<S, columns> element_forces(const Params<S>& p, const Contact<S>&,
                                                            const State<S>& s) noexcept {
    S scale = S(0);
    for (std::size_t k = 0; k < columns; ++k) scale = scale + shape(p, k) * full_column(p, k);
    std::array<S, columns> forces;
    for (std::size_t k = 0; k < columns; ++k)
      forces[k] = p.coulomb * shape(p, k) * (s.deflection - centre(p, s.boundary[k])) / scale;
    return forces;
  }

  template <class S>
  STICKSLIP_HD static std::array<S, 1 + columns> guards(const Params<S>& p, const Contact<S>& c,
                                                        const State<S>& s) noexcept {
    std::array<S, 1 + columns> g;
    g[0] = element_guard(s.slip, s.deflection, p.presliding_limit, c.velocity);
    for (std::size_t k = 0; k < columns; ++k)
      g[1 + k] = element_guard(s.switching[k], s.deflection - s.boundary[k], half_width(p, k), c.velocity);
    return g;
  }

  template <class S>
  STICKSLIP_HD static State<S> reset(const Params<S>&, const Contact<S>&, const State<S>& s,
                                     std::size_t guard) noexcept {
    State<S> next = s;
    if (guard == 0)
      next.slip = slip_after_guard(s.slip, s.deflection);
    else
      next.switching[guard - 1] = slip_after_guard(s.switching[guard - 1], s.deflection - s.boundary[guard - 1]);
    return next;
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& s, const S&) noexcept {
    const S tried = s.deflection + (after.displacement - before.displacement);
    State<S> next;
    next.deflection = clip_to(tried, p.presliding_limit);
    next.slip = select(abs(tried) > p.presliding_limit, sign(tried), S(0));
    for (std::size_t k = 0; k < columns; ++k) {
      const S gap = next.deflection - s.boundary[k];
      const S inside = clip_to(gap, half_width(p, k));
      next.boundary[k] = next.deflection - inside;
      next.switching[k] = select(abs(gap) > half_width(p, k), sign(gap), S(0));
    }
    return next;
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return sign(c.velocity) * p.coulomb + p.viscous * c.velocity;
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    const S spread = p.centre_spread * p.presliding_limit;
    S sum = S(0);
    S scale = S(0);
    for (std::size_t k = 0; k < columns; ++k) {
      // Integral of p dQ from 0: p Q - (c |p| - c^2 log(1 + |p|/c)).
      const S reach = abs(s.boundary[k]);
      const S quotient = centre(p, s.boundary[k]);
      const S area = spread * reach - spread * spread * log(S(1) + reach / spread);
      const S column = s.deflection * s.deflection / S(2) - quotient * s.deflection + s.boundary[k] * quotient - area;
      sum = sum + shape(p, k) * column;
      scale = scale + shape(p, k) * full_column(p, k);
    }
    return p.coulomb * sum / scale;
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    S sum = S(0);
    S scale = S(0);
    for (std::size_t k = 0; k < columns; ++k) {
      sum = sum + shape(p, k);
      scale = scale + shape(p, k) * full_column(p, k);
    }
    return p.coulomb * sum / scale;
  }

 private:
  template <class S>
  STICKSLIP_HD static S half_width(const Params<S>& p, std::size_t k) noexcept {
    return p.presliding_limit * S(double(k + 1) / double(columns));
  }

  template <class S>
  STICKSLIP_HD static S shape(const Params<S>& p, std::size_t k) noexcept {
    return S(1) / (p.roundness + S(double(k + 1) / double(columns)));
  }

  // Q(p).
  template <class S>
  STICKSLIP_HD static S centre(const Params<S>& p, const S& boundary) noexcept {
    return boundary / (S(1) + abs(boundary) / (p.centre_spread * p.presliding_limit));
  }

  // z - Q(p_k) of a column when sliding forward.
  template <class S>
  STICKSLIP_HD static S full_column(const Params<S>& p, std::size_t k) noexcept {
    return p.presliding_limit - centre(p, p.presliding_limit - half_width(p, k));
  }
};

}  // namespace stickslip
