// What a law needs besides its table to be tested: a documented asymmetry, the condition of its passivity, a
// counterexample, its own scales. A law without a specialisation gets every suite with the defaults below.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "motion.hpp"
#include "parameters.hpp"

namespace stickslip::conformance {

// Parameters and a motion by which energy is drawn out of a law that is not passive.
template <class P>
struct Counterexample {
  std::string_view reason;
  P params;
  std::vector<Piece> motion;
  Contact<double> surroundings = {};
};

template <class Law>
struct Traits;

template <class Law>
struct DefaultTraits {
  using P = ParamsOf<Law>;

  // Options that prefer one direction although both sides have the same parameters, and a draw without them.
  static std::vector<P> one_sided() { return {}; }
  static void make_symmetric(P&) {}

  // Order in h at which the sampled face approaches the continuous one.
  static constexpr int order = [] {
    if constexpr (requires { Law::order; })
      return Law::order;
    else
      return 2;
  }();

  // Takes away options by which a stop changes the presliding state, so that a force below break-away drifts.
  static void keep_presliding(P&) {}

  // Brings random parameters to where sliding settles exponentially, in travel or in time.
  static void make_settling(P&) {}

  // False when the force may rise above its two ends inside a step of constant velocity: a spring that snaps.
  static constexpr bool monotone = true;

  // Brings random parameters into the domain in which the law claims what it claims.
  static void into_domain(P&) {}

  // Brings random parameters, and a piece of the motion, under the condition in passive_when.
  static void make_passive(P&) {}
  static void make_passive(const P&, Piece&) {}

  // Motions that draw energy; needed by a law that is passive never or conditionally.
  static std::vector<Counterexample<P>> counterexamples() { return {}; }

  // Takes away what makes the flow too rough for an integrator, or for an order to show. A Stribeck curve with exponent
  // n < 1 has a vertical tangent at v = 0; a step across it errs by h^(1 + n), whatever the method.
  static void smoothen(P& p) {
    for (const Field& f : fields<P>)
      if (f.name == "stribeck_exponent")
        for (double& n : scalars(p).subspan(f.first, f.width)) n = std::max(n, 1.0);
  }

  static Scales scales(const P& p, const Contact<double>& c) { return table_scales<Law>(p, c); }

  // Numbers of the state besides its modes at whose change of sign the force jumps.
  static std::vector<double> turning(const StateOf<Law>&) { return {}; }

  // The largest friction that the law may show at this contact [N] when no speed so far was above `fastest`: a few
  // times its own forces, and the force of all its dampers at this speed; a bristle bent in the strong direction
  // relaxes at most by the ratio of its limits.
  static double bound(const P& p, const Contact<double>& c, [[maybe_unused]] double fastest) {
    const Scales s = Traits<Law>::scales(p, c);
    const UnitSummary forces = summarise(fields<P>, scalars(p), "N");
    const double ratio = forces.sum > 0.0 ? forces.most / forces.least : 1.0;
    return 2.0 * s.force + s.damping * std::abs(c.velocity) * (1.0 + ratio);
  }

