// Dry-clutch friction: an elastic angle inside a tanh, and a Stribeck dip.
//
//   T = T_s tanh(phi/phi_0 + k_w w/w_s) - sign(w) (T_s - T_d) (1 - exp(-(w/w_s)^2)),   phi' = w
//   T_d = k_d T_s,   T_s = N mu R i
//
// with a rule for phi when the motion stops or turns. N is the normal force of the parameters plus the load that the
// machine reports; mu falls or grows linearly with the temperature above the reference state when a coefficient is
// given. M. Mykhalevych (002), eq. 6.
//
// The paper states the rule in three contradictory ways; `reset` selects one of the readings:
//   clamp  phi is held at |phi| = 3 phi_0 while moving outwards, and never reset. The default. No drift, the paper's
//          property, while presliding is damped, k_w/(2 w_s) sqrt(T_s phi_0/m) >= 0.4, and the force stays below the
//          friction at speed, k_d T_s: a body on an elastic contact with less damping swings beyond break-away, and one
//          that slips under a larger force does not stop. Measured with 0.5 + 0.4 sin at 1 Hz on 1 kg: no drift down to
//          a ratio of 0.37, 15 mm per cycle at 0.26.
//   R1     phi := phi_0 sign(phi) whenever w = 0: the printed line 3 of (6). Creeps under a biased oscillating force,
//          further than LuGre, and produces energy.
//   R2     phi := 0 whenever w = 0: the paper's words. Creeps.
//   R3     phi := phi_0 sign(phi) at w = 0 only if |phi| > phi_0. No drift while the force stays below 0.7616 T_s.
//   R4     phi := +phi_0 whenever w = 0: the paper's block diagram. Creeps, and prefers one direction.
//   none   no reset, no limit.
//   hold   as clamp, and a body that stops under a force below T_s is held there: T = u + sqrt(m T_s/phi_0) w until
//          |u| > T_s, and sliding begins with |phi| = 3 phi_0. No drift below break-away for any parameters; needs the
//          applied force u.
// No reading is passive: between 2 phi_0 and 3 phi_0 a fast way out costs T_d per angle, the slow way back returns
// nearly T_s.
#pragma once

#include "stickslip/friction/recordings.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

struct DryClutch {
  static constexpr std::string_view name = "dry-clutch";
  static constexpr std::string_view title = "Dry-clutch law with elastic angle";
  static constexpr std::string_view source = "Mykhalevych (002), eq. 6";
  static constexpr std::string_view equation =
      "T = T_s tanh(phi/phi_0 + k_w w/w_s) - sign(w) (T_s - T_d) (1 - exp(-(w/w_s)^2)),  phi' = w\n"
      "T_d = k_d T_s,  T_s = N mu R i\n"
      "reset clamp: |phi| <= 3 phi_0;  R1: phi := phi_0 sign(phi) at w = 0 (as printed);  R2: phi := 0;\n"
      "      R3: as R1 only if |phi| > phi_0;  R4: phi := +phi_0;  none;\n"
      "      hold: as clamp, and T = u + sqrt(m T_s/phi_0) w from w = 0 on until |u| > T_s";
  static constexpr Reads reads = Reads::velocity | Reads::displacement;
  static constexpr Reads may_read = Reads::load | Reads::temperature | Reads::applied | Reads::mass;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::never;
  static constexpr std::string_view passive_when =
      "never: a fast way out costs T_d per angle, the slow way back returns nearly T_s";

  // The values of `reset`.
  enum Reset : int { clamp = 0, r1 = 1, r2 = 2, r3 = 3, r4 = 4, none = 5, hold = 6 };

  static constexpr std::array<std::string_view, 2> guard_names{"motion turns or starts", "angle reaches its limit"};

  static constexpr std::string_view compared_at =
      "normal_force=1.5 kinetic_ratio=0.66666666666666667 stribeck_velocity=0.001 elastic_travel=1.5e-5";

