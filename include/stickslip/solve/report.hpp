// Options of a solution and the report about it, in the manner of Ceres: every option says what it means where it
// stands; the report starts pessimistic and holds what was asked for beside what was used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/param.hpp"

namespace stickslip::solve {

enum class Method : std::uint8_t {
  automatic,    // multistep where the model says that it suits; else Runge-Kutta while stability allows, or Rosenbrock
  runge_kutta,  // Dormand-Prince 5(4), explicit, for systems that are not stiff
  rosenbrock,   // Rodas5P 5(4), linearly implicit with exact Jacobians, for stiff systems
  multistep,    // blended Adams-BDF of order 2 to 7: fewest evaluations where events are few and tolerances small
  cvode,        // SUNDIALS CVODE with its root finding: the independent referee; where it was built in
};

struct SolveOptions {
  // Which integrator carries the smooth pieces.
  Method method = Method::automatic;

  // Error per step allowed in every component, relative to the largest magnitude that the component has had so far
  // (multistep and cvode: in the root mean square over the components).
  // The error at the end is usually 10 to 100 times this.
  double relative_tolerance = 1e-8;

  // Error per step allowed in a component that has not moved yet, in its own unit.
  double absolute_tolerance = 1e-14;

  // Sizes that the unknowns are known to reach, each in its unit. A component counts with at least a thousandth of its
  // typical size before it has had any; without them the start from rest is computed more finely than the rest needs.
  // Empty: learnt on the way.
  std::vector<double> typical = {};

  // First step after the start and after every event [s]; 0 lets the solver choose.
  double first_step = 0.0;

  // No step is longer [s]. The system's own limit (a sixteenth of the period that drives it) holds besides.
  double longest_step = std::numeric_limits<double>::infinity();

  // A run with more steps or events ends with a message: work is bounded whatever the system does.
  std::size_t most_steps = 20'000'000;
  std::size_t most_events = 200'000;

  // A run that at its present rate would take more processor time than this, or that has taken three times as much,
  // ends with a message [s]; 0: no limit.
  double most_seconds = 0.0;

  // A run that has lasted longer than this by the clock ends with a message [s]; 0: no limit.
  double most_wall_seconds = 0.0;

  // A run that hands out more rows ends with a message: they are kept in memory.
  std::size_t most_rows = std::numeric_limits<std::size_t>::max();

  // Guards are looked at this often inside every step, besides its end.
  int guard_samples = 4;

  // This many events in a row without progress in time are taken for a Zeno point.
  std::size_t most_events_at_once = 200;
};

enum class Ending : std::uint8_t {
  not_run,
  reached_end,
  too_many_steps,
  too_many_events,
  zeno,           // events without progress in time
  step_vanished,  // the error control asked for a step below rounding
  not_finite,     // the flow returned NaN or infinity
  interrupted,    // the observer asked to stop
  too_slow,       // the rest would take more than most_seconds
  out_of_time,    // three times most_seconds, or most_wall_seconds, have passed
  too_many_rows,
};

struct Event {
  double t;           // [s]
  std::size_t guard;  // index of the guard that fell
  std::string from;   // mode before and after, in words; empty for systems without words
  std::string to;
  std::string guard_name = {};  // empty when the system has no names for its guards
};

struct SolveReport {
  Ending ending = Ending::not_run;
  std::string message = "solve() was not called";
  double t = 0.0;  // time reached [s]
  std::vector<double> state;
  std::vector<Event> events;

  Method method_given = Method::automatic;
  Method method_used = Method::automatic;  // the one that carried most steps
  double relative_tolerance_given = 0.0;
  double relative_tolerance_used = 0.0;

  std::size_t steps = 0;
  std::size_t rejected = 0;
  std::size_t flow_calls = 0;
  std::size_t jacobians = 0;
  std::size_t guard_calls = 0;
  std::size_t stiff_steps = 0;
  double shortest_step = 0.0;   // [s]
  double longest_step = 0.0;    // [s]
  double seconds_left = 0.0;    // processor time that the rest of a run that was too slow would take [s]
  std::string time_spent = {};  // by a run that ended for it, in words

  bool succeeded() const { return ending == Ending::reached_end; }
  // One line.
  std::string brief() const;
  // Everything, a line each.
  std::string full() const;
};

// Processor time of this thread so far [s].
double thread_seconds();

// Time of the clock that never goes back [s].
double clock_seconds();

// Time since it was made, on both clocks, against the limits of a run. Asked as often as one likes: it looks at the
// clocks about once in a millisecond, however long what lies between two questions takes.
class Stopwatch {
 public:
  // 0: no limit.
  Stopwatch(double most_seconds, double most_wall_seconds);

  // True when the clocks were looked at.
  bool looks() { return limited_ && --calls_left_ == 0 && look(); }
  // Since the start, at the last look [s].
  double seconds() const { return now_ - began_; }
  double wall_seconds() const { return wall_now_ - wall_began_; }
  bool is_over() const;
  // "5.2 s of processor time and 61 s by the clock".
  std::string text() const;

 private:
  bool look();

  double most_, most_wall_;
  bool limited_;
  double began_ = 0.0, wall_began_ = 0.0, now_ = 0.0, wall_now_ = 0.0;
  std::size_t pause_ = 1, calls_left_ = 1;  // calls between two looks, and to the next one
};

// Sees early that a run will not end in time, and ends one whose time is over. The rate of the last while counts, twice
// in a row: a transient may be slow.
class Pace {
 public:
  Pace(double t, double end, const SolveOptions& options)
      : most_(options.most_seconds), end_(end), t_(t), watch_(3.0 * most_, options.most_wall_seconds) {}
  // Asked after every step.
  bool ends(double t) { return watch_.looks() && judge(t); }
  // Why, and what it took.
  void report_to(SolveReport& report) const;

 private:
  bool judge(double t);

  double most_, end_, t_, looked_ = 0.0, left_ = 0.0;
  int slow_ = 0;
  Stopwatch watch_;
};

using stickslip::to_text;
std::string_view to_text(Method method);
std::string_view to_text(Ending ending);
// Throws UnknownName.
Method find_method_by_name(std::string_view name);

// Whether this build has it: cvode is an option of the build, the others are always there.
bool is_built_in(Method method);

}  // namespace stickslip::solve
