// A source FMU: a friction element as C99, from the generated law (export/) and one file with the standard's functions.
//
//   modelDescription.xml              model exchange and co-simulation
//   sources/IDENTIFIER_law.h, .c      the law with parameters that may change
//   sources/fmu.c                     all functions of the C interface of that version
//   sources/buildDescription.xml      FMI 3.0: what is to be compiled
//
// Its variables are those of the same element with the run-time library, under the same value references, but for the
// event indicators of elements that are not in use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "archive.hpp"
#include "stickslip/fmu/export.hpp"

namespace stickslip::fmu {

// The files of the archive for the text of a model.toml. `file` stands before complaints, `version` is ours. Throws
// std::invalid_argument.
std::vector<ArchiveFile> source_files(std::string_view text, const std::string& file, const std::string& name,
                                      FmiVersion fmi, const std::string& version);

// The modelIdentifier that they have.
std::string source_identifier(std::string_view text, const std::string& file, const std::string& name);

}  // namespace stickslip::fmu
