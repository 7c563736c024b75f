// The steady response of a wheel of blades at one normal force and one frequency, with the law of an experiment.
#pragma once

#include <vector>

#include "builtin.hpp"
#include "stickslip/plant/blade_wheel.hpp"
#include "stickslip/solve/report.hpp"

namespace stickslip::experiment {

struct WheelRun {
  plant::BladeWheelParams<double> plant;
  plant::BladeExcitation drive;
  double load = 0.0;             // on every contact [N]
  std::size_t cycles = 1;        // of the excitation, before the one that is measured
  std::size_t cycle_steps = 64;  // steps per cycle
  solve::Stopwatch* watch = nullptr;
};

// A response that takes too long, or whose motion has left the finite numbers, with the cycle that it has come to.
struct Unanswered {
  std::size_t cycle;
  bool diverged;
};

// Of the last cycle.
struct WheelResponse {
  double amplitude = 0.0;        // largest |x_i| of all blades [m]
  double power = 0.0;            // that friction takes, per blade [W]
  double drift = 0.0;            // change of the amplitude from the cycle before, relative
  std::vector<double> slipping;  // per contact: share of the relative motion that is slip, 0 to 1
  double unsettled = 0.0;        // share of steps whose equation was not solved to rounding
};

// `law` are the parameters at that load. Throws Unanswered.
WheelResponse wheel_response(const Experiment& e, const ParamGroup& law, const WheelRun& run);

// Stiffness with which the contacts begin to move [N/m]; 0 for a law that has none.
double wheel_contact_stiffness(const Experiment& e, const ParamGroup& law, double load);

}  // namespace stickslip::experiment
