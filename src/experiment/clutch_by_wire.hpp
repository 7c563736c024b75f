// A clutch-by-wire actuator with the law that an experiment names; compiled for every law in one file of its own.
#pragma once

#include "builtin.hpp"
#include "stickslip/plant/clutch_by_wire.hpp"

namespace stickslip::experiment {

std::unique_ptr<HybridModel> clutch_by_wire_with_law(const Experiment& e, const Excitation& target);

}  // namespace stickslip::experiment
