// The Stribeck curve from friction at steady speeds or along a slow sweep, by least squares, per direction of motion:
//
//   stribeck   F(v) = F_c + (F_s - F_c) exp(-(v/v_s)^n) + sigma_2 v                         001 (1), 004 (5)
//   film       F(v) = F_c + ((1 - h_ss(v)) F_s - F_c) exp(-(v/v_s)^n) + sigma_2 v           001 (12), v_b in h_ss
//
// Columns time[s], velocity[m/s], force[N]. F_s is what the curve tends to at standstill: where the slowest speed is
// not well below v_s it is a guess, and the estimate says so. The exponent n is taken as given unless it is asked for:
// a steady curve hardly tells it from F_s (001: condition number 1e6).
#pragma once

#include "stickslip/identify/method_result.hpp"

namespace stickslip::identify {

// Group "curve".
MethodSettings stribeck_curve_settings();

// Estimates coulomb, breakaway, stribeck_velocity, viscous, and stribeck_exponent, film_velocity where they were free,
// each ".forward" and ".back"; figures condition.forward, condition.back; the law stribeck or modified-lugre.
MethodResult estimate_stribeck_curve(std::span<const measurement::Dataset> files, const MethodSettings& settings);

}  // namespace stickslip::identify
