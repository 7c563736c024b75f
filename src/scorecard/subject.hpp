// A law under examination: its parameters, the mass it acts on, and the two ways to move that mass.
#pragma once

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "stickslip/excitation.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/scorecard.hpp"

namespace stickslip::scorecard {

// A run that did not reach its end: the cell says so instead of a number.
struct RunFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Rows of a run, in SI.
struct MassRun {
  std::vector<double> time, displacement, velocity, friction;

  // Value of one of them at a time: that of the last row which is not later.
  double at(const std::vector<double>& column, double t) const;
  // Mean over from <= t <= to, weighted with sin^2 so that an oscillation inside the window leaves no trace.
  double mean(const std::vector<double>& column, double from, double to) const;
};

struct Push {
  Excitation force;            // [N]
  double end = 1.0;            // [s]
  double step = 1e-3;          // [s] between rows
  double velocity_gain = 0.0;  // [N.s/m] of a controller that pulls the velocity to zero
  double relative_tolerance = 1e-8;
  double most_travel = std::numeric_limits<double>::infinity();  // the run ends there [m]
  double travel_from = 0.0;                                      // [s] travel counts from here
  double rows_from = 0.0;                                        // [s] rows are kept from here
};

class Subject {
 public:
  // `settings` as a person would type them: "law.breakaway_rise=0.5".
  Subject(std::string_view law, const std::vector<std::string>& settings);

  const experiment::Experiment& experiment() const { return experiment_; }
  double breakaway() const { return breakaway_; }  // [N]
  double speed() const { return speed_; }          // [m/s] Stribeck velocity
  double mass() const { return breakaway_; }       // [kg]
  double travel() const { return travel_; }        // [m] within which a slow ramp breaks away for certain

  // The mass pushed by a force. Throws RunFailed.
  MassRun run_push(const Push& push) const;
  // The mass led by a stiff velocity controller along v(t), given in units of speed().
  MassRun led(const std::vector<Segment>& velocity, double end, double step) const;
  // The model behind run_push().
  std::unique_ptr<HybridModel> model(const Push& push) const;

 private:
  double peak_friction(double rate) const;

  experiment::Experiment experiment_;
  double speed_ = 1e-3;
  double breakaway_ = 1.0;
  double travel_ = 1e-4;
};

// From a to b within `time`, beginning at `start`, with a continuous rate: two parabolas.
void add_smooth_ramp(std::vector<Segment>& segments, double start, double from, double to, double time);

// ---- the columns, each measured by one function

ScoreCell stiction(const Subject& s);
ScoreCell rising_static_friction(const Subject& s);
ScoreCell frictional_memory(const Subject& s);
ScoreCell presliding_displacement(const Subject& s);
ScoreCell stribeck_effect(const Subject& s);
ScoreCell viscous_friction(const Subject& s);
ScoreCell nonlocal_hysteresis(const Subject& s);
ScoreCell drift_under_dither(const Subject& s);
ScoreCell creep_under_load(const Subject& s);
ScoreCell energy_drawn(const Subject& s);
ScoreCell breakaway_against_rate(const Subject& s);
ScoreCell largest_ode3_step(const Subject& s);
ScoreCell cost_per_step(const Subject& s);

}  // namespace stickslip::scorecard
