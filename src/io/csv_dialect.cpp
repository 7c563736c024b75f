#include "csv_dialect.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "stickslip/text/encoding.hpp"
#include "stickslip/text/quoting.hpp"
#include "stickslip/units.hpp"

namespace stickslip::io {

using namespace measurement;

namespace {

constexpr std::array separators{',', ';', '\t', '|', ' '};
constexpr std::string_view blanks = " \t\r";

struct Line {
  std::size_t number = 0;  // counted from 1
  std::size_t start = 0;   // in the text
  std::string_view text = {};
};

// The lines that hold something, one after the other.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  std::optional<Line> next() {
    while (from_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', from_), text_.size());
      const Line line{++number_, from_, trim(text_.substr(from_, end - from_))};
      from_ = end + 1;
      if (!line.text.empty()) return line;
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
  std::size_t from_ = 0;
  std::size_t number_ = 0;
};

bool is_number(std::string_view cell, char separator) {
  double ignored = 0.0;
  return number_from(cell, '.', ignored) || (separator != ',' && number_from(cell, ',', ignored));
}

// How many numbers stand in a row; 0 when one of its cells is none. The last cell may be empty.
struct NumberRow {
  std::size_t count = 0;
  bool trailing = false;  // an empty cell stands behind the last number
};

NumberRow numbers_in(std::string_view line, char separator) {
  NumberRow row;
  bool numeric = true;
  each_cell(line, separator, [&](std::string_view cell) {
    numeric = !row.trailing && (is_number(cell, separator) || (cell.empty() && row.count > 0));
    if (cell.empty())
      row.trailing = true;
    else
      ++row.count;
    return numeric;
  });
  return numeric ? row : NumberRow{};
}

// What stands above the rows.
struct Above {
  std::optional<Line> comment = {};  // the last one
  std::vector<Line> lines = {};
};

// Blanks may stand before a unit: "time (s)" is one cell of a header, whatever separates them. Above `count` numbers a
// separator at the end is no cell more. At most one cell more than a table may have.
std::vector<std::string> header_cells(std::string_view line, char separator, std::size_t count) {
  std::vector<std::string> cells;
  each_cell(line, separator, [&](std::string_view cell) {
    const bool unit = separator == ' ' && !cells.empty() && (cell.starts_with('[') || cell.starts_with('('));
    if (unit)
      cells.back() += " " + std::string(cell);
    else
      cells.push_back(text::csv_text_in(cell));
    return cells.size() <= most_columns;
  });
  if (cells.size() == count + 1 && cells.back().empty()) cells.pop_back();
  return cells;
}

// The separator with which the row is one of numbers: rather one that gives the header as many cells, then one that
// gives more. 0 when there is none.
char find_separator(std::string_view row, const Above& above) {
  char best = '\0';
  std::size_t best_score = 0;
  for (const char s : separators) {
    const std::size_t count = numbers_in(row, s).count;
    // Below several names a comma within a lone cell separates: it is no decimal one.
    const auto several_names = [&above] {
      return !above.lines.empty() && above.lines.back().text.find_first_of(",;\t|") != std::string_view::npos;
    };
    if (count == 0 || (count == 1 && row.find(',') != std::string_view::npos && several_names())) continue;
    const bool fits = !above.lines.empty() && header_cells(above.lines.back().text, s, count).size() == count;
    const std::size_t score = 2 * count + (fits ? 2 * row.size() : 0);
    if (score > best_score) best = s;
    best_score = std::max(score, best_score);
  }
  return best;
}

// "# t, x" -> "t, x"
std::string_view strip_comment(std::string_view line) {
  return trim(line.substr(std::min(line.find_first_not_of("#%/"), line.size())));
}

std::string_view without_brackets(std::string_view cell) {
  const bool bracketed =
      cell.size() >= 2 && ((cell.front() == '[' && cell.back() == ']') || (cell.front() == '(' && cell.back() == ')'));
  return bracketed ? trim(cell.substr(1, cell.size() - 2)) : cell;
}

bool are_units(const std::vector<std::string>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
    const std::string_view unit = without_brackets(cell);
    return unit.empty() || unit == "-" || find_unit(unit).has_value();
  });
}

