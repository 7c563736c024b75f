// Friction of a hydraulic cylinder from the pressures of its two chambers; 001 (13):
//
//   F = P_1 A_1 - P_2 A_2 - m a - m g
//
// Pressures, velocity and displacement pass a zero-phase low pass (001: 150 Hz), the acceleration is the difference of
// the velocity through one of its own (001: 32 Hz): a Butterworth filter of second order run forward and backward, -3
// dB at the bandwidth in all. The friction is shown over time, over velocity in classes of pressure, and as a surface
// F(z, p) over displacement and pressure; any law can be run along the same motion and drawn into all of them.
//
// Columns time[s], pressure_1[Pa], pressure_2[Pa], velocity[m/s] or displacement[m] or both; acceleration[m/s2] where
// it was recorded. Errors of areas, mass and pressure sensors are not in the intervals: an offset of a sensor of 0.1
// bar on 8 cm2 is 8 N.
#pragma once

#include "stickslip/identify/method_result.hpp"

namespace stickslip::identify {

// Groups "plant", "filters", "curves".
MethodSettings cylinder_friction_settings();

// No estimates of parameters; figures largest_friction, smallest_friction, noise, and misfit of a law; the table of the
// curves, points with every row of friction, and the surface.
MethodResult estimate_cylinder_friction(std::span<const measurement::Dataset> files, const MethodSettings& settings);

}  // namespace stickslip::identify
