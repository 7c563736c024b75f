// What the channels of a recording say against each other: a sign, a unit, an exchange, a delay, a sensor that stands
// still or is at its end. Each finding names the option that repairs it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "stickslip/measurement.hpp"

namespace stickslip::measurement {

// A column in SI; empty when there is none.
struct Signal {
  SignalName name = {};  // role, column, unit and sign, as they are taken
  std::span<const double> values = {};
  bool recorded = false;  // false: derived from another one
  double resolution = 0.0;
  bool few_levels = false;  // so few values were recorded that equal ones in a row say nothing

  bool there() const { return !values.empty(); }
  bool is_recorded() const { return recorded && there(); }
};

// Sampled at the same instants.
struct Signals {
  double step = 0.0;  // [s]
  bool rotary = false;
  Signal time = {}, displacement = {}, velocity = {}, acceleration = {}, force = {}, load = {}, pressure = {};
  std::span<const std::size_t> lines = {};
  double moving = 0.0;  // [m/s] moving_speed of the velocity
};

struct Fault {
  Finding finding;
  std::vector<std::size_t> rows = {};  // where it is, of a sensor that stands still or is at its end
};

inline constexpr std::size_t fewest_rows_for_faults = 100;  // in fewer, chance agrees with much

// Faults of one channel against the others, the gravest first.
std::vector<Fault> faults_between(const Signals& signals);

}  // namespace stickslip::measurement
