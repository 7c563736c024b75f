// One step of a mass on a friction contact that is stable at every step size: any law, bounded work, no allocation.
//
//   M (v1 - v0)/h = U - F,    x1 = x0 + h w,    w = (1 - theta) v0 + theta v1,    M = mass + Force::inertia
//
// The law sees the constant velocity w for the whole step, through its sampled face. U is the applied force, F the
// friction, both weighted over the step:
//
//   U = (1 - theta) u0 + theta u1,    F = (1 - lambda) F_mean + lambda F_end,    theta = (1 + lambda)/2
//
// F_mean = 3/4 F(h/3) + 1/4 F(h) is Radau's quadrature of the friction along the step: exact for forces linear or
// quadratic in time, and right for a bristle that settles within the step.
//
//   lambda = 0   midpoint rule, order 2, no numerical damping
//   lambda = 1   backward Euler with the exact law: nothing rings, however stiff
//   lambda = r/(1 + r),  r = h^2 k/M + h c/M
//
// with the secant stiffness k and damping c that the step itself meets: what the friction gains along the path, and
// what it gains with the speed. A smooth problem has lambda = O(h) and order 2 (for dv/dt = -c v/M the step is the
// rational function (2 + z)/(2 + 3 z + 2 z^2) of z = h c/M: positive, order 2, L-stable); a stiff one is damped at
// once.
//
// Energy. From the three equations, whatever lambda is,
//
//   M (v1^2 - v0^2)/2 = U h w - F h w - M (theta - 1/2) (v1 - v0)^2:
//
// the step itself only loses energy, and the law takes F h w, the work of its own motion.
//
// The unknown is w alone. The step follows the branch of the solution that begins at v0, so that a body that slides
// keeps sliding although break-away friction could hold it (the Stribeck curve allows both). A body at rest that the
// law can hold is held exactly: w = v1 = 0. Where the friction jumps over the value that is needed, the needed one is
// taken.
#pragma once

#include <cmath>
#include <limits>

#include "stickslip/friction.hpp"

namespace stickslip::solve {

// The force on the body over one step. A spring or a controller that tells its slopes is treated implicitly and may be
// as stiff as it likes. Positive slopes are feedback that drives the body on; strong ones are taken explicitly.
template <class S>
struct Applied {
  S before = S(0);            // at the start [N]
  S after = S(0);             // at the end, if the body kept its displacement and its velocity [N]
  S per_displacement = S(0);  // d applied/d displacement [N/m]; -K for a spring of stiffness K
  S per_velocity = S(0);      // d applied/d velocity [N.s/m]
};

// A body on its contact, between two steps.
template <class Law, class S = double>
struct Body {
  S displacement = S(0);                  // [m]
  S velocity = S(0);                      // [m/s]
  S friction = S(0);                      // mean friction force of the last step, its inertial part included [N]
  typename Law::template State<S> state;  // of the law
  Contact<S> contact;                     // what the law saw last
  S impedance = S(0);  // d force/d velocity at the end of the last step [N.s/m], a guess for the next
  S lambda = S(1);     // 0 midpoint, 1 backward Euler: what the last step asked for
};

// What one step did.
struct StepEffort {
  int evaluations = 0;    // of the law over the whole step
  double lambda = 1.0;    // 0 midpoint, 1 backward Euler
  bool converged = true;  // false: the search ended at its last pass
};

template <class Law, class S = double>
class StableStep {
 public:
  using Params = typename Law::template Params<S>;
  using State = typename Law::template State<S>;

  // At most so many evaluations of the law per solution of the step's equation, of which there are at most three.
  // The search for a bracket doubles its trials, so that 40 of them reach 2^40 times the first; 60 halvings exhaust a
  // double.
  static constexpr int most_trials = 40;
  static constexpr int most_cuts = 80;

  // Carries the body over a step of length h; one of length zero changes nothing. `surroundings` gives mass, load,
  // pressure and temperature at its end.
  static StepEffort advance(const Params& p, Body<Law, S>& body, const Applied<S>& applied,
                            const Contact<S>& surroundings, S h) noexcept {
    if (!(h > S(0))) return {};
    StableStep step(p, body, applied, surroundings, h);
    step.solve();
    step.finish(body);
    return step.effort_;
  }

