// How a text file writes its table: which character separates cells, which one is the decimal point, where the names
// and units stand, where the rows begin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stickslip/dataset.hpp"

namespace stickslip::io {

struct Dialect {
  char separator = ',';   // ',', ';', '|', a tabulator, or ' ' for blanks and tabulators in any number
  char point = '.';       // or ',', where that separates nothing
  bool trailing = false;  // a separator stands at the end of each row too
};

struct TableHead {
  Dialect dialect = {};
  std::vector<Column> columns = {};
  std::size_t body = 0;          // where in the text the rows begin
  std::size_t lines_before = 0;  // lines above them
};

// Without the byte order mark. Throws std::invalid_argument with file, line and remedy.
TableHead table_head(std::string_view text, const std::string& file);

std::string_view trim(std::string_view text);

// Where the cell that begins at `from` ends: at a separator or at the end of the line. A quotation mark at its
// beginning covers separators up to the next one that is not doubled; anywhere else it is a letter: 5".
std::size_t find_cell_end(std::string_view line, std::size_t from, char separator);
// Without blanks at its ends and without the quotation marks around it.
std::string_view strip_cell(std::string_view cell);

// Calls take(cell) for each cell until it returns false. Blanks separate in any number, so that no cell is empty there.
template <class Take>
void each_cell(std::string_view line, char separator, Take take) {
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t end = find_cell_end(line, from, separator);
    const bool counts = separator != ' ' || end > from;
    if (counts && !take(strip_cell(line.substr(from, end - from)))) return;
    from = end + 1;
  }
}
bool is_comment(std::string_view trimmed_line);

// The whole cell as a number; false when it is none, or one beyond the largest double. Too small a one is zero.
bool number_from(std::string_view cell, char point, double& value);

// A cell as a message shows it: cut when it is long, without what no terminal prints.
std::string quote_cell(std::string_view cell);

}  // namespace stickslip::io
