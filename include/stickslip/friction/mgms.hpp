// Modified generalised Maxwell slip: elements with mass and damping whose stiffness and friction grow with pressure.
//
//   k_i = (k_m p + k_b) kbar_i,   W_i = k_i z_i,   F_C = (F_Cm p + F_Cb)/n
//   stick:  F_i = k_i delta_i,  delta_i' = v                     until |delta_i| = z_i
//   slip:   delta_i' = v - w_i,  m w_i' = k_i delta_i + d (v - w_i)
//           F_i = c w_i + [F_C + (W_i - F_C) exp(-(|w_i|/w_s)^n)] sign(w_i)      until v passes zero
//   F = sum F_i
//
// delta_i = z - xi_i is the stretch of element i, w_i = dxi_i/dt its own velocity, n the number of elements in use.
// R. Mustafa, A. Abdo, J. Siam, F. Kucukay 2022 (000), eqs. 6-12, corrected: the sign of (8) instead of (6)-(7), the
// condition |z - xi| >= W/k, division by n in (12), W_i with the pressure-dependent k_i. At break-away w = 0 and the
// force keeps the direction of the slip (print: sgn(0) = 0). No rule for slip to stick is printed; here an element
// sticks when the drive velocity passes zero, with delta := F/k so that its force stays continuous. The law is not
// passive: its force follows the velocity of the mass, which may ring against the drive. Sampled: stick exact in
// displacement; slip by the Pade (0,2) approximation of the oscillator's exponential, L-stable; the break-away located
// inside the step. Order 2.
#pragma once

#include "stickslip/friction/elements.hpp"
#include "stickslip/friction/recordings.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

// A thread of a device keeps the elements in registers when their loops are unrolled and have no call in them: a third
// of the time is saved. More than 20 elements do not find room there.
#if defined(__CUDACC__)
#define STICKSLIP_SELDOM STICKSLIP_HD
#define STICKSLIP_UNROLLED _Pragma("unroll (N <= 20 ? int(N) : 1)")
#else
#define STICKSLIP_SELDOM STICKSLIP_RARE
#define STICKSLIP_UNROLLED
#endif

namespace stickslip {

template <std::size_t N>
struct Mgms {
  static constexpr std::string_view name = "mgms";
  static constexpr std::string_view title = "Modified generalised Maxwell slip for seals under pressure";
  static constexpr std::string_view source = "Mustafa et al. 2022 (000), eqs. 6-12, corrected";
  static constexpr std::string_view equation =
      "k_i = (k_m p + k_b) kbar_i,  W_i = k_i z_i,  F_C = (F_Cm p + F_Cb)/n\n"
      "stick: F_i = k_i delta_i, delta_i' = v until |delta_i| = z_i\n"
      "slip:  delta_i' = v - w_i, m w_i' = k_i delta_i + d (v - w_i),\n"
      "       F_i = c w_i + [F_C + (W_i - F_C) exp(-(|w_i|/w_s)^n)] sign(w_i) until v passes zero\n"
      "stick again: delta_i := F_i/k_i, the force stays continuous\n"
      "F = sum F_i";
  static constexpr Reads reads = Reads::velocity | Reads::displacement | Reads::pressure;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::never;
  static constexpr std::string_view passive_when =
      "never: the force follows the velocity of the element's mass, which may ring against the drive";
  static constexpr std::size_t elements = N;
  static constexpr auto guard_names = element_guard_names<N>;

