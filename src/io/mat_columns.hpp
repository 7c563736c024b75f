// The arrays of a MATLAB file, and which of them are columns.
#pragma once

#include <string>
#include <vector>

#include "stickslip/dataset.hpp"

namespace stickslip::io {

// A numeric array as the file holds it, column after column.
struct MatArray {
  std::string name;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values = {};
};

// Version 7.3, by matio.
measurement::Dataset read_mat73(const std::string& file);

// `left_out`: what the reader met and could not read as an array.
measurement::Dataset make_dataset(std::vector<MatArray> arrays, std::vector<std::string> left_out,
                                  const std::string& file);

// Throws std::invalid_argument "file: variable 'x': what".
[[noreturn]] void refuse_variable(const std::string& file, const std::string& variable, const std::string& what);

}  // namespace stickslip::io
