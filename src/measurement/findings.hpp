// What a column of a recording may suffer from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stickslip/measurement.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::measurement {

// A column with where its rows stand in the file.
struct Channel {
  std::string role;  // or its name
  std::string in_file;
  std::string unit;
  std::span<const double> values;
  std::span<const std::size_t> lines;
};

// The step of which all values are multiples, up to the rounding with which they were printed; 0: none was found.
double estimate_resolution(std::span<const double> values);

// Two to nineteen different values: a switch, or an encoder that hardly moves.
bool has_few_levels(std::span<const double> values);

// The time column, and how long five samples take at most that are neighbours.
struct Clock {
  explicit Clock(std::span<const double> times);
  std::span<const double> time;
  double longest = 0.0;  // [s]
};

// Everything that one column shows by itself: empty, constant, outliers, saturation, quantisation.
std::vector<Finding> findings_in(const Channel& channel, const Clock& clock, double resolution);

// A load or pressure that is not there from the beginning.
std::optional<Finding> find_unloaded(const Channel& channel, std::span<const double> time);

// Sampled at the same instants.
std::optional<Finding> asymmetry(const Channel& force, std::span<const double> velocity, bool with_pressure);
// Four digits.
std::string brief(double value);

}  // namespace stickslip::measurement
