// How far the laws' sampled face on other scalars may lie from the same law on double. Written once: the tests hold
// every law to these numbers, and the documentation quotes them.
//
// The error of a run is its largest |force - force on double| over the largest |force on double|, for the same inputs
// (rounded to float beforehand where float is concerned), over at most `steps` steps from rest. Force::inertia is held
// to the same bounds.
//
// Some laws switch: a mode flips, an element slips. Within rounding of a switching point two scalars may decide
// differently, and both are right. A difference beyond the bound is therefore excused when double itself, with its
// inputs (parameters, velocities, displacements, ...) moved by `disturbance`, leaves its own path by then; the bounds
// are not widened for it, and at most 2 % of random candidates may need it.
#pragma once

#include <cstddef>

namespace stickslip::accuracy {

inline constexpr std::size_t steps = 100;

// SIMD lanes of double: + - * / and sqrt give the bits of double; exp, log, tanh and sin err by up to 4 units of the
// last place (2^-52), which the exponent of the Stribeck curve and stiff bristles' damping amplify. Largest seen:
// 4e-14.
inline constexpr double lanes_relative = 3e-13;
inline constexpr double lanes_disturbance = 0x1p-49;

// float, and SIMD lanes of float: every operation rounds by 2^-24 = 6e-8. The worst laws compute a spring's stretch as
// a difference of displacements: at 10^4 times the largest stretch one rounding is 6e-4 of the force. Laws without
// presliding stay below 1e-6.
inline constexpr double float_relative = 1e-3;
inline constexpr double float_disturbance = 0x1p-23;

// A CUDA device: its compiler fuses multiplications with additions, and its mean losses (of |force|, over a record) are
// compared.
inline constexpr double device_relative = 3e-12;
inline constexpr double device_float_relative = 3e-3;

}  // namespace stickslip::accuracy
