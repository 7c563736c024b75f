// What a person should conclude from a fit.
#pragma once

#include <span>
#include <string>

#include "stickslip/identify/fit.hpp"

namespace stickslip::identify {

// Standard deviation of the noise that the measured signals show by themselves, from sample to sample; of one that
// comes in steps at least that of rounding to them.
double measure_sensor_noise(std::span<const FitTrace> traces);

// The verdict on a report whose scores, parameters and advice are filled. `problems`: what makes the recordings
// themselves untrustworthy; `suspicions`: likewise, unless the law follows them within the noise.
Verdict judge(const FitReport& fit, std::span<const std::string> problems, std::span<const std::string> suspicions);

// "a, b, c and 5 more": of many names the first.
std::string name_some(const std::vector<std::string>& names);

}  // namespace stickslip::identify
