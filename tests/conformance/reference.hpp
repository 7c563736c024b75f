// The referee of the continuous face: a law driven by an imposed motion, or carrying a mass, integrated by the
// Dormand-Prince pair 5(4) with tight error control and located events.
//
// A guard is armed by the integrator: one that is positive fires when it falls to zero; one that is not yet positive
// when a mode begins (an element that sticks at its limit) fires when it falls further, and is armed once it rises. A
// guard whose reset changed nothing rests until it has been positive again. A guard that a reset leaves negative, by
// more than rounding, fires at once.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "laws.hpp"
#include "motion.hpp"

namespace stickslip::conformance {

template <std::size_t N>
using Vector = std::array<double, N>;

template <std::size_t N>
Vector<N> axpy(const Vector<N>& y, double h, std::initializer_list<std::pair<double, const Vector<N>*>> terms) {
  Vector<N> sum = y;
  for (const auto& [weight, k] : terms)
    for (std::size_t i = 0; i < N; ++i) sum[i] += h * weight * (*k)[i];
  return sum;
}

template <class Law>
inline constexpr std::size_t guard_count = [] {
  if constexpr (HasGuards<Law>)
    return Law::guard_names.size();
  else
    return std::size_t(0);
}();

template <class Law>
Vector<guard_count<Law>> guard_values([[maybe_unused]] const ParamsOf<Law>& p,
                                      [[maybe_unused]] const Contact<double>& c,
                                      [[maybe_unused]] const StateOf<Law>& s) {
  Vector<guard_count<Law>> values{};
  if constexpr (HasGuards<Law>) {
    const auto g = Law::guards(p, c, s);
    std::copy(g.begin(), g.end(), values.begin());
  }
  return values;
}

template <class Law>
StateOf<Law> after_guard([[maybe_unused]] const ParamsOf<Law>& p, [[maybe_unused]] const Contact<double>& c,
                         const StateOf<Law>& s, [[maybe_unused]] std::size_t k) {
  if constexpr (HasGuards<Law>)
    return Law::reset(p, c, s, k);
  else
    return s;
}

// A law whose motion is prescribed. The unknowns are the law's states.
template <class Law>
struct ImposedContact {
  using State = StateOf<Law>;
  static constexpr std::size_t size = param_count<State>;
  static constexpr std::size_t guards = guard_count<Law>;
  using Unknowns = Vector<size>;

  ParamsOf<Law> params;
  Motion motion;

  static State state(const Unknowns& y) {
    State s;
    const auto values = scalars(s);
    for (std::size_t i = 0; i < size; ++i) values[i] = y[i];
    return s;
  }
  static Unknowns unknowns(const State& s) {
    Unknowns y;
    const auto values = scalars(s);
    for (std::size_t i = 0; i < size; ++i) y[i] = values[i];
    return y;
  }
  Contact<double> contact(double t, const Unknowns&) const { return motion.at(t); }
  Unknowns slope(double t, const Unknowns& y) const { return unknowns(Law::rate(params, motion.at(t), state(y))); }
  double force(double t, const Unknowns& y) const { return Law::force(params, motion.at(t), state(y)).value; }
  Vector<guards> guard(double t, const Unknowns& y) const { return guard_values<Law>(params, motion.at(t), state(y)); }
  Unknowns reset(double t, const Unknowns& y, std::size_t k) const {
    return unknowns(after_guard<Law>(params, motion.at(t), state(y), k));
  }
};

// A mass that rests on the law under an applied force. The unknowns are displacement, velocity and the law's states.
template <class Law>
struct MassOnContact {
  using Inner = ImposedContact<Law>;
  static constexpr std::size_t size = 2 + Inner::size;
  static constexpr std::size_t guards = Inner::guards;
  using Unknowns = Vector<size>;

  ParamsOf<Law> params;
  Contact<double> surroundings;
  double (*applied)(double t, double level);  // [N]
  double level = 0.0;                         // handed to `applied`

