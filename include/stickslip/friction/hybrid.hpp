// Hybrid friction: a finite-state machine with a stick mode and a slip mode.
//
//   slip (mode +1, -1):  F = mode [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v
//   stick (mode 0):      m dv/dt = -m p_0 v, that is F = u + m p_0 v
//   stick to slip:       |u| > F_s and |v| < S_2
//   slip to stick:       mode u < F_c and mode v < S, or the velocity changes sign
//
// u is the applied force, m the mass: the law must be told both.
// R. Nouailletas, E. Mendes, D. Koenig, "Hybrid modeling and identification of dry friction systems, application to a
// clutch actuator", Control Engineering Practice 18(8), 2010 (004), eqs. 5-11. The direction of a slip is kept from its
// break-away, where sign(v) is not yet known. Added: a body that is carried faster than S while it sticks slips; in
// 004's own simulations this cannot happen, a recorded motion may do it. The stick mode holds by pushing: while |v| < S
// it may return energy, at most that of the mass at speed S.
#pragma once

#include "stickslip/friction/rigid_stick.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

struct Hybrid {
  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view title = "Hybrid law with stick and slip modes";
  static constexpr std::string_view source = "Nouailletas et al. 2010 (004), eqs. 5-11";
  static constexpr std::string_view equation =
      "slip:  F = q [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v,  q = +1 or -1\n"
      "stick: F = u + m p_0 v, so that dv/dt = -p_0 v\n"
      "stick to slip: |u| > F_s and |v| < S_2;  slip to stick: q u < F_c and q v < S, or v changes sign";
  static constexpr Reads reads = Reads::velocity | Reads::applied | Reads::mass;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::rigid;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when =
      "the speed is 0 or at least stick_velocity; below it the stick mode may push";

  static constexpr std::array<std::string_view, 2> guard_names{"break-away forward, or stop",
                                                               "break-away back, or reversal"};
  static constexpr int order = 1;  // of the sampled face: one transition per step, decided at its end

  template <class S>
  using State = StickMode<S>;

  // Table 1 of 004.
  template <class S>
  struct Params {
    using Scalar = S;
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);
    S stick_rate = S(1e3);
    S stick_velocity = S(2e-3);
    S release_velocity = S(4e-5);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_STRIBECK_ROWS(P),
          STICKSLIP_FIELD(P, stick_rate, "p_0", "1/s", "Rate at which the velocity dies in the stick mode.", 1e-3, 1e12,
                          Scale::log)
              .held(),
          STICKSLIP_FIELD(P, stick_velocity, "S", "m/s", "Speed below which a slip may end.", 1e-12, 1e6, Scale::log)
              .held(),
          STICKSLIP_FIELD(P, release_velocity, "S_2", "m/s", "Speed below which a slip may begin.", 1e-15, 1e6,
                          Scale::log)
              .held()};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb,
                                          Relation{Relation::Kind::above, "stick_velocity", "release_velocity"}};
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>&, const Contact<S>&, const State<S>&) noexcept {
    return {};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const auto moves_back = s.mode < S(0);
    const S slip = s.mode * stribeck_level(p, abs(c.velocity), moves_back) + p.viscous.towards(moves_back) * c.velocity;
    const S held = c.applied + c.mass * p.stick_rate * c.velocity;
    return {select(sticks(s), held, slip)};
  }

  template <class S>
  STICKSLIP_HD static std::array<S, 2> guards(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    // All of them in units of the break-away force: beside it a margin of speed in m/s would hide a margin of force.
    const S fast = abs(c.velocity) / p.release_velocity - S(1);
    const S speed_forward = c.velocity / p.stick_velocity;
    const S forward = smaller(larger(S(1) - c.applied / p.breakaway.forward, fast), S(1) - speed_forward);
    const S back = smaller(larger(S(1) + c.applied / p.breakaway.back, fast), S(1) + speed_forward);
    const S speed = s.mode * c.velocity;
    const S pushed = s.mode * c.applied - p.coulomb.towards(s.mode < S(0));
    return {select(sticks(s), forward, larger(pushed, speed - p.stick_velocity)), select(sticks(s), back, speed)};
  }

  template <class S>
  STICKSLIP_HD static State<S> reset(const Params<S>&, const Contact<S>&, const State<S>& s,
                                     std::size_t guard) noexcept {
    return {select(sticks(s), guard == 0 ? S(1) : S(-1), S(0))};
  }

  // Decided at the end of the step; a step that passes the window |v| < S_2, or zero, may set off inside it.
  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& s, const S&) noexcept {
    const S speed = s.mode * after.velocity;
    const auto let_go = s.mode * after.applied < p.coulomb.towards(s.mode < S(0));
    const auto ends = !(speed > S(0)) || (let_go && speed < p.stick_velocity);
    const auto carried = !(abs(after.velocity) < p.stick_velocity);
    const auto slow = smaller(abs(before.velocity), abs(after.velocity)) < p.release_velocity ||
                      before.velocity * after.velocity < S(0);
    const auto pushed_back = after.applied < S(0);
    const auto yields = abs(after.applied) > p.breakaway.towards(pushed_back) && slow;
    const S from_stick = select(carried, sign(after.velocity), select(yields, select(pushed_back, S(-1), S(1)), S(0)));
    return {select(sticks(s) || ends, from_stick, s.mode)};
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return stribeck_friction(p, c.velocity);
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>&, const Contact<S>&, const State<S>&) noexcept {
    return S(0);
  }

  template <class S>
  STICKSLIP_HD static auto sticks(const State<S>& s) noexcept {
    return !(s.mode > S(0) || s.mode < S(0));
  }
};

}  // namespace stickslip
