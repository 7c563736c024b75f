// Tables as plain text and as Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stickslip::text {

using Row = std::vector<std::string>;

// Columns two spaces apart, each as wide as its longest cell, no spaces at the end of a line. Rows may be of different
// length.
std::string align_columns(const std::vector<Row>& rows, std::size_t indent = 0);

// "| a | b |\n"; cells are Markdown already.
std::string markdown_row(const Row& cells);

// Titles, rule and rows, each line ended.
std::string markdown_table(const Row& titles, const std::vector<Row>& rows);

}  // namespace stickslip::text
