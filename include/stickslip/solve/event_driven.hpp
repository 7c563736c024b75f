// Event-driven solution of a hybrid system: adaptive steps, guards located to rounding, resets, bounded work.
//
// A guard is armed by the solver (arming.hpp), one that is not armed fires only if it falls clearly further, and a
// guard that an event did not touch goes on as it was.
//
// A guard is looked at inside every step as well as at its end, so that one which falls and rises again is not missed.
// It counts as fallen when the estimated error of the step cannot account for it, and the event is where it was zero.
// The event itself is approached by real steps of the method, never read off the interpolant.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/solve/arming.hpp"
#include "stickslip/solve/blended.hpp"
#include "stickslip/solve/report.hpp"
#include "stickslip/solve/steppers.hpp"

namespace stickslip::solve {

// A piece of the solution between two events or step ends.
template <std::size_t N>
struct Piece {
  double t0, t1;  // [s]
  const Step<N>* step;
  std::size_t size;
  bool ends_in_event = false;

  std::array<double, N> at(double t) const { return step->at(t1 > t0 ? (t - t0) / (t1 - t0) : 1.0, size); }
};

// An observer that looks at the ends of pieces alone says so by a member `ends_only`: the interpolant is then left out.
template <class Observe>
inline constexpr bool looks_inside = !requires {
  std::remove_cvref_t<Observe>::ends_only;
};

template <HybridSystem H>
class EventDriven {
 public:
  static constexpr std::size_t N = H::capacity;
  static constexpr std::size_t most_guards = Arming::most_guards;
  static constexpr double smallest_error = 1e-10;  // below it the step grows as much as it may
  using State = std::array<double, N>;
  using Guards = std::array<double, most_guards>;

  EventDriven(const H& system, const SolveOptions& options) : system_(system), options_(options) {}

  // Carries the state from t to `end`. observe(Piece) is called for every piece, and for an empty piece after every
  // reset; it returns false to stop. describe(state) puts modes into words for the list of events.
  template <class Observe, class Describe>
  SolveReport run(double t, State x, double end, Observe&& observe, Describe&& describe) {
    begin(t, x, end);
    wants_multistep_ = wants_multistep_ || (options_.method == Method::automatic && is_for_multistep());
    settle(observe, describe);
    return to_the_end(observe, describe);
  }

  // The same from the middle of a solution, whose guards are armed as they were when it was left (arming()). What
  // drives the system may have jumped meanwhile: a guard that has fallen by it fires at once.
  template <class Observe, class Describe>
  SolveReport resume(double t, State x, double end, const Arming& arming, Observe&& observe, Describe&& describe) {
    begin(t, x, end);
    arming_ = arming;
    step_.from = step_.to = x;
    pass_corner(describe, observe, h_);
    return to_the_end(observe, describe);
  }

  const Arming& arming() const { return arming_; }
  // The step that the solver would try next [s], and the largest magnitude that each unknown has had.
  double next_step() const { return h_; }
  const State& sizes() const { return seen_; }

 private:
  enum class Effect : std::uint8_t { not_fired, none, change };  // of a reset on the state

  // The number of unknowns, a constant for a system of fixed size.
  std::size_t size() const {
    if constexpr (has_fixed_size<H>)
      return H::size();
    else
      return size_;
  }

  template <class Observe, class Describe>
  SolveReport to_the_end(Observe& observe, Describe& describe) {
    Pace pace(t_, end_, options_);
    while (t_ < end_ && report_.ending == Ending::not_run) {
      if (report_.steps + report_.rejected >= options_.most_steps)
        stop(Ending::too_many_steps);
      else if (pace.ends(t_))
        pace.report_to(report_);
      else if (try_step())
        accept(observe, describe);
    }
    return finish();
  }

