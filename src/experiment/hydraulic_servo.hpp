// The halves of the experiment hydraulic-servo: the machine with every law in it, and the experiment around it.
#pragma once

#include "builtin.hpp"

namespace stickslip::experiment {

ParamGroup hydraulic_servo_plant();
// The machine with the experiment's law, under a current [A].
std::unique_ptr<HybridModel> hydraulic_servo_model(const Experiment& e, const Excitation& current);

}  // namespace stickslip::experiment