  // The force at standstill below which the law's claim about stick holds, on its weaker side [N]: the break-away force
  // of a rigid law; of an elastic one the smaller sliding friction, because presliding has a speed of its own.
  static double breakaway(const P& p, Contact<double> c) {
    constexpr std::string_view wanted = Law::stick == Stick::rigid ? "breakaway" : "coulomb";
    for (const Field& f : fields<P>)
      if (f.name == wanted) {
        const auto sides = scalars(p).subspan(f.first, f.width);
        return *std::min_element(sides.begin(), sides.end());
      }
    c.velocity = 1e-12;  // a law without a parameter of that name holds what it shows at a crawl
    return std::abs(Law::steady_state(p, c));
  }
};

template <class Law>
struct Traits : DefaultTraits<Law> {};

// Laws that hold by following the applied force: they push when it acts along the motion. -----------------------------

template <>
struct Traits<Karnopp> : DefaultTraits<Karnopp> {
  // Sliding never settles inside the band, and an imposed motion through it shows the applied force.
  static Scales scales(const P& p, const Contact<double>& c) {
    Scales s = table_scales<Karnopp>(p, c);
    s.velocity = std::max(s.velocity, 20.0 * p.dead_velocity);
    return s;
  }
  static void make_passive(P&) {}
  static void make_passive(const P& p, Piece& piece) {
    if (std::abs(piece.velocity) < p.dead_velocity) piece.velocity = 0.0;
  }
  static std::vector<Counterexample<P>> counterexamples() {
    return {
        {"inside the band the force follows an applied force that acts against the motion", P{}, {{5e-5, 1.0, -1.0}}}};
  }
};

template <>
struct Traits<Hybrid> : DefaultTraits<Hybrid> {
  static Scales scales(const P& p, const Contact<double>& c) {
    Scales s = table_scales<Hybrid>(p, c);
    s.velocity = 20.0 * p.stick_velocity;
    return s;
  }
  static void make_passive(P&) {}
  static void make_passive(const P& p, Piece& piece) {
    if (std::abs(piece.velocity) < p.stick_velocity) piece.velocity = 0.0;
  }
  static std::vector<Counterexample<P>> counterexamples() {
    return {{"the stick mode pushes with the applied force", P{}, {{1e-4, 1.0, -1.0}}}};
  }
  // The stick mode brakes with m p_0 |v| up to |v| = S, on top of the applied force.
  static double bound(const P& p, const Contact<double>& c, double fastest) {
    return DefaultTraits<Hybrid>::bound(p, c, fastest) + std::abs(c.applied) + c.mass * p.stick_rate * p.stick_velocity;
  }
  // A slip begins inside the window |v| < S_2; a step that changes the velocity by more than that steps over it.
  static void smoothen(P& p) {
    DefaultTraits<Hybrid>::smoothen(p);
    p.release_velocity = 0.9 * p.stick_velocity;
  }
};

template <>
struct Traits<HybridPresliding> : DefaultTraits<HybridPresliding> {
  static constexpr bool monotone = false;  // the adhesion is at F_s when it snaps to the sliding friction

  static double breakaway(const P& p, const Contact<double>&) {
    return std::min(p.breakaway.forward, p.breakaway.back);
  }
  // The stuck body's damper k_2 |v| and the adhesion as far as a body may be carried, all over the mass ratio, and the
  // applied force that passes.
  static double bound(const P& p, const Contact<double>& c, double fastest) {
    const double weaker = std::min(p.breakaway.forward, p.breakaway.back);
    const double force = std::max(p.breakaway.forward, p.breakaway.back) * (1.0 + p.breakaway_rise / weaker);
    const double damper = 2.0 * p.damping_ratio * std::sqrt(c.mass * p.stick_mass_ratio * force / p.presliding_limit);
    const double swing = p.stick_velocity * std::sqrt(c.mass * p.stick_mass_ratio * force / p.presliding_limit);
    const double carried = (2.0 + p.restart) * force + swing * std::sqrt(force / weaker);
    const double stick = (carried + damper * std::abs(c.velocity) + std::abs(c.applied)) / p.stick_mass_ratio;
    return DefaultTraits<HybridPresliding>::bound(p, c, fastest) + stick + std::abs(c.applied);
  }
  // With another stick mass a part of the applied force shows instead of the adhesion.
  static void keep_presliding(P& p) { p.stick_mass_ratio = 1.0; }
  static void make_passive(P& p) { p.stick_mass_ratio = 1.0; }
  static void make_passive(const P&, Piece&) {}
  static std::vector<Counterexample<P>> counterexamples() {
    P p;
    p.stick_mass_ratio = 10.0;
    return {{"with a larger stick mass most of the applied force passes through", p, {{1e-7, 1.0, -1.0}}}};
  }
};

// Bristle laws: the damping pushes while bristles, bent to F_s by creeping, relax to F_c at speed. --------------------

template <class Law>
struct BristleTraits : DefaultTraits<Law> {
  using P = ParamsOf<Law>;
  static void make_passive(P& p) { p.damping = 0.0; }
  static void make_passive(const P&, Piece&) {}

