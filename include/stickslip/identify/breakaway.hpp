// Break-away force with a coarse position sensor; 004, 3.2.
//
// From rest the force rises slowly until the sensor shows motion; that force is kept, the force is reset, and so on to
// the end of the travel and back. Per direction: mean of the ramps, 95 % interval by Student's t.
//
// A reading is high: the ramp goes on while the body leaves its place and until the sensor counts. From m x'' = f_s -
// f_c
// + r t the time to the next count is known on average, and the estimate is the reading less r (that time + T_s/2). It
// needs mass and sliding friction; without them the interval reaches down by what they could make.
//
// Columns time[s] (uniform), displacement[m], applied[N]; or displacement[rad], applied[N.m].
#pragma once

#include "stickslip/identify/method_result.hpp"

namespace stickslip::identify {

// Groups "plant", "sensor", "ramps".
MethodSettings breakaway_settings();

// Estimates breakaway.forward, breakaway.back; with ramps.positions > 1 also per place, breakaway.forward[0], ...;
// figures reading.forward, bias.forward, ramps.forward and the same back, resolution.
MethodResult estimate_breakaway(std::span<const measurement::Dataset> files, const MethodSettings& settings);

}  // namespace stickslip::identify
