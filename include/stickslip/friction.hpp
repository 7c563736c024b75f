// What a friction law is: Contact, Force, and the two faces that every law shows.
//
// A law is a type without objects. It has
//   name, title, source, equation   texts for people
//   reads, may_read                 what of the Contact it needs, and what it uses when it is given
//   Params<S>, State<S>             sets with tables (param.hpp)
//   continuous face                 rate(p, c, s), force(p, c, s); with modes also guards(p, c, s), reset(p, c, s, k)
//   sampled face                    advance(p, before, after, s, h), then force(p, after, s)
// for every scalar S. The sampled face is a map that is stable for every step h, allocates nothing and throws nothing.
//
// Sign: the friction force is positive when it acts against positive velocity: m dv/dt = applied - force.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "stickslip/param.hpp"
#include "stickslip/scalar.hpp"

namespace stickslip {

// What the machine tells the contact at one instant. The same struct serves rotation: read rad, N.m and kg.m2.
template <class S>
struct Contact {
  S velocity = S(0);      // relative sliding velocity [m/s]
  S displacement = S(0);  // relative displacement [m]
  S applied = S(0);       // sum of all other tangential forces on the body [N]
  S mass = S(1);          // mass of the body [kg]
  S load = S(0);          // normal force [N]
  S pressure = S(0);      // pressure on the seal [Pa]
  S temperature = S(0);   // temperature above the reference state [K]
};

// The friction force is value + inertia * acceleration. A plant divides by (mass + inertia): no algebraic loop is left.
template <class S>
struct Force {
  S value;           // [N]
  S inertia = S(0);  // [kg]
};

// What a law claims about standstill under a force below break-away.
enum class Stick : std::uint8_t {
  none,     // it creeps or drifts: a steady or oscillating force moves the body on and on
  elastic,  // the body deflects and returns; no drift
  rigid,    // the body does not move
};

// What a law claims about energy; the passivity suite holds it to the claim.
enum class Passivity : std::uint8_t {
  always,       // work taken >= energy stored, for all admissible parameters
  conditional,  // only under the condition in `passive_when`
  never,        // there is a motion that draws energy out of it for its default parameters
};

template <class L, class S = double>
concept FrictionLaw = ParamSet<typename L::template Params<S>> && ParamSet<typename L::template State<S>> &&
    requires(const typename L::template Params<S>& p, const Contact<S>& c, const typename L::template State<S>& s,
             S h) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::title } -> std::convertible_to<std::string_view>;
  { L::source } -> std::convertible_to<std::string_view>;
  { L::equation } -> std::convertible_to<std::string_view>;
  { L::reads } -> std::convertible_to<Reads>;
  { L::may_read } -> std::convertible_to<Reads>;
  { L::stick } -> std::convertible_to<Stick>;
  { L::passivity } -> std::convertible_to<Passivity>;
  { L::passive_when } -> std::convertible_to<std::string_view>;
  { L::rate(p, c, s) }
  noexcept->std::same_as<typename L::template State<S>>;
  { L::force(p, c, s) }
  noexcept->std::same_as<Force<S>>;
  { L::advance(p, c, c, s, h) }
  noexcept->std::same_as<typename L::template State<S>>;
};

// Optional talents, found by asking, never by a flag.

// Modes: guards(p, c, s) is an array of numbers that are positive while the present mode may continue; reset(p, c, s,
// k) is the state with which the law goes on after guard k fell through zero.
template <class L, class S = double>
concept HasGuards = FrictionLaw<L, S> &&
    requires(const typename L::template Params<S>& p, const Contact<S>& c, const typename L::template State<S>& s) {
  { L::guards(p, c, s)[0] } -> std::convertible_to<S>;
  { L::reset(p, c, s, std::size_t(0)) } -> std::same_as<typename L::template State<S>>;
  {L::guard_names.size()};
};

// A hold: holds(s) is true while the law holds the body exactly at rest; the plant then sets its velocity to zero.
template <class L, class S = double>
concept HasHold = FrictionLaw<L, S> && requires(const typename L::template State<S>& s) {
  L::holds(s);
};

// Friction that sliding at constant velocity v settles to, at the load, pressure and temperature of the contact.
template <class L, class S = double>
concept HasSteadyState = FrictionLaw<L, S> && requires(const typename L::template Params<S>& p, const Contact<S>& c) {
  { L::steady_state(p, c) } -> std::same_as<S>;
};

// Energy held in the states [J]; the kinetic energy of Force::inertia is apart.
template <class L, class S = double>
concept HasStoredEnergy = FrictionLaw<L, S> &&
    requires(const typename L::template Params<S>& p, const Contact<S>& c, const typename L::template State<S>& s) {
  { L::stored_energy(p, c, s) } -> std::same_as<S>;
};

