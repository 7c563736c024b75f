// Fixed steps, the way a user of Simulink would run a model: a constant step, no error control, no event location.
//
//   euler   x1 = x0 + h k1                                                              order 1
//   ode3    x1 = x0 + h (2 k1 + 3 k2 + 4 k3)/9, stages at 0, 1/2, 3/4                   order 3, Bogacki-Shampine 1989
//   rk4     x1 = x0 + h (k1 + 2 k2 + 2 k3 + k4)/6, stages at 0, 1/2, 1/2, 1             order 4, Kutta 1901
//
// Guards are looked at where a step ends, and there alone; every guard that has fallen resets the state there, up to a
// step late. The order is therefore 1 across an event at which the flow jumps. Corners of the excitation are not hit.
// A run whose state is not finite, or leaves a stated bound, ends as diverged, with the time and the component.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "stickslip/hybrid.hpp"
#include "stickslip/param.hpp"
#include "stickslip/solve/report.hpp"

namespace stickslip::solve {

enum class FixedMethod : std::uint8_t { euler, ode3, rk4 };

struct FixedStepOptions {
  FixedMethod method = FixedMethod::ode3;

  // Length of every step [s]; the last one may be shorter.
  double step = 1e-3;

  // A run in which a component of the state grows beyond this, in its own unit, has diverged.
  double bound = 1e9;
};

using stickslip::to_text;
constexpr std::string_view to_text(FixedMethod method) {
  constexpr std::array<std::string_view, 3> names{"euler", "ode3", "rk4"};
  return names[std::size_t(method)];
}

template <HybridSystem H>
class FixedStep {
 public:
  static constexpr std::size_t N = H::capacity;
  static constexpr std::size_t most_guards = 256;
  using State = std::array<double, N>;

  FixedStep(const H& system, const FixedStepOptions& options) : system_(system), options_(options) {}

  // Carries the state from t to `end`. observe(t, x) is called at the start and after every step; it returns false to
  // stop. watch(t, x, slope) sees every evaluation of the flow, stages inside a step included: what a law is asked
  // there (a velocity that changes sign from stage to stage) is not visible from outside. describe(x) puts modes into
  // words for the list of events.
  template <class Observe, class Watch, class Describe>
  SolveReport run(double t, const State& x, double end, Observe&& observe, Watch&& watch, Describe&& describe) {
    begin(t, x);
    settle(describe);
    if (!observe(t_, x_)) report_.ending = Ending::interrupted;
    for (std::size_t k = 1; report_.ending == Ending::not_run && t_ < end; ++k) {
      const double to = std::min(end, t + double(k) * options_.step);
      advance(round_up(to, end), watch);
      if (diverged()) break;
      pass_guards(describe);
      if (!observe(t_, x_)) report_.ending = Ending::interrupted;
    }
    return finish();
  }

  template <class Observe>
  SolveReport run(double t, const State& x, double end, Observe&& observe) {
    const auto nothing = [](double, const State&, const State&) {};
    const auto wordless = [](const State&) { return std::string(); };
    return run(t, x, end, observe, nothing, wordless);
  }

 private:
  void begin(double t, const State& x) {
    report_ = {};
    n_ = system_.size();
    t_ = t;
    x_ = x;
    guard_scale_ = {};
  }

  // The last step is not left a rounding error short of the end.
  double round_up(double to, double end) const { return end - to < 1e-9 * options_.step ? end : to; }

  // ---- one step

  template <class Watch>
  void advance(double to, Watch& watch) {
    const double h = to - t_;
    const State k1 = slope(t_, x_, watch);
    switch (options_.method) {
      case FixedMethod::euler:
        x_ = move_by(h, {1.0}, {k1});
        break;
      case FixedMethod::ode3:
        x_ = ode3(h, k1, watch);
        break;
      case FixedMethod::rk4:
        x_ = rk4(h, k1, watch);
        break;
    }
    t_ = to;
    ++report_.steps;
    report_.longest_step = std::max(report_.longest_step, h);
    report_.shortest_step = report_.steps == 1 ? h : std::min(report_.shortest_step, h);
  }

  template <class Watch>
  State ode3(double h, const State& k1, Watch& watch) {
    const State k2 = slope(t_ + h / 2.0, move_by(h, {1.0 / 2.0}, {k1}), watch);
    const State k3 = slope(t_ + 3.0 * h / 4.0, move_by(h, {3.0 / 4.0}, {k2}), watch);
    return move_by(h, {2.0 / 9.0, 3.0 / 9.0, 4.0 / 9.0}, {k1, k2, k3});
  }

