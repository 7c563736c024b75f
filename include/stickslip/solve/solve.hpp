// The front door of the solvers: carries a model from its start to a given time and hands out rows of the solution.
//
//   const SolveReport report = solve(model, 20.0);                       // the end alone: report.state
//   const SolveReport report = solve(model, 20.0, options, {.step = 1e-3}, [&](double t, auto state) { ... });
//
// record() in trajectory.hpp collects the rows as named columns.
#pragma once

#include <functional>
#include <span>

#include "stickslip/hybrid.hpp"
#include "stickslip/solve/arming.hpp"
#include "stickslip/solve/report.hpp"

namespace stickslip::solve {

// At which times rows are handed out. Besides, there is one at the start, one at the end, and one at each side of every
// event: two rows with the same time.
struct Sampling {
  double step = 0.0;  // [s] rows at its multiples; 0 stands for the ends of the solver's own steps
};

// Takes a row: time [s] and state, of which HybridModel::observe makes the columns. False ends the run.
using RowSink = std::function<bool(double t, std::span<const double> state)>;

// From t = 0 and model.start() to `end` [s]. The report's message names the guard, the time and the count when events
// pile up, and the option to change when a limit was reached. Throws std::invalid_argument for options without sense,
// for an `end` that is not a positive number, for a model with more than 208 unknowns or 256 guards, and for
// Method::cvode where it was not built in.
SolveReport solve(const HybridModel& model, double end, const SolveOptions& options = {});
SolveReport solve(const HybridModel& model, double end, const SolveOptions& options, const Sampling& sampling,
                  const RowSink& sink);

// A solution on its way, for who carries it from one time to the next and changes what drives the model in between.
struct Progress {
  double t = 0.0;             // [s]
  std::vector<double> state;  // the model's unknowns
  Arming arming = {};
  double step = 0.0;               // [s] that the solver would try next; 0: its own choice
  std::vector<double> sizes = {};  // the largest magnitude that each unknown has had; none: not known yet
};

// The model at time t: its start, in a mode that holds, its guards armed.
Progress begin_progress(const HybridModel& model, double t, std::vector<double> start);

// Carries it to `end`. The report's state is that of the progress. Throws as solve() does, and for Method::cvode.
SolveReport advance(const HybridModel& model, Progress& progress, double end, const SolveOptions& options);

}  // namespace stickslip::solve
