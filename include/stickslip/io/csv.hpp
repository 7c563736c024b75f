// Trajectories and measurements as text: a header row name[unit], then a row per instant; numbers in the shortest form
// that reads back the same, not-a-number as nan. Two rows with the same time are the two sides of an event.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/dataset.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip::io {

std::string csv_text(const solve::Trajectory& trajectory);
// Columns of equal length.
std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values);

// A measurement out of a text: rows of numbers, and above them what people write there.
//
//   separators   , ; tabulators | blanks, found by themselves; a decimal comma where the comma separates nothing
//   header       name[unit], name (unit), name_unit when it ends in a unit, a name alone; units in a row of their own;
//                without a header the columns are c1, c2, ...
//   left out     empty lines, comments (# % //), free lines above the header, a byte order mark, quotation marks
//   letters      UTF-8, UTF-16, Windows-1252; control characters in names become blanks
//   limits       dataset.hpp; a text beyond them is refused
//
// Numbers are read to the last bit. Throw std::invalid_argument with file, line, column and remedy.
measurement::Dataset dataset_from_csv(std::string_view text, const std::string& file);
measurement::Dataset read_csv(const std::string& file);

// By what the file is: MATLAB's .mat (mat.hpp), or text.
measurement::Dataset read_dataset(const std::string& file);

}  // namespace stickslip::io
