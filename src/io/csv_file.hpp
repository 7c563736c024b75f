// The table of a file, whose pages go as they are read: a long recording is in memory once, as numbers.
#pragma once

#include <string>

#include "mapped_file.hpp"
#include "stickslip/dataset.hpp"

namespace stickslip::io {

// As dataset_from_csv does it.
measurement::Dataset dataset_from_csv_file(const MappedFile& mapped, const std::string& file);

}  // namespace stickslip::io
