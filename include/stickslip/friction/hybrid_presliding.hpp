// Hybrid friction with presliding displacement, and the options of 004 section 2.6.
//
//   stick (mode 0):      z' = v,  F = k_2 v + spring(z),  k_1 = F_s/z_max,  k_2 = 2 xi sqrt(m k_1)
//   slip (mode +1, -1):  F = mode [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v,  z frozen
//   stick to slip:       spring(z) beyond F_s, that is |z| > z_max, and u beyond F_s, in the direction of z
//   slip to stick:       mode u < F_c and mode v < S, or the velocity changes sign; z starts at 0, or where it was
//
// 004 (14)-(18) with the slip conditions of (7). spring(z) = k_1 z, unless the options say otherwise:
//   rising static friction   F_s + dF (1 - exp(-t/tau)) after a dwell of t in the stick mode, and z_max in proportion
//   frictional memory        the mass that 004 lets one change in the stick mode: m_0 = r m, F = u - (u - F_stick)/r
//   non-local hysteresis     a share eta of the spring by four Maxwell elements that slip at z_max/4, 2/4, 3/4, 4/4;
//                            the virgin curve still reaches F_s at z_max, also with rising F_s: fibres grow with z_max
// Added: a body that is carried further than it could swing by itself slips whatever the applied force; a recorded
// motion may do that, a body cannot. Under |u| <= F_s a body that begins to stick with |z| <= z_max at a speed up to S
// swings to at most u/k_1 + sqrt((u/k_1 - z)^2 + S^2 r m/k_1) < 3 z_max + S sqrt(r m/k_1), and 2 z_max from z = 0.
#pragma once

#include "stickslip/friction/elements.hpp"
#include "stickslip/friction/recordings.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

struct HybridPresliding {
  static constexpr std::string_view name = "hybrid-presliding";
  static constexpr std::string_view title = "Hybrid law with presliding displacement and memory options";
  static constexpr std::string_view source = "Nouailletas et al. 2010 (004), eqs. 14-18 and section 2.6";
  static constexpr std::string_view equation =
      "stick: z' = v, F = k_2 v + k_1 z,  k_1 = F_s/z_max,  k_2 = 2 xi sqrt(m k_1)\n"
      "slip:  F = q [F_c + (F_s - F_c) exp(-(|v|/v_s)^n)] + sigma_2 v,  q = +1 or -1\n"
      "stick to slip: k_1 |z| > F_s and u beyond F_s;  slip to stick: q u < F_c and q v < S, or v changes sign\n"
      "options: F_s + dF (1 - exp(-t/tau)) after a dwell t; mass r m in the stick mode;\n"
      "         a share eta of the spring as four Maxwell elements";
  static constexpr Reads reads = Reads::velocity | Reads::displacement | Reads::applied | Reads::mass;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when = "stick_mass_ratio = 1; another stick mass makes the force follow u";

  static constexpr int order = 1;           // of the sampled face: one transition per step, decided at its end
  static constexpr std::size_t fibres = 4;  // Maxwell elements of the non-local hysteresis
  static constexpr std::array<std::string_view, 2 + fibres> guard_names{
      "break-away forward, or stop", "break-away back, or reversal", "a fibre slips or sticks",
      "a fibre slips or sticks",     "a fibre slips or sticks",      "a fibre slips or sticks"};

  // Its options of section 2.6, which 004 adds one by one.
  static constexpr std::array variants{
      LawVariant{" + 2.6", "breakaway_rise=0.5 dwell_time=10 hysteresis_share=0.5 restart=kept"}};