  static StateOf<Law> state(const Unknowns& y) {
    StateOf<Law> s;
    const auto values = scalars(s);
    for (std::size_t i = 0; i < Inner::size; ++i) values[i] = y[2 + i];
    return s;
  }
  Contact<double> contact(double t, const Unknowns& y) const {
    Contact<double> c = surroundings;
    c.displacement = y[0];
    c.velocity = y[1];
    c.applied = applied(t, level);
    return c;
  }
  // m dv/dt = applied - force, the force's inertia on the left; a law that holds the body stops it.
  Unknowns slope(double t, const Unknowns& y) const {
    const auto c = contact(t, y);
    const auto s = state(y);
    const auto f = Law::force(params, c, s);
    Unknowns dy{};
    const auto r = Inner::unknowns(Law::rate(params, c, s));
    std::copy(r.begin(), r.end(), dy.begin() + 2);
    dy[0] = c.velocity;
    dy[1] = (c.applied - f.value) / (c.mass + f.inertia);
    return dy;
  }
  double force(double t, const Unknowns& y) const { return Law::force(params, contact(t, y), state(y)).value; }
  Vector<guards> guard(double t, const Unknowns& y) const { return guard_values<Law>(params, contact(t, y), state(y)); }
  Unknowns reset(double t, const Unknowns& y, std::size_t k) const {
    const auto s = Inner::unknowns(after_guard<Law>(params, contact(t, y), state(y), k));
    Unknowns next = y;
    std::copy(s.begin(), s.end(), next.begin() + 2);
    return next;
  }
};

template <class System>
class Referee {
 public:
  using Unknowns = typename System::Unknowns;
  static constexpr double tolerance = 1e-10;  // error per step, relative to the largest value each unknown has had

  Referee(System system, double start, const Unknowns& y, double longest_step)
      : system_(std::move(system)), t_(start), y_(y), longest_(longest_step), h_(cautious()) {
    slope_ = system_.slope(t_, y_);
    arm();
  }

  // Carries the unknowns to time `end`. False when it gave up: too many steps or events.
  bool advance_to(double end) {
    constexpr int most_steps = 500'000;
    for (int n = 0; n < most_steps && t_ < end; ++n) {
      const double h = std::min({h_, longest_, end - t_});
      const Trial trial = tried(h);
      if (trial.error > 1.0 && h > shortest()) {
        h_ = h * std::max(0.1, 0.9 * std::pow(trial.error, -0.2));
        continue;
      }
      if (fires(t_ + h, trial.y)) {
        pass_event(h);
        continue;
      }
      accept(t_ + h, trial);
      if (h >= h_ || trial.error > 1.0) h_ = h * std::clamp(0.9 * std::pow(trial.error + 1e-10, -0.2), 0.2, 5.0);
    }
    return t_ >= end;
  }

  const Unknowns& unknowns() const { return y_; }
  double force() const { return system_.force(t_, y_); }
  auto contact() const { return system_.contact(t_, y_); }
  auto state() const { return System::state(y_); }

 private:
  struct Trial {
    Unknowns y;
    Unknowns slope;  // at its end, with which the next step begins
    double error;
  };

  double shortest() const { return 1e-13 * longest_; }
  // The first step of a mode; the next ones grow fivefold at most, so that a guard that is positive only for a moment
  // after the start (a window of slow speed) is not stepped over.
  double cautious() const { return 1e-6 * longest_; }

  // Dormand & Prince 1980, the pair RK5(4)7M: the slopes inside a step, and its end.
  struct Stages {
    Unknowns c, d, e, g, y;
  };
  Stages stages(double h) const {
    const auto f = [this](double t, const Unknowns& y) { return system_.slope(t, y); };
    const Unknowns& a = slope_;
    const Unknowns b = f(t_ + h / 5, axpy<size>(y_, h, {{1.0 / 5, &a}}));
    const Unknowns c = f(t_ + 3 * h / 10, axpy<size>(y_, h, {{3.0 / 40, &a}, {9.0 / 40, &b}}));
    const Unknowns d = f(t_ + 4 * h / 5, axpy<size>(y_, h, {{44.0 / 45, &a}, {-56.0 / 15, &b}, {32.0 / 9, &c}}));
    const Unknowns e =
        f(t_ + 8 * h / 9,
          axpy<size>(y_, h, {{19372.0 / 6561, &a}, {-25360.0 / 2187, &b}, {64448.0 / 6561, &c}, {-212.0 / 729, &d}}));
    const Unknowns g =
        f(t_ + h,
          axpy<size>(
              y_, h,
              {{9017.0 / 3168, &a}, {-355.0 / 33, &b}, {46732.0 / 5247, &c}, {49.0 / 176, &d}, {-5103.0 / 18656, &e}}));
    const Unknowns y = axpy<size>(
        y_, h, {{35.0 / 384, &a}, {500.0 / 1113, &c}, {125.0 / 192, &d}, {-2187.0 / 6784, &e}, {11.0 / 84, &g}});
    return {c, d, e, g, y};
  }

