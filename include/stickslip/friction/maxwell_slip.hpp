// Maxwell slip: n massless elements in parallel, each a spring that slides once its pull reaches a limit.
//
//   dF_i/dt = k_i v while |F_i| < W_i or v unloads the element, else 0
//   F = sum F_i + sigma_2 v
//
// 000 (1)-(4), with F_i = k_i (z - xi_i). The sampled step F_i := clip(F_i + k_i dx, W_i) is exact in displacement as
// long as the motion does not turn inside the step; a turn inside it costs an error of order h^2.
#pragma once

#include "stickslip/friction/elements.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

template <std::size_t N>
struct MaxwellSlip {
  static constexpr std::string_view name = "maxwell-slip";
  static constexpr std::string_view title = "Maxwell slip, n elements with constant limits";
  static constexpr std::string_view source = "Mustafa et al. 2022 (000), eqs. 1-4; Iwan 1966";
  static constexpr std::string_view equation =
      "dF_i/dt = k_i v while |F_i| < W_i or v unloads the element, else 0\n"
      "F = sum F_i + sigma_2 v";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::always;
  static constexpr std::string_view passive_when = "always";
  static constexpr std::size_t elements = N;
  static constexpr auto guard_names = element_guard_names<N>;

  template <class S>
  using State = ElementState<S, N>;

  template <class S>
  struct Params {
    using Scalar = S;
    std::array<S, N> stiffness = default_stiffness<S>(N);
    std::array<S, N> limit = default_limit<S>(N);
    S viscous = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "k_i", "N/m", "Stiffness of an element; 0 switches it off.", 0.0, 1e12)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, limit, "W_i", "N", "Force at which an element slips.", 0.0, 1e9)
              .seen_in(recording::reversals_of_all_sizes),
          STICKSLIP_FIELD(P, viscous, "sigma_2", "N.s/m", "Viscous friction per speed.", 0.0, 1e9)
              .seen_in(recording::fast_motion)};
    }
  };

  // Defaults for n elements in use: 1 N in all, the elements slip one after another up to 50 um.
  template <class S>
  static constexpr Params<S> defaults(std::size_t n) {
    Params<S> p;
    p.stiffness = default_stiffness<S>(n);
    p.limit = default_limit<S>(n);
    return p;
  }

  static constexpr Projection projection{.element = name};

  static void take_elements(Params<double>& p, const FoundElements& found) {
    for (std::size_t i = 0; i < found.travel.size(); ++i) {
      p.stiffness[i] = found.stiffness[i];
      p.limit[i] = found.limit(i);
    }
    p.viscous = found.viscous;
  }

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    State<S> r;
    for (std::size_t i = 0; i < N; ++i) r.pull[i] = select(slips(s.slip[i]), S(0), p.stiffness[i] * c.velocity);
    return r;
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {total(s.pull) + p.viscous * c.velocity};
  }

  // Talent: the force of every element [N].
  template <class S>
  STICKSLIP_HD static std::array<S, N> element_forces(const Params<S>&, const Contact<S>&, const State<S>& s) noexcept {
    return s.pull;
  }

  template <class S>
  STICKSLIP_HD static std::array<S, N> guards(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    std::array<S, N> g;
    for (std::size_t i = 0; i < N; ++i) g[i] = element_guard(s.slip[i], s.pull[i], p.limit[i], c.velocity);
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
                                       const State<S>& s, const S&) noexcept {
    const S travel = after.displacement - before.displacement;
    State<S> next;
    for (std::size_t i = 0; i < N; ++i) {
      const S tried = s.pull[i] + p.stiffness[i] * travel;
      next.pull[i] = clip_to(tried, p.limit[i]);
      next.slip[i] = select(abs(tried) > p.limit[i], sign(tried), S(0));
    }
    return next;
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    S limits = S(0);
    for (std::size_t i = 0; i < N; ++i) limits = limits + select(p.stiffness[i] > S(0), p.limit[i], S(0));
    return sign(c.velocity) * limits + p.viscous * c.velocity;
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
  STICKSLIP_HD static constexpr std::array<S, N> default_limit(std::size_t n) {
    return per_element<S, N>(n, [n](std::size_t) { return 1.0 / double(n); });
  }
  template <class S>
  STICKSLIP_HD static constexpr std::array<S, N> default_stiffness(std::size_t n) {
    return per_element<S, N>(n, [](std::size_t i) { return 1.0 / (5e-5 * double(i + 1)); });
  }
};

}  // namespace stickslip
