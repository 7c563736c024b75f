#include "stickslip/io/csv.hpp"

#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace stickslip {
namespace {

// value(i, k) is the number in row i of column k.
template <class Value>
std::string text_of_rows(std::span<const Column> columns, std::size_t rows, Value value) {
  constexpr std::size_t longest_number = 32;  // to_chars needs 24 at most
  std::string text;
  for (const Column& c : columns) text += (text.empty() ? "" : ",") + c.name + "[" + c.unit + "]";
  text += "\n";
  char number[longest_number];
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (k > 0) text += ',';
      text.append(number, std::to_chars(number, number + longest_number, value(i, k)).ptr);
      if (k + 1 == columns.size()) text += '\n';
    }
  return text;
}

// ---- reading

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t from = 0;;) {
    const auto comma = line.find(',', from);
    cells.push_back(trimmed(line.substr(from, comma - from)));
    if (comma == std::string_view::npos) return cells;
    from = comma + 1;
  }
}

void read_header(Dataset& data, std::string_view line, std::size_t number) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  for (const std::string_view cell : cells_of(line)) {
    const auto open = cell.rfind('[');
    if (cell.empty() || open == 0 || open == std::string_view::npos || !cell.ends_with(']'))
      refuse(data, number,
             "column " + std::to_string(data.columns.size() + 1) + " is called '" + std::string(cell) +
                 "'; write name[unit], as in displacement[m]");
    const Column column{std::string(trimmed(cell.substr(0, open))),
                        std::string(trimmed(cell.substr(open + 1, cell.size() - open - 2)))};
    if (data.has(column.name)) refuse(data, number, "column '" + column.name + "' stands there twice; rename one");
    data.columns.push_back(column);
  }
  data.values.resize(data.columns.size());
}

double number_in(const Dataset& data, std::size_t line, const Column& column, std::string_view cell) {
  if (cell.empty()) refuse(data, line, "column '" + column.name + "' is empty; write a number or take out the row");
  double value = 0.0;
  const auto [end, error] =
      std::from_chars(cell.data() + (cell.front() == '+' ? 1 : 0), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size())
    refuse(data, line,
           "column '" + column.name + "' holds '" + std::string(cell) +
               "', which is no number; write it with a decimal point and without a unit");
  return value;
}

void read_row(Dataset& data, std::string_view line, std::size_t number) {
  const auto cells = cells_of(line);
  if (cells.size() != data.columns.size())
    refuse(data, number,
           std::to_string(cells.size()) + " cells stand in this row, but there are " +
               std::to_string(data.columns.size()) + " columns; separate cells by commas");
  for (std::size_t k = 0; k < cells.size(); ++k)
    data.values[k].push_back(number_in(data, number, data.columns[k], cells[k]));
  data.lines.push_back(number);
}

}  // namespace

Dataset dataset_from_csv(std::string_view text, const std::string& file) {
  Dataset data{.file = file};
  std::size_t number = 0;
  for (std::size_t from = 0; from < text.size();) {
    const auto end = std::min(text.find('\n', from), text.size());
    const std::string_view line = trimmed(text.substr(from, end - from));
    from = end + 1;
    ++number;
    if (line.empty()) continue;
    if (data.columns.empty())
      read_header(data, line, number);
    else
      read_row(data, line, number);
  }
  if (data.columns.empty()) refuse(data, 1, "the file is empty; write a row of names with units, then rows of numbers");
  if (data.lines.empty()) refuse(data, 1, "there is a header, but no row of numbers");
  return data;
}

Dataset read_dataset(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::invalid_argument("the file " + file + " cannot be read; check its name");
  std::ostringstream text;
  text << stream.rdbuf();
  return dataset_from_csv(text.str(), file);
}

std::string csv_text(const Trajectory& t) {
  return text_of_rows(t.columns(), t.rows(), [&t](std::size_t i, std::size_t k) { return t.column(k)[i]; });
}

std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values) {
  return text_of_rows(columns, values.empty() ? 0 : values[0].size(),
                      [values](std::size_t i, std::size_t k) { return values[k][i]; });
}

}  // namespace stickslip
