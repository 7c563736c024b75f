// A law's sampled face for long runs: one call per step gives the force, and what a step can leave to the next is kept.
//
//   Stepper<Law, S> stepper(params, contact);                       at rest in that contact
//   const Force<S> f = stepper.step(before, after, state, h);       the same as advance, then force
//
// A law may bring the talent to march: Run<S>(params, contact) keeps constants of the run and what was computed at its
// last contact; march(run, before, after, state, h) is the step. stride(before, after, h) is what of a step depends on
// the motion alone, computed once for all runs along it; glides(run, stride) says whether the step is a plain one, and
// glide(run, stride, state) makes such a step without a branch. `before` must be where the last step ended.
#pragma once

#include "stickslip/friction.hpp"

namespace stickslip {

template <class L, class S = double>
concept Marches = FrictionLaw<L, S> &&
    requires(typename L::template Run<S>& run, const Contact<S>& c, typename L::template State<S>& s, S h) {
  { L::march(run, c, c, s, h) }
  noexcept->std::same_as<Force<S>>;
  { L::glides(run, L::stride(c, c, h)) }
  noexcept->std::same_as<bool>;
  { L::glide(run, L::stride(c, c, h), s) }
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

  // Nothing is gained by gliding.
  struct Stride {};
  STICKSLIP_HOT static Stride stride(const Contact<S>&, const Contact<S>&, const S&) noexcept { return {}; }
  STICKSLIP_HOT static bool glides(const Stride&) noexcept { return false; }
  STICKSLIP_HOT static Force<S> glide(const Stride&, const State&) noexcept { return {S(0)}; }

 private:
  Params params_;
};

template <class Law, class S>
requires Marches<Law, S>
class Stepper<Law, S> {
 public:
  using Params = typename Law::template Params<S>;
  using State = typename Law::template State<S>;
  using Stride = typename Law::template Stride<S>;

  STICKSLIP_HD Stepper(const Params& params, const Contact<S>& start) noexcept : run_(params, start) {}

  STICKSLIP_HOT Force<S> step(const Contact<S>& before, const Contact<S>& after, State& s, const S& h) noexcept {
    return Law::march(run_, before, after, s, h);
  }

  STICKSLIP_HOT static Stride stride(const Contact<S>& before, const Contact<S>& after, const S& h) noexcept {
    return Law::stride(before, after, h);
  }
  STICKSLIP_HOT bool glides(const Stride& stride) const noexcept { return Law::glides(run_, stride); }
  // A step for which glides() holds.
  STICKSLIP_HOT Force<S> glide(const Stride& stride, State& s) noexcept { return Law::glide(run_, stride, s); }

 private:
  typename Law::template Run<S> run_;
};

}  // namespace stickslip