  void begin(double t, const State& x, double end) {
    report_ = {};
    report_.method_given = options_.method;
    report_.relative_tolerance_given = report_.relative_tolerance_used = options_.relative_tolerance;
    report_.shortest_step = std::numeric_limits<double>::infinity();
    size_ = count_states(system_);
    t_ = t;
    x_ = x;
    end_ = end;
    span_ = end - t;
    stiff_ = options_.method == Method::rosenbrock;
    wants_multistep_ = options_.method == Method::multistep;
    multistep_ = false;
    votes_ = 0;
    last_event_ = -std::numeric_limits<double>::infinity();
    at_once_ = 0;
    just_rejected_ = false;
    for (std::size_t i = 0; i < size(); ++i)
      seen_[i] = std::max(std::abs(x[i]), i < options_.typical.size() ? options_.typical[i] : 0.0);
    h_ = options_.first_step > 0.0 ? options_.first_step : 1e-6 * span_;
  }

  // A start in a mode that does not hold (a force beyond break-away on a body that is said to stick) is put right. A
  // guard whose reset does not help is left alone.
  template <class Observe, class Describe>
  void settle(Observe& observe, Describe& describe) {
    std::array<bool, most_guards> helpless{};
    Instant<State> instant(size());
    instant.enter(x_);
    for (std::size_t pass = 0; pass < 4 * system_.guard_count(); ++pass) {
      const auto g = guards_at(t_, x_);
      std::size_t k = 0;
      while (k < system_.guard_count() && (helpless[k] || !(g[k] < 0.0))) ++k;
      if (k == system_.guard_count()) break;
      if (reset_once(k, instant, describe)) continue;
      helpless[k] = true;
      if (!(guards_at(t_, x_)[k] < 0.0)) break;  // back in a circle: this state it is
    }
    if (!report_.events.empty()) show_jump(observe);
    restart(h_);
    arm_all();
  }

  // After the start, an event or a corner slope and Jacobian are stale.
  void restart(double first_step) {
    h_ = first_step;
    last_error_ = 0.0;
    if (!stiff_) slope_ = flow();
    multistep_ = false;
    linearised_ = linearised_ahead_ = false;
    corner_ = system_.next_corner(t_);
  }

  // With more unknowns the products of n x n matrices cost more than the evaluations that are saved.
  bool is_for_multistep() const {
    constexpr std::size_t most_unknowns = 16;
    if constexpr (requires { system_.suits_multistep(); })
      return size() <= most_unknowns && system_.suits_multistep();
    else
      return false;
  }

  // The multistep method begins with the polynomial of the last Runge-Kutta step (Gear 1980, "Runge-Kutta starters for
  // multistep methods"); at the same error it takes a shorter step.
  [[gnu::noinline]] void begin_multistep() {
    interpolate();
    h_ = 0.7 * tried_;
    blended_.start(size(), step_, tried_);
    multistep_ = true;
    weigh();
  }

  // The errors of multistep steps add up further than those of Runge-Kutta steps of the same size (on the hydraulic
  // servo 5e-6 of the friction against 2e-8 at a tolerance of 1e-11). Who did not ask for the method by its name
  // expects the digits of the other: a tenth is allowed (1e-7), for a tenth more time.
  void weigh() {
    const double stricter = options_.method == Method::automatic ? 10.0 : 1.0;
    for (std::size_t i = 0; i < size(); ++i) weight_[i] = stricter / find_allowed_error(i, std::abs(x_[i]));
  }

  State flow() {
    ++report_.flow_calls;
    return system_.flow(t_, x_);
  }

  void arm_all() {
    present_ = guards_at(t_, x_);
    for (std::size_t k = 0; k < system_.guard_count(); ++k) arming_.arm(k, present_[k], false);
  }

  // One attempt; true when its error is small enough. A step that ends at a corner stops a few ulps before it, so that
  // no stage sees what comes after.
  bool try_step() {
    const double to_corner = corner_ - 4e-16 * std::abs(corner_) - t_;
    const double limit = std::min({options_.longest_step, system_.longest_step(t_), to_corner, end_ - t_});
    const bool to_limit = h_ >= limit * (1.0 - 1e-9);
    tried_ = to_limit ? limit : std::min(h_, limit);
    const bool finite = attempt(tried_, step_);
    const double error = finite ? std::max(measure_scaled_error(), smallest_error) : 1.0 / smallest_error;
    const bool good = error <= 1.0;
    const double next = next_length(error, good);
    h_ = good && to_limit ? std::max(h_, next) : next;
    just_rejected_ = !good;
    if (multistep_) last_error_ = error;
    if (good) return true;
    ++report_.rejected;
    if (multistep_ && blended_.is_lost()) return_to_starter();
    if (h_ < 4e-16 * std::max(std::abs(t_), 1e-3 * span_)) stop(finite ? Ending::step_vanished : Ending::not_finite);
    return false;
  }

