#include "stickslip/io/csv.hpp"

#include <charconv>

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

}  // namespace

std::string csv_text(const Trajectory& t) {
  return text_of_rows(t.columns(), t.rows(), [&t](std::size_t i, std::size_t k) { return t.column(k)[i]; });
}

std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values) {
  return text_of_rows(columns, values.empty() ? 0 : values[0].size(),
                      [values](std::size_t i, std::size_t k) { return values[k][i]; });
}

}  // namespace stickslip
