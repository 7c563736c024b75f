// A sensor that stands still while the motion goes on, or that is at its end.
#pragma once

#include <vector>

#include "faults.hpp"

namespace stickslip::measurement {

std::vector<Fault> sensor_faults(const Signals& signals);

// Speed beyond which the body surely moves: a tenth of the one that only a twentieth of the samples exceeds.
double moving_speed(std::span<const double> velocity);

}  // namespace stickslip::measurement