  // Where the past does not tell the future, Runge-Kutta steps find their length faster.
  [[gnu::noinline]] void return_to_starter() {
    multistep_ = false;
    last_error_ = 0.0;
    slope_ = flow();
  }

  // The length of the next step; that of the multistep method after a good one is found once it has been accepted.
  double next_length(double error, bool good) {
    if (!multistep_) return tried_ * growth(error, good);
    return good ? tried_ : blended_.shorter_step(error);
  }

  // How much longer the next step may be. After an accepted step the error is taken to go on growing or falling as it
  // did from the last one to this (Gustafsson 1994), which avoids rejections; after a rejected one the step does not
  // grow.
  double growth(double error, bool good) {
    constexpr double safety = 0.85;
    constexpr double least = 0.15;
    constexpr double most = 5.0;
    if (!good) return std::clamp(safety * stretch(error), least, safety);
    const double ratio = last_step_ / tried_;
    const double trend = error / last_error_ * (ratio * ratio * ratio * ratio * ratio);
    const double factor = safety * stretch(last_error_ > 0.0 ? error * std::max(1.0, trend) : error);
    last_error_ = std::max(error, 1e-2);
    last_step_ = tried_;
    return std::clamp(factor, least, just_rejected_ ? 1.0 : most);
  }

  // What lies inside the step that was attempted last.
  void interpolate() {
    step_.degree = 0;
    if (multistep_)
      blended_.interpolate(size(), step_);
    else if (stiff_)
      implicit_.interpolate(size(), tried_, step_);
    else
      explicit_.interpolate(size(), tried_, step_);
  }

  // What the multistep method needs stands apart, so that the loop of the others stays small.
  [[gnu::noinline]] bool attempt_multistep(double h, Step<N>& step) {
    return blended_.attempt(system_, t_, h, weight_, step);
  }

  bool attempt(double h, Step<N>& step) {
    if (multistep_) return attempt_multistep(h, step);
    if (!stiff_) return explicit_.attempt(system_, t_, x_, slope_, h, step);
    if (!linearised_) slope_ = implicit_.linearise(system_, t_, x_);
    linearised_ = true;
    return implicit_.attempt(system_, t_, x_, slope_, h, step);
  }

  double measure_scaled_error() const {
    double most = 0.0;
    if (multistep_) return blended_.measure(size(), step_.error, weight_);
    for (std::size_t i = 0; i < size(); ++i) {
      const double size = std::max(std::abs(step_.from[i]), std::abs(step_.to[i]));
      most = std::max(most, std::abs(step_.error[i]) / find_allowed_error(i, size));
    }
    return most;
  }

  // A component counts with its present size, but at least with a small part of the largest it has had: relative to
  // that alone, the slow start of a slip would be allowed errors that its whole duration depends on.
  double find_allowed_error(std::size_t i, double size) const {
    constexpr double floor = 1e-3;
    return options_.absolute_tolerance + options_.relative_tolerance * std::max(floor * seen_[i], size);
  }

  template <class Observe, class Describe>
  void accept(Observe& observe, Describe& describe) {
    if (system_.guard_count() > 0 || looks_inside<Observe>) interpolate();
    const bool event = cut_at_event();
    if (event ? refuses_way_to_event() : steps_over_growth()) return;
    ++report_.steps;
    report_.stiff_steps += stiff_ ? 1 : 0;
    const double from = t_;
    t_ = event ? t_ + tried_ : land_on_event(tried_);
    report_.shortest_step = std::min(report_.shortest_step, t_ - from);
    report_.longest_step = std::max(report_.longest_step, t_ - from);
    x_ = step_.to;
    for (std::size_t i = 0; i < size(); ++i) seen_[i] = std::max(seen_[i], std::abs(x_[i]));
    if (!observe(Piece<N>{from, t_, &step_, size(), event})) return stop(Ending::interrupted);
    const double onward = std::clamp(1e-3 * h_, 1e-12 * span_, 1e-4 * span_);
    if (event)
      pass_event(describe, observe, onward);
    else if (t_ >= corner_)
      pass_corner(describe, observe, onward);
    else
      go_on();
  }