 private:
  // The step with one value of w: its residual M (w - v0)/(theta h) - U + F and the law's state at its end.
  struct Trial {
    S velocity;
    S residual;
    State state;
    S inertia;
  };

  StableStep(const Params& p, const Body<Law, S>& body, const Applied<S>& applied, const Contact<S>& surroundings,
             S h) noexcept
      : p_(p),
        applied_(applied),
        h_(h),
        v0_(body.velocity),
        before_(body.contact),
        after_(surroundings),
        state_(body.state),
        guess_(body.impedance),
        lambda_(body.lambda) {
    before_.displacement = body.displacement;
    before_.applied = applied.before;
    drop_runaway_slopes();
    take_modes();
    Contact<S> start = before_;
    start.velocity = v0_;
    start.applied = applied.after;
    first_ = Law::force(p_, start, state_);
  }

  // Slopes that push the body on (positive feedback) stay implicit as long as half of the inertia outweighs them;
  // beyond that the step's equation may have no solution, and the force is taken as it is at the start.
  void drop_runaway_slopes() noexcept {
    const S feedback = applied_.per_displacement * h_ + applied_.per_velocity;
    if (!(feedback > after_.mass / (S(2) * h_))) return;
    applied_.per_displacement = S(0);
    applied_.per_velocity = S(0);
  }

  // Laws whose modes follow the applied force take them at the start of the step, not one step late.
  void take_modes() noexcept {
    if constexpr (modes_follow_force) {
      Contact<S> now = before_;
      now.velocity = v0_;
      now.applied = applied_.after;
      state_ = Law::advance(p_, before_, now, state_, S(0));
      before_ = now;
    }
  }

  // One search with the lambda of the last step; a second one where the step turns out to be of another kind.
  void solve() noexcept {
    found_ = search(first_guess());
    const bool rests = is_held(found_);
    const S ratio = rests ? S(0) : stiffness_ratio(found_);
    const S wanted = rests ? S(1) : ratio / (S(1) + ratio);
    constexpr double kindred = 0.1;  // lambda may lag by this much: it is O(h) where the order counts
    next_lambda_ = wanted;
    if (!(abs(wanted - lambda_) > S(kindred))) return;
    lambda_ = wanted;
    found_ = search(first_guess());
    if (!is_held(found_) || !(lambda_ < S(1))) return;
    lambda_ = S(1);
    found_ = search(first_guess());
  }

  void finish(Body<Law, S>& body) noexcept {
    effort_.lambda = double(lambda_);
    const bool rests = is_held(found_);
    const S w = rests ? S(0) : found_.velocity;
    const S v1 = rests ? S(0) : v0_ + (w - v0_) / theta();
    body.friction = driving(w) - after_.mass * (v1 - v0_) / h_;
    body.displacement = before_.displacement + h_ * w;
    body.velocity = v1;
    body.state = found_.state;
    body.contact = contact_at(w, S(1));
    body.impedance = guess_;
    body.lambda = next_lambda_;
  }

  // ---- the step's equation

  S theta() const noexcept { return (S(1) + lambda_) / S(2); }

  // U as a function of w.
  S driving(S w) const noexcept {
    return (S(1) - theta()) * applied_.before + theta() * (applied_.after + applied_.per_displacement * h_ * w) +
           applied_.per_velocity * (w - v0_);
  }

  // The applied force at the end of the step.
  S applied_at_end(S w) const noexcept {
    return applied_.after + applied_.per_displacement * h_ * w + applied_.per_velocity * (w - v0_) / theta();
  }

  // The contact after the given part of a step with velocity w.
  Contact<S> contact_at(S w, S part) const noexcept {
    const auto between = [part](S a, S b) { return a + part * (b - a); };
    Contact<S> c = after_;
    c.velocity = w;
    c.displacement = before_.displacement + part * h_ * w;
    c.applied = between(applied_.before, applied_at_end(w));
    c.load = between(before_.load, after_.load);
    c.pressure = between(before_.pressure, after_.pressure);
    c.temperature = between(before_.temperature, after_.temperature);
    return c;
  }