  template <class Watch>
  State rk4(double h, const State& k1, Watch& watch) {
    const State k2 = slope(t_ + h / 2.0, move_by(h, {1.0 / 2.0}, {k1}), watch);
    const State k3 = slope(t_ + h / 2.0, move_by(h, {1.0 / 2.0}, {k2}), watch);
    const State k4 = slope(t_ + h, move_by(h, {1.0}, {k3}), watch);
    return move_by(h, {1.0 / 6.0, 2.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0}, {k1, k2, k3, k4});
  }

  template <class Watch>
  State slope(double t, const State& x, Watch& watch) {
    ++report_.flow_calls;
    const State k = system_.flow(t, x);
    watch(t, x, k);
    return k;
  }

  // x + h sum weight_j slope_j.
  template <std::size_t stages>
  State move_by(double h, const double (&weights)[stages], const State (&slopes)[stages]) const {
    State x = x_;
    for (std::size_t j = 0; j < stages; ++j)
      for (std::size_t i = 0; i < n_; ++i) x[i] += h * weights[j] * slopes[j][i];
    return x;
  }

  bool diverged() {
    for (std::size_t i = 0; i < n_; ++i) {
      if (std::abs(x_[i]) <= options_.bound) continue;
      report_.ending = Ending::not_finite;
      report_.message = std::string(to_text(options_.method)) + " with a step of " + to_text(options_.step) +
                        " s diverged at t = " + to_text(t_) + " s: component " + std::to_string(i) + " = " +
                        to_text(x_[i]) + ", bound " + to_text(options_.bound) + "; take a shorter step";
      return true;
    }
    return false;
  }

  // ---- events, as seen at step ends; armed as in solve/event_driven.hpp

  std::array<double, most_guards> guards_now() {
    std::array<double, most_guards> g;
    system_.guards(t_, x_, g);
    ++report_.guard_calls;
    for (std::size_t k = 0; k < system_.guard_count(); ++k) guard_scale_[k] = std::max(guard_scale_[k], std::abs(g[k]));
    return g;
  }

  bool fired(std::size_t k, double value) const {
    constexpr double clearly = 1e-10;  // of the largest value that the guard has had
    return armed_[k] ? value <= 0.0 : value < rest_[k] - clearly * guard_scale_[k];
  }

  // A start in a mode that does not hold is put right.
  template <class Describe>
  void settle(Describe& describe) {
    for (std::size_t pass = 0; pass < 4 * system_.guard_count(); ++pass) {
      const auto g = guards_now();
      std::size_t k = 0;
      while (k < system_.guard_count() && !(g[k] < 0.0)) ++k;
      if (k == system_.guard_count()) break;
      reset(k, describe);
    }
    arm();
  }

  void arm() {
    const auto g = guards_now();
    for (std::size_t k = 0; k < system_.guard_count(); ++k) {
      armed_[k] = g[k] > 0.0;
      rest_[k] = g[k];
    }
  }

  // Every guard that has fallen resets the state; one that an earlier reset has lifted does not.
  template <class Describe>
  void pass_guards(Describe& describe) {
    if (system_.guard_count() == 0) return;
    const auto g = guards_now();
    bool any = false;
    for (std::size_t k = 0; k < system_.guard_count(); ++k) {
      if (!fired(k, g[k]) || (any && !fired(k, guards_now()[k]))) continue;
      reset(k, describe);
      any = true;
    }
    if (any) return arm();
    for (std::size_t k = 0; k < system_.guard_count(); ++k) armed_[k] = armed_[k] || g[k] > 0.0;
  }

  template <class Describe>
  void reset(std::size_t k, Describe& describe) {
    Event event{t_, k, describe(x_), {}};
    x_ = system_.reset(t_, x_, k);
    event.to = describe(x_);
    report_.events.push_back(std::move(event));
  }

  SolveReport finish() {
    if (report_.ending != Ending::not_finite)
      report_.message = std::string(to_text(options_.method)) + " with a step of " + to_text(options_.step) + " s";
    if (report_.ending == Ending::not_run) report_.ending = Ending::reached_end;
    report_.t = t_;
    report_.state.assign(x_.begin(), x_.begin() + std::ptrdiff_t(n_));
    return report_;
  }

  const H& system_;
  FixedStepOptions options_;
  SolveReport report_;
  std::size_t n_ = 0;
  double t_ = 0.0;
  State x_{};
  std::array<bool, most_guards> armed_{};
  std::array<double, most_guards> rest_{}, guard_scale_{};
};

}  // namespace stickslip::solve
