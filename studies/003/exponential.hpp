// Exponential steps for bristle laws whose motion is known: x(t) and v(t) are given, the force is asked for.
//
//   dz/dt = lambda (z_ss - z),   lambda = sigma_0 |v|/g,   z_ss = sign(v) g/sigma_0
//
// With the clock tau, dtau = lambda dt, this is dz/dtau = z_ss - z, and a step in which z_ss is a polynomial in tau is
// solved in closed form (friction/bristle.hpp gives the linear one). However large lambda h is, the step is stable and
// ends at z_ss of its end. What is interpolated inside a step of length h:
//
//   order 2   lambda linear in t from the two ends (tau: trapezoid), z_ss linear in tau
//   order 3   lambda quadratic in t from ends and middle (tau: Simpson), z_ss quadratic in tau
//
// A step never spans a reversal of the motion (v = 0, where |v| has its kink) or a corner of it: both are located
// first. The same closed form gives z at any time inside the step, so output costs no evaluation of the law.
//
// Step control: the last node before the step belongs to the same smooth stretch and raises the interpolation by one
// degree; the difference is the error of the step. In the first step after a reversal the degree is lowered instead.
//
// lugre, modified-lugre, new-modified-lugre (their film relaxes in t, by the same closed form). dahl with any exponent
// and bliman-sorine are exact in displacement between reversals: their own sampled step is used, and no error is left
// to control. The steps are stable at every length.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

#include "stickslip/solve/largest_step.hpp"
#include "stickslip/solve/report.hpp"

namespace stickslip::studies {

// A motion that is known beforehand. An Excitation of displacement is one.
template <class M>
concept KnownMotion = requires(const M& motion, double t) {
  { motion.value(t) } -> std::convertible_to<double>;         // displacement [m]
  { motion.rate(t) } -> std::convertible_to<double>;          // velocity [m/s]
  { motion.second(t) } -> std::convertible_to<double>;        // acceleration [m/s2]
  { motion.next_corner(t) } -> std::convertible_to<double>;   // [s]
  { motion.longest_step(t) } -> std::convertible_to<double>;  // the longest step that sees every wave [s]
};

// Output times start, start + step, ... up to end.
struct OutputTimes {
  double start = 0.0;  // [s]
  double end = 1.0;    // [s]
  double step = 1e-4;  // [s]

  double at(std::size_t k) const { return start + double(k) * step; }
  // The last output may lie past the end by rounding alone.
  std::size_t count() const { return std::size_t((end - start) / step * (1.0 + 1e-12)) + 1; }
};

struct ExponentialOptions {
  // 2: one evaluation of the law per step; 3: two.
  int order = 3;

  // Length of the steps [s]; 0 lets the tolerance decide.
  double step = 0.0;

  // Error of the force allowed per step, over the largest break-away force of the law. Old errors fade with exp(-tau):
  // in order 3 the error at the outputs is of the same size. Order 2 takes many more steps, and where the motion is so
  // small that hardly anything fades in one of them, their errors add up to 25 times this.
  double tolerance = 1e-6;

  // A run with more steps ends with a message.
  std::size_t most_steps = 100'000'000;
};

struct ExponentialReport {
  solve::Ending ending = solve::Ending::not_run;
  std::string message = "the exponential steps were not run";
  double t = 0.0;  // time reached [s]

  int order_given = 0;
  int order_used = 0;  // 0 where the law is exact in displacement: there is nothing to approximate
  double tolerance_given = 0.0;
  double tolerance_used = 0.0;  // 0 with fixed steps and where the law is exact

  std::size_t steps = 0;
  std::size_t rejected = 0;
  std::size_t evaluations = 0;  // of the law, that is of v(t) and g(v)
  std::size_t reversals = 0;
  double shortest_step = std::numeric_limits<double>::infinity();  // [s]
  double longest_step = 0.0;                                       // [s]

  bool succeeded() const { return ending == solve::Ending::reached_end; }
  // One line.
  std::string brief() const;
  // Everything, a line each.
  std::string full() const;
};

namespace exponential {

// A polynomial c[0] + c[1] x + c[2] x^2.
struct Parabola {
  std::array<double, 3> c{};

