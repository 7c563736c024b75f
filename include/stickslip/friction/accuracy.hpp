// How far the laws' sampled face on other scalars may lie from the same law on double. Written once: the tests hold
// every law to these numbers, and the documentation quotes them.
//
// The error of a run is its largest |force - force on double| over the largest |force on double|, for the same inputs
// (rounded to float beforehand where float is concerned), over at most `steps` steps from rest. Force::inertia is held
// to the same bounds.
//
// Some laws switch: a mode flips, an element slips. Within rounding of a switching point two scalars may decide
// differently, and both are right. Steps are therefore compared only as long as double itself stays within the bound
// when its own inputs (parameters, velocities, travels, forces) are moved by `disturbance`; the bounds are not widened
// for it.
#pragma once

#include <cstddef>

namespace stickslip::accuracy {

inline constexpr std::size_t steps = 100;

// SIMD lanes of double: + - * / and sqrt give the bits of double; exp, log, tanh and sin err by up to 4 units of the
// last place (2^-52), which exponents of the Stribeck curve up to 10 and a step's sums amplify.
inline constexpr double lanes_relative = 1e-12;
inline constexpr double lanes_disturbance = 0x1p-49;

// float, and SIMD lanes of float: every operation rounds by 2^-24.
inline constexpr double float_relative = 1e-3;
inline constexpr double float_disturbance = 0x1p-23;

}  // namespace stickslip::accuracy
