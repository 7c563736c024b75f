#include <algorithm>

#include "laws.hpp"
#include "words.hpp"

namespace stickslip::cli {
namespace {

constexpr std::size_t gap = 2;         // spaces between columns
constexpr std::size_t narrowest = 12;  // a column is not made narrower than this; the terminal then breaks the line

// The text in lines of at most width characters, broken at spaces.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string& word : split(text, ' ')) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

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
    const auto cell = wrapped(row[i], widths[i]);
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

// Rows in columns, no line longer than width where that is possible (0: without limit).
std::string table(const std::vector<Row>& rows, std::size_t indent, std::size_t width) {
  const std::size_t room = width == 0 ? std::string::npos : width - std::min(indent, width);
  const auto widths = column_widths(rows, room);
  std::string text;
  for (const Row& row : rows) text += row_text(row, widths, indent);
  return text;
}

std::string titled(std::string_view title, const std::string& text) {
  return text.empty() ? text : "\n" + std::string(title) + "\n" + text;
}

std::string equation(const LawInfo& law) {
  std::string text;
  for (const std::string& line : split(law.equation, '\n')) text += "  " + line + "\n";
  return text;
}

std::string parameters(const LawInfo& law, std::size_t width) {
  std::vector<Row> rows{{"name", "symbol", "unit", "default", "bounds", "meaning"}};
  for (const Field& f : law.params)
    rows.push_back({std::string(f.name), std::string(f.symbol), std::string(f.unit), default_in_words(law, f),
                    bounds_in_words(f), std::string(f.doc)});
  return rows.size() > 1 ? table(rows, 2, width) : "";
}

std::string relations(const LawInfo& law) {
  std::string text;
  for (const Relation& r : law.relations) text += "  " + relation_in_words(r) + "\n";
  return text;
}

std::string states(const LawInfo& law, std::size_t width) {
  std::vector<Row> rows;
  for (const Field& f : law.states) {
    const std::string choices = f.choices.empty() ? "" : " (" + joined(split(f.choices, '|')) + ")";
    rows.push_back({std::string(f.name), std::string(f.symbol), std::string(f.unit), std::string(f.doc) + choices});
  }
  return rows.empty() ? "" : table(rows, 2, width);
}

}  // namespace

std::string laws_text(std::size_t width) { return table(overview(), 0, width); }

std::string law_text(const LawInfo& law, std::size_t width) {
  std::vector<Row> facts{{"source", std::string(law.source)},
                         {"reads", reads_in_words(law)},
                         {"sticks", stick_in_words(law)},
                         {"passive", passivity_in_words(law)}};
  if (law.has_elements) facts.push_back({"elements", elements_in_words()});
  return std::string(law.name) + ": " + std::string(law.title) + "\n\n" + equation(law) + "\n" +
         table(facts, 0, width) + titled("parameters", parameters(law, width)) +
         titled("relations that must hold", relations(law)) + titled("states", states(law, width));
}

}  // namespace stickslip::cli
