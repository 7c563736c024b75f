// How well measured and computed agree.
#pragma once

#include "stickslip/identify/fit.hpp"

namespace stickslip::identify {

// Over the samples of that use: all recordings together, then each. Empty when there
// are none.
std::vector<FitScore> score_traces(std::span<const FitTrace> traces, Use use);

// How neighbours among the samples of signals differ. Differences below 1e-9 of the largest value are rounding.
struct Steps {
  double finest = 0.0;  // the smallest difference that is none; 0: all are equal
  std::size_t equal = 0, all = 0;

  void add(std::span<const double> signal);
};

// Of the residuals of the fitted samples, up to a lag.
std::vector<double> autocorrelate(std::span<const FitTrace> traces, std::size_t lags);

}  // namespace stickslip::identify
