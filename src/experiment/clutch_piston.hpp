// The clutch piston with the law of an experiment in its seals.
#pragma once

#include "builtin.hpp"
#include "stickslip/plant/clutch_piston.hpp"

namespace stickslip::experiment {

std::unique_ptr<HybridModel> clutch_piston_model(const Experiment& e, Excitation pressure, Excitation shaft_speed);

}  // namespace stickslip::experiment
