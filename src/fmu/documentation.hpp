// documentation/index.html of an FMU, for people, and terminalsAndIcons.xml of 3.0.
#pragma once

#include <string>
#include <vector>

#include "archive.hpp"
#include "sheet.hpp"
#include "stickslip/fmu/export.hpp"

namespace stickslip::fmu {

// One page without scripts or anything from elsewhere: what it is, how it is driven, and every variable.
std::string documentation_page(const Sheet& sheet, const std::string& version);

// The contact of a friction element as one connector: displacement and velocity go in, and the force is that of a
// flange, positive into the element. Empty for a sheet that is no element.
std::string terminals(const Sheet& sheet);

// Both, as far as the version has them, as files of the archive.
std::vector<ArchiveFile> documentation_files(const Sheet& sheet, FmiVersion fmi, const std::string& version);

}  // namespace stickslip::fmu