  // The ten-element D-ring of 000, read with z in mm and k in N/mm as its figure 9 requires: m = 100 kg, d = 15000
  // N.s/m.
  template <class S>
  struct Params {
    using Scalar = S;
    std::array<S, N> stiffness_factor = default_factor<S>(N);
    std::array<S, N> travel = default_travel<S>(N);
    S stiffness_slope = S(1e-6);
    S stiffness_base = S(0.5);
    S coulomb_slope = S(3.2e-5);
    S coulomb_base = S(38.6);
    S element_mass = S(100);
    S element_damping = S(15000);
    S viscous = S(1);
    S stribeck_velocity = S(1e-3);
    S stribeck_exponent = S(2);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness_factor, "kbar_i", "N/m", "Stiffness factor of an element; 0 switches it off.",
                          0.0, 1e12)
              .seen_in(recording::reversals_of_all_sizes),
          STICKSLIP_FIELD(P, travel, "z_i", "m", "Stretch at which an element breaks away.", 0.0, 1e3)
              .breaks()
              .seen_in(recording::reversals_of_all_sizes),
          STICKSLIP_FIELD(P, stiffness_slope, "k_m", "1/Pa", "Growth of the stiffness with pressure.", 0.0, 1.0)
              .needs(Reads::pressure)
              .seen_in(recording::pressures),
          STICKSLIP_FIELD(P, stiffness_base, "k_b", "1", "Stiffness at zero pressure, per factor.", 1e-9, 1e9,
                          Scale::log)
              .held(),
          STICKSLIP_FIELD(P, coulomb_slope, "F_Cm", "N/Pa", "Growth of the sliding friction with pressure.", 0.0, 1e3)
              .needs(Reads::pressure)
              .seen_in(recording::pressures),
          STICKSLIP_FIELD(P, coulomb_base, "F_Cb", "N", "Sliding friction of all elements at zero pressure.", 0.0, 1e9),
          STICKSLIP_FIELD(P, element_mass, "m", "kg", "Mass of an element.", 1e-9, 1e9, Scale::log).held(),
          STICKSLIP_FIELD(P, element_damping, "d", "N.s/m", "Damping between an element and the drive.", 0.0, 1e12)
              .held(),
          STICKSLIP_FIELD(P, viscous, "c", "N.s/m", "Viscous friction of an element per its own speed.", 0.0, 1e9)
              .held()
              .seen_in(recording::fast_motion),
          STICKSLIP_FIELD(P, stribeck_velocity, "w_s", "m/s", "Stribeck velocity of an element.", 1e-9, 1e3, Scale::log)
              .held()
              .seen_in(recording::slow_motion),
          STICKSLIP_FIELD(P, stribeck_exponent, "n", "1", "Exponent of the Stribeck dip.", 0.01, 10.0)
              .held()
              .seen_in(recording::steady_speeds)};
    }
  };

  // Defaults for n elements in use, z_i = 0.10 + 0.06 i mm, kbar_i z_i = 10 N for n = 10.
  template <class S>
  static constexpr Params<S> defaults(std::size_t n) {
    Params<S> p;
    p.stiffness_factor = default_factor<S>(n);
    p.travel = default_travel<S>(n);
    return p;
  }

  template <class S>
  struct State {
    using Scalar = S;
    std::array<S, N> stretch{};
    std::array<S, N> speed{};
    std::array<S, N> slip{};

    static constexpr auto table() {
      using P = State;
      return std::array{STICKSLIP_FIELD(P, stretch, "delta_i", "m", "Stretch of an element's spring.", -1e3, 1e3),
                        STICKSLIP_FIELD(P, speed, "w_i", "m/s", "Velocity of an element's mass.", -1e6, 1e6),
                        STICKSLIP_FIELD(P, slip, "q_i", "1", "Direction in which an element slips, or sticks.", -1.0,
                                        1.0, Scale::linear, "slips back|sticks|slips forward")};
    }
  };

  static constexpr Projection projection{.element = name, .growth = "stiffness_slope", .slides = true};

  static void take_elements(Params<double>& p, const FoundElements& found) {
    for (std::size_t i = 0; i < found.travel.size(); ++i) {
      p.stiffness_factor[i] = found.stiffness[i] / p.stiffness_base;
      p.travel[i] = found.travel[i];
    }
    p.stiffness_slope = found.growth * p.stiffness_base;
    p.coulomb_base = found.sliding;
    p.coulomb_slope = found.sliding_growth;
    p.viscous = found.viscous / double(found.travel.size());  // of every element
  }

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S gain = pressure_gain(p, c);
    State<S> r;
    for (std::size_t i = 0; i < N; ++i) {
      const auto slipping = slips(s.slip[i]);
      const S lag = c.velocity - s.speed[i];
      const S push = gain * p.stiffness_factor[i] * s.stretch[i] + p.element_damping * lag;
      r.stretch[i] = select(slipping, lag, c.velocity);
      r.speed[i] = select(slipping, push / p.element_mass, S(0));
    }
    return r;
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const Level<S> level(p, c);
    S sum = S(0);
    STICKSLIP_UNROLLED
    for (std::size_t i = 0; i < N; ++i)
      sum = sum + pull_if_on(Element<S>(p, level, i), s.stretch[i], s.speed[i], s.slip[i]);
    return {sum};
  }

  // Talent: the force of every element [N].
  template <class S>
  STICKSLIP_HD static std::array<S, N> element_forces(const Params<S>& p, const Contact<S>& c,
                                                      const State<S>& s) noexcept {
    const Level<S> level(p, c);
    std::array<S, N> forces;
    for (std::size_t i = 0; i < N; ++i)
      forces[i] = pull_if_on(Element<S>(p, level, i), s.stretch[i], s.speed[i], s.slip[i]);
    return forces;
  }

  template <class S>
  STICKSLIP_HD static std::array<S, N> guards(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    std::array<S, N> g;
    for (std::size_t i = 0; i < N; ++i)
      g[i] = select(p.stiffness_factor[i] > S(0),
                    directed_element_guard(s.slip[i], s.stretch[i], p.travel[i], c.velocity), S(1));
    return g;
  }

  template <class S>
  STICKSLIP_HD static State<S> reset(const Params<S>& p, const Contact<S>& c, const State<S>& s,
                                     std::size_t i) noexcept {
    const Element<S> e(p, Level<S>(p, c), i);
    const S carried = pull_if_on(e, s.stretch[i], s.speed[i], s.slip[i]);
    State<S> next = s;
    next.slip[i] = slip_after_guard(s.slip[i], s.stretch[i]);
    next.speed[i] = S(0);
    next.stretch[i] = select(slips(s.slip[i]), carried / e.stiffness, s.stretch[i]);
    return next;
  }

  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& state, const S& h) noexcept {
    const auto step = [&p](const Contact<S>& from, const Contact<S>& to, const State<S>& s, const S& dt) {
      return advance_one_way(p, from, to, s, dt);
    };
    return split_at_reversal(before, after, state, h, step);
  }

  // What of a step depends on the motion alone.
  template <class S>
  struct StepGeometry {
    S velocity;  // at the end
    S drive;     // on average
    S way;
    S pressure;
    S h;
  };
  template <class S>
  STICKSLIP_HD static StepGeometry<S> geometry(const Contact<S>& before, const Contact<S>& after, const S& h) noexcept {
    return {after.velocity, (before.velocity + after.velocity) / S(2), after.displacement - before.displacement,
            after.pressure, h};
  }