  template <class S>
  struct Params {
    using Scalar = S;
    S normal_force = S(1.1);
    S friction = S(1);
    S radius = S(1);
    S surfaces = S(1);
    S kinetic_ratio = S(1 / 1.1);
    S stribeck_velocity = S(0.1);
    S elastic_travel = S(0.01);
    S internal_friction = S(1.906925178491185);
    S temperature_coefficient = S(0);
    S reset = S(clamp);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, normal_force, "F_n", "N", "Constant normal force, added to the contact's load.", 0.0, 1e9)
              .held(),
          STICKSLIP_FIELD(P, friction, "mu", "1", "Coefficient of friction without slip.", 0.0, 100.0),
          STICKSLIP_FIELD(P, radius, "R", "m", "Mean radius of the friction surface.", 1e-6, 1e3, Scale::log).held(),
          STICKSLIP_FIELD(P, surfaces, "i", "1", "Number of friction surfaces.", 1.0, 1000.0).held(),
          STICKSLIP_FIELD(P, kinetic_ratio, "k_d", "1", "Friction at speed over friction without slip.", 0.01, 1.0)
              .seen_in(recording::slow_motion),
          STICKSLIP_FIELD(P, stribeck_velocity, "w_s", "m/s",
                          "Speed that separates the static from the kinetic regime.", 1e-9, 1e6, Scale::log)
              .seen_in(recording::slow_motion),
          STICKSLIP_FIELD(P, elastic_travel, "phi_0", "m", "Travel within which the contact deforms elastically.",
                          1e-12, 1e3, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, internal_friction, "k_w", "1", "Weight of the speed inside the tanh.", 0.0, 1e6)
              .seen_in(recording::fast_presliding),
          STICKSLIP_FIELD(P, temperature_coefficient, "c_t", "1/K", "Relative change of mu per temperature.", -0.1, 0.1)
              .needs(Reads::temperature)
              .seen_in(recording::temperatures),
          STICKSLIP_FIELD(P, reset, "rule", "1", "What happens to the elastic travel when the motion turns.", 0.0, 6.0,
                          Scale::linear, "clamp|R1|R2|R3|R4|none|hold")};
    }
  };

  template <class S>
  struct State {
    using Scalar = S;
    S travel = S(0);
    S direction = S(0);
    S clamped = S(0);

    static constexpr auto table() {
      using P = State;
      return std::array{STICKSLIP_FIELD(P, travel, "phi", "m", "Elastic travel.", -1e3, 1e3),
                        STICKSLIP_FIELD(P, direction, "q", "1", "Direction of the motion.", -1.0, 1.0, Scale::linear,
                                        "back|at rest|forward"),
                        STICKSLIP_FIELD(P, clamped, "q_c", "1", "Whether the travel is at its limit, or the body held.",
                                        0.0, 2.0, Scale::linear, "free|at its limit|held")};
    }
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>&, const Contact<S>& c, const State<S>& s) noexcept {
    return {select(s.clamped > S(0), S(0), c.velocity), S(0), S(0)};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S held = c.applied + sqrt(c.mass * presliding_stiffness(p, c)) * c.velocity;
    return {select(s.clamped > S(1), held, torque(p, c, s.travel / p.elastic_travel))};
  }

  // At rest the direction is unknown; it is taken when the speed exceeds `still`. A body that may be held and does not
  // move is held at once.
  template <class S>
  STICKSLIP_HD static std::array<S, 2> guards(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const auto moving = s.direction > S(0) || s.direction < S(0);
    const S slow = S(still) - abs(c.velocity);
    const S margin = static_torque(p, c) - abs(c.applied);
    const auto held = s.clamped > S(1);
    const auto to_be_held = is(p, hold) && !(margin < S(0));
    const S resting = select(held, smaller(slow, margin), select(to_be_held, S(-1), slow));
    const auto clamps = limits(p) && !(s.clamped > S(0));
    return {select(moving, s.direction * c.velocity, resting), select(clamps, limit(p) - abs(s.travel), S(1))};
  }

  template <class S>
  STICKSLIP_HD static State<S> reset(const Params<S>& p, const Contact<S>& c, const State<S>& s,
                                     std::size_t guard) noexcept {
    if (guard == 1) return {s.travel, s.direction, S(1)};
    const auto moving = s.direction > S(0) || s.direction < S(0);
    const State<S> at_rest = resting(p, c, s);
    const State<S> set_off{s.travel, sign(c.velocity), s.clamped};
    const auto holding = is(p, hold);
    const State<S> stopped{turn_travel(p, s.travel), S(0), S(0)};
    const auto carried = abs(c.velocity) > S(still) && !moving;
    const auto other = [&](const S& held, const S& stop, const S& off) {
      return select(holding && !carried, held, select(moving, stop, off));
    };
    return {other(at_rest.travel, stopped.travel, set_off.travel),
            other(at_rest.direction, stopped.direction, set_off.direction),
            other(at_rest.clamped, stopped.clamped, select(holding, S(0), set_off.clamped))};
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& state, const S& h) noexcept {
    // One that was held all along is pushed off; one that only passes rest inside the step is not.
    const auto step = [&p, &state](const Contact<S>& from, const Contact<S>& to, const State<S>& s, const S&) {
      const auto pushed_off = state.clamped > S(1) && s.clamped > S(1) && abs(to.applied) > static_torque(p, to);
      const S start = select(pushed_off, limit(p) * sign(to.applied), s.travel);
      const S tried = start + (to.displacement - from.displacement);
      const auto clamps = limits(p) && abs(tried) > limit(p);
      const S moved = select(clamps, clip_to(tried, limit(p)), tried);
      const auto came_moving = from.velocity > S(0) || from.velocity < S(0);
      const auto goes_on = to.velocity > S(0) || to.velocity < S(0);
      const State<S> at_rest = resting(p, to, State<S>{moved, S(0), s.clamped});
      const auto held = is(p, hold) && !goes_on;
      return State<S>{select(held, at_rest.travel, select(came_moving && !goes_on, turn_travel(p, moved), moved)),
                      select(held, at_rest.direction, sign(to.velocity)),
                      select(held, at_rest.clamped, select(clamps && goes_on, S(1), S(0)))};
    };
    return split_at_reversal(before, after, state, h, step);
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    constexpr double saturated = 50.0;  // tanh(50) = 1
    return torque(p, c, sign(c.velocity) * select(limits(p), S(3), S(saturated)));
  }

  // Elastic energy of the travel, T_s phi_0 log cosh(phi/phi_0).
  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    constexpr double log_2 = 0.69314718055994531;
    const S ratio = abs(s.travel) / p.elastic_travel;
    return static_torque(p, c) * p.elastic_travel * (ratio + log(S(1) + exp(S(-2) * ratio)) - S(log_2));
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>& c) noexcept {
    return static_torque(p, c) / p.elastic_travel;
  }

  // Talent: a caution about a body on this law. Clamp alone asks for damping; positive while there is enough.
  static constexpr std::string_view caution =
      "with reset = clamp a body may creep under an oscillating force below break-away, because the damping ratio of "
      "presliding, k_w/(2 w_s) sqrt(T_s phi_0/m), is below 0.4: raise internal_friction, or take reset = hold";
  static double soundness(const Params<double>& p, const Contact<double>& c) noexcept {
    constexpr double enough = 0.4;
    const double slope = p.internal_friction * static_torque(p, c) / p.stribeck_velocity;  // [N.s/m]
    const double ratio = slope / (2.0 * sqrt(c.mass * presliding_stiffness(p, c)));
    const bool clamps = int(p.reset) == clamp;
    return clamps && static_torque(p, c) > 0.0 ? ratio - enough : 1.0;
  }

 private:
  static constexpr double still = 1e-12;  // [m/s] far below any sensor, far above rounding at 1 m/s

  template <class S>
  STICKSLIP_HD static auto is(const Params<S>& p, Reset rule) noexcept {
    const S distance = abs(p.reset - S(double(rule)));
    return distance < S(0.5);
  }

  template <class S>
  STICKSLIP_HD static auto limits(const Params<S>& p) noexcept {
    return is(p, clamp) || is(p, hold);
  }

  // A body at rest under the rule hold: held, or free under a force beyond break-away, until it moves. One that was
  // held sets off with its travel at the limit.
  template <class S>
  STICKSLIP_HD static State<S> resting(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const auto yields = abs(c.applied) > static_torque(p, c);
    const auto was_held = s.clamped > S(1);
    return {select(yields && was_held, limit(p) * sign(c.applied), s.travel), S(0), select(yields, S(0), S(2))};
  }

  template <class S>
  STICKSLIP_HD static S limit(const Params<S>& p) noexcept {
    return S(3) * p.elastic_travel;
  }

  template <class S>
  STICKSLIP_HD static S static_torque(const Params<S>& p, const Contact<S>& c) noexcept {
    const S heated = larger(S(1) + p.temperature_coefficient * c.temperature, S(0));
    return (p.normal_force + c.load) * p.friction * heated * p.radius * p.surfaces;
  }

  template <class S>
  STICKSLIP_HD static S torque(const Params<S>& p, const Contact<S>& c, const S& elastic) noexcept {
    const S holding = static_torque(p, c);
    const S ratio = c.velocity / p.stribeck_velocity;
    const S lost = holding * (S(1) - p.kinetic_ratio) * (S(1) - exp(-ratio * ratio));
    return holding * tanh(elastic + p.internal_friction * ratio) - sign(c.velocity) * lost;
  }

  // The travel after the motion came to a stop.
  template <class S>
  STICKSLIP_HD static S turn_travel(const Params<S>& p, const S& travel) noexcept {
    const S back = p.elastic_travel * sign(travel);
    const S beyond = select(abs(travel) > p.elastic_travel, back, travel);
    return select(is(p, r1), back,
                  select(is(p, r2), S(0), select(is(p, r3), beyond, select(is(p, r4), p.elastic_travel, travel))));
  }
};

}  // namespace stickslip