  template <class S>
  struct Params {
    using Scalar = S;
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);
    S presliding_limit = S(1.5e-5);
    S damping_ratio = S(1);
    S stick_velocity = S(2e-3);
    S restart = S(0);
    S breakaway_rise = S(0);
    S dwell_time = S(1);
    S stick_mass_ratio = S(1);
    S hysteresis_share = S(0);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_STRIBECK_ROWS(P),
          STICKSLIP_FIELD(P, presliding_limit, "z_max", "m", "Deflection at which adhesion breaks.", 1e-12, 1e3,
                          Scale::log)
              .breaks()
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, damping_ratio, "xi", "1", "Damping ratio of the stuck body on its adhesion.", 0.0, 100.0)
              .held(),
          STICKSLIP_FIELD(P, stick_velocity, "S", "m/s", "Speed below which a slip may end.", 1e-12, 1e6, Scale::log)
              .held(),
          STICKSLIP_FIELD(P, restart, "rule", "1", "Deflection with which a stick begins.", 0.0, 1.0, Scale::linear,
                          "zero|kept"),
          STICKSLIP_FIELD(P, breakaway_rise, "dF", "N", "Rise of the break-away force during a long dwell.", 0.0, 1e9)
              .held(),
          STICKSLIP_FIELD(P, dwell_time, "tau", "s", "Time constant of that rise.", 1e-9, 1e9, Scale::log).held(),
          STICKSLIP_FIELD(P, stick_mass_ratio, "r", "1", "Mass of the stuck body over its true mass.", 1e-3, 1e3,
                          Scale::log)
              .held(),
          STICKSLIP_FIELD(P, hysteresis_share, "eta", "1", "Share of the adhesion that has non-local hysteresis.", 0.0,
                          1.0)
              .held()};
    }
    static constexpr std::array relations{breakaway_not_below_coulomb};
  };

  template <class S>
  struct State {
    using Scalar = S;
    S deflection = S(0);
    S mode = S(0);
    S rise = S(0);
    std::array<S, fibres> stretch{};
    std::array<S, fibres> slip{};

    static constexpr auto table() {
      using P = State;
      return std::array{
          STICKSLIP_FIELD(P, deflection, "z", "m", "Deflection of the adhesion.", -1e3, 1e3),
          STICKSLIP_FIELD(P, mode, "q", "1", "Direction of sliding, or stuck.", -1.0, 1.0, Scale::linear,
                          "sliding back|stuck|sliding forward"),
          STICKSLIP_FIELD(P, rise, "r", "1", "Part of the break-away rise that the dwell has built up.", 0.0, 1.0),
          STICKSLIP_FIELD(P, stretch, "e_i", "m", "Stretch of a fibre of the adhesion.", -1e3, 1e3),
          STICKSLIP_FIELD(P, slip, "q_i", "1", "Direction in which a fibre slips, or sticks.", -1.0, 1.0, Scale::linear,
                          "slips back|sticks|slips forward")};
    }
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const auto stuck = sticks(s);
    State<S> r;
    r.deflection = select(stuck, c.velocity, S(0));
    r.rise = select(stuck, (S(1) - s.rise) / p.dwell_time, S(0));
    for (std::size_t i = 0; i < fibres; ++i)
      r.stretch[i] = select(slips(s.slip[i]), s.slip[i] * fibre_growth(p, s, i, r.rise), r.deflection);
    return r;
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const auto moves_back = s.mode < S(0);
    const S slip = s.mode * stribeck_level(p, abs(c.velocity), moves_back) + p.viscous.towards(moves_back) * c.velocity;
    // An adhesion without deflection leans where it is going.
    const S leaning = select(slips(s.deflection), s.deflection, c.velocity);
    const S damping = S(2) * p.damping_ratio * sqrt(c.mass * p.stick_mass_ratio * stiffness(p, leaning));
    const S adhesion = spring(p, s) + damping * c.velocity;
    const auto own_mass = !(p.stick_mass_ratio < S(1) || p.stick_mass_ratio > S(1));
    const S other = c.applied - (c.applied - adhesion) / p.stick_mass_ratio;
    const S held = is_constant(p.stick_mass_ratio) ? select(own_mass, adhesion, other) : other;
    return {select(sticks(s), held, slip)};
  }

  template <class S>
  STICKSLIP_HD static std::array<S, 2 + fibres> guards(const Params<S>& p, const Contact<S>& c,
                                                       const State<S>& s) noexcept {
    const auto stuck = sticks(s);
    const S forward = break_margin(p, c, s, p.breakaway.forward, S(1));
    const S back = break_margin(p, c, s, p.breakaway.back, S(-1));
    const S speed = s.mode * c.velocity;
    const S pushed = s.mode * c.applied - p.coulomb.towards(s.mode < S(0));
    std::array<S, 2 + fibres> g;
    g[0] = select(stuck, forward, larger(pushed, speed - p.stick_velocity));
    g[1] = select(stuck, back, speed);
    const auto fibrous = p.hysteresis_share > S(0);
    const S rising = (S(1) - s.rise) / p.dwell_time;
    for (std::size_t i = 0; i < fibres; ++i) {
      // A fibre that slips while its limit grows sticks again when the body is slower than that.
      const S past_limit = c.velocity - s.slip[i] * fibre_growth(p, s, i, rising);
      const S guard = element_guard(s.slip[i], s.stretch[i], fibre_limit(p, s, i), past_limit);
      g[2 + i] = select(stuck && fibrous, guard, S(1));
    }
    return g;
  }

  template <class S>
  STICKSLIP_HD static State<S> reset(const Params<S>& p, const Contact<S>&, const State<S>& s,
                                     std::size_t guard) noexcept {
    State<S> next = s;
    if (guard >= 2) {
      next.slip[guard - 2] = slip_after_guard(s.slip[guard - 2], s.stretch[guard - 2]);
      return next;
    }
    const auto stuck = sticks(s);
    const State<S> begun = restart_state(p, s);
    next.mode = select(stuck, guard == 0 ? S(1) : S(-1), S(0));
    next.deflection = select(stuck, s.deflection, begun.deflection);
    next.rise = select(stuck, s.rise, S(0));
    for (std::size_t i = 0; i < fibres; ++i) {
      next.stretch[i] = select(stuck, s.stretch[i], begun.stretch[i]);
      next.slip[i] = S(0);
    }
    return next;
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& state, const S& h) noexcept {
    const auto step = [&p](const Contact<S>& from, const Contact<S>& to, const State<S>& s, const S& dt) {
      const auto stuck = sticks(s);
      const State<S> stuck_on = dwell(p, from, to, s, dt);
      const State<S> slid_on = slid(p, to, s);
      State<S> next = slid_on;
      const auto result = scalars(next);
      const auto other = scalars(stuck_on);
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = select(stuck, other[i], result[i]);
      return next;
    };
    return split_at_reversal(before, after, state, h, step);
  }

  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    return stribeck_friction(p, c.velocity);
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    S twice = (S(1) - p.hysteresis_share) * stiffness(p, s.deflection) * s.deflection * s.deflection;
    for (std::size_t i = 0; i < fibres; ++i)
      twice = twice + fibre_stiffness(p, i, s.stretch[i]) * s.stretch[i] * s.stretch[i];
    return twice / S(2);
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    S sum = (S(1) - p.hysteresis_share) * stiffness(p, S(0));
    for (std::size_t i = 0; i < fibres; ++i) sum = sum + fibre_stiffness(p, i, S(0));
    return sum;
  }

 private:
  template <class S>
  STICKSLIP_HD static auto sticks(const State<S>& s) noexcept {
    return !(s.mode > S(0) || s.mode < S(0));
  }

  // k_1 on the side of the deflection.
  template <class S>
  STICKSLIP_HD static S stiffness(const Params<S>& p, const S& deflection) noexcept {
    return p.breakaway.towards(deflection < S(0)) / p.presliding_limit;
  }

  // Stretch at which a fibre slips: its part of z_max, grown by the dwell.
  template <class S>
  STICKSLIP_HD static S fibre_limit(const Params<S>& p, const State<S>& s, std::size_t i) noexcept {
    return fibre_part(p, i) * growth(p, s, p.breakaway.towards(s.stretch[i] < S(0)));
  }
  template <class S>
  STICKSLIP_HD static S fibre_part(const Params<S>& p, std::size_t i) noexcept {
    return p.presliding_limit * S(double(i + 1) / double(fibres));
  }

  // Speed at which that limit grows while the rise does at `rising` [1/s].
  template <class S>
  STICKSLIP_HD static S fibre_growth(const Params<S>& p, const State<S>& s, std::size_t i, const S& rising) noexcept {
    return fibre_part(p, i) * p.breakaway_rise * rising / p.breakaway.towards(s.stretch[i] < S(0));
  }

  // Such that a fibre at its limit carries its equal part of eta F_s.
  template <class S>
  STICKSLIP_HD static S fibre_stiffness(const Params<S>& p, std::size_t i, const S& stretch) noexcept {
    return p.hysteresis_share * stiffness(p, stretch) / S(double(i + 1));
  }

  template <class S>
  STICKSLIP_HD static S spring(const Params<S>& p, const State<S>& s) noexcept {
    S sum = (S(1) - p.hysteresis_share) * stiffness(p, s.deflection) * s.deflection;
    for (std::size_t i = 0; i < fibres; ++i) sum = sum + fibre_stiffness(p, i, s.stretch[i]) * s.stretch[i];
    return sum;
  }

  // The break-away force after the dwell so far, over the one without dwell.
  template <class S>
  STICKSLIP_HD static S growth(const Params<S>& p, const State<S>& s, const S& breakaway) noexcept {
    return S(1) + p.breakaway_rise * s.rise / breakaway;
  }

  // Positive while the adhesion holds in a direction, +1 or -1; on the way back it never breaks. When all of the
  // adhesion is fibres, their force ends at F_s and does not pass it: all but a billionth of F_s is F_s.
  template <class S>
  STICKSLIP_HD static S break_margin(const Params<S>& p, const Contact<S>& c, const State<S>& s, const S& breakaway,
                                     const S& direction) noexcept {
    constexpr double all_but = 1e-9;
    const S holds = growth(p, s, breakaway) * breakaway;
    const S adhesion = (S(1) - S(all_but) * p.hysteresis_share) - direction * spring(p, s) / holds;
    const S push = S(1) - direction * c.applied / holds;
    const S carried = (carried_limit(p, c, s, breakaway) - direction * s.deflection) / p.presliding_limit;
    return larger(smaller(larger(adhesion, push), carried), -direction * c.velocity / p.stick_velocity);
  }

  // The deflection that a stuck body under a force below break-away does not reach by itself.
  template <class S>
  STICKSLIP_HD static S carried_limit(const Params<S>& p, const Contact<S>& c, const State<S>& s,
                                      const S& breakaway) noexcept {
    const S swing = p.stick_velocity * sqrt(c.mass * p.stick_mass_ratio * p.presliding_limit / breakaway);
    return (S(2) + p.restart) * growth(p, s, breakaway) * p.presliding_limit + swing;
  }

  // The state with which a stick begins.
  template <class S>
  STICKSLIP_HD static State<S> restart_state(const Params<S>& p, const State<S>& s) noexcept {
    const auto kept = p.restart > S(0.5);
    State<S> next;
    next.deflection = select(kept, clip_to(s.deflection, p.presliding_limit), S(0));
    for (std::size_t i = 0; i < fibres; ++i)
      next.stretch[i] = select(kept, clip_to(s.stretch[i], fibre_part(p, i)), S(0));
    return next;
  }

  // A step that begins stuck: the adhesion follows the motion, and breaks at the end of the step if it must.
  template <class S>
  STICKSLIP_HD static State<S> dwell(const Params<S>& p, const Contact<S>& from, const Contact<S>& to,
                                     const State<S>& s, const S& dt) noexcept {
    const S travel = to.displacement - from.displacement;
    State<S> next = s;
    next.deflection = s.deflection + travel;
    const S waited = dt / p.dwell_time;
    next.rise = s.rise + (S(1) - s.rise) * waited * mean_decay(waited);
    for (std::size_t i = 0; i < fibres; ++i) {
      next.stretch[i] = s.stretch[i] + travel;
      const S limit = fibre_limit(p, next, i);
      next.slip[i] = select(abs(next.stretch[i]) > limit, sign(next.stretch[i]), S(0));
      next.stretch[i] = clip_to(next.stretch[i], limit);
    }
    const S forward = break_margin(p, to, next, p.breakaway.forward, S(1));
    const S back = break_margin(p, to, next, p.breakaway.back, S(-1));
    next.mode = select(forward < S(0), S(1), select(back < S(0), S(-1), S(0)));
    // Adhesion that broke inside the step did not follow the rest of the way.
    const S furthest =
        larger(carried_limit(p, to, next, p.breakaway.forward), carried_limit(p, to, next, p.breakaway.back));
    next.deflection = clip_to(next.deflection, furthest);
    return next;
  }

  // A step that begins sliding: it goes on, or a stick begins at its end.
  template <class S>
  STICKSLIP_HD static State<S> slid(const Params<S>& p, const Contact<S>& to, const State<S>& s) noexcept {
    const S speed = s.mode * to.velocity;
    const auto let_go = s.mode * to.applied < p.coulomb.towards(s.mode < S(0));
    const auto ends = !(speed > S(0)) || (let_go && speed < p.stick_velocity);
    State<S> next = restart_state(p, s);
    const auto result = scalars(next);
    const auto kept = scalars(s);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = select(ends, result[i], kept[i]);
    return next;
  }
};

}  // namespace stickslip
