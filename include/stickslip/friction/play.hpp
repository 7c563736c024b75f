// One spring in series with one slider, shared by `backlash` and `backlash-stribeck`:
//
//   stick:  z' = v,  F = k z           until |z| = F_0/k while moving outwards
//   slip:   z stays at sign(v) F_0/k   until v passes zero
//
// The slider's position is y_sl = y - z: the output of Simulink's Backlash block with a dead band of 2 F_0/k.
// 003 (1)-(2); the direction condition is missing in print. Exact in displacement, a turn inside a step included.
#pragma once

#include "stickslip/friction/elements.hpp"

namespace stickslip {

template <class S>
struct PlayState {
  using Scalar = S;
  S stretch = S(0);
  S slip = S(0);

  static constexpr auto table() {
    using P = PlayState;
    return std::array{STICKSLIP_FIELD(P, stretch, "z", "m", "Stretch of the spring.", -1e3, 1e3),
                      STICKSLIP_FIELD(P, slip, "q", "1", "Direction of slip, or stick.", -1.0, 1.0, Scale::linear,
                                      "slips back|sticks|slips forward")};
  }
};

// Law gives adhesion(p, c) [N], the force F_0 at which the slider slips; p has a stiffness.
template <class Law>
struct Play {
  template <class S>
  using State = PlayState<S>;

  static constexpr std::array<std::string_view, 1> guard_names{"slip or stick"};

  template <class S>
  STICKSLIP_HD static auto slipping(const PlayState<S>& s) noexcept {
    return slips(s.slip);
  }

  template <class P, class S>
  STICKSLIP_HD static PlayState<S> rate(const P&, const Contact<S>& c, const PlayState<S>& s) noexcept {
    return {select(slipping(s), S(0), c.velocity), S(0)};
  }

  template <class P, class S>
  STICKSLIP_HD static std::array<S, 1> guards(const P& p, const Contact<S>& c, const PlayState<S>& s) noexcept {
    return {element_guard(s.slip, s.stretch, Law::adhesion(p, c) / p.stiffness, c.velocity)};
  }

  template <class P, class S>
  STICKSLIP_HD static PlayState<S> reset(const P&, const Contact<S>&, const PlayState<S>& s, std::size_t) noexcept {
    return {s.stretch, slip_after_guard(s.slip, s.stretch)};
  }

  template <class P, class S>
  STICKSLIP_HD static PlayState<S> advance(const P& p, const Contact<S>& before, const Contact<S>& after,
                                           const PlayState<S>& state, const S& h) noexcept {
    const auto step = [&p](const Contact<S>& from, const Contact<S>& to, const PlayState<S>& s, const S&) {
      const S tried = s.stretch + (to.displacement - from.displacement);
      const S range = Law::adhesion(p, to) / p.stiffness;
      // A slip needs a motion outwards: recorded displacement and velocity may disagree about a reversal.
      const auto outwards = tried * to.velocity > S(0);
      return PlayState<S>{clip_to(tried, range), select(abs(tried) > range && outwards, sign(tried), S(0))};
    };
    return split_at_reversal(before, after, state, h, step);
  }

  template <class P, class S>
  STICKSLIP_HD static S stored_energy(const P& p, const Contact<S>&, const PlayState<S>& s) noexcept {
    return p.stiffness * s.stretch * s.stretch / S(2);
  }

  template <class P, class S>
  STICKSLIP_HD static S presliding_stiffness(const P& p, const Contact<S>&) noexcept {
    return p.stiffness;
  }
};

}  // namespace stickslip
