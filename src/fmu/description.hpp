// modelDescription.xml of both versions, and sources/buildDescription.xml of 3.0.
#pragma once

#include <string>
#include <vector>

#include "sheet.hpp"

namespace stickslip::fmu {

using SourceList = std::vector<std::string>;  // files in sources/ that are to be compiled

std::string description_2(const Sheet& sheet, const std::string& token, const std::string& version,
                          const SourceList& sources = {});
std::string description_3(const Sheet& sheet, const std::string& token, const std::string& version);
std::string build_description(const Sheet& sheet, const SourceList& sources);

}  // namespace stickslip::fmu
