// LuGre friction.
//
//   dz/dt = v - sigma_0 |v| z / g(v)
//   g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)
//   F = sigma_0 z + sigma_1 dz/dt + sigma_2 v
//
// C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, "A new model for control of systems with friction",
// IEEE Trans. Automatic Control 40(3), 1995, eqs. 1-4; 001 (2)-(4), 004 (12). Here g is a force in every law; 004
// writes sigma_0 g(v) for it.
#pragma once

#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/recordings.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

template <class S>
struct BristleState {
  using Scalar = S;
  S deflection = S(0);

  static constexpr auto table() {
    using P = BristleState;
    return std::array{STICKSLIP_FIELD(P, deflection, "z", "m", "Mean deflection of the bristles.", -1e3, 1e3)};
  }
};

struct LuGre {
  static constexpr std::string_view name = "lugre";
  static constexpr std::string_view title = "LuGre bristle law";
  static constexpr std::string_view source = "Canudas de Wit et al. 1995, eqs. 1-4; all five papers";
  static constexpr std::string_view equation =
      "dz/dt = v - sigma_0 |v| z / g(v)\n"
      "g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)\n"
      "F = sigma_0 z + sigma_1 dz/dt + sigma_2 v";
  static constexpr Reads reads = Reads::velocity;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::none;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when = "damping = 0; a large damping returns energy at speed";

  template <class S>
  using State = BristleState<S>;

  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(1e5);
    S damping = S(316.22776601683796);
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "sigma_0", "N/m", "Stiffness of the bristles.", 1e-3, 1e12, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, damping, "sigma_1", "N.s/m", "Damping of the bristles.", 0.0, 1e9)
              .searched(0.0, 100.0)
              .seen_in(recording::fast_presliding),
          STICKSLIP_STRIBECK_ROWS(P)};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S speed = abs(c.velocity);
    const S level = stribeck_level(p, speed, c.velocity < S(0));
    return {c.velocity - p.stiffness * speed * s.deflection / level};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {p.stiffness * s.deflection + p.damping * rate(p, c, s).deflection +
            p.viscous.towards(c.velocity < S(0)) * c.velocity};
  }

  // What a long run keeps from step to step: the side of the Stribeck curve on which it moves, and g where it is.
  template <class S>
  struct Run {
    Params<S> p;
    S compliance;  // 1/sigma_0
    S direction;   // 1 or -1
    S reach;       // direction/sigma_0
    StribeckSide<S> side;
    S level;   // g
    S target;  // reach g, where the bristles settle

    STICKSLIP_HD Run(const Params<S>& params, const Contact<S>& c) noexcept
        : p(params),
          compliance(S(1) / params.stiffness),
          direction(select(c.velocity < S(0), S(-1), S(1))),
          reach(direction * compliance),
          side(params, c.velocity < S(0)),
          level(side.level(abs(c.velocity))),
          target(reach * level) {}

    STICKSLIP_HD void take_side(const S& way) noexcept {
      direction = way;
      reach = way * compliance;
      side = StribeckSide<S>(p, way < S(0));
    }
    STICKSLIP_HD void take_level(const S& g) noexcept {
      level = g;
      target = reach * g;
    }
  };

  // What of a step depends on the motion alone.
  template <class S>
  struct StepGeometry {
    S velocity;      // at the end
    S path;          // twice the way
    S inverse_path;  // 0 for none
    S rests;         // 1 for no way, else 0
  };
  template <class S>
  STICKSLIP_HD static StepGeometry<S> geometry(const Contact<S>& before, const Contact<S>& after, const S& h) noexcept {
    return geometry_between(before.velocity, after.velocity, h);
  }

  // Whether step_same_direction() applies: no lane reverses or has an unusual exponent.
  template <class S>
  STICKSLIP_HOT static bool keeps_direction(const Run<S>& run, const StepGeometry<S>& geometry) noexcept {
    return !possible(geometry.velocity * run.direction < S(0)) && run.side.is_quick();
  }

  // Both advance the state and return the force at the end.
  template <class S>
  STICKSLIP_HOT static Force<S> step_same_direction(Run<S>& run, const StepGeometry<S>& geometry,
                                                    State<S>& s) noexcept {
    return slid(run, geometry, run.side.quick_level(abs(geometry.velocity)), s);
  }
  template <class S>
  STICKSLIP_HOT static Force<S> step(Run<S>& run, const Contact<S>& before, const Contact<S>& after, State<S>& s,
                                     const S& h) noexcept {
    const auto turns = after.velocity * run.direction < S(0);
    if (possible(turns)) {
      const Turned<S> t = turn_back(run, before.velocity, after.velocity, h, s);
      run = t.run;
      s = t.state;
      return t.force;
    }
    return slid(run, geometry(before, after, h), run.side.level(abs(after.velocity)), s);
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& state, const S& h) noexcept {
    Run<S> run(p, before);
    State<S> s = state;
    step(run, before, after, s, h);
    return s;
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return stribeck_friction(p, c.velocity);
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
  template <class S>
  STICKSLIP_HOT static StepGeometry<S> geometry_between(const S& v0, const S& v1, const S& h) noexcept {
    constexpr double least = 1e-30;  // [m] less is no motion
    const S path = abs(v0 + v1) * h;
    const auto moves = path > S(least);
    return {v1, path, select(moves, reciprocal(select(moves, path, S(1))), S(0)), select(moves, S(0), S(1))};
  }

  // A step that does not go against the direction of the run, to where g is `level`: bristle.hpp. 1/g1 of the force
  // shares a division with 2/(g0 + g1).
  template <class S>
  STICKSLIP_HOT static Force<S> slid(Run<S>& run, const StepGeometry<S>& to, const S& level, State<S>& s) noexcept {
    const S sum = run.level + level;
    const S inverse = reciprocal(sum * level);
    const S decayed = decay(run.p.stiffness * to.path * (inverse * level));
    const S mean = fused(decayed * sum, run.compliance * to.inverse_path, to.rests);
    const S target = run.reach * level;
    s.deflection = relax(s.deflection, run.target, target, decayed, mean);
    run.level = level;
    run.target = target;
    const S bristles = run.p.stiffness * s.deflection;
    const S rate = fused(-abs(to.velocity), bristles * (inverse * sum), to.velocity);
    return {fused(run.p.damping, rate, fused(run.side.viscous, to.velocity, bristles))};
  }

  template <class S>
  struct Turned {
    Run<S> run;
    State<S> state;
    Force<S> force;
  };

  // A step that reverses: to standstill first, then away from it, with the break-away level of the other side. Lanes
  // that do not reverse wait meanwhile.
  template <class S>
  STICKSLIP_RARE static Turned<S> turn_back(Run<S> run, S v0, S v1, S h, State<S> s) noexcept {
    const auto turns = v1 * run.direction < S(0);
    const S part = select(turns, v0 / select(turns, v0 - v1, S(1)), S(0));
    const S kept = run.level;
    slid(run, geometry_between(v0, S(0), part * h), run.side.low + run.side.rise, s);
    run.take_side(select(turns, -run.direction, run.direction));
    run.take_level(select(turns, run.side.low + run.side.rise, kept));
    const StepGeometry<S> away = geometry_between(select(turns, S(0), v0), v1, (S(1) - part) * h);
    const Force<S> force = slid(run, away, run.side.level(abs(v1)), s);
    return {run, s, force};
  }
};

}  // namespace stickslip
