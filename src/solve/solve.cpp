#include "stickslip/solve/solve.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "cvode.hpp"
#include "stickslip/param.hpp"
#include "stickslip/solve/event_driven.hpp"

namespace stickslip::solve {
namespace {

constexpr std::size_t largest_size = 208;  // a mass on 64 MGMS elements has 200-odd unknowns

// Rows at multiples of the step and at both sides of every event, from the pieces of a solution.
class RowMaker {
 public:
  RowMaker(const Sampling& sampling, const RowSink& sink, double end) : step_(sampling.step), sink_(sink), end_(end) {}

  bool start(double t, std::span<const double> state) { return !sink_ || sink_(t, state); }

  template <std::size_t N>
  bool operator()(const Piece<N>& piece) {
    if (!sink_) return true;
    const bool jump = piece.t0 == piece.t1;
    if (jump) return hand_out(piece, piece.t1);
    for (; step_ > 0.0 && next() < piece.t1; ++done_)
      if (next() > piece.t0 && !hand_out(piece, next())) return false;
    const bool wanted = step_ == 0.0 || next() == piece.t1 || piece.ends_in_event || piece.t1 >= end_;
    return !wanted || hand_out(piece, piece.t1);
  }

 private:
  double next() const { return double(done_) * step_; }

  template <std::size_t N>
  bool hand_out(const Piece<N>& piece, double t) {
    const auto x = t == piece.t1 ? piece.step->to : piece.at(t);
    return sink_(t, std::span<const double>(x.data(), piece.size));
  }

