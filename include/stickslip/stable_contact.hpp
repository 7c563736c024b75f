// A friction contact for real-time programs: one object, one call per sample, any law, any sample time.
//
//   StableContact<LuGre> contact({.stiffness = 1e6});
//   double force = contact.step(velocity, h).value;      // the machine moves, the contact answers with its force
//   double force = contact.step_mass(applied, mass, h);  // or the contact carries the body itself
//   contact.velocity(), contact.displacement()
//
// Nothing is allocated or thrown, the work per call is bounded, and the answer is finite at every step size; a body
// that the law holds does not move, to the last bit. Needs nothing but the standard library and the law's own header.
// S may be float.
#pragma once

#include "stickslip/solve/stable_step.hpp"

namespace stickslip::solve {

template <class Law, class S = double>
class StableContact {
 public:
  using Params = typename Law::template Params<S>;
  using State = typename Law::template State<S>;

  explicit StableContact(const Params& params = {}) noexcept : params_(params) {}

  // Normal force [N], pressure [Pa] and temperature above the reference state [K], for laws that read them. They hold
  // from the end of the next step on; within it they change linearly.
  void surround(S load, S pressure = S(0), S temperature = S(0)) noexcept {
    surroundings_.load = load;
    surroundings_.pressure = pressure;
    surroundings_.temperature = temperature;
  }

  // Puts the body somewhere, with the law at rest.
  void place(S displacement, S velocity = S(0)) noexcept {
    body_ = {};
    body_.displacement = body_.contact.displacement = displacement;
    body_.velocity = body_.contact.velocity = velocity;
  }

  // Imposed motion: the velocity has changed linearly to `velocity` during h. Laws that hold a body ask for the force
  // applied to it, and some for its mass.
  Force<S> step(S velocity, S h, S applied = S(0), S mass = S(1)) noexcept {
    Contact<S> after = surroundings_;
    after.velocity = velocity;
    after.displacement = body_.displacement + (body_.velocity + velocity) / S(2) * h;
    after.applied = applied;
    after.mass = mass;
    Contact<S> before = body_.contact;
    before.velocity = body_.velocity;
    before.displacement = body_.displacement;
    body_.state = Law::advance(params_, before, after, body_.state, h);
    body_.contact = after;
    body_.velocity = velocity;
    body_.displacement = after.displacement;
    const Force<S> force = Law::force(params_, after, body_.state);
    body_.friction = force.value;
    return force;
  }

  // The contact carries a body of the given mass under the applied force; returns the mean friction force of the step.
  S step_mass(const Applied<S>& applied, S mass, S h) noexcept {
    Contact<S> after = surroundings_;
    after.mass = mass;
    effort_ = StableStep<Law, S>::advance(params_, body_, applied, after, h);
    return body_.friction;
  }

  // The same for a force that is constant during the step.
  S step_mass(S applied, S mass, S h) noexcept { return step_mass({.before = applied, .after = applied}, mass, h); }

  S displacement() const noexcept { return body_.displacement; }
  S velocity() const noexcept { return body_.velocity; }
  S friction() const noexcept { return body_.friction; }
  const State& state() const noexcept { return body_.state; }
  const Params& params() const noexcept { return params_; }
  // What the last step_mass cost.
  const StepEffort& effort() const noexcept { return effort_; }

  // Energy that the law has stored [J], where the law can tell.
  S stored_energy() const noexcept requires HasStoredEnergy<Law, S> {
    return Law::stored_energy(params_, body_.contact, body_.state);
  }

 private:
  Params params_;
  Body<Law, S> body_;
  Contact<S> surroundings_;
  StepEffort effort_;
};

}  // namespace stickslip::solve
