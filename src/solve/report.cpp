#include "stickslip/solve/report.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "stickslip/names.hpp"
#include "stickslip/param.hpp"

namespace stickslip::solve {
namespace {

constexpr std::array<std::string_view, 5> method_names{"automatic", "runge-kutta", "rosenbrock", "multistep", "cvode"};

}  // namespace

std::string_view to_text(Method method) { return method_names[std::size_t(method)]; }

Method find_method_by_name(std::string_view name) {
  for (std::size_t k = 0; k < method_names.size(); ++k)
    if (method_names[k] == name) return Method(k);
  throw UnknownName("solver", name, method_names);
}

std::string_view to_text(Ending ending) {
  switch (ending) {
    case Ending::not_run:
      return "was not run";
    case Ending::reached_end:
      return "reached the end";
    case Ending::too_many_steps:
      return "stopped: too many steps";
    case Ending::too_many_events:
      return "stopped: too many events";
    case Ending::zeno:
      return "stopped: events without progress in time";
    case Ending::step_vanished:
      return "stopped: the step fell below rounding";
    case Ending::not_finite:
      return "stopped: the solution is not finite";
    case Ending::interrupted:
      return "interrupted";
    case Ending::too_slow:
      return "stopped: too slow";
    case Ending::out_of_time:
      return "stopped: out of time";
    case Ending::too_many_rows:
      return "stopped: too many rows";
  }
  return "?";
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double clock_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Stopwatch::Stopwatch(double most_seconds, double most_wall_seconds)
    : most_(most_seconds), most_wall_(most_wall_seconds), limited_(most_seconds > 0.0 || most_wall_seconds > 0.0) {
  if (!limited_) return;
  began_ = now_ = thread_seconds();
  wall_began_ = wall_now_ = clock_seconds();
}

bool Stopwatch::look() {
  constexpr double often = 1e-3;  // [s] a look takes about a thousandth of that
  constexpr std::size_t longest = 1024;
  const double before = now_;
  now_ = thread_seconds();
  wall_now_ = clock_seconds();
  pause_ = now_ - before < often ? std::min(2 * pause_, longest) : std::max<std::size_t>(pause_ / 2, 1);
  calls_left_ = pause_;
  return true;
}

bool Stopwatch::is_over() const {
  return (most_ > 0.0 && seconds() > most_) || (most_wall_ > 0.0 && wall_seconds() > most_wall_);
}

std::string Stopwatch::text() const {
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "%.2g s of processor time and %.2g s by the clock", seconds(),
                wall_seconds());
  return text.data();
}

bool Pace::judge(double t) {
  const double now = watch_.seconds();
  if (watch_.is_over()) return true;
  if (most_ == 0.0 || now - looked_ < 0.1 * most_) return false;
  left_ = t > t_ ? (end_ - t) / (t - t_) * (now - looked_) : std::numeric_limits<double>::infinity();
  slow_ = left_ > most_ ? slow_ + 1 : 0;
  t_ = t;
  looked_ = now;
  return slow_ > 1;
}

void Pace::report_to(SolveReport& report) const {
  report.ending = slow_ > 1 ? Ending::too_slow : Ending::out_of_time;
  report.seconds_left = left_;
  report.time_spent = watch_.text();
}

std::string SolveReport::brief() const {
  std::string text(to_text(ending));
  text += " at t = " + to_text(t) + " s; " + std::to_string(steps) + " steps (" + std::to_string(rejected) +
          " rejected), " + std::to_string(events.size()) + " events, " + std::string(to_text(method_used));
  if (!message.empty()) text += "; " + message;
  return text;
}

std::string SolveReport::full() const {
  std::string text;
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += std::string(name) + std::string(name.size() < 24 ? 24 - name.size() : 1, ' ') + value + "\n";
  };
  line("ending", std::string(to_text(ending)));
  if (!message.empty()) line("message", message);
  line("time reached", to_text(t) + " s");
  line("method given", std::string(to_text(method_given)));
  line("method used", std::string(to_text(method_used)) + " (" + std::to_string(stiff_steps) + " of " +
                          std::to_string(steps) + " steps implicit)");
  line("relative tol. given", to_text(relative_tolerance_given));
  line("relative tol. used", to_text(relative_tolerance_used));
  line("steps", std::to_string(steps) + ", rejected " + std::to_string(rejected));
  line("step lengths", to_text(shortest_step) + " to " + to_text(longest_step) + " s");
  line("derivative evaluations", std::to_string(flow_calls));
  line("Jacobians", std::to_string(jacobians));
  line("guard evaluations", std::to_string(guard_calls));
  line("events", std::to_string(events.size()));
  return text;
}

}  // namespace stickslip::solve
