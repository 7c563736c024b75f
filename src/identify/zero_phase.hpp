// A low pass without delay: a Butterworth filter of second order, run forward and backward.
#pragma once

#include <span>
#include <vector>

namespace stickslip::identify {

// -3 dB at the bandwidth for both runs together, sharper than a single one: |H|^2 = 1/(1 + (sqrt(2) - 1)(f/f_b)^4). The
// ends are continued by reflection in their last values. Returns the signal as it is for a bandwidth of 0 or above 0.45
// of the sample rate, where there is nothing to take away.
std::vector<double> zero_phase(std::span<const double> signal, double step, double bandwidth);

}  // namespace stickslip::identify