  double step_;
  const RowSink& sink_;
  double end_;
  std::size_t done_ = 1;
};

template <std::size_t N>
SolveReport solve_within(const HybridModel& model, double end, const SolveOptions& options, RowMaker& rows) {
  const auto first = model.start();
  std::array<double, N> x{};
  std::copy(first.begin(), first.end(), x.begin());
  const Erased<N> system(model);
  const auto solver = std::make_unique<EventDriven<Erased<N>>>(system, options);  // large: N x N twice
  return solver->run(
      0.0, x, end, [&rows](const Piece<N>& piece) { return rows(piece); },
      [&model](const std::array<double, N>& state) { return model.mode_text(state.data()); });
}

// Calls visit with the room for n unknowns, a constant.
template <class Visit>
SolveReport with_room(std::size_t n, Visit visit) {
  if (n <= 8) return visit(std::integral_constant<std::size_t, 8>());
  if (n <= 16) return visit(std::integral_constant<std::size_t, 16>());
  if (n <= 48) return visit(std::integral_constant<std::size_t, 48>());
  return visit(std::integral_constant<std::size_t, largest_size>());
}

SolveReport event_driven(const HybridModel& model, double end, const SolveOptions& options, const Sampling& sampling,
                         const RowSink& sink) {
  RowMaker rows(sampling, sink, end);
  rows.start(0.0, model.start());
  return with_room(model.size(), [&](auto room) { return solve_within<room()>(model, end, options, rows); });
}

// Looks at the ends of the solution alone.
struct Unobserved {
  static constexpr bool ends_only = true;
  template <std::size_t N>
  bool operator()(const Piece<N>&) const {
    return true;
  }
};

template <std::size_t N>
SolveReport advance_within(const HybridModel& model, Progress& progress, double end, const SolveOptions& options) {
  std::array<double, N> x{};
  std::copy(progress.state.begin(), progress.state.end(), x.begin());
  const Erased<N> system(model);
  const auto solver = std::make_unique<EventDriven<Erased<N>>>(system, options);
  SolveReport report =
      solver->resume(progress.t, x, end, progress.arming, Unobserved{},
                     [&model](const std::array<double, N>& state) { return model.mode_text(state.data()); });
  const auto& sizes = solver->sizes();
  progress = {report.t,
              report.state,
              solver->arming(),
              solver->next_step(),
              {sizes.begin(), sizes.begin() + std::ptrdiff_t(model.size())}};
  return report;
}

void check_positive(const char* name, double value) {
  if (!(value > 0.0)) throw std::invalid_argument(std::string(name) + " = " + to_text(value) + " must be above 0");
}

void check(const HybridModel& model, double end, const SolveOptions& options, const Sampling& sampling) {
  check_positive("end", end);
  check_positive("relative_tolerance", options.relative_tolerance);
  check_positive("absolute_tolerance", options.absolute_tolerance);
  check_positive("longest_step", options.longest_step);
  if (!std::isfinite(end)) throw std::invalid_argument("end must be finite");
  if (options.relative_tolerance > 0.1)
    throw std::invalid_argument("relative_tolerance = " + to_text(options.relative_tolerance) +
                                " leaves no digit: take 0.1 or less");
  if (!(options.first_step >= 0.0)) throw std::invalid_argument("first_step must be 0 (solver's choice) or above");
  if (!(sampling.step >= 0.0)) throw std::invalid_argument("the output step must be 0 (solver's steps) or above");
  if (options.guard_samples < 0) throw std::invalid_argument("guard_samples must not be negative");
  if (model.size() > largest_size)
    throw std::invalid_argument("the model has " + std::to_string(model.size()) + " unknowns; there is room for " +
                                std::to_string(largest_size));
  using Solver = EventDriven<Erased<8>>;
  if (model.guard_count() > Solver::most_guards)
    throw std::invalid_argument("the model has " + std::to_string(model.guard_count()) + " guards; there is room for " +
                                std::to_string(Solver::most_guards));
}

// ---- the message of a run that did not reach its end

// "guard 'stops' fired 199 times within 1e-13 s": the guard that fell most often among the last events.
std::string pile_up(const SolveReport& report, std::size_t last) {
  const auto& events = report.events;
  last = std::min(last, events.size());
  const std::size_t first = events.size() - last;
  std::size_t most = 0;
  std::size_t worst = 0;
  for (std::size_t i = first; i < events.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = first; j < events.size(); ++j) count += events[j].guard == events[i].guard ? 1U : 0U;
    if (count > most) {
      most = count;
      worst = i;
    }
  }
  return "guard '" + events[worst].guard_name + "' fell " + std::to_string(most) + " times in the last " +
         to_text(events.back().t - events[first].t) + " s before t = " + to_text(report.t) + " s";
}

// Two digits.
std::string roughly(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2g", value);
  return text.data();
}

// "t = 3.1 s of 40 s, sliding forward": where a run ended.
std::string place(const SolveReport& report, const HybridModel& model, double end) {
  const std::string mode = model.mode_text(report.state.data());
  return "t = " + to_text(report.t) + " s of " + to_text(end) + " s" + (mode.empty() ? "" : ", " + mode);
}

std::string explanation(const SolveReport& report, const SolveOptions& options, const HybridModel& model, double end) {
  constexpr std::size_t window = 1000;  // events looked at for the one that repeats
  const std::string time = "t = " + to_text(report.t) + " s";
  switch (report.ending) {
    case Ending::zeno:
      return "events without progress in time: " + pile_up(report, options.most_events_at_once);
    case Ending::too_many_events:
      return std::to_string(report.events.size()) + " events up to " + place(report, model, end) + ": " +
             pile_up(report, window) + "; raise most_events if that is the physics";
    case Ending::too_many_rows:
      return std::to_string(options.most_rows) + " rows up to " + place(report, model, end) +
             "; raise output_step or most_rows";
    case Ending::out_of_time:
      return report.time_spent + " have passed at " + place(report, model, end) +
             "; make the run shorter, or raise most_seconds = " + to_text(options.most_seconds) +
             " s or most_wall_seconds = " + to_text(options.most_wall_seconds) + " s";
    case Ending::too_many_steps:
      return std::to_string(report.steps + report.rejected) + " steps up to " + place(report, model, end) +
             (report.events.size() > window ? ": " + pile_up(report, window) : "") +
             (report.method_used == Method::runge_kutta ? "; try the solver rosenbrock," : ";") +
             " or raise most_steps or relative_tolerance";
    case Ending::step_vanished:
      return "the step fell below rounding at " + time + ": the derivatives jump there without a guard or a corner";
    case Ending::not_finite:
      return "the derivatives are not finite at " + time;
    case Ending::too_slow:
      return "the rest would take about " + roughly(report.seconds_left) + " s of processor time, with steps of " +
             roughly(report.t / double(std::max<std::size_t>(1, report.steps))) +
             " s in the mean: something swings or decays far faster than the run lasts; make the body heavier, the "
             "stiffness lower or the run shorter, or raise most_seconds = " +
             to_text(options.most_seconds) + " s; ended at " + place(report, model, end) + " after " +
             report.time_spent;
    case Ending::interrupted:
      return "the observer ended the run at " + time;
    case Ending::not_run:
    case Ending::reached_end:
      break;
  }
  return {};
}

}  // namespace

