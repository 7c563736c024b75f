// Generalised Maxwell slip: n elements that stick like springs and slip towards a common Stribeck curve.
//
//   stick:  dF_i/dt = k_i v                                  until sign(v) F_i = alpha_i g(v)
//   slip:   dF_i/dt = C [alpha_i sign(v) - F_i/g(v)]         until v passes zero
//   F = sum F_i + sigma_2 v,   sum alpha_i = 1
//
// F. Al-Bender, V. Lampaert, J. Swevers, IEEE Trans. Automatic Control 50(11), 2005; 000 compares with it. With a
// constant level g one element is a Maxwell slip element.
// The law is not passive: at a crawl the pull of a slipping element climbs from alpha F_c to alpha F_s in the time
// g/C, whatever the path, and the spring energy it gains was never put in.
// Sampled: stick exact in displacement, slip exponential with the level linear over the step, the change between them
// located inside the step. Order 2.
#pragma once

#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/elements.hpp"
#include "stickslip/friction/maxwell_slip.hpp"
#include "stickslip/friction/recordings.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

template <std::size_t N>
struct Gms {
  static constexpr std::string_view name = "gms";
  static constexpr std::string_view title = "Generalised Maxwell slip";
  static constexpr std::string_view source = "Al-Bender, Lampaert and Swevers 2005; Mustafa et al. 2022 (000)";
  static constexpr std::string_view equation =
      "stick: dF_i/dt = k_i v until sign(v) F_i = alpha_i g(v)\n"
      "slip:  dF_i/dt = C [alpha_i sign(v) - F_i/g(v)] until v passes zero\n"
      "g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)\n"
      "F = sum F_i + sigma_2 v,  sum alpha_i = 1";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::never;
  static constexpr std::string_view passive_when =
      "never: at a crawl the pull of a slipping element climbs with time, not with the path";
  static constexpr std::size_t elements = N;
  static constexpr auto guard_names = element_guard_names<N>;

  template <class S>
  using State = ElementState<S, N>;

  template <class S>
  struct Params {
    using Scalar = S;
    std::array<S, N> stiffness = default_stiffness<S>(N);
    std::array<S, N> share = default_share<S>(N);
    S attraction = S(20);
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
          STICKSLIP_FIELD(P, share, "alpha_i", "1", "Share of an element in the sliding friction.", 0.0, 1.0)
              .seen_in(recording::reversals_of_all_sizes),
          STICKSLIP_FIELD(P, attraction, "C", "N/s", "Rate at which slipping elements approach the Stribeck curve.",
                          1e-9, 1e15, Scale::log)
              .seen_in(recording::changes_of_speed),
          STICKSLIP_STRIBECK_ROWS(P)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb, Relation{Relation::Kind::sums_to_one, "share"}};
  };

  // Defaults for n elements in use: equal shares, slipping one after another up to 50 um.
  template <class S>
  static constexpr Params<S> defaults(std::size_t n) {
    Params<S> p;
    p.stiffness = default_stiffness<S>(n);
    p.share = default_share<S>(n);
    return p;
  }

  static constexpr Projection projection{.element = MaxwellSlip<1>::name, .is_whole = false};

  static void take_elements(Params<double>& p, const FoundElements& found) {
    for (std::size_t i = 0; i < found.travel.size(); ++i) {
      p.stiffness[i] = found.stiffness[i];
      p.share[i] = found.limit(i) / found.sum_limits();
    }
    p.coulomb = p.breakaway = found.sum_limits();
    p.viscous = found.viscous;
  }

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S level = stribeck_level(p, abs(c.velocity), c.velocity < S(0));
    State<S> r;
    for (std::size_t i = 0; i < N; ++i)
      r.pull[i] = select(slips(s.slip[i]), p.attraction * (p.share[i] * s.slip[i] - s.pull[i] / level),
                         p.stiffness[i] * c.velocity);
    return r;
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {total(s.pull) + p.viscous.towards(c.velocity < S(0)) * c.velocity};
  }

  // Talent: the force of every element [N].
  template <class S>
  STICKSLIP_HD static std::array<S, N> element_forces(const Params<S>&, const Contact<S>&, const State<S>& s) noexcept {
    return s.pull;
  }

  template <class S>
  STICKSLIP_HD static std::array<S, N> guards(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S level = stribeck_level(p, abs(c.velocity), c.velocity < S(0));
    std::array<S, N> g;
    for (std::size_t i = 0; i < N; ++i)
      g[i] = select(p.stiffness[i] > S(0), directed_element_guard(s.slip[i], s.pull[i], p.share[i] * level, c.velocity),
                    S(1));
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
      return move_state(p, from, to, s, dt);
    };
    return split_at_reversal(before, after, state, h, step);
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    S shares = S(0);
    for (std::size_t i = 0; i < N; ++i) shares = shares + select(p.stiffness[i] > S(0), p.share[i], S(0));
    const auto moves_back = c.velocity < S(0);
    return sign(c.velocity) * shares * stribeck_level(p, abs(c.velocity), moves_back) +
           p.viscous.towards(moves_back) * c.velocity;
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
  // A step in which the velocity keeps its sign.
  template <class S>
  STICKSLIP_HD static State<S> move_state(const Params<S>& p, const Contact<S>& from, const Contact<S>& to,
                                          const State<S>& s, const S& dt) noexcept {
    const S mean = (from.velocity + to.velocity) / S(2);
    const S direction = sign(mean);
    const S travel = (to.displacement - from.displacement) * direction;
    const S level0 = stribeck_level(p, abs(from.velocity), mean < S(0));
    const S level1 = stribeck_level(p, abs(to.velocity), mean < S(0));
    const S tau = p.attraction * dt * S(2) / (level0 + level1);
    const auto stops = !(to.velocity > S(0) || to.velocity < S(0));
    State<S> next;
    for (std::size_t i = 0; i < N; ++i) {
      const S pull = s.pull[i] * direction;
      const S limit0 = p.share[i] * level0;
      const S limit1 = p.share[i] * level1;
      const auto slipping = s.slip[i] * direction > S(0);
      // A sticking element reaches its limit after this part of the step; a slipping one is there from the start.
      const S gain = p.stiffness[i] * travel;
      const auto yields = slipping || (p.stiffness[i] > S(0) && pull + gain > limit1);
      const S closing = gain - (limit1 - limit0);
      const S part =
          select(slipping || !(closing > S(0)), S(0), larger(limit0 - pull, S(0)) / larger(closing, S(1e-30)));
      const S begun = smaller(part, S(1));
      const S at_limit = limit0 + begun * (limit1 - limit0);
      const S first = select(slipping || !(pull < limit0), pull, at_limit);
      const S slid = relax(first, at_limit, limit1, (S(1) - begun) * tau);
      const S held = s.pull[i] + p.stiffness[i] * travel * direction;
      const auto moves = direction > S(0) || direction < S(0);
      next.pull[i] = select(moves, select(yields, slid * direction, held), s.pull[i]);
      next.slip[i] = select(moves && yields && !stops, direction, S(0));
    }
    return next;
  }

  template <class S>
  STICKSLIP_HD static constexpr std::array<S, N> default_share(std::size_t n) {
    return per_element<S, N>(n, [n](std::size_t) { return 1.0 / double(n); });
  }
  template <class S>
  STICKSLIP_HD static constexpr std::array<S, N> default_stiffness(std::size_t n) {
    return per_element<S, N>(n, [](std::size_t i) { return 1.5 / (5e-5 * double(i + 1)); });
  }
};

}  // namespace stickslip