  double at(double x) const { return c[0] + x * (c[1] + x * c[2]); }
  double integral(double x) const { return x * (c[0] + x * (0.5 * c[1] + x * (1.0 / 3.0) * c[2])); }
};

// Newton's form of the parabola through values at 0, middle and end: first + slope x + bend x (x - middle).
struct Differences {
  double first;
  double slope;
  double bend;
  double middle;
  double end;

  Differences(double at_start, double at_middle, double at_end, double x_middle, double x_end)
      : first(at_start), slope((at_middle - at_start) / x_middle), middle(x_middle), end(x_end) {
    bend = ((at_end - at_middle) / (x_end - x_middle) - slope) / x_end;
  }
  Parabola parabola() const { return {{first, slope - bend * middle, bend}}; }
  // The coefficient of x (x - middle) (x - end) in the cubic that also has the given value at -before.
  double third(double value, double before) const {
    return (bend - (slope - (first - value) / before) / (middle + before)) / (end + before);
  }
};

// x(tau) of dx/dtau = T(tau) - x with a parabola T = c0 + c1 tau + c2 tau^2, from x = start. With the parabola S for
// which S + dS/dtau = T,
//
//   x = S + exp(-tau) [start - S(0)]
//     = start + tau p1 [c0 - start] + tau^2 p2 c1 + 2 tau^3 p3 c2
//
//   p3 = 1/3! - tau/4! + tau^2/5! - ...,   p2 = 1/2! - tau p3,   p1 = 1 - tau p2
//
// The second form loses no digits however small tau is, the first costs one exponential. Both to 1e-13 of the largest
// of start and targets: the second stands below `series_end`, where the first term left out of p3 is tau^9/12!, 8e-15.
class Relaxation {
 public:
  Relaxation() = default;
  Relaxation(double start, const Parabola& target) : start_(start), target_(target) {
    const auto& t = target.c;
    auto& s = settled_.c;
    s[2] = t[2];
    s[1] = t[1] - 2.0 * s[2];
    s[0] = t[0] - s[1];
  }

  double at(double tau) const {
    constexpr double series_end = 0.25;
    constexpr double gone = 40.0;  // exp(-40) = 4e-18 is nothing beside 1
    if (tau < series_end) return from_start(tau);
    const double settled = settled_.at(tau);
    return tau > gone ? settled : settled + std::exp(-tau) * (start_ - settled_.c[0]);
  }
  double start() const { return start_; }
  const Parabola& target() const { return target_; }

 private:
  double from_start(double tau) const {
    constexpr std::array<double, 9> terms{1.0 / 6.0,      -1.0 / 24.0,      1.0 / 120.0,
                                          -1.0 / 720.0,   1.0 / 5040.0,     -1.0 / 40320.0,
                                          1.0 / 362880.0, -1.0 / 3628800.0, 1.0 / 39916800.0};
    double p3 = terms.back();
    for (std::size_t k = terms.size() - 1; k-- > 0;) p3 = terms[k] + tau * p3;
    const double p2 = 0.5 - tau * p3;
    const double p1 = 1.0 - tau * p2;
    const auto& t = target_.c;
    return start_ + tau * (p1 * (t[0] - start_) + tau * (p2 * t[1] + tau * 2.0 * p3 * t[2]));
  }

  double start_ = 0.0;
  Parabola target_{};
  Parabola settled_{};
};

constexpr double no_motion = 1e-100;  // differences over so short a clock overflow

// Differences are worth nothing when the clock hardly moved in one half of the step, as in a step much too long beside
// a reversal (an eighth is regular there).
inline bool sound(double middle, double end) {
  constexpr double least_part = 0.02;
  return end > no_motion && middle > least_part * end && middle < (1.0 - least_part) * end;
}

// The straight line from the first value to the last one, at the end.
inline Parabola line(double first, double last, double end) {
  return {{first, end > no_motion ? (last - first) / end : 0.0}};
}

// One step. s runs from 0 to 1 over it, tau from 0 to clock_end.
struct Arc {
  double begin = 0.0;   // [s]
  double length = 0.0;  // [s]
  Parabola rate{};      // lambda(s) [1/s]
  double clock_middle = 0.0;
  double clock_end = 0.0;
  Relaxation bristle{};

