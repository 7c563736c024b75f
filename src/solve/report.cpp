#include "stickslip/solve/report.hpp"

#include <array>
#include <ctime>

#include "stickslip/names.hpp"
#include "stickslip/param.hpp"

namespace stickslip::solve {
namespace {

constexpr std::array<std::string_view, 5> method_names{"automatic", "runge-kutta", "rosenbrock", "multistep", "cvode"};

}  // namespace

std::string_view text_of(Method method) { return method_names[std::size_t(method)]; }

Method method_named(std::string_view name) {
  for (std::size_t k = 0; k < method_names.size(); ++k)
    if (method_names[k] == name) return Method(k);
  throw UnknownName("solver", name, method_names);
}

std::string_view text_of(Ending ending) {
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
  }
  return "?";
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

bool Pace::look(double t, double end) {
  const double now = thread_seconds();
  if (now - looked_ < 0.1 * most_) return false;
  left_ = t > t_ ? (end - t) / (t - t_) * (now - looked_) : std::numeric_limits<double>::infinity();
  slow_ = left_ > most_ ? slow_ + 1 : 0;
  t_ = t;
  looked_ = now;
  return slow_ > 1 || now - began_ > 3.0 * most_;
}

std::string SolveReport::brief() const {
  std::string text(text_of(ending));
  text += " at t = " + text_of(t) + " s; " + std::to_string(steps) + " steps (" + std::to_string(rejected) +
          " rejected), " + std::to_string(events.size()) + " events, " + std::string(text_of(method_used));
  if (!message.empty()) text += "; " + message;
  return text;
}

std::string SolveReport::full() const {
  std::string text;
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += std::string(name) + std::string(name.size() < 24 ? 24 - name.size() : 1, ' ') + value + "\n";
  };
  line("ending", std::string(text_of(ending)));
  if (!message.empty()) line("message", message);
  line("time reached", text_of(t) + " s");
  line("method given", std::string(text_of(method_given)));
  line("method used", std::string(text_of(method_used)) + " (" + std::to_string(stiff_steps) + " of " +
                          std::to_string(steps) + " steps implicit)");
  line("relative tol. given", text_of(relative_tolerance_given));
  line("relative tol. used", text_of(relative_tolerance_used));
  line("steps", std::to_string(steps) + ", rejected " + std::to_string(rejected));
  line("step lengths", text_of(shortest_step) + " to " + text_of(longest_step) + " s");
  line("derivative evaluations", std::to_string(flow_calls));
  line("Jacobians", std::to_string(jacobians));
  line("guard evaluations", std::to_string(guard_calls));
  line("events", std::to_string(events.size()));
  return text;
}

}  // namespace stickslip::solve