  Trial tried(double h) const {
    const auto [c, d, e, g, y] = stages(h);
    const Unknowns l = system_.slope(t_ + h, y);
    const Unknowns off = axpy<size>(Unknowns{}, h,
                                    {{71.0 / 57600, &slope_},
                                     {-71.0 / 16695, &c},
                                     {71.0 / 1920, &d},
                                     {-17253.0 / 339200, &e},
                                     {22.0 / 525, &g},
                                     {-1.0 / 40, &l}});
    return {y, l, measure_error(off, y)};
  }

  double measure_error(const Unknowns& off, const Unknowns& y) const {
    double worst = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      const double scale = std::max({seen_[i], std::abs(y[i]), std::numeric_limits<double>::min()});
      worst = std::max(worst, std::abs(off[i]) / (tolerance * scale));
    }
    return worst;
  }

  bool fires(double t, const Unknowns& y) const {
    const auto g = system_.guard(t, y);
    for (std::size_t k = 0; k < System::guards; ++k)
      if (fired(k, g[k])) return true;
    return false;
  }
  bool fired(std::size_t k, double value) const { return armed_[k] ? value <= 0.0 : value < threshold_[k]; }

  void accept(double t, const Trial& trial) {
    t_ = t;
    y_ = trial.y;
    slope_ = trial.slope;
    for (std::size_t i = 0; i < size; ++i) seen_[i] = std::max(seen_[i], std::abs(y_[i]));
    const auto g = system_.guard(t_, y_);
    for (std::size_t k = 0; k < System::guards; ++k) {
      armed_[k] = armed_[k] || g[k] > 0.0;
      largest_[k] = std::max(largest_[k], std::abs(g[k]));
    }
  }

  // The first firing inside a step of length h, by halving; then the resets.
  void pass_event(double h) {
    double before = 0.0;
    double after = h;
    while (after - before > 1e-15 * longest_ && (before + after) / 2 > before && (before + after) / 2 < after) {
      const double middle = (before + after) / 2;
      (fires(t_ + middle, stages(middle).y) ? after : before) = middle;
    }
    y_ = stages(after).y;
    t_ += after;
    arm(resets());
    slope_ = system_.slope(t_, y_);
    h_ = cautious();
  }

  // Every guard that fired resets the state once, unless the reset of another has made it positive; so does every guard
  // that is clearly negative in the mode so reached. Returns the guards whose reset changed nothing.
  std::array<bool, System::guards> resets() {
    const auto values = system_.guard(t_, y_);
    std::array<bool, System::guards> idle{};
    for (const bool first : {true, false})
      for (std::size_t k = 0; k < System::guards; ++k) {
        const double now = system_.guard(t_, y_)[k];
        const bool falls = first ? fired(k, values[k]) && now <= 0.0 : now < -1e-9 * largest_[k];
        if (!falls) continue;
        const Unknowns changed = system_.reset(t_, y_, k);
        idle[k] = changed == y_;
        y_ = changed;
      }
    return idle;
  }

  void arm(const std::array<bool, System::guards>& idle = {}) {
    const auto g = system_.guard(t_, y_);
    for (std::size_t k = 0; k < System::guards; ++k) {
      armed_[k] = g[k] > 0.0;
      largest_[k] = std::max(largest_[k], std::abs(g[k]));
      threshold_[k] = idle[k] ? -std::numeric_limits<double>::infinity() : g[k] - 1e-12 * std::abs(g[k]);
    }
  }

  static constexpr std::size_t size = System::size;

  System system_;
  double t_;
  Unknowns y_;
  Unknowns slope_;  // at t_
  double longest_;
  double h_;
  Unknowns seen_{};
  std::array<bool, System::guards> armed_{};
  std::array<double, System::guards> threshold_{};
  std::array<double, System::guards> largest_{};  // of each guard so far, by size
};

}  // namespace stickslip::conformance
