// Ramps of force that end in motion, in a recording with a coarse sensor; 004, 3.2.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "stickslip/identify/method_result.hpp"
#include "stickslip/param.hpp"

namespace stickslip::identify {

// The machine: groups plant and sensor.
struct RampPlant {
  using Scalar = double;
  double mass = 0.0;
  Sides<double> sliding = 0.0;

  static constexpr auto table() {
    using P = RampPlant;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass, or inertia [kg.m2], of what moves; 0: not known.", 0.0, 1e12),
        STICKSLIP_FIELD(P, sliding, "f_c", "N", "Sliding friction, or torque [N.m], after break-away; 0: not known.",
                        0.0, 1e12)};
  }
};

struct RampSensor {
  using Scalar = double;
  double resolution = 0.0;
  double counts = 1.0;

  static constexpr auto table() {
    using P = RampSensor;
    return std::array{
        STICKSLIP_FIELD(P, resolution, "dx", "m", "A count of the sensor, or [rad]; 0: from the data.", 0.0, 1e6),
        STICKSLIP_FIELD(P, counts, "", "1", "Counts away from rest that mean motion.", 1.0, 1e6)};
  }
};

// One ramp that ended in motion.
struct Ramp {
  bool back = false;
  double place = 0.0;     // [m] or [rad] where the body stood
  double reading = 0.0;   // [N] or [N.m] magnitude when the body had gone `distance` and slid
  double rate = 0.0;      // [N/s] or [N.m/s] magnitude
  bool gave_way = false;  // it crept before it slid
  double distance = 0.0;  // [m] or [rad] from rest, beyond what it creeps before it slides
  double longest = 0.0;   // [s] the longest time that it can have taken from its break-away to there
  double bias = 0.0;      // by which the reading is high, on average over places within a count
  double force() const { return reading - bias; }
  double least_force() const { return reading - rate * longest; }
};

struct Ramps {
  std::vector<Ramp> all = {};
  std::size_t without_motion = 0;
  std::size_t after_turn = 0;  // left out
  double resolution = 0.0;
};

// Ramps of all files. `skip`: so many ramps after each change of direction are left out. Throws std::invalid_argument
// about columns.
Ramps find_ramps(std::span<const measurement::Dataset> files, const RampPlant& plant, const RampSensor& sensor,
                 std::size_t skip);

// By what the reading of a ramp is high: mean over all places within a count at which the body may have stood, and half
// a sample for the sensor's clock. With mass and sliding friction from m x'' = drop + rate t; without them half of what
// it can be at most.
double estimate_bias(const Ramp& ramp, const RampPlant& plant, double resolution, double sample_time);

// Time from break-away until a body that starts from rest has gone the distance, while the force goes on rising:
// m x'' = drop + rate t.
double time_to_travel(double distance, double mass, double drop, double rate);

}  // namespace stickslip::identify