  double part(double t) const { return std::clamp((t - begin) / length, 0.0, 1.0); }
  double clock(double s) const { return std::max(0.0, length * rate.integral(s)); }
};

// A stretch of time in which the motion is smooth and keeps its direction.
struct Stretch {
  double begin;
  double end;
  double direction;     // -1, 0 (standstill), 1
  bool begins_at_zero;  // v was zero at its start
  bool turns_at_end;    // v passes zero there
  double longest_step;  // the smallest of the motion's longest steps in it
};

// The time in (from, to) at which `value` passes zero, given that it has opposite signs at the ends: Newton's steps
// where they stay inside, bisection otherwise; to the few last bits that the phase of a wave at time t has.
template <class Value, class Slope>
double crossing(double from, double to, double sign_at_start, const Value& value, const Slope& slope) {
  constexpr int enough = 100;  // bisection alone needs 53
  constexpr double last_bits = 4.0 * std::numeric_limits<double>::epsilon();
  double t = from + (to - from) / 2.0;
  for (int i = 0; i < enough && from < t && t < to; ++i) {
    const double x = value(t);
    if (x == 0.0) return t;
    (x * sign_at_start > 0.0 ? from : to) = t;
    const double newton = t - x / slope(t);
    if (std::abs(newton - t) <= last_bits * std::abs(t)) return t;
    t = newton > from && newton < to ? newton : from + (to - from) / 2.0;
  }
  return t;
}

// Finds the stretches of a motion one after the other. v is sampled as often as the motion's longest step asks; where
// |v| has a minimum between two samples, the minimum is looked at too.
template <KnownMotion M>
class Stretches {
 public:
  explicit Stretches(const M& motion) : motion_(&motion) {}

  Stretch next(double t, bool from_zero, double end) const {
    const double corner = std::min(end, motion_->next_corner(t));
    double sign_now = from_zero ? 0.0 : sign(motion_->rate(t));
    const bool at_zero = sign_now == 0.0;
    Sample before{t, motion_->second(t)};
    if (at_zero) sign_now = sign(before.acceleration);
    double longest = std::numeric_limits<double>::infinity();
    while (before.t < corner) {
      longest = std::min(longest, motion_->longest_step(before.t));
      const double after = std::min(before.t + sampling(longest, t, corner), corner);
      const double looked = after < corner ? after : std::nextafter(corner, t);
      const double v = motion_->rate(looked);
      if (sign_now == 0.0) sign_now = sign(v);
      if (sign_now * v < 0.0) {
        const double turn = turn_between(before.t, looked, sign_now);
        if (turn > t) return {t, turn, sign_now, at_zero, true, longest};
        sign_now = -sign_now;  // a turn at the very start: rounding had given the wrong direction
      }
      const Sample now{after, motion_->second(looked)};
      const double dip = dip_between(before, {looked, now.acceleration}, sign_now);
      if (dip < looked) return {t, dip, sign_now, at_zero, true, longest};
      before = now;
    }
    return {t, corner, sign_now, at_zero, false, longest};
  }

 private:
  struct Sample {
    double t;
    double acceleration;
  };

  static double sampling(double longest, double begin, double corner) {
    constexpr double samples = 15.7;  // of a stretch without waves: its v is a straight line
    // Dips between two samples are looked at besides. No whole number: the zeros of a sine would fall on samples, where
    // Newton's steps leave the bracket.
    constexpr double steps_per_sample = 2.3;
    return std::isfinite(longest) ? steps_per_sample * longest : (corner - begin) / samples;
  }

  double turn_between(double from, double to, double sign_now) const {
    const auto v = [this](double t) { return motion_->rate(t); };
    const auto a = [this](double t) { return motion_->second(t); };
    return crossing(from, to, sign_now, v, a);
  }

  // |v| falls at one sample and rises at the next: where v passes zero before the lowest point, or infinity.
  double dip_between(const Sample& from, const Sample& to, double sign_now) const {
    if (sign_now * from.acceleration < 0.0 && sign_now * to.acceleration > 0.0) {
      double low = from.t;
      double high = to.t;
      constexpr int halvings = 40;  // the lowest |v| is then known to 1e-24 of its change between the samples
      for (int i = 0; i < halvings; ++i) {
        const double middle = low + (high - low) / 2.0;
        if (sign_now * motion_->rate(middle) < 0.0) return turn_between(from.t, middle, sign_now);
        (sign_now * motion_->second(middle) < 0.0 ? low : high) = middle;
      }
    }
    return std::numeric_limits<double>::infinity();
  }

