#include "stickslip/io/csv.hpp"

#include <charconv>
#include <cstring>

#include "csv_dialect.hpp"
#include "mapped_file.hpp"

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

std::string_view name_of_separator(char separator) {
  switch (separator) {
    case ';':
      return "semicolons";
    case '\t':
      return "tabulators";
    case '|':
      return "strokes";
    case ' ':
      return "blanks";
    default:
      return "commas";
  }
}

// Rows of numbers, appended to a dataset.
class RowReader {
 public:
  RowReader(Dataset& data, const TableHead& head, std::string_view text)
      : data_(data),
        dialect_(head.dialect),
        line_(head.lines_before),
        at_(text.data() + head.body),
        end_(text.data() + text.size()) {
    data_.values.resize(data_.columns.size());
    make_room(rows_expected());
  }

  void read_all() {
    while (at_ < end_) {
      ++line_;
      if (data_.lines.size() == row_) make_room(2 * row_ + 16);
      if (dialect_.point == '.' && read_plain_row()) continue;
      const char* const newline = static_cast<const char*>(std::memchr(at_, '\n', std::size_t(end_ - at_)));
      const char* const stop = newline == nullptr ? end_ : newline;
      read_row(trimmed({at_, std::size_t(stop - at_)}));
      at_ = newline == nullptr ? end_ : newline + 1;
    }
    make_room(row_);
  }

 private:
  std::size_t rows_expected() const {
    const char* const newline = static_cast<const char*>(std::memchr(at_, '\n', std::size_t(end_ - at_)));
    return newline == nullptr ? 1 : std::size_t(end_ - at_) / std::size_t(newline - at_ + 1) + 1;
  }

  void make_room(std::size_t rows) {
    for (std::vector<double>& column : data_.values) column.resize(rows);
    data_.lines.resize(rows);
  }

  const char* past_blanks(const char* p) const {
    while (p != end_ && (*p == ' ' || (*p == '\t' && dialect_.separator != '\t'))) ++p;
    return p;
  }

  // A row without anything special; false, and nothing is changed, when it has something.
  bool read_plain_row() {
    const char* p = at_;
    const std::size_t count = data_.values.size();
    for (std::size_t k = 0; k < count; ++k) {
      const auto [stop, error] = std::from_chars(past_blanks(p), end_, data_.values[k][row_]);
      if (error != std::errc()) return false;
      p = past_blanks(stop);
      if (k + 1 == count) break;
      if (dialect_.separator == ' ' ? p == stop : p == end_ || *p++ != dialect_.separator) return false;
    }
    if (p != end_ && *p == '\r') ++p;
    if (p != end_ && *p != '\n') return false;
    at_ = p == end_ ? p : p + 1;
    data_.lines[row_++] = line_;
    return true;
  }

  void read_row(std::string_view line) {
    if (line.empty() || is_comment(line)) return;
    auto cells = cells_of(line, dialect_.separator);
    if (dialect_.trailing && cells.size() == data_.columns.size() + 1 && cells.back().empty()) cells.pop_back();
    if (cells.size() != data_.columns.size())
      refuse(data_, line_,
             std::to_string(cells.size()) + " cells stand in this row, but there are " +
                 std::to_string(data_.columns.size()) + " columns; separate cells by " +
                 std::string(name_of_separator(dialect_.separator)));
    for (std::size_t k = 0; k < cells.size(); ++k) data_.values[k][row_] = number_in(data_.columns[k], cells[k]);
    data_.lines[row_++] = line_;
  }

  double number_in(const Column& column, std::string_view cell) const {
    const std::string name = "column '" + shown(column.name) + "'";
    if (cell.empty()) refuse(data_, line_, name + " is empty; write a number or take out the row");
    double value = 0.0;
    if (!number_from(cell, dialect_.point, value))
      refuse(data_, line_,
             name + " holds '" + shown(cell) + "', which is no number; write it with a decimal " +
                 (dialect_.point == '.' ? "point" : "comma, as the rows before it,") + " and without a unit");
    return value;
  }

  Dataset& data_;
  const Dialect dialect_;
  std::size_t line_;
  std::size_t row_ = 0;
  const char* at_;
  const char* const end_;
};

}  // namespace

Dataset dataset_from_csv(std::string_view text, const std::string& file) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const TableHead head = head_of(text, file);
  Dataset data{.file = file, .columns = head.columns};
  RowReader(data, head, text).read_all();
  if (data.lines.empty()) refuse(data, 1, "there is a header, but no row of numbers");
  return data;
}

Dataset read_csv(const std::string& file) { return dataset_from_csv(MappedFile(file).bytes(), file); }

std::string csv_text(const Trajectory& t) {
  return text_of_rows(t.columns(), t.rows(), [&t](std::size_t i, std::size_t k) { return t.column(k)[i]; });
}

std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values) {
  return text_of_rows(columns, values.empty() ? 0 : values[0].size(),
                      [values](std::size_t i, std::size_t k) { return values[k][i]; });
}

}  // namespace stickslip
