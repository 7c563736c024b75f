// Leuven integrated friction, modified form: the presliding hysteresis of Maxwell elements under a sliding law.
//
//   dz/dt = v [1 - sign(r) |r|^n],   r = F_h(z)/(sign(v) g(v))
//   F_h = sum F_i,   dF_i = k_i dz while |F_i| < W_i or dz unloads the element, else 0
//   g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^delta)
//   F = F_h + sigma_1 dz/dt + sigma_2 v
//
// J. Swevers, F. Al-Bender, C. Ganseman, T. Prajogo, IEEE Trans. Automatic Control 45(4), 2000, kept the reversal
// points of F_h on a stack; V. Lampaert, J. Swevers, F. Al-Bender, ibid. 47(4), 2002, replaced the stack by Maxwell
// elements, which give the same hysteresis (Masing's rules) with a fixed number of states and without a jump when an
// inner loop closes. This is the second form. Used or compared in 000, 002, 004. Sliding settles at g(v) as long as the
// elements can carry it: sum W_i > g(v).
#pragma once

#include "stickslip/friction/elements.hpp"
#include "stickslip/friction/maxwell_slip.hpp"
#include "stickslip/friction/path_step.hpp"
#include "stickslip/friction/recordings.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

template <std::size_t N>
struct Leuven {
  static constexpr std::string_view name = "leuven";
  static constexpr std::string_view title = "Leuven law with Maxwell elements";
  static constexpr std::string_view source = "Swevers et al. 2000, Lampaert et al. 2002; in 000, 002 and 004";
  static constexpr std::string_view equation =
      "dz/dt = v [1 - sign(r) |r|^m],  r = F_h/(sign(v) g(v)),  F_h = sum F_i\n"
      "dF_i = k_i dz while |F_i| < W_i or dz unloads the element, else 0\n"
      "g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)\n"
      "F = F_h + sigma_1 dz/dt + sigma_2 v";
  static constexpr Reads reads = Reads::velocity;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when = "damping = 0; a large damping returns energy at speed";
  static constexpr std::size_t elements = N;
  static constexpr auto guard_names = element_guard_names<N>;

  template <class S>
  using State = ElementState<S, N>;

