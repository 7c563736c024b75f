// A dry clutch drive with the law that an experiment names; compiled for every law in one file of its own.
#pragma once

#include "builtin.hpp"
#include "stickslip/plant/clutch_drive.hpp"

namespace stickslip::experiment {

std::unique_ptr<HybridModel> clutch_drive_with_law(const Experiment& e, const plant::ClutchCommand& command);

}  // namespace stickslip::experiment
