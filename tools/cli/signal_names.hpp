// --map role=column, or role=column[unit] where the file does not tell the unit, or a wrong one
#pragma once

#include <string>
#include <vector>

#include "stickslip/dataset.hpp"

namespace stickslip::cli {

// Throws std::invalid_argument with how to write it, UnknownName for a role that is none of the known ones.
measurement::SignalName name_from(const std::string& text, const std::vector<std::string>& roles);

}  // namespace stickslip::cli
