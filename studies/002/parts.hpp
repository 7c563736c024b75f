// The parts of study 002 that have a file of their own.
#pragma once

#include "study.hpp"

namespace stickslip::studies::dry_clutch_law {

void add_clutch(Study& study);  // figs 9-10: the clutch in its drive

}  // namespace stickslip::studies::dry_clutch_law