  template <class S>
  struct Params {
    using Scalar = S;
    std::array<S, N> stiffness = default_stiffness<S>(N);
    std::array<S, N> limit = default_limit<S>(N);
    S transition_exponent = S(2);
    S damping = S(10);
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "k_i", "N/m", "Stiffness of an element; 0 switches it off.", 0.0, 1e12)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, limit, "W_i", "N", "Force at which an element slips.", 0.0, 1e9)
              .seen_in(recording::reversals_of_all_sizes),
          STICKSLIP_FIELD(P, transition_exponent, "m", "1", "Sharpness of the transition from presliding to sliding.",
                          1.0, 20.0),
          STICKSLIP_FIELD(P, damping, "sigma_1", "N.s/m", "Damping of the presliding motion.", 0.0, 1e9)
              .searched(0.0, 100.0)
              .seen_in(recording::fast_presliding),
          STICKSLIP_STRIBECK_ROWS(P)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  // Defaults for n elements in use: 2 N in all, more than break-away, slipping one after another up to 50 um.
  template <class S>
  static constexpr Params<S> defaults(std::size_t n) {
    Params<S> p;
    p.stiffness = default_stiffness<S>(n);
    p.limit = default_limit<S>(n);
    return p;
  }

  static constexpr Projection projection{.element = MaxwellSlip<1>::name, .is_whole = false};

  static void take_elements(Params<double>& p, const FoundElements& found) {
    for (std::size_t i = 0; i < found.travel.size(); ++i) {
      p.stiffness[i] = found.stiffness[i];
      p.limit[i] = found.limit(i);
    }
    p.coulomb = p.breakaway = found.sum_limits();
    p.viscous = found.viscous;
  }

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S drift = deflection_rate(p, c, s);
    State<S> r;
    for (std::size_t i = 0; i < N; ++i) r.pull[i] = select(slips(s.slip[i]), S(0), p.stiffness[i] * drift);
    return r;
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {total(s.pull) + p.damping * deflection_rate(p, c, s) + p.viscous.towards(c.velocity < S(0)) * c.velocity};
  }

  // Talent: the force of every element [N].
  template <class S>
  STICKSLIP_HD static std::array<S, N> element_forces(const Params<S>&, const Contact<S>&, const State<S>& s) noexcept {
    return s.pull;
  }

  template <class S>
  STICKSLIP_HD static std::array<S, N> guards(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S drift = deflection_rate(p, c, s);
    std::array<S, N> g;
    for (std::size_t i = 0; i < N; ++i) g[i] = element_guard(s.slip[i], s.pull[i], p.limit[i], drift);
    return g;
  }

  template <class S>
  STICKSLIP_HD static State<S> reset(const Params<S>&, const Contact<S>&, const State<S>& s, std::size_t i) noexcept {
    State<S> next = s;
    next.slip[i] = slip_after_guard(s.slip[i], s.pull[i]);
    return next;
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& state, const S& h) noexcept {
    const auto step = [&p](const Contact<S>& from, const Contact<S>& to, const State<S>& s, const S& dt) {
      const S travel = (from.velocity + to.velocity) / S(2) * dt;
      const S direction = sign(travel);
      const S level0 = stribeck_level(p, abs(from.velocity), travel < S(0));
      const S level1 = stribeck_level(p, abs(to.velocity), travel < S(0));
      const auto f = [&](const S& y, const S& part) {
        return growth(p, s, direction, y, level0 + part * (level1 - level0));
      };
      const auto range = [&p](const S& y) { return abs(y) + longest_stretch(p); };
      return stretch_state(p, s, direction * path_step(S(0), abs(travel), f, range));
    };
    return split_at_reversal(before, after, state, h, step);
  }

  // At g(v); or, where the elements cannot carry that, at their limits with the deflection growing for ever.
  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    const auto moves_back = c.velocity < S(0);
    S limits = S(0);
    for (std::size_t i = 0; i < N; ++i) limits = limits + select(p.stiffness[i] > S(0), p.limit[i], S(0));
    const S level = stribeck_level(p, abs(c.velocity), moves_back);
    const S carried = smaller(level, limits);
    const S drift = c.velocity * (S(1) - power(carried / level, p.transition_exponent));
    return sign(c.velocity) * carried + p.damping * drift + p.viscous.towards(moves_back) * c.velocity;
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    return spring_energy(s.pull, p.stiffness);
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    return total(p.stiffness);
  }

 private:
  template <class S>
  STICKSLIP_HD static S deflection_rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S level = stribeck_level(p, abs(c.velocity), c.velocity < S(0));
    const S ratio = total(s.pull) * sign(c.velocity) / level;
    return c.velocity * (S(1) - sign(ratio) * power(abs(ratio), p.transition_exponent));
  }

  // The elements after a further deflection dz.
  template <class S>
  STICKSLIP_HD static State<S> stretch_state(const Params<S>& p, const State<S>& s, const S& dz) noexcept {
    State<S> next;
    for (std::size_t i = 0; i < N; ++i) {
      const S tried = s.pull[i] + p.stiffness[i] * dz;
      next.pull[i] = clip_to(tried, p.limit[i]);
      next.slip[i] = select(abs(tried) > p.limit[i], sign(tried), S(0));
    }
    return next;
  }

  // The deflection that takes every element from one limit to the other.
  template <class S>
  STICKSLIP_HD static S longest_stretch(const Params<S>& p) noexcept {
    S most = S(0);
    for (std::size_t i = 0; i < N; ++i) {
      const auto on = p.stiffness[i] > S(0);
      most = larger(most, select(on, S(2) * p.limit[i] / select(on, p.stiffness[i], S(1)), S(0)));
    }
    return most;
  }

  // dz/dx after the deflection has grown by y in the given direction, and its slope in y.
  template <class S>
  STICKSLIP_HD static Slope<S> growth(const Params<S>& p, const State<S>& s, const S& direction, const S& y,
                                      const S& level) noexcept {
    S pull = S(0);
    S tangent = S(0);
    for (std::size_t i = 0; i < N; ++i) {
      const S tried = s.pull[i] * direction + p.stiffness[i] * y;
      pull = pull + clip_to(tried, p.limit[i]);
      tangent = tangent + select(abs(tried) < p.limit[i], p.stiffness[i], S(0));
    }
    const S ratio = pull / level;
    const S raised = power(abs(ratio), p.transition_exponent - S(1));
    return {S(1) - ratio * raised, -p.transition_exponent * raised * tangent / level};
  }

  template <class S>
  STICKSLIP_HD static constexpr std::array<S, N> default_limit(std::size_t n) {
    return per_element<S, N>(n, [n](std::size_t) { return 2.0 / double(n); });
  }
  template <class S>
  STICKSLIP_HD static constexpr std::array<S, N> default_stiffness(std::size_t n) {
    return per_element<S, N>(n, [](std::size_t i) { return 2.0 / (5e-5 * double(i + 1)); });
  }
};

}  // namespace stickslip