  const M* motion_;
};

// The film of the modified laws over one step: dh/dt = (target - h)/tau_h, where tau_h changes when h overtakes the
// target. The overtaking is located on the closed form; a second one in the same step is left to the next.
class FilmArc {
 public:
  FilmArc() = default;

  template <class P>
  FilmArc(const P& p, double film, const std::array<double, 3>& targets, double length, double speed, int order)
      : length_(length) {
    const double rising = targets[2] - targets[0];
    const bool thins = film > targets[0] || (film == targets[0] && rising < 0.0);
    // In the clock of a time constant T the times are divided by T.
    const auto begin = [&](double x, double from, double time) {
      const double end = length / time;
      const Parabola target = order == 3 ? Differences(targets[0], targets[1], targets[2], end / 2.0, end).parabola()
                                         : line(targets[0], targets[2], end);
      return Piece{.time = time, .from = from, .relaxation = {x, shifted(target, from / time)}};
    };
    const auto measure_time = [&](bool thinning) {
      const double towards = thinning ? 0.0 : 1.0;  // any film on that side of the target
      return FilmBristle::film_time(p, 0.5, towards, speed);
    };
    first_ = begin(film, 0.0, measure_time(thins));
    const double switched = overtaking(thins);
    if (switched < length) second_ = begin(first_.at(switched), switched, measure_time(!thins));
  }

  double at(double elapsed) const { return elapsed > second_.from ? second_.at(elapsed) : first_.at(elapsed); }

 private:
  struct Piece {
    double time = 1.0;                                      // [s]
    double from = std::numeric_limits<double>::infinity();  // [s] within the step
    Relaxation relaxation{};

    double clock(double elapsed) const { return (elapsed - from) / time; }
    double at(double elapsed) const { return relaxation.at(clock(elapsed)); }
    double excess(double elapsed) const { return at(elapsed) - relaxation.target().at(clock(elapsed)); }
  };

  // The same parabola, counted from a later clock.
  static Parabola shifted(const Parabola& target, double by) {
    return {{target.at(by), target.c[1] + 2.0 * by * target.c[2], target.c[2]}};
  }

  // When the film first comes to the other side of its target; infinity when it does not.
  double overtaking(bool thins) const {
    const double side = thins ? 1.0 : -1.0;
    for (const double end : {0.5 * length_, length_}) {
      if (side * first_.excess(end) >= 0.0) continue;
      double low = 0.0;
      double high = end;
      for (int i = 0; i < 60; ++i) {
        const double middle = low + (high - low) / 2.0;
        (side * first_.excess(middle) >= 0.0 ? low : high) = middle;
      }
      return high;
    }
    return std::numeric_limits<double>::infinity();
  }

  double length_ = 0.0;
  Piece first_{};
  Piece second_{};
};

// A point at which the law was evaluated.
struct Node {
  double rate = 0.0;    // lambda [1/s]
  double target = 0.0;  // z_ss [m]
};

// The run of a law that relaxes along the motion.
template <class Law, KnownMotion M, class Sink>
class BristleRun {
 public:
  using Params = typename Law::template Params<double>;
  using State = typename Law::template State<double>;
  static constexpr bool has_film = requires(State s) { s.film; };

  BristleRun(const Params& p, const M& motion, const State& start, const OutputTimes& outputs,
             const ExponentialOptions& options, Sink& sink)
      : p_(p), motion_(motion), outputs_(outputs), options_(options), sink_(sink), state_(start) {
    largest_ = std::max(p.breakaway.forward, p.breakaway.back);
    allowed_ = options.tolerance * largest_;
    output_count_ = outputs.count();
    fixed_ = options.step > 0.0;
    moves_force_ = p.damping != 0.0 || p.viscous.forward != 0.0 || p.viscous.back != 0.0;
  }

  ExponentialReport run() {
    report_.order_given = report_.order_used = options_.order;
    report_.tolerance_given = options_.tolerance;
    report_.tolerance_used = fixed_ ? 0.0 : options_.tolerance;
    report_.message.clear();
    const Stretches<M> stretches(motion_);
    double t = outputs_.start;
    bool from_zero = false;
    while (t < outputs_.end) {
      const Stretch stretch = stretches.next(t, from_zero, outputs_.end);
      if (!carry(stretch)) break;
      t = stretch.end;
      from_zero = stretch.turns_at_end;
      report_.reversals += stretch.turns_at_end ? 1 : 0;
    }
    if (report_.ending == solve::Ending::not_run) report_.ending = solve::Ending::reached_end;
    report_.t = arc_.begin + arc_.length;
    return report_;
  }