  // The law's state when the velocity has jumped to w at the start of the step: a turn is a step of length zero.
  State turn_state(S w, const Contact<S>& start) const noexcept {
    if (!(sign(w) < sign(before_.velocity)) && !(sign(w) > sign(before_.velocity))) return state_;
    return Law::advance(p_, before_, start, state_, S(0));
  }

  Trial at(S w) noexcept {
    ++effort_.evaluations;
    const Contact<S> start = contact_at(w, S(0));
    const Contact<S> end = contact_at(w, S(1));
    State s = turn_state(w, start);
    S mean = S(0);
    if (lambda_ < S(1)) {
      const S third = S(1) / S(3);
      const Contact<S> inside = contact_at(w, third);
      s = Law::advance(p_, start, inside, s, third * h_);
      mean = Law::force(p_, inside, s).value;
      s = Law::advance(p_, inside, end, s, h_ - third * h_);
    } else {
      s = Law::advance(p_, start, end, s, h_);
    }
    const Force<S> last = Law::force(p_, end, s);
    const S early = (S(1) - lambda_) * S(0.75);
    const S friction = early * mean + (S(1) - early) * last.value;
    scale_ = larger(abs(friction), larger(abs(driving(w)), abs(mass_rate(last.inertia) * v0_)));
    return {w, momentum_rate(w, last.inertia) - driving(w) + friction, s, last.inertia};
  }

  // (M w - M0 v0)/(theta h) [N]: a law may have different inertia in the two directions; momentum passes through zero.
  S momentum_rate(S w, S inertia) const noexcept { return mass_rate(inertia) * w - mass_rate(first_.inertia) * v0_; }

  // M/(theta h) [N.s/m].
  S mass_rate(S inertia) const noexcept { return (after_.mass + inertia) / (theta() * h_); }

  // At rest a law that holds is asked with all that it must hold: the applied force and the momentum.
  Trial at_rest() noexcept {
    if constexpr (HasHold<Law>) {
      ++effort_.evaluations;
      Contact<S> end = contact_at(S(0), S(1));
      const S momentum = after_.mass * v0_ / (theta() * h_);
      end.applied = driving(S(0)) + momentum;
      const State s = Law::advance(p_, before_, end, state_, h_);
      const Force<S> needed = Law::force(p_, end, s);
      scale_ = larger(abs(needed.value), abs(end.applied));
      return {S(0), needed.value - end.applied, s, needed.inertia};
    } else {
      return at(S(0));
    }
  }

  static bool is_held([[maybe_unused]] const Trial& t) noexcept {
    if constexpr (HasHold<Law>)
      return Law::holds(t.state);
    else
      return false;
  }

  // r = h^2 k/M + h c/M, from the friction that the step meets: F(end, w) - F(start, w) along the path, F(start, w) -
  // F(start, v0) with the speed. Falling friction is not stiff.
  S stiffness_ratio(const Trial& t) const noexcept {
    const S w = t.velocity;
    const Contact<S> end = contact_at(w, S(1));
    Contact<S> start = end;
    start.displacement = before_.displacement;
    const S at_end = Law::force(p_, end, t.state).value;
    const S at_start = Law::force(p_, start, turn_state(w, start)).value;
    const S path = secant(at_end - at_start, w);
    const S speed = secant(at_start - first_.value, w - v0_);
    const S own = larger(-applied_.per_displacement * h_ - applied_.per_velocity, S(0));
    const S ratio = (path + speed + own) * h_ / (after_.mass + t.inertia);
    return t.inertia > S(0) && may_turn(w) ? S(turn_ratio) + ratio : ratio;
  }

  // Whether the body may turn during the step. A law with inertia may have another one in the other direction, and only
  // backward Euler then keeps the energy in order.
  bool may_turn(S w) const noexcept { return !(w * v0_ > S(0)) || !(w * (w + w - v0_) > S(0)); }
  static constexpr double turn_ratio = 1e6;  // so stiff that lambda = 1

  // rise/run where both have the same sign, else 0.
  static S secant(S rise, S run) noexcept { return rise * run > S(0) ? rise / run : S(0); }