  // A step may have been good by chance, with every stage beyond what happens near the event: the step that ends at the
  // event has an error of its own. True when it is too large; a shorter step is then tried.
  bool refuses_way_to_event() {
    const double error = measure_scaled_error();
    if (error <= 1.0) return false;
    h_ = next_length(error, false);
    just_rejected_ = true;
    ++report_.rejected;
    if (h_ < 4e-16 * std::max(std::abs(t_), 1e-3 * span_)) stop(Ending::step_vanished);
    return true;
  }

  // The implicit method sees growth by the Jacobian at the start of its step. What begins to grow inside the step, too
  // fast for its length, would be damped and never seen: a stiff contact would hold beyond break-away. True when the
  // Jacobian at the end, which the next step needs anyway, says so; a shorter step is then tried.
  bool steps_over_growth() {
    if (!stiff_ || multistep_) return false;
    end_slope_ = implicit_.linearise(system_, t_ + tried_, step_.to);
    linearised_ahead_ = implicit_.can_step(size(), tried_);
    if (linearised_ahead_) return false;
    constexpr double shorter = 0.3;
    h_ = shorter * tried_;
    linearised_ = false;
    just_rejected_ = true;
    ++report_.rejected;
    if (h_ < 4e-16 * std::max(std::abs(t_), 1e-3 * span_)) stop(Ending::step_vanished);
    return true;
  }

  // Beyond a corner a force may have jumped past a guard.
  template <class Describe, class Observe>
  void pass_corner(Describe& describe, Observe& observe, double onward) {
    present_ = guards_at(t_, x_);
    if (detect(t_, x_, present_)) return pass_event(describe, observe, onward);
    restart(onward);
    rearm();
  }

  void rearm() {
    for (std::size_t k = 0; k < system_.guard_count(); ++k) arming_.rearm(k, present_[k]);
  }

  // The end of a step that was cut short by a corner or the end is that very time.
  double land_on_event(double h) const {
    const double t = t_ + h;
    for (const double mark : {corner_, end_})
      if (std::abs(t - mark) <= 1e-12 * std::max(h, std::abs(t))) return mark;
    return t;
  }

  void go_on() {
    rearm();
    if (multistep_) return go_on_with_multistep();
    linearised_ = std::exchange(linearised_ahead_, false) && stiff_;
    if (linearised_) slope_ = end_slope_;
    if (wants_multistep_ && has_settled()) return begin_multistep();
    const bool was_stiff = stiff_;
    choose_method();
    if (!was_stiff)
      slope_ = explicit_.last_slope();
    else if (!stiff_)
      slope_ = flow();
  }

  // Runge-Kutta steps that have found their length.
  bool has_settled() const { return tried_ >= 0.5 * std::min({h_, options_.longest_step, system_.longest_step(t_)}); }

  // A step that was cut short by a limit does not hold back the next one.
  [[gnu::noinline]] void go_on_with_multistep() {
    const bool was_cut = tried_ < h_;
    blended_.accept(size());
    weigh();
    const double next = blended_.next_step(size(), last_error_, weight_);
    h_ = was_cut ? std::max(h_, next) : next;
  }

  // Explicit steps that stay at the border of stability are a sign of stiffness; small |h J| is one of its end.
  void choose_method() {
    if (options_.method != Method::automatic) return;
    const auto allowed = [this](std::size_t i) { return find_allowed_error(i, std::abs(x_[i])); };
    const bool calls_for_change =
        stiff_ ? implicit_.norm(size()) * tried_ < 0.3 : explicit_.stiffness(size(), allowed) > 2.5;
    votes_ = calls_for_change ? votes_ + 1 : std::max(0, votes_ - 1);
    if (votes_ < (stiff_ ? 50 : 12)) return;
    stiff_ = !stiff_;
    votes_ = 0;
  }

  // ---- events

