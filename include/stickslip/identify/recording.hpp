// Recordings out of measurements, ready to be fitted.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stickslip/identify/fit.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip {

// Of a law that is driven by the measured motion. A force that was not recorded is the one that was applied, and the
// other way round; guesses, findings and repairs of the import become notes. Throws std::invalid_argument with what is
// missing.
Recording recording_of(Measurement measurement, std::string_view law, const std::string& name);

// Of a body that is pushed by the measured force.
Recording closed_loop_recording_of(const Measurement& measurement, std::span<const Setting> plant,
                                   const std::string& name);

// "ls", "mre", "huber", "absolute". Throws UnknownName.
FitLoss fit_loss_named(std::string_view name);

}  // namespace stickslip