  // Creeps over four times the deflection F_s/sigma_0, then jumps to a speed at which the damping outweighs all.
  static std::vector<Counterexample<P>> relaxation(P p, double deflection, double speed) {
    p.viscous = 0.0;
    return {{"the damping pushes while the bristles relax at speed",
             p,
             {{1e-6, 4.0 * deflection / 1e-6}, {speed, 2.0 * deflection / speed}}}};
  }
};

template <>
struct Traits<LuGre> : BristleTraits<LuGre> {
  static auto counterexamples() { return relaxation(P{}, 1.5e-5, 1.0); }
};

template <>
struct Traits<ElastoPlastic> : BristleTraits<ElastoPlastic> {
  static auto counterexamples() { return relaxation(P{}, 1.5e-5, 1.0); }
  static double breakaway(const P& p, const Contact<double>&) { return p.stiffness * p.breakaway_deflection; }

  // The bristles bend to z_max or F_s/sigma_0, whichever is more; the implicit step overshoots that by a fifth of the
  // way at most (its stability function is not below -0.21), and the way may come from the other side.
  static double bound(const P& p, const Contact<double>& c, double) {
    const double strongest = std::max(p.breakaway.forward, p.breakaway.back);
    const double force = std::max(p.stiffness * p.full_deflection, strongest);
    const double relaxation = 1.0 + force / std::min(p.coulomb.forward, p.coulomb.back);
    const double viscous = std::max(p.viscous.forward, p.viscous.back);
    return 1.5 * (force + (p.damping * relaxation + viscous) * std::abs(c.velocity));
  }
};

template <std::size_t N>
struct Traits<Leuven<N>> : BristleTraits<Leuven<N>> {
  using P = ParamsOf<Leuven<N>>;
  static auto counterexamples() { return Traits::relaxation(defaults<Leuven<N>>(), 5e-5, 10.0); }

  // dz/dt = v [1 - sign(r) |r|^m] where |r| is at most all the elements' limits over the smallest level.
  static double bound(const P& p, const Contact<double>& c, double) {
    const double limits = std::accumulate(p.limit.begin(), p.limit.end(), 0.0);
    const double ratio = limits / std::min(p.coulomb.forward, p.coulomb.back);
    const double viscous = std::max(p.viscous.forward, p.viscous.back);
    const double damping = p.damping * (1.0 + std::pow(ratio, p.transition_exponent));
    return 1.01 * (limits + (damping + viscous) * std::abs(c.velocity));
  }
};

// The film's dwell time acts at standstill only; n = 0.05 and (|v|/v_b)^(2/3) are both rough at v = 0.
template <class Law>
struct FilmTraits : BristleTraits<Law> {
  using P = ParamsOf<Law>;
  static Scales scales(const P& p, const Contact<double>& c) {
    Scales s = table_scales<Law>(p, c);
    s.time = p.film_growth_time + p.film_thinning_time;
    s.velocity = 0.3 * std::min(p.stribeck_velocity.forward, p.stribeck_velocity.back);
    return s;
  }
  static auto counterexamples() {
    P p;
    p.damping = 1e5;
    p.stribeck_exponent = 2.0;
    return FilmTraits::relaxation(p, 1.7e-4, 1.0);
  }
};
template <>
struct Traits<ModifiedLuGre> : FilmTraits<ModifiedLuGre> {};
template <>
struct Traits<NewModifiedLuGre> : FilmTraits<NewModifiedLuGre> {};

// Laws with elements and elastic travel -------------------------------------------------------------------------------

template <>
struct Traits<CoulombViscous> : DefaultTraits<CoulombViscous> {
  static double breakaway(const P& p, const Contact<double>& c) {
    return std::min(p.coulomb.forward, p.coulomb.back) + p.load_coulomb * c.load;
  }
};

template <>
struct Traits<Stribeck> : DefaultTraits<Stribeck> {
  static double bound(const P& p, const Contact<double>& c, double fastest) {
    return DefaultTraits<Stribeck>::bound(p, c, fastest) + p.load_breakaway * c.load;
  }
};

template <>
struct Traits<BacklashStribeck> : DefaultTraits<BacklashStribeck> {
  static constexpr bool monotone = false;  // the spring is at F_n mu_0 when it snaps to F_n mu(v)