  Guards guards_at(double t, const State& x) {
    Guards g;
    read_guards(t, x, g);
    return g;
  }
  void read_guards(double t, const State& x, Guards& g) {
    system_.guards(t, x, g);
    ++report_.guard_calls;
  }
  // There is room for far more guards than most systems have.
  void copy_guards(const Guards& from, Guards& to) const {
    std::copy_n(from.begin(), system_.guard_count(), to.begin());
  }

  bool past(std::size_t k, double value) const { return arming_.past(k, value); }
  double level(std::size_t k) const { return arming_.level(k); }

  // True when guards have fallen by more than the error of the solution accounts for; falling_ says which. A body that
  // creeps to rest does not turn because its velocity is -1e-17.
  bool detect(double t, const State& x, const Guards& g) {
    bool any = false;
    for (std::size_t k = 0; k < system_.guard_count(); ++k) any = (falling_[k] = past(k, g[k])) || any;
    if (!any) return false;
    const Guards uncertain = uncertainty(t, x, g);
    any = false;
    for (std::size_t k = 0; k < system_.guard_count(); ++k)
      any = (falling_[k] = falling_[k] && g[k] < level(k) - uncertain[k]) || any;
    return any;
  }

  // How far the guards move when every unknown that flows is off by twice the estimated error of the step, or by the
  // error below which nothing is controlled.
  Guards uncertainty(double t, const State& x, const Guards& g) {
    constexpr double rounding = 4e-16;
    Guards sum{};
    for (std::size_t i = 0; i < size(); ++i) {
      if (step_.from[i] == step_.to[i]) continue;
      State shifted = x;
      shifted[i] += std::max(2.0 * std::abs(step_.error[i]), find_allowed_error(i, 0.0)) + rounding * std::abs(x[i]);
      const Guards moved = guards_at(t, shifted);
      for (std::size_t k = 0; k < system_.guard_count(); ++k) sum[k] += std::abs(moved[k] - g[k]);
    }
    return sum;
  }

  // The lowest of the falling guards that is past its level; guard_count() when none is.
  std::size_t first_past(const Guards& g) const {
    std::size_t k = 0;
    while (k < system_.guard_count() && !(falling_[k] && past(k, g[k]))) ++k;
    return k;
  }

  // Shortens the step to the first event inside it, if there is one.
  bool cut_at_event() {
    if (system_.guard_count() == 0) return false;
    const int parts = options_.guard_samples + 1;
    double before = 0.0;
    copy_guards(present_, looks_[0]);
    for (int j = 1; j <= parts; ++j) {
      const double s = j == parts ? 1.0 : double(j) / parts;
      const State x = j == parts ? step_.to : step_.at(s, size());
      Guards& values = looks_[std::size_t(j % 3)];
      read_guards(t_ + s * tried_, x, values);
      if (detect(t_ + s * tried_, x, values) && locate(before * tried_, s * tried_)) return true;
      const Guards& two_before = looks_[std::size_t((j + 1) % 3)];
      const Guards& one_before = looks_[std::size_t((j + 2) % 3)];
      if (j == 2 && dips_at_border(0.0, 1.0 / parts, two_before, one_before, values)) return true;
      if (j >= 2 && dips_between(s, 1.0 / parts, two_before, one_before, values)) return true;
      if (j >= 2 && j == parts && dips_at_border(1.0, -1.0 / parts, values, one_before, two_before)) return true;
      before = s;
    }
    copy_guards(looks_[std::size_t(parts % 3)], present_);
    return false;
  }

  // A guard and where it was looked at, inside the step.
  struct Look {
    double s, value;
  };

  // A guard whose smallest of three values a, b, c (at s - 2 d, s - d, s) is the middle one may have been below zero in
  // between.
  bool dips_between(double s, double d, const Guards& a, const Guards& b, const Guards& c) {
    for (std::size_t k = 0; k < system_.guard_count(); ++k)
      if (arming_.armed[k] && b[k] < a[k] && b[k] < c[k] &&
          goes_below(k, {s - 2.0 * d, a[k]}, {s - d, b[k]}, {s, c[k]}))
        return true;
    return false;
  }

