// A machine's equations of motion around one instant of a run, and the poles that they have there.
//
//   d(dx)/dt = A dx + B du,    A = d rate/d x,  B = d rate/d u    at x(t), u(t), in the mode that the law has there
//
//   const Linearisation l = linearise(experiment({.base = "hydraulic-servo"}), 0.5);
//   for (const Pole& p : l.poles) p.frequency(), p.damping_ratio();
//
// A and B come from the machine's own equations by automatic differentiation: no step of a difference enters.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/experiment.hpp"
#include "stickslip/numerics/matrix.hpp"

namespace stickslip::experiment {

// What an unknown does at the point. Poles are those of the moving ones, and one at zero for each free one; the others
// have poles at zero too, which say nothing about the machine and are left out.
enum class StateRole : std::uint8_t {
  moving,        // takes part in the dynamics
  free,          // position or speed of a body on which nothing depends: a pole at zero
  held,          // does not change before the next event: a mode, a body that the law holds, a controller's last sample
  accumulating,  // a sum on which nothing depends: work, inflow
};
using stickslip::to_text;
std::string_view to_text(StateRole role);

struct LinearState {
  std::string name;  // of the column that shows it, otherwise "unknown[2]"
  std::string unit;  // SI; empty when no column shows it
  double value = 0.0;
  double rate = 0.0;  // per second
  StateRole role = StateRole::moving;

  std::string rate_unit() const;  // "m/s2" of a velocity, "m" of an integral in m.s
};

// A real pole, or a pair of conjugate ones, which is given by the one above the real axis.
struct Pole {
  std::complex<double> value;       // [1/s]
  std::vector<double> shares = {};  // of every state in this pole, 0 to 1; empty when they cannot be told apart
  bool is_pair() const { return value.imag() != 0.0; }
  double natural_frequency() const;  // |s| [rad/s]
  double frequency() const;          // |s|/(2 pi) [Hz]
  double damping_ratio() const;      // -Re s/|s|; NaN for a pole at zero
  double time_constant() const;      // -1/Re s [s]: negative when it grows, infinite on the imaginary axis
};

// The quantity that drives the machine from outside, where it has one.
struct LinearInput {
  Column column;             // without a name: there is none
  double value = 0.0;        // at the point
  std::vector<double> gain;  // B, one number for each state
};

struct Linearisation {
  Experiment experiment;
  double time = 0.0;  // [s]
  std::string mode;   // of the law, in words; empty for a law without modes
  std::vector<LinearState> states;
  numerics::Matrix a;  // rows and columns in the order of the states
  LinearInput input;
  std::vector<Pole> poles;  // slowest first
  // The largest rate of a moving state, as a share of the terms that make it up: 0 in an equilibrium, 1 when nothing
  // balances. Positions that move at their body's speed are not counted: a steady motion is as good as a rest.
  double imbalance = 0.0;
  std::size_t unbalanced = 0;           // the state that has it
  std::vector<std::string> notes = {};  // what a reader of the poles should know, a sentence each

  bool is_equilibrium() const;
};

// The experiment at a time of its run [s]; 0: as it starts. Throws std::invalid_argument for a time that is negative or
// that the run does not reach (with the reason), and for an experiment without equations of motion (step-size).
Linearisation linearise(const Experiment& experiment, double time = 0.0);

}  // namespace stickslip::experiment
