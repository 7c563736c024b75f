// modelDescription.xml of both versions.
#pragma once

#include <string>

#include "fmu/sheet.hpp"

namespace stickslip::fmu {

std::string description_2(const Sheet& sheet, const std::string& token, const std::string& version);
std::string description_3(const Sheet& sheet, const std::string& token, const std::string& version);

}  // namespace stickslip::fmu