  // The same beside an end of the step (s = 0 with d > 0, or 1 with d < 0), where a, b, c at s, s + d, s + 2 d rise
  // inwards but the parabola through them has its bottom at the end: a look just inside tells on which side it is.
  bool dips_at_border(double s, double d, const Guards& a, const Guards& b, const Guards& c) {
    constexpr double beside = 1e-3;  // of the step
    const double inside = s + (d > 0.0 ? beside : -beside);
    for (std::size_t k = 0; k < system_.guard_count(); ++k) {
      const double bend = a[k] - 2.0 * b[k] + c[k];
      if (!arming_.armed[k] || !(a[k] < b[k]) || !(bend > 0.0)) continue;
      const double bottom = 1.0 + 0.5 * (a[k] - c[k]) / bend;  // from a, in units of d
      const double depth = 0.5 * bend * bottom * bottom;       // below a
      if (bottom < -0.5 || a[k] - depth > 0.5 * a[k]) continue;
      const double near = guards_at(t_ + inside * tried_, step_.at(inside, size()))[k];
      if (!(near < a[k])) continue;
      const Look end{s, a[k]}, next{s + d, b[k]};
      if (goes_below(k, d > 0.0 ? end : next, {inside, near}, d > 0.0 ? next : end)) return true;
    }
    return false;
  }

  // Follows guard k, whose value b lies below a and c on either side, to its bottom by parabolas through the lowest
  // looks; ends when it is past zero, and the event before is located, or when the bottom is clearly above.
  bool goes_below(std::size_t k, Look a, Look b, Look c) {
    constexpr int most_looks = 8;
    for (int look = 0; look < most_looks; ++look) {
      const double left = (b.value - a.value) / (b.s - a.s);
      const double right = (c.value - b.value) / (c.s - b.s);
      const double bend = (right - left) / (c.s - a.s);  // half of the second derivative
      const double middle = 0.5 * (a.s + b.s) - 0.5 * left / bend;
      const double slope = left + bend * (b.s - a.s);
      if (!(bend > 0.0) || b.value - slope * slope / (4.0 * bend) > 0.5 * b.value) return false;
      const double apart = std::max(1e-3 * std::min(b.s - a.s, c.s - b.s), 1e-12);
      const double bottom = std::abs(middle - b.s) < apart ? b.s + (middle > b.s ? apart : -apart) : middle;
      if (!(bottom > a.s && bottom < c.s)) return false;
      const double t = t_ + bottom * tried_;
      const State x = step_.at(bottom, size());
      const Guards now = guards_at(t, x);
      if (detect(t, x, now)) return locate((bottom > b.s ? b.s : a.s) * tried_, bottom * tried_);
      const Look found{bottom, now[k]};
      if (found.value < b.value) {
        (bottom > b.s ? a : c) = b;
        b = found;
      } else {
        (bottom > b.s ? c : a) = found;
      }
    }
    return false;
  }

  // Real steps that close in on the event between t + low and t + high, where guards have fallen, by false position in
  // the Illinois form on the lowest of them, every fourth time by halving. Ends with the fallen side. False when there
  // is no event after all: the interpolant was ahead of the solution, which has not fallen even at the end of the step.
  bool locate(double low, double high) {
    const double whole = tried_;
    Guards above = low > 0.0 ? guards_at(t_ + low, step_.at(low / whole, size())) : present_;
    Guards below = guards_after(high);
    if (first_past(below) == system_.guard_count()) {
      below = guards_after(high = whole);
      if (!detect(t_ + whole, step_.to, below)) return interpolate(), false;
    }
    int side = 0;
    for (int pass = 0; pass < 100 && high - low > instant(t_ + high); ++pass) {
      const std::size_t k = first_past(below);
      const double a = (above[k] - level(k)) * (side > 1 ? std::ldexp(1.0, 1 - side) : 1.0);
      const double b = (below[k] - level(k)) * (side < -1 ? std::ldexp(1.0, 1 + side) : 1.0);
      const double middle = low + (high - low) * (pass % 4 != 3 && a > b ? std::clamp(a / (a - b), 0.001, 0.999) : 0.5);
      const Guards now = guards_after(middle);
      const bool fallen = first_past(now) < system_.guard_count();
      side = fallen ? std::max(1, side + 1) : std::min(-1, side - 1);  // how often in a row the same end moved
      (fallen ? high : low) = middle;
      (fallen ? below : above) = now;
    }
    guards_after(high);
    interpolate();
    return true;
  }

