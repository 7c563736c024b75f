// Trajectories as text: a header row name[unit], then a row per instant; numbers in the shortest form that reads back
// the same, not-a-number as nan. Two rows with the same time are the two sides of an event.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/trajectory.hpp"

namespace stickslip {

std::string csv_text(const Trajectory& trajectory);
// Columns of equal length.
std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values);

// A file of columns, read: what csv_text writes, or another program in the same form. Spaces around a cell, blank lines
// and carriage returns do no harm.
struct CsvTable {
  std::string file;
  std::vector<Column> columns;              // the unit is empty where the header names none
  std::vector<std::vector<double>> values;  // one vector per column, all of the same length
  std::vector<std::size_t> lines;           // the line of the file on which each row stands

  // The column of that name. Throws std::invalid_argument with the columns that there are, or with the unit to convert
  // to when the header names another one.
  std::span<const double> column(const Column& wanted) const;
};

// Throw std::invalid_argument with file, line and column: a header without names, a row with more or fewer cells than
// the header, a cell that is empty, no number or not finite.
CsvTable csv_from_text(std::string_view text, const std::string& file);
CsvTable read_csv(const std::string& file);

}  // namespace stickslip