 private:
  // What a step is made of: the nodes at its start, middle and end, and the last one before its start.
  struct Nodes {
    Node start, middle, end;
    Node previous;
    double elapsed = 0.0;  // from the previous node to the start [s]; 0 when there is none
    double clock = 0.0;    // the same in tau
    double error = 0.0;    // of the previous step over the allowed one, 0 when unknown; and its length
    double length = 0.0;
  };

  bool carry(const Stretch& stretch) {
    double t = stretch.begin;
    Nodes nodes;
    speed_ = stretch.begins_at_zero ? 0.0 : speed_at(stretch, t);
    nodes.start = node(stretch, speed_, film());
    double proposed = first_step_ > 0.0 ? first_step_ : stretch.longest_step;
    while (t < stretch.end) {
      const double end = step_end(stretch, t, proposed);
      attempt(stretch, nodes, t, end);
      const Judgement judged = fixed_ ? Judgement{} : judge(nodes);
      const bool vanishes = end - t <= 4.0 * std::numeric_limits<double>::epsilon() * std::abs(t);
      const double factor = fixed_ ? 1.0 : growth(nodes, judged);
      if (!(judged.error <= 1.0) && !vanishes) {
        ++report_.rejected;
        proposed = arc_.length * std::clamp(factor, 0.1, 0.9);
        continue;
      }
      if (nodes.elapsed == 0.0) first_step_ = arc_.length * std::clamp(factor, 0.9, 1.1);
      proposed = arc_.length * factor;
      if (!accept(nodes, end, judged.raw)) return false;
      t = end;
    }
    return true;
  }

  // Where the next step ends: on the grid of fixed steps, or as proposed; never past the stretch, and without leaving a
  // sliver at its end.
  double step_end(const Stretch& stretch, double t, double proposed) const {
    if (fixed_) {
      const double grid = (t - outputs_.start) / options_.step;
      const double next = std::floor(grid * (1.0 + 1e-14) + 1e-9) + 1.0;
      return std::min(stretch.end, outputs_.start + next * options_.step);
    }
    const double left = stretch.end - t;
    const double longest = std::min(proposed, stretch.longest_step);
    if (longest >= left) return stretch.end;
    return t + std::min(longest, left / 2.0);
  }

  double film() const {
    if constexpr (has_film)
      return state_.film;
    else
      return 0.0;
  }

  double speed_at(const Stretch& stretch, double t) const { return std::max(0.0, stretch.direction * motion_.rate(t)); }

  double end_speed(const Stretch& stretch, double t) const {
    if (t < stretch.end) return speed_at(stretch, t);
    return stretch.turns_at_end ? 0.0 : speed_at(stretch, std::nextafter(t, stretch.begin));
  }

  Node node(const Stretch& stretch, double speed, double film_there) {
    ++report_.evaluations;
    const bool back = stretch.direction < 0.0;
    double level = 0.0;
    if constexpr (has_film)
      level = Law::level(p_, speed, film_there, back);
    else
      level = stribeck_level(p_, speed, back);
    return {p_.stiffness * speed / level, stretch.direction * level / p_.stiffness};
  }

  // Fills in the nodes of the step from t to end, and the arc through them.
  void attempt(const Stretch& stretch, Nodes& n, double t, double end) {
    const double h = end - t;
    const bool second_order = options_.order == 2;
    const double middle_speed = second_order && !has_film ? 0.0 : speed_at(stretch, t + 0.5 * h);
    new_speed_ = end_speed(stretch, end);
    if constexpr (has_film) cover(stretch, middle_speed, h);
    n.end = node(stretch, new_speed_, film_after(h));
    arc_.begin = t;
    arc_.length = h;
    if (second_order) {
      arc_.rate = line(n.start.rate, n.end.rate, 1.0);
      arc_.clock_end = arc_.clock(1.0);
      arc_.bristle = {state_.deflection, line(n.start.target, n.end.target, arc_.clock_end)};
      estimate_line_error(n);
      return;
    }
    n.middle = node(stretch, middle_speed, film_after(0.5 * h));
    set_clock(n);
    relax(n);
  }

