#include "tables.hpp"

#include <algorithm>

#include "stickslip/text/names.hpp"

namespace stickslip::cli {
namespace {

constexpr std::size_t gap = 2;         // spaces between columns
constexpr std::size_t narrowest = 12;  // a column is not made narrower than this; the terminal then breaks the line

// The widths that the columns want, the widest made narrower until all of them have room.
std::vector<std::size_t> column_widths(const std::vector<Row>& rows, std::size_t room) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  std::size_t sum = gap * (widths.size() - 1);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    for (const Row& row : rows) widths[i] = std::max(widths[i], row[i].size());
    sum += widths[i];
  }
  for (; sum > room; --sum) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= narrowest) break;
    --*widest;
  }
  return widths;
}

// One row, in as many lines as its longest cell needs.
std::string row_text(const Row& row, const std::vector<std::size_t>& widths, std::size_t indent) {
  std::vector<std::string> lines;
  std::size_t column = indent;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto cell = wrap(row[i], widths[i]);
    if (lines.size() < cell.size()) lines.resize(cell.size());
    for (std::size_t k = 0; k < cell.size(); ++k) {
      if (cell[k].empty()) continue;
      lines[k].resize(std::max(column, lines[k].size()), ' ');
      lines[k] += cell[k];
    }
    column += widths[i] + gap;
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

std::vector<std::string> wrap(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string& word : text::split(text, ' ')) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

std::string table(const std::vector<Row>& rows, std::size_t indent, std::size_t width) {
  const std::size_t room = width == 0 ? std::string::npos : width - std::min(indent, width);
  const auto widths = column_widths(rows, room);
  std::string text;
  for (const Row& row : rows) text += row_text(row, widths, indent);
  return text;
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

}  // namespace stickslip::cli