  // mu(0) and mu_0 are independent: between them the slider would chatter.
  static double breakaway(const P& p, const Contact<double>& c) {
    return (p.normal_force + c.load) * std::min(p.adhesion_coefficient, p.kinetic_coefficient);
  }
  static double bound(const P& p, const Contact<double>& c, double) {
    const double slowest =
        p.kinetic_coefficient + p.dip_coefficient * std::exp(std::min(p.dip_rate * p.dip_velocity, 50.0));
    return 1.01 * (p.normal_force + c.load) * std::max(p.adhesion_coefficient, slowest);
  }
};

template <std::size_t N>
struct Traits<Gms<N>> : DefaultTraits<Gms<N>> {
  using P = ParamsOf<Gms<N>>;
  static Scales scales(const P& p, const Contact<double>& c) {
    Scales s = table_scales<Gms<N>>(p, c);
    s.time = std::max(p.breakaway.forward, p.breakaway.back) / p.attraction;
    return s;
  }
  // Springs loaded at speed to F_c climb to F_s at a crawl, in the time F_s/C and for no work.
  static std::vector<Counterexample<P>> counterexamples() {
    P p = defaults<Gms<N>>();
    p.stiffness.fill(1e4);
    p.viscous = 0.0;
    const double travel = 1.01 * p.share[0] * p.coulomb.forward / p.stiffness[0];
    return {{"the pull of a slipping element climbs with time, not with the path", p, {{1.0, travel}, {1e-9, 1.0}}}};
  }
};

template <std::size_t N>
struct Traits<Mgms<N>> : DefaultTraits<Mgms<N>> {
  using P = ParamsOf<Mgms<N>>;
  static std::vector<Counterexample<P>> counterexamples() {
    return {{"dampers accelerate the masses, and the law's force does not feel it",
             defaults<Mgms<N>>(),
             {{0.1, 0.01}, {10.0, 1e-3}}}};
  }

  // Neither so damped nor so loose that the slow and the fast time constant of a mass lie a thousandfold apart.
  static void into_domain(P& p) {
    const double critical = 2.0 * std::sqrt(softest(p) * p.element_mass);
    p.element_damping = std::clamp(p.element_damping, 0.3 * critical, 10.0 * critical);
  }
  // Speeds at which the drive crosses the presliding range in about the masses' own time.
  static Scales scales(const P& p, const Contact<double>& c) {
    Scales s = table_scales<Mgms<N>>(p, c);
    s.time = 2.0 * p.element_mass / p.element_damping + p.element_damping / softest(p);
    s.velocity = s.near * p.element_damping / p.element_mass;
    s.force = std::max(s.force, breakaway(p, c));
    return s;
  }
  static double breakaway(const P& p, const Contact<double>& c) {
    return p.coulomb_slope * c.pressure + p.coulomb_base;
  }

  // The friction of an element turns with its mass.
  static std::vector<double> turning(const StateOf<Mgms<N>>& s) { return {s.speed.begin(), s.speed.end()}; }

