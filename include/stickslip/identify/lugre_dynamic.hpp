// Dynamic parameters of the LuGre family from motion and friction, the static ones given:
//
//   lugre-dynamic            sigma_0, sigma_1
//   modified-lugre-dynamic   sigma_0, sigma_1, tau_hp, tau_hn, tau_h0, and T forward and back; 001 (5)-(12)
//
// The recorded velocity drives the law, its force is compared with the recorded one, and least squares with exact
// derivatives through the simulation finds the parameters. sigma_0 shows in motion within the presliding range, sigma_1
// in small fast motion, T and the film's times in a fast sine, tau_h0 in starts after pauses. 001 names the method of a
// cited paper; this one has the same inputs and outputs. Stretches where the velocity stays within its noise count as
// rest; dv/dt is the slope of cubics over a window chosen from
// the data, whose bias is in the intervals; rows beside a reversal are not compared.
//
// Columns time[s] (uniform), velocity[m/s] or displacement[m], force[N]. Intervals take the static parameters for
// exact.
#pragma once

#include "stickslip/identify/method_result.hpp"

namespace stickslip::identify {

// Groups "law" (static parameters, and where the search begins) and "fit".
MethodSettings lugre_dynamic_settings();
MethodSettings modified_lugre_dynamic_settings();

// Estimates stiffness, damping; the modified law's also film_growth_time, film_thinning_time, film_dwell_time,
// lead_time.forward, lead_time.back.
MethodResult estimate_lugre_dynamic(std::span<const measurement::Dataset> files, const MethodSettings& settings);
MethodResult estimate_modified_lugre_dynamic(std::span<const measurement::Dataset> files,
                                             const MethodSettings& settings);

}  // namespace stickslip::identify
