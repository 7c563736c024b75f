#include "stickslip/text/table.hpp"

#include <algorithm>

namespace stickslip::text {

std::string align_columns(const std::vector<Row>& rows, std::size_t indent) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line(indent, ' ');
    for (std::size_t k = 0; k < row.size(); ++k) line += row[k] + std::string(widths[k] - row[k].size() + 2, ' ');
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string markdown_row(const Row& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string markdown_table(const Row& titles, const std::vector<Row>& rows) {
  std::string text = markdown_row(titles) + markdown_row(Row(titles.size(), "---"));
  for (const Row& row : rows) text += markdown_row(row);
  return text;
}

}  // namespace stickslip::text
