// A measurement: columns with names and units, as they stand in a file, and where each row stands there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/hybrid.hpp"

namespace stickslip::measurement {

// Of a recording that is read; a file beyond them is refused with the limit.
inline constexpr std::size_t most_columns = 100'000;
inline constexpr std::size_t longest_name = 1000;    // bytes in UTF-8
inline constexpr std::size_t longest_number = 1000;  // characters of a number in a text

struct Dataset {
  std::string file;  // for messages
  std::vector<Column> columns = {};
  std::vector<std::vector<double>> values = {};  // one vector per column, all of the same length
  std::vector<std::size_t> lines = {};           // line of the file in which each row stands
  bool can_map = false;                    // a person can say by the option map which column plays a role; for messages
  std::vector<std::string> left_out = {};  // what the file holds besides and is no column, each with the reason

  std::size_t rows() const { return lines.size(); }
  bool has(std::string_view name) const;
};

inline constexpr std::size_t header_line = 1;  // of a file: where a finding about a whole column is

// Throws std::invalid_argument "file:line: what".
[[noreturn]] void refuse(const Dataset& data, std::size_t line, const std::string& what);

// All throw std::invalid_argument with file, line, column and remedy.

// The column of that name, in that unit, every value finite.
std::span<const double> signal(const Dataset& data, std::string_view name, std::string_view unit);

// Which column of a file plays a role.
struct SignalName {
  std::string role;
  std::string column;
  std::string unit = {};  // the column's own, whatever its file says; empty: as the file says
  bool reversed = false;  // the column counts the other way: its values are taken with the other sign
};

// The data with their columns called by their roles, for a command whose option map names them. A column that has the
// name of a role which another one plays gives it up.
Dataset rename_columns(Dataset data, std::span<const SignalName> names);

// The step of a time column whose steps are all the same within a thousandth, three rows at least [s].
// `remedy` says what to do about one that is not.
double uniform_step(const Dataset& data, std::string_view name, std::string_view remedy);

// Values at the times first, first + step, ... up to the last, by straight lines between the rows. Of two rows with
// the same time, the two sides of a jump, the later one counts from there on. The time must not fall.
Dataset resample_at_step(const Dataset& data, std::string_view time, double step);

}  // namespace stickslip::measurement