  // lambda through the nodes, in parts of the step. The parabola against the cubic through the previous node, or in the
  // first step against the two lines through its own nodes, gives the error of tau in the middle: the integral of
  // s (s - 1/2) (s - 1) is 1/64 up to there, that of s (1/2 - s) is 1/48 and counts double.
  void set_clock(const Nodes& n) {
    const Differences rate(n.start.rate, n.middle.rate, n.end.rate, 0.5, 1.0);
    arc_.rate = rate.parabola();
    arc_.clock_middle = arc_.clock(0.5);
    arc_.clock_end = arc_.clock(1.0);
    clock_error_ =
        arc_.length * (n.elapsed > 0.0 ? std::abs(rate.third(n.previous.rate, n.elapsed / arc_.length)) / 64.0
                                       : std::abs(rate.bend) / 24.0);
  }

  // z_ss through the nodes, in tau, and its error in the same way.
  void relax(const Nodes& n) {
    const double middle = arc_.clock_middle;
    const double end = arc_.clock_end;
    if (!sound(middle, end)) {
      target_error_ = std::abs(n.end.target - n.start.target);
      arc_.bristle = {state_.deflection, line(n.start.target, n.end.target, end)};
      return;
    }
    const Differences target(n.start.target, n.middle.target, n.end.target, middle, end);
    const double half = std::max(middle, end - middle);  // the longer one
    target_error_ = half * half / 4.0 *
                    std::abs(n.clock > no_motion ? end * target.third(n.previous.target, n.clock) : target.bend);
    arc_.bristle = {state_.deflection, target.parabola()};
  }

  // The film over the step, towards a line of targets or a parabola of them; the difference is its error.
  void cover(const Stretch& stretch, double middle_speed, double h) {
    const bool back = stretch.direction < 0.0;
    const std::array targets{Law::steady_film(p_, speed_, back), Law::steady_film(p_, middle_speed, back),
                             Law::steady_film(p_, new_speed_, back)};
    const auto arc = [&](int order) {
      return FilmArc(p_, state_.film, targets, h, std::abs(stretch.direction), order);
    };
    film_ = arc(options_.order);
    const FilmArc other = arc(options_.order == 2 ? 3 : 2);
    film_error_ = std::max(std::abs(film_.at(0.5 * h) - other.at(0.5 * h)), std::abs(film_.at(h) - other.at(h)));
  }
  double film_after(double elapsed) const {
    if constexpr (has_film)
      return film_.at(elapsed);
    else
      return 0.0 * elapsed;
  }

  // What the error control thinks of a step. Errors over the allowed one.
  struct Judgement {
    double raw = 0.0;    // from the differences
    double trend = 1.0;  // by which the step would have to shrink from one to the next to keep the error
    double error = 0.0;
  };

  // The differences look back by a node, while the error sits ahead: beside reversals the curvature of z_ss changes by
  // factors from step to step. Its own trend (fourth root of the ratio of two errors at equal steps) carries the
  // estimate forward; for z_ss like exp(k t) with k h up to 2 it then is right within 40 %.
  Judgement judge(const Nodes& n) const {
    constexpr double most_trend = 2.0;
    const double raw = estimated_error() / allowed_;
    if (options_.order == 2 || !(n.error > 0.0) || !(raw > 0.0)) return {raw, 1.0, raw};
    const double trend =
        std::clamp(std::sqrt(std::sqrt(raw / n.error)) * n.length / arc_.length, 1.0 / most_trend, most_trend);
    return {raw, trend, raw * trend * std::sqrt(trend)};
  }

  // Factor on the step: the error goes with h^3 in order 2 and in the first step of a stretch, else with h^4, and its
  // trend goes on (Gustafsson's predictive control).
  double growth(const Nodes& n, const Judgement& judged) const {
    constexpr double caution = 0.9;
    constexpr double most = 5.0;
    constexpr double negligible = 1e-4;  // the step grows as it may
    if (!(judged.error > negligible)) return std::isnan(judged.error) ? 0.1 : most;
    const double room = 1.0 / judged.error;
    const bool fourth = options_.order == 3 && n.elapsed > 0.0;
    const double factor = fourth ? std::sqrt(std::sqrt(room)) : std::cbrt(room);
    return std::clamp(caution * factor / (judged.error <= 1.0 ? judged.trend : 1.0), 0.2, most);
  }

