// Sliding and viscous friction with a coarse position sensor, from sinusoidal speeds of several amplitudes; 004, 3.3.
//
//   mean over half a period of u sign(v) = f_c + f_v 2 V/pi                        (35), (36), least squares over all
//
// The mean of m a sign(v) over half a period is 0: an error of the mass or of the acceleration does no harm. With a
// threshold w_v the viscous part is f_v max(|v| - w_v, 0), (48) made continuous.
//
// The sign is the trouble: a coarse sensor often shows no count at all. `sines.sign`
//   commanded   of the speed that was asked for: column reference, or a sine of the given frequency fitted to the
//   motion held        of the last count measured    of the difference of two readings, 0 without a count: as printed,
//   biased by the share of such rows
//
// A loop follows its command late: lag, gain and drift of the motion behind the reference are fitted to the readings
// and taken into account, sines.lag; rows slower than sines.least_speed of the peak are left out, for any window
// between equal speeds has a mean of m a of 0. Intervals hold what lag, gain and drift could be.
//
// (30)-(31): the acceleration from second differences has the ratio T_s^2 u_max/(2 m dx) of signal to noise, and the
// mass the uncertainty 2 m^2 dx/(T_s^2 u_max). Where the ratio is small the mass is not identified.
//
// Columns time[s] (uniform), displacement[m], applied[N], reference[m/s]; or [rad], [N.m], [rad/s].
#pragma once

#include "stickslip/identify/method_result.hpp"

namespace stickslip::identify {

// Groups "plant", "sensor", "sines".
MethodSettings two_sinusoids_settings();

// Estimates coulomb.forward, coulomb.back, viscous, mass; figures signal_to_noise, mass_uncertainty, without_count.
MethodResult estimate_two_sinusoids(std::span<const measurement::Dataset> files, const MethodSettings& settings);

// (30)-(31).
struct MassResolution {
  double signal_to_noise = 0.0;
  double uncertainty = 0.0;  // [kg] or [kg.m2]
};
MassResolution mass_resolution(double mass, double resolution, double sample_time, double largest_drive);

}  // namespace stickslip::identify
