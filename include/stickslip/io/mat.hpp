// MATLAB's files: version 5 to 7 read here, version 7.3 (HDF5) by matio.
//
// Columns are the numeric vectors of one length, the length that most of them have: variables, fields of structures
// (run.force), columns of a matrix (force_1, force_2). The end of a name may be its unit, as in a CSV file. What is no
// column is named in Dataset::left_out.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/dataset.hpp"

namespace stickslip::io {

// Whether the bytes begin as a MATLAB file does.
bool is_mat(std::string_view bytes);

// Throw std::invalid_argument with file, variable and remedy.
measurement::Dataset dataset_from_mat5(std::string_view bytes, const std::string& file);
measurement::Dataset read_mat(const std::string& file);

}  // namespace stickslip::io
