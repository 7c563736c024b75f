// The parts of study 003, and the contact of its table 1.
#pragma once

#include <cmath>
#include <numbers>

#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/lugre.hpp"
#include "study.hpp"

namespace stickslip::studies::backlash_friction {

inline constexpr double stiffness = 2e5;                   // k_c = sigma_0 [N/m]
inline constexpr double adhesion = 2.0;                    // F_t0 [N]
inline constexpr double normal_force = adhesion / 0.2775;  // F_n [N], not printed
inline constexpr double elastic = adhesion / stiffness;    // F_t0/k_c = 0.01 mm
inline constexpr double frequency = 100.0;                 // f [Hz] of section 4
inline constexpr double largest_step = 1e-4;               // [s] of section 4

// Steel on brass; 0.277525 at rest, where mu_0 = 0.2775.
inline double coefficient(double speed) { return 0.065 + 0.156 * std::exp(-4.757 * (speed - 0.065)); }

Dahl::Params<double> dahl();
// g = F_n mu(v), without damping and viscous friction.
LuGre::Params<double> lugre();

void add_loops(Study& study);      // section 3, figs 2-4
void add_step_size(Study& study);  // section 4, fig. 5, and our exponential steps

}  // namespace stickslip::studies::backlash_friction
