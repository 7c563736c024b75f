#include "stickslip/io/csv.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace stickslip {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// "name[unit]" or "name".
Column column_from(std::string_view cell) {
  const auto bracket = cell.find('[');
  if (bracket == std::string_view::npos || cell.back() != ']') return {std::string(cell), {}};
  return {std::string(trimmed(cell.substr(0, bracket))),
          std::string(trimmed(cell.substr(bracket + 1, cell.size() - bracket - 2)))};
}

std::string full_name(const Column& c) { return c.unit.empty() ? c.name : c.name + "[" + c.unit + "]"; }

class CsvReader {
 public:
  explicit CsvReader(std::string file) { table_.file = std::move(file); }

  CsvTable read(std::string_view text) {
    for (line_ = 1; !text.empty(); ++line_) {
      const auto end = text.find('\n');
      const std::string_view line = trimmed(text.substr(0, end));
      if (!line.empty()) table_.columns.empty() ? header(line) : row(line);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (table_.columns.empty()) throw std::invalid_argument(table_.file + ": the file is empty");
    if (table_.lines.empty()) throw std::invalid_argument(table_.file + ": there is a header, but no row of numbers");
    return std::move(table_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::invalid_argument(table_.file + ":" + std::to_string(line_) + ": " + what);
  }

  static std::vector<std::string_view> cells(std::string_view line) {
    std::vector<std::string_view> all;
    for (;;) {
      const auto comma = line.find(',');
      all.push_back(trimmed(line.substr(0, comma)));
      if (comma == std::string_view::npos) return all;
      line.remove_prefix(comma + 1);
    }
  }

  void header(std::string_view line) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    for (const auto cell : cells(line)) {
      table_.columns.push_back(column_from(cell));
      double number = 0.0;
      if (cell.empty()) refuse("column " + std::to_string(table_.columns.size()) + " has no name");
      if (std::from_chars(cell.data(), cell.data() + cell.size(), number).ec == std::errc())
        refuse("'" + std::string(cell) + "' stands where a name is wanted; begin the file with a row name[unit],...");
    }
    table_.values.resize(table_.columns.size());
  }

  void row(std::string_view line) {
    const auto all = cells(line);
    if (all.size() != table_.columns.size())
      refuse("the row has " + std::to_string(all.size()) + " cells, the header " +
             std::to_string(table_.columns.size()));
    for (std::size_t k = 0; k < all.size(); ++k) table_.values[k].push_back(number(all[k], k));
    table_.lines.push_back(line_);
  }

  double number(std::string_view cell, std::size_t k) const {
    const std::string column = "column '" + table_.columns[k].name + "'";
    if (cell.empty()) refuse(column + " is empty");
    double value = 0.0;
    const std::size_t plus = cell.starts_with('+') ? 1 : 0;
    const auto [end, error] = std::from_chars(cell.data() + plus, cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size())
      refuse(column + ": '" + std::string(cell) + "' is not a number");
    if (!std::isfinite(value)) refuse(column + ": " + std::string(cell) + " is not a finite number");
    return value;
  }

  CsvTable table_;
  std::size_t line_ = 1;
};

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

}  // namespace

std::string csv_text(const Trajectory& t) {
  return text_of_rows(t.columns(), t.rows(), [&t](std::size_t i, std::size_t k) { return t.column(k)[i]; });
}

std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values) {
  return text_of_rows(columns, values.empty() ? 0 : values[0].size(),
                      [values](std::size_t i, std::size_t k) { return values[k][i]; });
}

std::span<const double> CsvTable::column(const Column& wanted) const {
  std::string names;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    names += (k == 0 ? "" : ", ") + full_name(columns[k]);
    if (columns[k].name != wanted.name) continue;
    if (columns[k].unit != wanted.unit)
      throw std::invalid_argument(file + ": column '" + full_name(columns[k]) + "' has another unit; convert it to '" +
                                  full_name(wanted) + "'");
    return values[k];
  }
  throw std::invalid_argument(file + ": there is no column '" + full_name(wanted) + "'; the file has: " + names);
}

CsvTable csv_from_text(std::string_view text, const std::string& file) { return CsvReader(file).read(text); }

CsvTable read_csv(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || stream.bad()) throw std::invalid_argument(file + ": the file cannot be read");
  return csv_from_text(text.str(), file);
}

}  // namespace stickslip
