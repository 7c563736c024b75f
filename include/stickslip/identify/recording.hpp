// Measurements as a fit takes them, and the laws that they can feed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/identify/fit.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::identify {

// The recording that drives a law in open loop. A force that was not recorded is the one that was applied, and the
// other way round; that, and what the import found and did, is in its notes. Throws std::invalid_argument with file,
// line, column and remedy. The samples of a measurement that is handed over are there once.
Recording open_loop_recording(measurement::Measurement measurement, const std::string& name, std::string_view law);

// The recording of a body in closed loop, with the settings plant.key of the body.
Recording closed_loop_recording(const measurement::Measurement& measurement, const std::string& name,
                                std::span<const Setting> body);

// "ls", "mre", "huber", "absolute". Throws UnknownName.
FitLoss find_fit_loss(std::string_view name);

// The column that a law needs and that is not among these; empty when there is none.
std::string_view missing_column(const LawInfo& law, std::span<const std::string> columns);

// The laws that these columns can feed, and a sentence for each of the others.
std::vector<std::string> laws_for(std::span<const std::string> columns, std::vector<std::string>& left_out);

}  // namespace stickslip::identify