  // ---- the search for w

  // Where a search begins: v0, but for a law whose mode has just changed the velocity that this mode leads to.
  S first_guess() const noexcept {
    if constexpr (modes_follow_force) {
      return v0_ + (driving(v0_) - first_.value) / mass_rate(first_.inertia);
    } else {
      return v0_;
    }
  }

  bool is_solved(const Trial& t) const noexcept {
    constexpr S rounding = S(64) * std::numeric_limits<S>::epsilon();  // a sum over 64 elements is no better
    return !(abs(t.residual) > rounding * scale_);
  }

  // The root nearest to the start on the side to which the residual points.
  Trial search(S from) noexcept {
    if (!(from > S(0)) && !(from < S(0))) return bracket(at_rest());
    return bracket(at(from));
  }

  // Trials along -residual until it changes sign, the first ones as far apart as the slope of the last step allows,
  // then further and further. No trial skips standstill.
  Trial bracket(Trial here) noexcept {
    constexpr double growth = 8.0;
    S expected = guess_;
    S stretch = S(1);
    for (int k = 0; k < most_trials; ++k) {
      if (is_solved(here) || is_held(here)) return here;
      const S inertial = mass_rate(here.inertia);
      const S w = here.velocity - stretch * here.residual / larger(inertial, expected);
      const bool crosses = here.velocity * w < S(0);
      const Trial next = crosses ? at_rest() : at(w);
      if (is_solved(next) || is_held(next)) return next;
      if (next.residual * here.residual < S(0)) return between(here, next);
      here = next;
      if (crosses) continue;
      if (expected > inertial)
        expected = expected / S(growth);
      else
        stretch = stretch * S(2);
    }
    effort_.converged = false;
    return here;
  }

  // False position (Illinois), halving every third time, between two trials of different sign.
  Trial between(Trial a, Trial b) noexcept {
    S weight_a = S(1);
    S weight_b = S(1);
    constexpr int patience = 20;  // a smooth residual needs fewer; one that jumps is halved from here on
    for (int k = 0; k < most_cuts; ++k) {
      const S width = b.velocity - a.velocity;
      const S part =
          k % 3 == 2 || k > patience ? S(0.5) : weight_a * a.residual / (weight_a * a.residual - weight_b * b.residual);
      const S w = a.velocity + part * width;
      const S size = larger(abs(a.velocity), larger(abs(b.velocity), scale_ / mass_rate(a.inertia)));
      const S smallest = S(2) * std::numeric_limits<S>::epsilon() * size;
      if (!(abs(width) > smallest)) return slower(a, b);
      const Trial middle = at(w);
      if (is_solved(middle)) {
        remember(a, b);
        return middle;
      }
      const bool replaces_a = middle.residual * a.residual > S(0);
      weight_a = replaces_a ? S(1) : weight_a * S(0.5);
      weight_b = replaces_a ? weight_b * S(0.5) : S(1);
      (replaces_a ? a : b) = middle;
    }
    effort_.converged = false;
    return slower(a, b);
  }

  // The residual's slope in w, for the first trial of the next step.
  void remember(const Trial& a, const Trial& b) noexcept {
    const S slope = (b.residual - a.residual) / (b.velocity - a.velocity);
    if (slope > S(0)) guess_ = slope;
  }

  // Where the friction jumps, the slower side is the one that sticks.
  static const Trial& slower(const Trial& a, const Trial& b) noexcept {
    return abs(a.velocity) < abs(b.velocity) ? a : b;
  }

  static constexpr bool modes_follow_force =
      HasGuards<Law, S> && !HasHold<Law, S> && includes(Law::reads, Reads::applied);

  const Params& p_;
  Applied<S> applied_;
  S h_;
  S v0_;
  Contact<S> before_;
  Contact<S> after_;
  State state_;
  Force<S> first_{};  // friction at the start, with the velocity v0
  S guess_;
  S lambda_;
  S scale_ = S(1);
  Trial found_{};
  S next_lambda_ = S(1);
  StepEffort effort_;
};

}  // namespace stickslip::solve