#if !defined(__CUDACC__)  // on a device these constants would take more registers than they save work
  // What a long run keeps from step to step (stepper.hpp): at constant pressure and sample time a slipping element
  // moves by a constant matrix, and no division is left.
  template <class S>
  struct Run {
    Params<S> p;
    S direction = S(0);  // of the last step, 0 at rest
    S pressure = S(0);
    S h = S(0);
    S inverse_h = S(0);
    S coulomb = S(0);
    S inverse_velocity = S(0);
    StribeckPower<S> power;
    std::array<S, N> stiffness{};
    std::array<S, N> limit{};
    std::array<S, N> stretch_by_stretch{};  // of slid()
    std::array<S, N> stretch_by_lead{};
    std::array<S, N> lead_by_stretch{};
    std::array<S, N> lead_by_lead{};

    STICKSLIP_HD Run(const Params<S>& params, const Contact<S>&) noexcept
        : p(params), inverse_velocity(S(1) / params.stribeck_velocity), power(params.stribeck_exponent) {}

    STICKSLIP_HD void prepare(const Contact<S>& c, const S& step) noexcept {
      pressure = c.pressure;
      h = step;
      inverse_h = S(1) / select(step > S(0), step, S(1));
      const Level<S> level(p, c);
      coulomb = level.coulomb;
      const S beta = step * p.element_damping / p.element_mass;
      for (std::size_t i = 0; i < N; ++i) {
        const Element<S> e(p, level, i);
        stiffness[i] = e.stiffness;
        limit[i] = e.limit();
        const S kappa = step * step * e.stiffness / p.element_mass;
        const Slid<S> stretched = slid(S(1), S(0), kappa, beta);
        const Slid<S> led = slid(S(0), S(1), kappa, beta);
        stretch_by_stretch[i] = stretched.stretch;
        stretch_by_lead[i] = led.stretch;
        lead_by_stretch[i] = stretched.lead;
        lead_by_lead[i] = led.lead;
      }
    }
  };

  // The motion goes on in its direction, at the pressure and sample time that the run is prepared for. All of these are
  // the same for all lanes of a motion.
  template <class S>
  STICKSLIP_HOT static bool keeps_direction(const Run<S>& run, const StepGeometry<S>& to) noexcept {
    return !possible(!(to.velocity * run.direction > S(0)) || to.pressure < run.pressure ||
                     to.pressure > run.pressure || to.h < run.h || to.h > run.h);
  }

  template <class S>
  STICKSLIP_HOT static Force<S> step_same_direction(Run<S>& run, const StepGeometry<S>& to, State<S>& s) noexcept {
    S sum = S(0);
    for (std::size_t i = 0; i < N; ++i) {
      const KeptElement<S> e(run, i);
      move(e, to, run.direction, s.stretch[i], s.speed[i], s.slip[i]);
      sum = sum + pull(e, s.stretch[i], s.speed[i], s.slip[i]);
    }
    return {sum};
  }

  template <class S>
  STICKSLIP_HD static Force<S> step(Run<S>& run, const Contact<S>& before, const Contact<S>& after, State<S>& s,
                                    const S& h) noexcept {
    s = advance(run.p, before, after, s, h);
    run.direction = sign(after.velocity);
    run.prepare(after, h);
    return force(run.p, after, s);
  }
