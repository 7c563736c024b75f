// A friction element for a body that is moved elsewhere, of which it is told the velocity (and the mass) alone.
//
// A law with true stick holds a body against the force that is applied to it. Here the element finds that force itself,
// in steps h:
//
//   u = F_k + m (v_{k+1} - v_k)/h   pushed the body in the last step,
//   w = u + m v_{k+1}/h             brings it to rest in the next one;
//
// a body that is held stays so while |w| <= F_s, one that slides is caught when friction would stop it within the step,
// |w| <= F(v): implicit Euler for a rigid contact, order 1. Any other law that reads a displacement gets the integral
// of the velocity by trapezoids.
#pragma once

#include <array>
#include <utility>

#include "stickslip/friction.hpp"

namespace stickslip {

template <class S, class State>
struct Stopped {
  State state;
  S held_force;  // that holds the body; 0 while it slides
  S force;       // friction at the end of the step
};

// The step for a rigid law behind a face: step(from, to, state, h) gives the next state and force, force(c, state),
// holds(state), rest() and choose(mask, state, state). `pushed` is u.
template <class S, class Face, class State>
Stopped<S, State> stopping_step(const Face& law, const Contact<S>& from, Contact<S> to, const S& pushed,
                                const State& state, const S& h) {
  const S stopping = pushed + to.mass * to.velocity / h;
  to.applied = pushed;
  const auto [sliding, slid] = law.step(from, to, state, h);
  const auto came_moving = from.velocity > S(0) || from.velocity < S(0);
  const S direction = select(came_moving, from.velocity, to.velocity);
  const S braking = select(direction < S(0), -stopping, stopping);
  const auto is_slow = law.holds(sliding);  // inside the law's own band around standstill
  const auto is_caught = law.holds(state) || is_slow || braking <= abs(slid);

  Contact<S> rest = to;
  rest.velocity = S(0);
  rest.applied = stopping;
  const auto [stopped, unused] = law.step(rest, rest, law.rest(), S(0));
  const auto is_held = is_caught && law.holds(stopped);
  // Pushed beyond break-away: it sets off, or turns, in the direction of the push.
  const auto sets_off = is_caught && !law.holds(stopped) && (is_slow || to.velocity * stopping <= S(0));
  return {law.choose(is_held || sets_off, stopped, sliding), select(is_held, stopping, S(0)),
          select(is_held, stopping, select(sets_off, law.force(to, stopped), slid))};
}

// What an element remembers beside its law's state.
template <class S, class State>
struct ElementMemory {
  State law;
  S held_force = S(0);
  S own_displacement = S(0);
};

// The element of a law as a template over the scalar. A rigid law has one state, its mode, and 0 is held.
template <class Law, class S>
class VelocityElement {
 public:
  using Params = typename Law::template Params<S>;
  using State = typename Law::template State<S>;
  using Memory = ElementMemory<S, State>;

  static constexpr bool is_rigid = Law::stick == Stick::rigid;
  static constexpr bool integrates = includes(Law::reads | Law::may_read, Reads::displacement);

  explicit VelocityElement(const Params& p) : p_(p) {}

  // The memory and the force behind a step from a contact to the next one.
  std::pair<Memory, Force<S>> step(Contact<S> before, Contact<S> now, const Memory& m, const S& h) const {
    Memory next = m;
    if constexpr (integrates) {
      next.own_displacement = m.own_displacement + h * (before.velocity + now.velocity) / S(2);
      before.displacement = m.own_displacement;
      now.displacement = next.own_displacement;
    }
    if constexpr (is_rigid) {
      const S duration = larger(h, S(shortest));
      const S last = select(holds(m.law), m.held_force, force(before, m.law));
      const S pushed = last + now.mass * (now.velocity - before.velocity) / duration;
      const auto stopped = stopping_step<S>(*this, before, now, pushed, m.law, duration);
      return {{stopped.state, stopped.held_force, next.own_displacement}, {stopped.force}};
    } else {
      next.law = Law::advance(p_, before, now, m.law, h);
      return {next, Law::force(p_, now, next.law)};
    }
  }

  // In a contact, for the memory as it is.
  Force<S> force(Contact<S> c, const Memory& m) const {
    if constexpr (integrates) c.displacement = m.own_displacement;
    if constexpr (!is_rigid) return Law::force(p_, c, m.law);
    return {select(holds(m.law), m.held_force, force(c, m.law))};
  }

  // The law behind its face.
  std::pair<State, S> step(const Contact<S>& from, const Contact<S>& to, const State& state, const S& h) const {
    const State next = Law::advance(p_, from, to, state, h);
    return {next, force(to, next)};
  }
  S force(const Contact<S>& c, const State& state) const { return Law::force(p_, c, state).value; }
  static auto holds(State state) {
    const S mode = scalars(state)[0];
    return !(mode > S(0) || mode < S(0));
  }
  static State rest() { return {}; }
  template <class Mask>
  static State choose(const Mask& mask, State a, State b) {
    const auto first = scalars(a);
    const auto second = scalars(b);
    for (std::size_t i = 0; i < first.size(); ++i) first[i] = select(mask, first[i], second[i]);
    return a;
  }

 private:
  static constexpr double shortest = 1e-12;  // [s] what a step of no duration counts as

  const Params& p_;
};

}  // namespace stickslip
