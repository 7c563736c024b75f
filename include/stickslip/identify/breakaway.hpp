// Break-away force with a coarse position sensor; 004, 3.2.
//
// From rest the force rises slowly until the sensor shows motion; that force is kept, the force is reset, and so on to
// the end of the travel and back. Per direction: mean of the ramps, 95 % interval by Student's t.
//
// A contact without modes gives way before it slides. Sliding is told from that by the speed: a body that slides has at
// least the speed of the slowest start, m x'' = r t, v ~ x^(2/3), measured by its speed at the end of the pull; the
// first distance from which on it has is where the force is read.
//
// A reading is high: the ramp goes on while the body leaves its place and until the sensor counts. From m x'' = f_s -
// f_c + r t the time to the next count is known on average, and the estimate is the reading less r (that time + T_s/2).
// Inertia is kept apart from friction by a bound: friction never exceeds its break-away, so the body has gone at least
// r t^3/(6 m) since, and the interval reaches down by r (6 m x/r)^(1/3); a mass that is not known is at most 2 f x/v^2
// at the end of the pull. ramps.drop=sudden says that friction drops at once and narrows it.
//
// Columns time[s] (uniform), displacement[m], applied[N]; or displacement[rad], applied[N.m].
#pragma once

#include "stickslip/identify/method_result.hpp"

namespace stickslip::identify {

// Groups "plant", "sensor", "ramps".
MethodSettings breakaway_settings();

// Estimates breakaway.forward, breakaway.back; with ramps.positions > 1 also per place, breakaway.forward[0], ...;
// figures reading.forward, bias.forward, distance.forward, ramps.forward and the same back, resolution.
MethodResult estimate_breakaway(std::span<const measurement::Dataset> files, const MethodSettings& settings);

}  // namespace stickslip::identify
