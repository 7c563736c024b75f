// Friction at steady speeds: stretches of constant speed, or parts of a slow sweep, in a recording.
#pragma once

#include <span>
#include <vector>

#include "stickslip/dataset.hpp"

namespace stickslip::identify {

struct SteadyPoint {
  double speed = 0.0;      // [m/s], with its sign
  double force = 0.0;      // [N]
  std::size_t rows = 0;    // of which they are means
  bool unsettled = false;  // the force still changes while the speed does not
};

struct SteadyRules {
  double least_duration;  // [s]
  double tolerance;       // share by which the speed may vary
  double settle;          // share of a stretch that is left out at its beginning
  double slowest_speed;   // [m/s]
};

// Means over the stretches of constant speed. Throw std::invalid_argument about columns.
std::vector<SteadyPoint> steady_points(std::span<const measurement::Dataset> files, const SteadyRules& rules);

// Means over neighbouring rows, at most a few hundred per direction.
std::vector<SteadyPoint> sweep_points(std::span<const measurement::Dataset> files, const SteadyRules& rules);

// Whether at least half of the rows that move belong to stretches of constant speed.
bool mostly_steady(std::span<const measurement::Dataset> files, const SteadyRules& rules);

}  // namespace stickslip::identify