SolveReport solve(const HybridModel& model, double end, const SolveOptions& options) {
  return solve(model, end, options, {}, {});
}

SolveReport solve(const HybridModel& model, double end, const SolveOptions& options, const Sampling& sampling,
                  const RowSink& sink) {
  check(model, end, options, sampling);
  std::size_t rows = 0;
  const RowSink counted = [&](double t, std::span<const double> x) {
    return ++rows <= options.most_rows && sink(t, x);
  };
  const RowSink& counts = sink ? counted : sink;
  SolveReport report = options.method == Method::cvode ? solve_by_cvode(model, end, options, {sampling.step, counts})
                                                       : event_driven(model, end, options, sampling, counts);
  if (rows > options.most_rows) report.ending = Ending::too_many_rows;
  for (Event& e : report.events) e.guard_name = model.guard_name(e.guard);
  report.message = explanation(report, options, model, end);
  return report;
}

namespace {

// Whether a guard rises along the flow from here.
bool rises(const HybridModel& model, double t, const std::vector<double>& x, std::size_t k) {
  constexpr double h = 1e-12;  // [s]
  std::vector<double> slope(x.size()), ahead = x, now(model.guard_count()), then(model.guard_count());
  model.flow(t, x.data(), slope.data());
  for (std::size_t i = 0; i < x.size(); ++i) ahead[i] += h * slope[i];
  model.guards(t, x.data(), now.data());
  model.guards(t + h, ahead.data(), then.data());
  return then[k] > now[k];
}

}  // namespace

// A guard below zero whose reset does not help is left alone. Where resets lead in a circle, the state stays whose
// guard rises by itself (arming.hpp).
Progress begin_progress(const HybridModel& model, double t, std::vector<double> start) {
  Progress progress{.t = t, .state = std::move(start)};
  std::vector<double> g(model.guard_count());
  std::vector<bool> helpless(model.guard_count());
  std::vector<double>& x = progress.state;
  Instant<std::vector<double>> instant(x.size());
  instant.enter(x);
  for (std::size_t pass = 0; pass < 4 * g.size(); ++pass) {
    model.guards(t, x.data(), g.data());
    std::size_t k = 0;
    while (k < g.size() && (helpless[k] || !(g[k] < 0.0))) ++k;
    if (k == g.size()) break;
    const std::vector<double> before = x;
    model.reset(t, x.data(), k);
    if (instant.enter(x)) continue;
    helpless[k] = true;
    if (x != before && !rises(model, t, before, k)) break;
    x = before;
  }
  model.guards(t, x.data(), g.data());
  for (std::size_t k = 0; k < g.size(); ++k) progress.arming.arm(k, g[k], false);
  return progress;
}

SolveReport advance(const HybridModel& model, Progress& progress, double end, const SolveOptions& options) {
  check(model, end - progress.t, options, {});
  if (options.method == Method::cvode)
    throw std::invalid_argument("the solver cvode cannot be stopped and resumed: take another method");
  SolveOptions now = options;
  if (progress.step > 0.0) now.first_step = progress.step;
  if (!progress.sizes.empty()) now.typical = progress.sizes;
  SolveReport report =
      with_room(model.size(), [&](auto room) { return advance_within<room()>(model, progress, end, now); });
  for (Event& e : report.events) e.guard_name = model.guard_name(e.guard);
  report.message = explanation(report, options, model, end);
  return report;
}

}  // namespace stickslip::solve