  // Makes the step one of length h from the same start.
  Guards guards_after(double h) {
    tried_ = h;
    attempt(h, step_);
    return guards_at(t_ + h, step_.to);
  }

  // Two times that differ less are one [s].
  double instant(double t) const { return 4e-16 * std::max(std::abs(t), 1e-6 * span_); }

  template <class Describe, class Observe>
  void pass_event(Describe& describe, Observe& observe, double onward) {
    const auto before = guards_at(t_, x_);
    std::array<Effect, most_guards> effect{};
    Instant<State> instant(size());
    instant.enter(x_);
    std::size_t last = 0;
    for (std::size_t k = 0; k < system_.guard_count(); ++k)
      if (falling_[k] && past(k, before[k]) && past(k, guards_at(t_, x_)[k]))
        effect[last = k] = apply_reset(k, describe);
    if (instant.enter(x_)) pass_pushed(last, before, effect, instant, describe);
    show_jump(observe);
    watch_for_zeno();
    restart(onward);
    arm_touched(before, effect);
  }

  // Guards that a reset has put below zero, by more than the error of the solution accounts for, fall at this instant.
  template <class Describe>
  void pass_pushed(std::size_t last, Guards before, std::array<Effect, most_guards>& effect, Instant<State>& instant,
                   Describe& describe) {
    std::array<bool, most_guards> spent{};
    for (std::size_t pass = 0; pass < 4 * system_.guard_count(); ++pass) {
      const Guards now = guards_at(t_, x_);
      const std::size_t k = first_pushed(last, before, now, effect, spent);
      if (k == system_.guard_count()) return;
      spent[k] = !reset_once(k, instant, describe);
      if (spent[k]) continue;
      effect[k] = Effect::change;
      before = now;
      last = k;
    }
  }

  // The lowest guard that the reset of guard `last` has put below zero; guard_count() when there is none. One that was
  // below zero already has not fallen, unless it is the one whose reset this was.
  std::size_t first_pushed(std::size_t last, const Guards& before, const Guards& now,
                           const std::array<Effect, most_guards>& effect, const std::array<bool, most_guards>& spent) {
    const auto candidate = [&](std::size_t k) {
      return !spent[k] && now[k] < 0.0 && (before[k] > 0.0 || effect[k] == Effect::change) && !starts_anew(last, k);
    };
    std::size_t k = 0;
    while (k < system_.guard_count() && !candidate(k)) ++k;
    if (k == system_.guard_count()) return k;
    const Guards uncertain = uncertainty_after_reset(now);
    while (k < system_.guard_count() && !(candidate(k) && now[k] < -uncertain[k])) ++k;
    return k;
  }

  // How far the guards move when every unknown is off by what a step may be. A whole number that does not flow is a
  // mode, and known.
  Guards uncertainty_after_reset(const Guards& g) {
    Guards sum{};
    for (std::size_t i = 0; i < size(); ++i) {
      if (step_.from[i] == step_.to[i] && x_[i] == std::nearbyint(x_[i])) continue;
      State shifted = x_;
      shifted[i] += std::max(2.0 * std::abs(step_.error[i]), find_allowed_error(i, std::abs(x_[i])));
      const Guards moved = guards_at(t_, shifted);
      for (std::size_t k = 0; k < system_.guard_count(); ++k) sum[k] += std::abs(moved[k] - g[k]);
    }
    return sum;
  }

  bool starts_anew(std::size_t fired, std::size_t other) const {
    if constexpr (requires { system_.starts_anew(fired, other); })
      return system_.starts_anew(fired, other);
    else
      return false;
  }

  // A reset that leads to a state which this instant has not had. One that leads in a circle is taken back when its
  // guard rises by itself, and false in any case.
  template <class Describe>
  bool reset_once(std::size_t k, Instant<State>& instant, Describe& describe) {
    const State before = x_;
    apply_reset(k, describe);
    if (instant.enter(x_)) return true;
    const bool same = std::equal(x_.begin(), x_.begin() + std::ptrdiff_t(size()), before.begin());
    if (!same && !rises(k, before)) return false;
    x_ = before;
    report_.events.pop_back();
    return false;
  }

