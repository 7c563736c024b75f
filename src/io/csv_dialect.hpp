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

// Without blanks at its ends; a quoted cell without its quotation marks.
std::vector<std::string_view> split_cells(std::string_view line, char separator);
std::string_view trim(std::string_view text);
bool is_comment(std::string_view trimmed_line);

// The whole cell as a number; false when it is none, or one beyond the largest double. Too small a one is zero.
bool number_from(std::string_view cell, char point, double& value);

// A cell as a message shows it: cut when it is long, without what no terminal prints.
std::string shown(std::string_view cell);

}  // namespace stickslip::io