#endif

  // Every element slips at the drive's own speed.
  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    const Level<S> level(p, c);
    S sum = S(0);
    for (std::size_t i = 0; i < N; ++i)
      sum = sum + pull_if_on(Element<S>(p, level, i), S(0), c.velocity, sign(c.velocity));
    return sum;
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>& c) noexcept {
    return pressure_gain(p, c) * total(p.stiffness_factor);
  }

  // Energy of the springs and of the slipping masses.
  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S gain = pressure_gain(p, c);
    S sum = S(0);
    for (std::size_t i = 0; i < N; ++i)
      sum = sum + gain * p.stiffness_factor[i] * s.stretch[i] * s.stretch[i] / S(2) +
            select(p.stiffness_factor[i] > S(0), p.element_mass * s.speed[i] * s.speed[i] / S(2), S(0));
    return sum;
  }

 private:
  template <class S>
  STICKSLIP_HD static S pressure_gain(const Params<S>& p, const Contact<S>& c) noexcept {
    return p.stiffness_slope * c.pressure + p.stiffness_base;
  }

  // F_C of one element: the total divided by the number of elements in use.
  template <class S>
  STICKSLIP_HD static S coulomb_share(const Params<S>& p, const Contact<S>& c) noexcept {
    S used = S(0);
    for (std::size_t i = 0; i < N; ++i) used = used + select(p.stiffness_factor[i] > S(0), S(1), S(0));
    return (p.coulomb_slope * c.pressure + p.coulomb_base) / larger(used, S(1));
  }

  // What all elements share at one pressure.
  template <class S>
  struct Level {
    S gain;
    S coulomb;
    STICKSLIP_HD Level(const Params<S>& p, const Contact<S>& c) noexcept
        : gain(pressure_gain(p, c)), coulomb(coulomb_share(p, c)) {}
  };

  // Stretch and velocity of a slipping element after one step under a constant drive velocity, by the Pade (0,2)
  // approximation of the exponential. With x = (delta, u), u = dt (w - v), the step is x' = M x, M = [0 -1; kappa
  // -beta], kappa = dt^2 k/m, beta = dt d/m, and
  //   (1 - M + 1/2 M^2) x1 = x0.
  // M^2 = -beta M - kappa reduces the left side to p + q M, whose inverse is (p - q beta - q M)/(p^2 - p q beta +
  // q^2 kappa). Order 2; L-stable, falling like 1/M^2, so that a light element ends a long step at the drive's
  // velocity. 1/(1 - z + z^2/2) grows along the whole negative axis, so that a well-damped element never runs
  // backwards, as approximations of higher order let it do.
  template <class S>
  struct Slid {
    S stretch;
    S lead;  // dt (w - v)
  };
  template <class S>
  STICKSLIP_HD static Slid<S> slid(const S& stretch, const S& lead, const S& kappa, const S& beta) noexcept {
    const S p = S(1) - kappa / S(2);
    const S q = -(S(1) + beta / S(2));
    constexpr double large = 1e4;  // the terms with kappa beta^2 cancel: far beyond it nothing would be left of the sum
    S divisor = p * p - p * q * beta + q * q * kappa;
    const auto overdamped = beta > S(large);
    if (possible(overdamped))
      divisor = select(overdamped, S(1) + beta + (beta * beta + kappa * beta) / S(2) + kappa * kappa / S(4), divisor);
    return {((p - q * beta) * stretch + q * lead) / divisor, (p * lead - q * kappa * stretch) / divisor};
  }

  template <class S>
  struct Motion {
    S stretch;
    S speed;
  };

  // slid() over `rest` seconds; no time changes nothing.
  template <class S>
  STICKSLIP_HD static Motion<S> slide(const Params<S>& p, const S& stiffness, const S& drive, const S& rest,
                                      const S& stretch, const S& speed) noexcept {
    const Slid<S> end = slid(stretch, rest * (speed - drive), rest * rest * stiffness / p.element_mass,
                             rest * p.element_damping / p.element_mass);
    const auto moves = rest > S(0);
    return {end.stretch, drive + select(moves, end.lead / select(moves, rest, S(1)), speed - drive)};
  }

  // An element as the equations below see it: its constants worked out for one step.
  template <class S>
  struct Element {
    const Params<S>& p;
    S travel;
    S stiffness;
    S coulomb;

    STICKSLIP_HD Element(const Params<S>& params, const Level<S>& level, std::size_t i) noexcept
        : p(params), travel(p.travel[i]), stiffness(level.gain * p.stiffness_factor[i]), coulomb(level.coulomb) {}
    STICKSLIP_HD S limit() const noexcept { return stiffness * travel; }
    STICKSLIP_HD S dip(const S& speed) const noexcept {
      return stribeck_dip(speed, p.stribeck_velocity, p.stribeck_exponent);
    }
    STICKSLIP_HD Motion<S> slide(const StepGeometry<S>& to, const S& stretch, const S& speed) const noexcept {
      return Mgms::slide(p, stiffness, to.drive, to.h, stretch, speed);
    }
  };