  // A stop keeps the force of that instant, the viscous part of the element's own speed included; a spring that carries
  // it, released, throws the mass with force/sqrt(k m).
  static double bound(const P& p, const Contact<double>& c, double fastest) {
    const double gain = p.stiffness_base + p.stiffness_slope * c.pressure;
    double limits = 0.0;
    double thrown = 0.0;
    for (std::size_t i = 0; i < N; ++i) {
      const double stiffness = gain * p.stiffness_factor[i];
      const double limit = stiffness * p.travel[i];
      limits += limit;
      if (stiffness > 0.0)
        thrown += std::max(limit, breakaway(p, c) / double(N)) / std::sqrt(stiffness * p.element_mass);
    }
    const double viscous = p.viscous * (4.0 * double(N) * fastest + 2.0 * thrown);
    return 2.0 * std::max(Traits::scales(p, c).force, limits) + viscous;
  }
  // A mass that rings passes speed zero, where its force jumps from W_i to -W_i; a stop there has no order. Damped
  // above critical, under any pressure that the tests draw, it does not.
  static void smoothen(P& p) {
    DefaultTraits<Mgms<N>>::smoothen(p);
    const double gain = p.stiffness_base + p.stiffness_slope * highest_pressure;
    const double stiffest = gain * summarise(fields<P>, scalars(p), "N/m").most;
    p.element_damping = std::max(p.element_damping, 2.2 * std::sqrt(stiffest * p.element_mass));
  }
  static double softest(const P& p) { return p.stiffness_base * summarise(fields<P>, scalars(p), "N/m").least; }
};

template <>
struct Traits<Dahl> : DefaultTraits<Dahl> {
  // Below exponent 1 the limit is reached after a finite path, with an infinite slope at it.
  static void smoothen(P& p) { p.exponent = std::max(p.exponent, 1.0); }
  // Above exponent 1 the rest of the way shrinks like a power of the path, not exponentially.
  static void make_settling(P& p) { p.exponent = std::min(p.exponent, 1.0); }
};

template <>
struct Traits<DryClutch> : DefaultTraits<DryClutch> {
  // The readings other than the clamp reset the elastic travel when the motion stops; a deep dip with little internal
  // friction has negative damping, and the stuck body swings by itself; an elastic travel that a wave of 1 Hz crosses
  // faster than w_s is no presliding.
  static void keep_presliding(P& p) {
    p.reset = DryClutch::clamp;
    p.kinetic_ratio = P{}.kinetic_ratio;
    p.internal_friction = P{}.internal_friction;
    p.elastic_travel = std::min(p.elastic_travel, 0.1 * p.stribeck_velocity);
  }
  // At low speed the internal friction is a damper T_s k_w/w_s.
  static Scales scales(const P& p, const Contact<double>& c) {
    Scales s = table_scales<DryClutch>(p, c);
    s.damping = s.force * p.internal_friction / p.stribeck_velocity;
    return s;
  }
  static double bound(const P& p, const Contact<double>& c, double) { return 2.0 * scales(p, c).force; }
  // At speed the clutch shows k_d of its static torque.
  static double breakaway(const P& p, Contact<double> c) {
    c.velocity = 1e-12;
    return p.kinetic_ratio * std::abs(DryClutch::steady_state(p, c));
  }
  // The block diagram's rule R4 resets to +phi_0 whatever the direction.
  static std::vector<P> one_sided() {
    P p;
    p.reset = DryClutch::r4;
    return {p};
  }
  static void make_symmetric(P& p) {
    if (p.reset == double(DryClutch::r4)) p.reset = DryClutch::clamp;
  }
  static std::vector<Counterexample<P>> counterexamples() {
    const P p;
    const double travel = p.elastic_travel;
    std::vector<Piece> loop{{1e-3, 2.0 * travel / 1e-3}};
    for (int i = 0; i < 10; ++i) {
      loop.push_back({10.0, travel / 10.0});
      loop.push_back({-1e-3, travel / 1e-3});
    }
    P printed;
    printed.reset = DryClutch::r1;
    const double time = 0.8 * travel / 1e-3;
    return {{"a fast way out costs T_d per travel, the slow way back returns nearly T_s", p, loop},
            {"the printed reset stretches the spring for nothing",
             printed,
             {{1e-3, time}, {-1e-3, 2.0 * time}, {1e-3, 2.0 * time}, {-1e-3, 2.0 * time}}}};
  }
};

// The draw in which everything above has been applied.
template <class Law>
ParamsOf<Law> draw_params(Random& rng, Draw sides) {
  auto p = random_params<Law>(rng, sides);
  Traits<Law>::into_domain(p);
  return p;
}

}  // namespace stickslip::conformance