  // Error of the force [N] in the step. An error of z_ss acts with about tau/(1 + tau); an error of tau shifts the
  // decay of the old deflection, with about 1/(1 + tau); the damping sees the slope of both, about 4/h of them. A film
  // too thick by 1 lowers g by F_s at most.
  double estimated_error() const {
    const double tau = arc_.clock_end;
    const double shift = std::abs(arc_.bristle.start() - arc_.bristle.target().c[0]) * clock_error_;
    const double deflection = (tau * target_error_ + shift) / (1.0 + tau);
    return deflection * (p_.stiffness + 4.0 * p_.damping / arc_.length) + film_error_ * largest_;
  }

  // The lines of order 2 against the parabolas through the previous node; in the first step against a root of tau, from
  // which a line differs by a quarter of its rise (z_ss of a motion that starts is linear in t, and tau goes with t^2).
  void estimate_line_error(const Nodes& n) {
    const double h = arc_.length;
    const double tau = arc_.clock_end;
    const double rise = n.end.target - n.start.target;
    target_error_ = std::abs(rise) / 4.0;
    clock_error_ = 0.0;
    if (n.elapsed == 0.0 || n.clock <= no_motion || tau <= no_motion) return;
    const double bend = (rise / tau - (n.start.target - n.previous.target) / n.clock) / (tau + n.clock);
    const double rate_bend =
        ((n.end.rate - n.start.rate) / h - (n.start.rate - n.previous.rate) / n.elapsed) / (h + n.elapsed);
    target_error_ = std::abs(bend) * tau * tau / 4.0;
    clock_error_ = std::abs(rate_bend) * h * h * h / 6.0;
  }

  bool accept(Nodes& n, double end, double raw_error) {
    write_outputs(end);
    state_.deflection = arc_.bristle.at(arc_.clock_end);
    if constexpr (has_film) state_.film = film_.at(arc_.length);
    const bool second_order = options_.order == 2;
    n.error = n.elapsed > 0.0 ? raw_error : 0.0;  // that of the first step is of another kind
    n.previous = second_order ? n.start : n.middle;
    n.elapsed = second_order ? arc_.length : 0.5 * arc_.length;
    n.clock = second_order ? arc_.clock_end : arc_.clock_end - arc_.clock_middle;
    n.start = n.end;
    n.length = arc_.length;
    speed_ = new_speed_;
    ++report_.steps;
    report_.shortest_step = std::min(report_.shortest_step, arc_.length);
    report_.longest_step = std::max(report_.longest_step, arc_.length);
    if (!std::isfinite(state_.deflection)) return stop(solve::Ending::not_finite, "the deflection is not finite");
    if (report_.steps >= options_.most_steps)
      return stop(solve::Ending::too_many_steps, "more than most_steps = " + std::to_string(options_.most_steps) +
                                                     " steps: raise it, or the tolerance");
    return true;
  }

  bool stop(solve::Ending ending, const std::string& message) {
    report_.ending = ending;
    report_.message = message;
    return false;
  }

  void write_outputs(double end) {
    const double last = end >= outputs_.end ? std::numeric_limits<double>::infinity() : end;
    for (; next_output_ < output_count_ && outputs_.at(next_output_) <= last; ++next_output_)
      write(outputs_.at(next_output_));
  }

  // F = sigma_0 z + sigma_1 dz/dt + sigma_2 (v + T dv/dt) from the arc: dz/dt = lambda (z_ss - z).
  void write(double t) {
    const double s = arc_.part(t);
    const double tau = arc_.clock(s);
    State now;
    now.deflection = arc_.bristle.at(tau);
    if constexpr (has_film) now.film = film_.at(s * arc_.length);
    double force = p_.stiffness * now.deflection;
    if (moves_force_) {
      const double v = motion_.rate(t);
      const bool back = v < 0.0;
      force += p_.damping * arc_.rate.at(s) * (arc_.bristle.target().at(tau) - now.deflection);
      force += p_.viscous.towards(back) * v;
      if constexpr (requires { p_.lead_time; })
        force += p_.viscous.towards(back) * p_.lead_time.towards(back) * motion_.second(t);
    }
    sink_(t, now, force);
  }

