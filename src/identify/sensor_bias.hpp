// What deriving a velocity from a position does to the parameters.
#pragma once

#include "descend.hpp"

namespace stickslip::identify {

// Copies of recordings whose velocity was derived, or nothing when none was: to be filled with a force that is known.
std::vector<Recording> copy_if_derived(std::span<const Recording> recordings);

// The law that was found moves along the motion that was used; its forces are fitted again with the motion as the
// sensor and the derivation would show it. By as much as the parameters shift then, they may have been shifted before:
// intervals are widened by it, and a parameter that shifts far is not trustworthy. `unseen` was left out of the law.
void widen_by_sensor_bias(FitReport& report, const std::vector<Recording>& copies, Search& search, const Valley& best,
                          std::span<const std::string> unseen);

}  // namespace stickslip::identify
