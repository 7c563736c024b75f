// A law's sampled face for long runs: one call per step gives the force, and what a step can leave to the next is kept.
//
//   Stepper<Law, S> stepper(params, contact);                       at rest in that contact
//   const Force<S> f = stepper.step(before, after, state, h);       the same as advance, then force
//
// A law may keep a run: Run<S>(params, contact) holds constants of the run and what was computed at its last contact;
// step(run, before, after, state, h) is the step. geometry(before, after, h) is what of a step depends on the motion
// alone, computed once for all runs along it; keeps_direction(run, geometry) says whether the step is a plain one, and
// step_same_direction(run, geometry, state) makes such a step without a branch. `before` must be where the last step
// ended.
#pragma once

#include "stickslip/friction.hpp"

namespace stickslip {

template <class L, class S = double>
concept HasRun = FrictionLaw<L, S> &&
    requires(typename L::template Run<S>& run, const Contact<S>& c, typename L::template State<S>& s, S h) {
  { L::step(run, c, c, s, h) }
  noexcept->std::same_as<Force<S>>;
  { L::keeps_direction(run, L::geometry(c, c, h)) }
  noexcept->std::same_as<bool>;
  { L::step_same_direction(run, L::geometry(c, c, h), s) }
  noexcept->std::same_as<Force<S>>;
};

template <class Law, class S>
class Stepper {
 public:
  using Params = typename Law::template Params<S>;
  using State = typename Law::template State<S>;

  STICKSLIP_HD Stepper(const Params& params, const Contact<S>&) noexcept : params_(params) {}

  STICKSLIP_HOT Force<S> step(const Contact<S>& before, const Contact<S>& after, State& s, const S& h) noexcept {
    s = Law::advance(params_, before, after, s, h);
    return Law::force(params_, after, s);
  }

  // A law without a run has no shorter step.
  struct StepGeometry {};
  STICKSLIP_HOT static StepGeometry geometry(const Contact<S>&, const Contact<S>&, const S&) noexcept { return {}; }
  STICKSLIP_HOT static bool keeps_direction(const StepGeometry&) noexcept { return false; }
  STICKSLIP_HOT static Force<S> step_same_direction(const StepGeometry&, const State&) noexcept { return {S(0)}; }

 private:
  Params params_;
};

template <class Law, class S>
requires HasRun<Law, S>
class Stepper<Law, S> {
 public:
  using Params = typename Law::template Params<S>;
  using State = typename Law::template State<S>;
  using StepGeometry = typename Law::template StepGeometry<S>;

  STICKSLIP_HD Stepper(const Params& params, const Contact<S>& start) noexcept : run_(params, start) {}

  STICKSLIP_HOT Force<S> step(const Contact<S>& before, const Contact<S>& after, State& s, const S& h) noexcept {
    return Law::step(run_, before, after, s, h);
  }

  STICKSLIP_HOT static StepGeometry geometry(const Contact<S>& before, const Contact<S>& after, const S& h) noexcept {
    return Law::geometry(before, after, h);
  }
  STICKSLIP_HOT bool keeps_direction(const StepGeometry& geometry) const noexcept {
    return Law::keeps_direction(run_, geometry);
  }
  // A step for which keeps_direction() holds.
  STICKSLIP_HOT Force<S> step_same_direction(const StepGeometry& geometry, State& s) noexcept {
    return Law::step_same_direction(run_, geometry, s);
  }

 private:
  typename Law::template Run<S> run_;
};

}  // namespace stickslip
