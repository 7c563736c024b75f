// True stick without presliding: a body is held, or it slides forward or back. Shared by `coulomb`, `stribeck` and
// `karnopp`.
//
//   held      (mode  0): force = applied, and velocity = 0, while -F_s(back) <= applied <= F_s(forward)
//   sliding   (mode +1, -1): force = mode * sliding friction, until the velocity enters the band |v| <= D_v around zero
//             (D_v = 0 but for `karnopp`) with an applied force that break-away friction can hold
//
// A force below break-away therefore never moves the body.
// 004 section 2.1 in the limit p_0 -> infinity, S -> 0; the five-mode automaton of Modelica's BearingFriction without
// its two starting modes.
#pragma once

#include <array>

#include "stickslip/friction.hpp"

namespace stickslip {

#define STICKSLIP_MODE_ROW(P)                                                                                 \
  STICKSLIP_FIELD(P, mode, "q", "1", "Direction of sliding, or held.", -1.0, 1.0, ::stickslip::Scale::linear, \
                  "sliding back|held|sliding forward")

template <class S>
struct StickMode {
  using Scalar = S;
  S mode = S(0);

  static constexpr auto table() {
    using P = StickMode;
    return std::array{STICKSLIP_MODE_ROW(P)};
  }
};

// Law gives holding(p, c, moves_back) [N], the largest friction at standstill, and sliding(p, c, moves_back) [N], the
// friction at speed |c.velocity| without sign; where it has one, band(p) [m/s], the speed below which the body counts
// as stopped, and then the steady state that goes with it.
template <class Law>
struct RigidStick {
  template <class S>
  using State = StickMode<S>;

  static constexpr std::array<std::string_view, 2> guard_names{"break-away forward, or stop",
                                                               "break-away back, or reversal"};

  template <class S>
  STICKSLIP_HD static auto holds(const StickMode<S>& s) noexcept {
    return !(s.mode > S(0) || s.mode < S(0));
  }

  template <class P>
  STICKSLIP_HD static auto band(const P&) noexcept {
    return typename P::Scalar(0);
  }

  template <class P, class S>
  STICKSLIP_HD static S steady_state(const P& p, const Contact<S>& c) noexcept {
    return sign(c.velocity) * Law::sliding(p, c, c.velocity < S(0));
  }

  // Nothing is deflected.
  template <class P, class S>
  STICKSLIP_HD static S stored_energy(const P&, const Contact<S>&, const StickMode<S>&) noexcept {
    return S(0);
  }

  template <class P, class S>
  STICKSLIP_HD static StickMode<S> rate(const P&, const Contact<S>&, const StickMode<S>&) noexcept {
    return {};
  }

  template <class P, class S>
  STICKSLIP_HD static Force<S> force(const P& p, const Contact<S>& c, const StickMode<S>& s) noexcept {
    const auto moves_back = s.mode < S(0);
    const S sliding = s.mode * Law::sliding(p, c, moves_back);
    const auto pushed_back = c.applied < S(0);
    const S held = clip_to(c.applied, Law::holding(p, c, pushed_back));
    return {select(holds(s), held, sliding)};
  }

  template <class P, class S>
  STICKSLIP_HD static std::array<S, 2> guards(const P& p, const Contact<S>& c, const StickMode<S>& s) noexcept {
    const auto back = S(-1) < S(0);
    const auto held = holds(s);
    const S band = Law::band(p);
    const auto banded = band > S(0);
    const S speed = s.mode * c.velocity;
    const S excess = abs(c.applied) - Law::holding(p, c, c.applied < S(0));
    return {select(held, Law::holding(p, c, !back) - c.applied, select(banded, larger(speed - band, excess), speed)),
            select(held, Law::holding(p, c, back) + c.applied, select(banded, speed, S(1)))};
  }

  // The mode of a body at rest: held, or set off in the direction of a force that exceeds break-away.
  template <class P, class S>
  STICKSLIP_HD static S mode_at_rest(const P& p, const Contact<S>& c) noexcept {
    const auto pushed_back = c.applied < S(0);
    const auto yields = abs(c.applied) > Law::holding(p, c, pushed_back);
    return select(yields, select(pushed_back, S(-1), S(1)), S(0));
  }

  template <class P, class S>
  STICKSLIP_HD static StickMode<S> reset(const P& p, const Contact<S>& c, const StickMode<S>& s,
                                         std::size_t guard) noexcept {
    const S broken = guard == 0 ? S(1) : S(-1);
    return {select(holds(s), broken, mode_at_rest(p, c))};
  }

  template <class P, class S>
  STICKSLIP_HD static StickMode<S> advance(const P& p, const Contact<S>&, const Contact<S>& after, const StickMode<S>&,
                                           const S&) noexcept {
    const S speed = abs(after.velocity);
    const auto moving = speed > S(0) && !(speed < Law::band(p));
    return {select(moving, sign(after.velocity), mode_at_rest(p, after))};
  }
};

}  // namespace stickslip
