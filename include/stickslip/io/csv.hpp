// Trajectories as text: a header row name[unit], then a row per instant; numbers in the shortest form that reads back
// the same, not-a-number as nan. Two rows with the same time are the two sides of an event.
#pragma once

#include <string>

#include "stickslip/trajectory.hpp"

namespace stickslip {

std::string csv_text(const Trajectory& trajectory);
// Columns of equal length.
std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values);

}  // namespace stickslip