bool is_index(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

// name[unit], name (unit), name_unit, or a name alone. In round brackets a remark may stand as well as a unit, in
// square ones an index: limit[3].
Column column_from(std::string_view cell, std::size_t number) {
  if (cell.empty()) return {"c" + std::to_string(number), ""};
  const bool square = cell.ends_with(']');
  const std::size_t open = square || cell.ends_with(')') ? cell.rfind(square ? '[' : '(') : std::string_view::npos;
  if (open != std::string_view::npos && open > 0) {
    const std::string_view unit = trim(cell.substr(open + 1, cell.size() - open - 2));
    if (square ? !is_index(unit) || unit == "1" || unit.empty() : find_unit(unit).has_value())
      return {std::string(trim(cell.substr(0, open))), std::string(unit)};
  }
  return {std::string(cell), unit_in_name(cell)};
}

[[noreturn]] void refuse_at(const std::string& file, std::size_t line, const std::string& what) {
  refuse(Dataset{.file = file}, line, what);
}

// A name that can be shown and written, whatever bytes the file has.
std::string check_name(const std::string& cell, std::size_t line, const std::string& file) {
  if (cell.size() > longest_name)
    refuse_at(file, line,
              "the column name '" + quote_cell(cell) + "' has " + std::to_string(cell.size()) + " bytes, at most " +
                  std::to_string(longest_name) + " are read; shorten it");
  return text::clean_name(cell);
}

[[noreturn]] void refuse_columns(std::size_t line, const std::string& file) {
  refuse_at(file, line,
            "more than " + std::to_string(most_columns) + " columns; at most " + std::to_string(most_columns) +
                " are read: cut the table into several files");
}

std::vector<Column> columns_from(const std::vector<std::string>& cells, std::size_t line, const std::string& file) {
  if (cells.size() > most_columns) refuse_columns(line, file);
  std::vector<Column> columns;
  std::unordered_set<std::string> names;
  for (const std::string& cell : cells) {
    columns.push_back(column_from(check_name(cell, line, file), columns.size() + 1));
    const std::string& name = columns.back().name;
    if (!names.insert(name).second) refuse_at(file, line, "duplicate column '" + quote_cell(name) + "'; rename one");
  }
  return columns;
}

std::vector<Column> number_columns(std::size_t count) {
  std::vector<Column> columns;
  for (std::size_t k = 1; k <= count; ++k) columns.push_back({"c" + std::to_string(k), ""});
  return columns;
}

// The names above a row of `count` numbers: in the line before it, in the line before the units, or in a comment.
std::vector<Column> columns_above(const Above& above, std::size_t count, char separator, const std::string& file) {
  if (!above.lines.empty()) {
    const Line& last = above.lines.back();
    const auto cells = header_cells(last.text, separator, count);
    const bool second = above.lines.size() > 1 && cells.size() == count && are_units(cells);
    if (second) {
      const Line& names = above.lines[above.lines.size() - 2];
      const auto name_cells = header_cells(names.text, separator, count);
      if (name_cells.size() == count) {
        auto columns = columns_from(name_cells, names.number, file);
        for (std::size_t k = 0; k < count; ++k) columns[k].unit = without_brackets(cells[k]);
        return columns;
      }
    }
    if (cells.size() == count || cells.size() > 1) return columns_from(cells, last.number, file);
  }
  if (above.comment && above.lines.empty()) {
    const std::string_view text = strip_comment(above.comment->text);
    const auto cells = header_cells(text, separator, count);
    if (cells.size() == count && numbers_in(text, separator).count == 0)
      return columns_from(cells, above.comment->number, file);
  }
  return number_columns(count);
}

// The first of '.' and ',' in the rows.
char point_in(std::string_view rows, char separator) {
  if (separator == ',') return '.';
  Lines lines(rows);
  while (const auto line = lines.next()) {
    if (is_comment(line->text)) continue;
    if (const auto at = line->text.find_first_of(".,"); at != std::string_view::npos) return line->text[at];
  }
  return '.';
}

// A table whose rows are none: names in the first line, the rows complain about themselves.
TableHead head_without_rows(std::string_view text, const Above& above, const std::string& file) {
  if (above.lines.empty())
    refuse_at(file, 1, "the file is empty; write a row of names with units, then rows of numbers");
  const Line& first = above.lines.front();
  TableHead head;
  for (const char s : separators)
    if (first.text.find(s) != std::string_view::npos) {
      head.dialect.separator = s;
      break;
    }
  head.columns = columns_from(header_cells(first.text, head.dialect.separator, 0), first.number, file);
  head.lines_before = first.number;
  head.body = std::min(text.find('\n', first.start), text.size());
  if (head.body < text.size()) ++head.body;
  return head;
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_comment(std::string_view line) { return text::begins_comment(line); }

std::size_t find_cell_end(std::string_view line, std::size_t from, char separator) {
  const auto separates = [separator](char c) { return c == separator || (separator == ' ' && c == '\t'); };
  std::size_t i = from;
  while (i < line.size() && !separates(line[i]) && blanks.find(line[i]) != std::string_view::npos) ++i;
  if (i < line.size() && line[i] == '"') {
    for (++i; i < line.size(); ++i) {
      if (line[i] != '"') continue;
      if (i + 1 == line.size() || line[i + 1] != '"') break;
      ++i;
    }
  }
  while (i < line.size() && !separates(line[i])) ++i;
  return std::min(i, line.size());
}

std::string_view strip_cell(std::string_view cell) {
  cell = trim(cell);
  const bool quoted = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
  return quoted ? trim(cell.substr(1, cell.size() - 2)) : cell;
}

bool number_from(std::string_view cell, char point, double& value) {
  std::string copy;
  if (point != '.') {
    if (cell.find('.') != std::string_view::npos) return false;
    copy = cell;
    if (const auto at = copy.find(point); at != std::string::npos) copy[at] = '.';
    cell = copy;
  }
  if (cell.starts_with('+') && cell.size() > 1 && cell[1] != '-') cell.remove_prefix(1);
  const char* const end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, value);
  if (stop != end || cell.empty()) return false;
  if (error != std::errc::result_out_of_range) return error == std::errc();
  if (cell.find("e-") == std::string_view::npos && cell.find("E-") == std::string_view::npos) return false;
  value = cell.starts_with('-') ? -0.0 : 0.0;
  return true;
}

std::string quote_cell(std::string_view cell) {
  constexpr std::size_t longest = 40;
  std::string text(cell.substr(0, longest));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = '?';
  return text + (cell.size() > longest ? "..." : "");
}

TableHead table_head(std::string_view text, const std::string& file) {
  constexpr std::size_t most_lines = 1000;  // above the rows, without comments
  Above above;
  Lines lines(text);
  while (const auto line = lines.next()) {
    if (is_comment(line->text)) {
      above.comment = line;
      continue;
    }
    if (above.lines.size() > most_lines) break;
    const char separator = find_separator(line->text, above);
    const NumberRow row = separator == '\0' ? NumberRow{} : numbers_in(line->text, separator);
    Lines rest = lines;
    const auto next = row.count == 1 ? rest.next() : std::nullopt;  // a lone number may stand in a preface
    if (row.count == 0 || (next && numbers_in(next->text, separator).count != 1)) {
      above.lines.push_back(*line);
      continue;
    }
    if (row.count > most_columns) refuse_columns(line->number, file);
    return {{separator, point_in(text.substr(line->start), separator), row.trailing},
            columns_above(above, row.count, separator, file),
            line->start,
            line->number - 1};
  }
  return head_without_rows(text, above, file);
}

}  // namespace stickslip::io