  const Params& p_;
  const M& motion_;
  const OutputTimes outputs_;
  const ExponentialOptions options_;
  Sink& sink_;
  State state_;
  ExponentialReport report_;
  Arc arc_{};
  FilmArc film_;
  double allowed_ = 0.0;  // error of the force per step [N]
  double film_error_ = 0.0;
  double largest_ = 0.0;       // break-away force [N]
  double target_error_ = 0.0;  // of z_ss in the step [m]
  double clock_error_ = 0.0;   // of tau
  double first_step_ = 0.0;    // the one that served the last stretch [s]
  double speed_ = 0.0;         // at the start of the step [m/s]
  double new_speed_ = 0.0;     // at its end [m/s]
  std::size_t next_output_ = 0;
  std::size_t output_count_;
  bool fixed_ = false;
  bool moves_force_ = false;  // the velocity enters the force, not the deflection alone
};

// The run of a law whose sampled step is exact in displacement: from reversal to reversal, each output from the state
// at the last reversal.
template <class Law, KnownMotion M, class Sink>
ExponentialReport exact_run(const typename Law::template Params<double>& p, const M& motion,
                            typename Law::template State<double> state, const OutputTimes& outputs,
                            const ExponentialOptions& options, Sink& sink) {
  ExponentialReport report;
  report.order_given = options.order;
  report.tolerance_given = options.tolerance;
  report.message.clear();
  const Stretches<M> stretches(motion);
  const auto contact = [](double displacement) { return Contact<double>{.displacement = displacement}; };
  const std::size_t count = outputs.count();
  std::size_t k = 0;
  double t = outputs.start;
  bool from_zero = false;
  while (t < outputs.end) {
    const Stretch stretch = stretches.next(t, from_zero, outputs.end);
    const auto begin = contact(motion.value(t));
    const auto state_at = [&](double time) {
      ++report.evaluations;
      return Law::advance(p, begin, contact(motion.value(time)), state, time - stretch.begin);
    };
    const bool last = stretch.end >= outputs.end;
    for (; k < count && (last || outputs.at(k) <= stretch.end); ++k) {
      const auto now = state_at(outputs.at(k));
      sink(outputs.at(k), now, Law::force(p, begin, now).value);
    }
    state = state_at(stretch.turns_at_end ? stretch.end : std::nextafter(stretch.end, stretch.begin));
    ++report.steps;
    report.reversals += stretch.turns_at_end ? 1 : 0;
    report.shortest_step = std::min(report.shortest_step, stretch.end - stretch.begin);
    report.longest_step = std::max(report.longest_step, stretch.end - stretch.begin);
    t = stretch.end;
    from_zero = stretch.turns_at_end;
  }
  report.ending = solve::Ending::reached_end;
  report.t = t;
  return report;
}

}  // namespace exponential

// Drives the law along the motion and calls sink(t, state, force) at every output time. `start` is the state at the
// first. Throws std::invalid_argument for options without meaning.
template <solve::ExponentialLaw Law, KnownMotion M, class Sink>
ExponentialReport solve_exponential(const typename Law::template Params<double>& p, const M& motion,
                                    const typename Law::template State<double>& start, const OutputTimes& outputs,
                                    const ExponentialOptions& options, Sink sink) {
  if (options.order != 2 && options.order != 3)
    throw std::invalid_argument("order = " + std::to_string(options.order) + " of the exponential steps: 2 or 3");
  if (!(outputs.step > 0.0) || !(outputs.end > outputs.start))
    throw std::invalid_argument("output from " + to_text(outputs.start) + " s to " + to_text(outputs.end) +
                                " s in steps of " + to_text(outputs.step) + " s: the end must lie after the start");
  if (!(options.step > 0.0) && !(options.tolerance > 0.0))
    throw std::invalid_argument("tolerance = " + to_text(options.tolerance) + " of the exponential steps: above 0");
  if constexpr (solve::exact_along_motion<Law>)
    return exponential::exact_run<Law>(p, motion, start, outputs, options, sink);
  else
    return exponential::BristleRun<Law, M, Sink>(p, motion, start, outputs, options, sink).run();
}

}  // namespace stickslip::studies
