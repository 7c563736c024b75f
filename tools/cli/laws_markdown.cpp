#include "laws.hpp"
#include "words.hpp"

namespace stickslip::cli {
namespace {

constexpr std::string_view generated =
    "<!-- Written by `stickslip laws --markdown`; change the law's header instead. -->\n";

// Text inside a table cell: a bar would end the cell, a star or an underscore would start emphasis.
std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '[') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string line(const Row& row) {
  std::string text = "|";
  for (const std::string& c : row) text += " " + c + " |";
  return text + "\n";
}

// A Markdown table; cells are Markdown already.
std::string table(const Row& titles, const std::vector<Row>& rows) {
  if (rows.empty()) return {};
  std::string text = line(titles) + line(Row(titles.size(), "---"));
  for (const Row& row : rows) text += line(row);
  return text;
}

std::string titled(std::string_view title, const std::string& text) {
  return text.empty() ? text : "\n## " + std::string(title) + "\n\n" + text;
}

std::string parameters(const LawInfo& law) {
  std::vector<Row> rows;
  for (const Field& f : law.params)
    rows.push_back({code(f.name), cell(f.symbol), cell(f.unit), cell(default_in_words(law, f)),
                    cell(bounds_in_words(f)), cell(f.doc)});
  return table({"name", "symbol", "unit", "default", "bounds", "meaning"}, rows);
}

std::string relations(const LawInfo& law) {
  std::string text;
  for (const Relation& r : law.relations) text += "- " + code(relation_in_words(r)) + "\n";
  return text;
}

std::string states(const LawInfo& law) {
  std::vector<Row> rows;
  for (const Field& f : law.states)
    rows.push_back({code(f.name), cell(f.symbol), cell(f.unit),
                    cell(f.choices.empty() ? "" : joined(split(f.choices, '|'))), cell(f.doc)});
  return table({"name", "symbol", "unit", "modes", "meaning"}, rows);
}

}  // namespace

std::string laws_markdown() {
  auto rows = overview();
  const Row titles = rows.front();
  rows.erase(rows.begin());
  for (Row& row : rows) {
    const std::string link = "[" + code(row[0]) + "](" + row[0] + ".md)";
    for (std::string& text : row) text = cell(text);
    row[0] = link;
  }
  return std::string(generated) + "\n# Friction laws\n\n" + table(titles, rows);
}

std::string law_markdown(const LawInfo& law) {
  std::string text = std::string(generated) + "\n# " + std::string(law.name) + "\n\n" + cell(law.title) + ".\n\n```\n" +
                     std::string(law.equation) + "\n```\n\n";
  text += "- Source: " + cell(law.source) + "\n";
  text += "- Reads: " + cell(reads_in_words(law)) + "\n";
  text += "- Sticks: " + cell(stick_in_words(law)) + "\n";
  text += "- Passive: " + cell(passivity_in_words(law)) + "\n";
  if (law.has_elements) text += "- Elements: " + cell(elements_in_words()) + "\n";
  return text + titled("Parameters", parameters(law)) + titled("Relations that must hold", relations(law)) +
         titled("States", states(law));
}

}  // namespace stickslip::cli
