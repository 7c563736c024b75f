// Trajectories and measurements as text: a header row name[unit], then a row per instant; numbers in the shortest form
// that reads back the same, not-a-number as nan. Two rows with the same time are the two sides of an event.
#pragma once

#include <string>

#include "stickslip/dataset.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip {

std::string csv_text(const Trajectory& trajectory);
// Columns of equal length.
std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values);

// A measurement out of such a text: first a row of names with units, then rows of numbers; empty lines are left out.
// Throw std::invalid_argument with file, line, column and remedy.
Dataset dataset_from_csv(std::string_view text, const std::string& file);
Dataset read_dataset(const std::string& file);

}  // namespace stickslip