  // Whether a guard rises along the flow from here.
  bool rises(std::size_t k, const State& x) {
    const double h = 1e-12 * span_;
    const State slope = system_.flow(t_, x);
    State ahead = x;
    for (std::size_t i = 0; i < size(); ++i) ahead[i] += h * slope[i];
    return guards_at(t_ + h, ahead)[k] > guards_at(t_, x)[k];
  }

  // A new mode begins for the guards that fired and for those whose value the resets changed.
  void arm_touched(const Guards& before, const std::array<Effect, most_guards>& effect) {
    present_ = guards_at(t_, x_);
    for (std::size_t k = 0; k < system_.guard_count(); ++k)
      if (effect[k] != Effect::not_fired || present_[k] != before[k])
        arming_.arm(k, present_[k], effect[k] == Effect::none);
  }

  // An empty piece: the state after the resets.
  template <class Observe>
  void show_jump(Observe& observe) {
    step_.from = step_.to = x_;
    step_.c = step_.d = step_.e = {};
    step_.degree = 0;
    if (!observe(Piece<N>{t_, t_, &step_, size()})) stop(Ending::interrupted);
  }

  template <class Describe>
  Effect apply_reset(std::size_t k, Describe& describe) {
    const State before = x_;
    x_ = system_.reset(t_, x_, k);
    report_.events.push_back({t_, k, describe(before), describe(x_)});
    const bool same = std::equal(x_.begin(), x_.begin() + std::ptrdiff_t(size()), before.begin());
    return same ? Effect::none : Effect::change;
  }

  void watch_for_zeno() {
    const double progress = 1e-12 * std::max(std::abs(t_), span_);
    at_once_ = t_ - last_event_ <= progress ? at_once_ + 1 : 0;
    if (at_once_ == 0) last_event_ = t_;
    if (report_.ending != Ending::not_run) return;
    if (at_once_ >= options_.most_events_at_once)
      stop(Ending::zeno);
    else if (report_.events.size() >= options_.most_events)
      stop(Ending::too_many_events);
  }

  void stop(Ending ending) { report_.ending = ending; }

  SolveReport finish() {
    if (report_.ending == Ending::not_run) report_.ending = Ending::reached_end;
    report_.message.clear();
    for (const StepCounts& c : {explicit_.take_counts(), implicit_.take_counts(), blended_.take_counts()}) {
      report_.flow_calls += c.flow_calls;
      report_.jacobians += c.jacobians;
    }
    report_.method_used = wants_multistep_                          ? Method::multistep
                          : 2 * report_.stiff_steps > report_.steps ? Method::rosenbrock
                                                                    : Method::runge_kutta;
    report_.t = t_;
    report_.state.assign(x_.begin(), x_.begin() + std::ptrdiff_t(size()));
    return report_;
  }

  const H& system_;
  SolveOptions options_;
  SolveReport report_;
  DormandPrince<H> explicit_;
  Rodas<H> implicit_;
  Blended<H> blended_;
  std::size_t size_ = 0;
  double t_ = 0.0, end_ = 0.0, span_ = 0.0, h_ = 0.0, tried_ = 0.0, corner_ = 0.0;
  State x_{}, slope_{}, end_slope_{}, seen_{}, weight_{};
  Step<N> step_;
  double last_error_ = 0.0, last_step_ = 0.0;  // of the last accepted step; 0 when there is none in this mode
  bool just_rejected_ = false;
  bool stiff_ = false;            // the Rosenbrock method is at work
  bool multistep_ = false;        // the blended one is
  bool wants_multistep_ = false;  // the blended one is to work wherever Runge-Kutta steps have found their length
  bool linearised_ = false;
  bool linearised_ahead_ = false;  // at the end of the step just made
  int votes_ = 0;
  Arming arming_;
  std::array<bool, most_guards> falling_{};
  Guards present_{};               // at (t, x)
  std::array<Guards, 3> looks_{};  // inside the step
  double last_event_ = -std::numeric_limits<double>::infinity();
  std::size_t at_once_ = 0;
};

}  // namespace stickslip::solve