// The force of every element that a law is made of [N], an array. Without the law's viscous and damping terms, which
// are not the elements', they sum to the friction force.
template <class L, class S = double>
concept HasElementForces = FrictionLaw<L, S> &&
    requires(const typename L::template Params<S>& p, const Contact<S>& c, const typename L::template State<S>& s) {
  { L::element_forces(p, c, s)[0] } -> std::convertible_to<S>;
};

// How many elements that talent has; 0 for a law without it.
template <class L>
constexpr std::size_t element_force_count() {
  if constexpr (HasElementForces<L>)
    return std::tuple_size_v<decltype(L::element_forces(std::declval<const typename L::template Params<double>&>(),
                                                        std::declval<const Contact<double>&>(),
                                                        std::declval<const typename L::template State<double>&>()))>;
  else
    return 0;
}

// The force for who has the rate already, by laws in which the rate is most of the work: force(p, c, s, rate).
template <class L, class P, class S, class State>
STICKSLIP_HD Force<S> force_at_rate(const P& p, const Contact<S>& c, const State& s, const State& rate) noexcept {
  if constexpr (requires { L::force(p, c, s, rate); })
    return L::force(p, c, s, rate);
  else
    return L::force(p, c, s);
}

// Slope of force over displacement with which motion starts from rest [N/m].
template <class L, class S = double>
concept HasPreslidingStiffness = FrictionLaw<L, S> &&
    requires(const typename L::template Params<S>& p, const Contact<S>& c) {
  { L::presliding_stiffness(p, c) } -> std::same_as<S>;
};

// The speed at which the law's friction changes [m/s], for laws in whose table the first speed is not that one; 0: the
// friction is the same at every speed.
template <class L, class S = double>
concept HasOwnSpeed = FrictionLaw<L, S> && requires(const typename L::template Params<S>& p) {
  { L::own_speed(p) } -> std::same_as<S>;
};

// A law with options that change what it can do, shown apart where laws are compared: static constexpr std::array
// variants{LawVariant{...}}.
struct LawVariant {
  std::string_view words;     // behind the law's name
  std::string_view settings;  // "field=value field=value"
};
template <class L>
constexpr std::span<const LawVariant> list_variants() {
  if constexpr (requires { L::variants.size(); }) return L::variants;
  return {};
}

// Settings, "field=value field=value", that bring a law to the scale at which laws are compared (004 Table 1: friction
// 1 N and 1.5 N, stiffness 1e5 N/m, Stribeck velocity 1 mm/s), for laws whose table speaks of other quantities.
template <class L>
constexpr std::string_view comparison_scale() {
  if constexpr (requires { L::compared_at; }) return L::compared_at;
  return {};
}

// A law whose Force::inertia is not zero says so: static constexpr bool has_inertia = true.
template <class L>
inline constexpr bool has_inertia = requires {
  L::has_inertia;
};

// Calls step(from, to, state, h) once, or twice when the velocity changes sign: the step is then cut where a velocity
// that changes linearly passes zero. Everything else in the contact is taken to change linearly too, the displacement
// as the integral of that velocity up to the cut.
template <class S, class State, class Step>
STICKSLIP_HD State split_at_reversal(const Contact<S>& before, const Contact<S>& after, const State& state, const S& h,
                                     Step step) noexcept {
  const S v0 = before.velocity;
  const S v1 = after.velocity;
  const auto reverses = (v0 > S(0) && v1 < S(0)) || (v0 < S(0) && v1 > S(0));
  if (!possible(reverses)) return step(before, after, state, h);
  const S part = select(reverses, v0 / select(reverses, v0 - v1, S(1)), S(1));
  const auto between = [&](const S& a, const S& b) { return select(reverses, a + part * (b - a), b); };
  Contact<S> cut;
  cut.velocity = select(reverses, S(0), v1);
  cut.displacement = select(reverses, before.displacement + v0 * part * h / S(2), after.displacement);
  cut.applied = between(before.applied, after.applied);
  cut.mass = after.mass;
  cut.load = between(before.load, after.load);
  cut.pressure = between(before.pressure, after.pressure);
  cut.temperature = between(before.temperature, after.temperature);
  const State at_cut = step(before, cut, state, part * h);
  const State at_end = step(cut, after, at_cut, (S(1) - part) * h);
  State chosen = at_end;
  const auto kept = scalars(at_cut);
  const auto result = scalars(chosen);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = select(reverses, result[i], kept[i]);
  return chosen;
}

}  // namespace stickslip
