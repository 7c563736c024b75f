// SUNDIALS CVODE as a solver of hybrid systems; see cvode.cpp. Private: no third-party type is seen from outside.
#pragma once

#include <functional>
#include <span>

#include "stickslip/hybrid.hpp"
#include "stickslip/solve/report.hpp"

namespace stickslip::solve {

// What a run by CVODE tells about its course: the solution at the wanted times and at both sides of every event.
struct CvodeSampling {
  double step = 0.0;                                             // [s] multiples of it; 0: CVODE's own steps
  std::function<bool(double t, std::span<const double> x)> row;  // false ends the run; may be empty
};

// Throws std::invalid_argument with the package to install where CVODE was not built in.
SolveReport solve_by_cvode(const HybridModel& model, double end, const SolveOptions& options,
                           const CvodeSampling& sampling);

}  // namespace stickslip::solve