#if !defined(__CUDACC__)
  // The same with the constants that a run keeps.
  template <class S>
  struct KeptElement {
    const Run<S>& run;
    const Params<S>& p;
    std::size_t i;
    const S& travel;
    const S& stiffness;
    const S& coulomb;

    STICKSLIP_HOT KeptElement(const Run<S>& r, std::size_t element) noexcept
        : run(r), p(r.p), i(element), travel(p.travel[i]), stiffness(r.stiffness[i]), coulomb(r.coulomb) {}
    STICKSLIP_HOT const S& limit() const noexcept { return run.limit[i]; }
    STICKSLIP_HOT S dip(const S& speed) const noexcept { return falling(run.power(speed * run.inverse_velocity)); }
    STICKSLIP_HOT Motion<S> slide(const StepGeometry<S>& to, const S& stretch, const S& speed) const noexcept {
      const S lead = to.h * (speed - to.drive);
      const S led = fused(run.lead_by_stretch[i], stretch, run.lead_by_lead[i] * lead);
      return {fused(run.stretch_by_stretch[i], stretch, run.stretch_by_lead[i] * lead),
              fused(led, run.inverse_h, to.drive)};
    }
  };
#endif

  // F_i of an element that is on.
  template <class Element, class S>
  STICKSLIP_HOT static S pull(const Element& e, const S& stretch, const S& speed, const S& slip) noexcept {
    const auto slipping = slips(slip);
    const S elastic = e.stiffness * stretch;
    if (!possible(slipping)) return elastic;
    const S level = fused(e.limit() - e.coulomb, e.dip(abs(speed)), e.coulomb);
    const S direction = select(speed > S(0), S(1), select(speed < S(0), S(-1), slip));
    return select(slipping, fused(e.p.viscous, speed, level * direction), elastic);
  }
  template <class S>
  STICKSLIP_HD static S pull_if_on(const Element<S>& e, const S& stretch, const S& speed, const S& slip) noexcept {
    return select(e.stiffness > S(0), pull(e, stretch, speed, slip), S(0));
  }

  // The map of one element over a step in which the drive goes in `direction`: it slides on, breaks away within the
  // step, or is stretched by the way. It does not slip against the drive.
  template <class Element, class S>
  STICKSLIP_HOT static void move(const Element& e, const StepGeometry<S>& to, const S& direction, S& stretch, S& speed,
                                 S& slip) noexcept {
    const auto slipping = slip * direction > S(0);
    const S before = stretch;
    const S held = stretch + to.way;
    const Motion<S> end = e.slide(to, stretch, speed);
    const auto on = e.stiffness > S(0);
    const auto breaks = !slipping && on && held * direction > e.travel;
    stretch = select(slipping, end.stretch, select(on, held, S(0)));
    speed = select(slipping, end.speed, S(0));
    if (possible(breaks)) break_away(e.p, to, direction, e.travel, e.stiffness, breaks, before, stretch, speed, slip);
  }

  // Elements that break away within the step: located by the way, and sliding from there.
  template <class S, class Mask>
  STICKSLIP_SELDOM static void break_away(const Params<S>& p, const StepGeometry<S>& to, const S& direction,
                                          const S& travel, const S& stiffness, const Mask& breaks, const S& before,
                                          S& stretch, S& speed, S& slip) noexcept {
    const S along = before * direction;
    const S path = larger(to.way * direction, S(1e-30));
    const S part = smaller(larger((travel - along) / path, S(0)), S(1));
    const auto end = slide(p, stiffness, to.drive, (S(1) - part) * to.h, direction * larger(along, travel), S(0));
    stretch = select(breaks, end.stretch, stretch);
    speed = select(breaks, end.speed, speed);
    slip = select(breaks, direction, slip);
  }

  // A step in which the velocity keeps its sign. Where the drive comes to rest, a slipping element sticks with the
  // force that it carries.
  template <class S>
  STICKSLIP_HD static State<S> advance_one_way(const Params<S>& p, const Contact<S>& from, const Contact<S>& to,
                                               const State<S>& s, const S& dt) noexcept {
    StepGeometry<S> step = geometry(from, to, dt);
    const S direction = sign(step.drive);
    step.way = step.way * direction * direction;  // none without a direction
    const auto stops = !(to.velocity > S(0) || to.velocity < S(0));
    const Level<S> level(p, to);
    State<S> next;
    STICKSLIP_UNROLLED
    for (std::size_t i = 0; i < N; ++i) {
      const Element<S> e(p, level, i);
      const auto on = e.stiffness > S(0);
      S stretch = s.stretch[i];
      S speed = s.speed[i];
      S slip = select(s.slip[i] * direction > S(0), s.slip[i], S(0));
      move(e, step, direction, stretch, speed, slip);
      if (possible(stops)) {
        const S carried = pull(e, stretch, speed, slip) / select(on, e.stiffness, S(1));
        stretch = select(stops && slips(slip), carried, stretch);
      }
      next.stretch[i] = select(on, stretch, S(0));
      next.speed[i] = select(stops, S(0), speed);
      next.slip[i] = select(stops, S(0), slip);
    }
    return next;
  }

  template <class S>
  STICKSLIP_HD static constexpr std::array<S, N> default_travel(std::size_t n) {
    return per_element<S, N>(n, [n](std::size_t i) { return 1e-4 + 6e-5 * 10.0 / double(n) * double(i); });
  }
  template <class S>
  STICKSLIP_HD static constexpr std::array<S, N> default_factor(std::size_t n) {
    return per_element<S, N>(
        n, [n](std::size_t i) { return 100.0 / double(n) / (1e-4 + 6e-5 * 10.0 / double(n) * double(i)); });
  }
};

}  // namespace stickslip

#undef STICKSLIP_SELDOM
#undef STICKSLIP_UNROLLED
