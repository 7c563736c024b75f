// How well measured and computed agree.
#pragma once

#include "stickslip/identify/fit.hpp"

namespace stickslip::identify {

// Over the samples with that role (1 fitted, 2 kept for the test): all recordings together, then each. Empty when there
// are none.
std::vector<FitScore> scores_of(std::span<const FitTrace> traces, unsigned char role);

// Of the residuals of the fitted samples, up to a lag.
std::vector<double> autocorrelation_of(std::span<const FitTrace> traces, std::size_t lags);

}  // namespace stickslip::identify
