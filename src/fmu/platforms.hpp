// Binaries of a source FMU: its C, compiled by the cross compilers of this machine.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "archive.hpp"
#include "stickslip/fmu/export.hpp"

namespace stickslip::fmu {

// All that there are, with or without a compiler on this machine.
std::vector<std::string_view> platform_names();

// The library of a platform for the files of a source FMU, as a file of the archive. Throws std::invalid_argument when
// no compiler for it is found, std::runtime_error when it refuses the sources.
ArchiveFile compile_for(std::string_view platform, FmiVersion fmi, const std::string& identifier,
                        const std::vector<ArchiveFile>& sources);

}  // namespace stickslip::fmu
