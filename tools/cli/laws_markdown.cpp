#include "laws.hpp"
#include "words.hpp"

namespace stickslip::cli {
namespace {

constexpr std::string_view generated =
    "<!-- Written by `stickslip laws --markdown`; change the law's header instead. -->\n";

using text::escape_markdown;

std::string add_title(std::string_view title, const std::string& text) {
  return text.empty() ? text : "\n## " + std::string(title) + "\n\n" + text;
}

std::string parameters(const LawInfo& law) {
  std::vector<Row> rows;
  for (const Field& f : law.params)
    rows.push_back({code(f.name), escape_markdown(f.symbol), escape_markdown(f.unit),
                    escape_markdown(default_in_words(law, f)), escape_markdown(bounds_in_words(f)),
                    escape_markdown(f.doc)});
  return rows.empty() ? "" : markdown_table({"name", "symbol", "unit", "default", "bounds", "meaning"}, rows);
}

std::string relations(const LawInfo& law) {
  std::string text;
  for (const Relation& r : law.relations) text += "- " + code(relation_in_words(r)) + "\n";
  return text;
}

std::string states(const LawInfo& law) {
  std::vector<Row> rows;
  for (const Field& f : law.states)
    rows.push_back({code(f.name), escape_markdown(f.symbol), escape_markdown(f.unit),
                    escape_markdown(f.choices.empty() ? "" : join(split(f.choices, '|'))), escape_markdown(f.doc)});
  return rows.empty() ? "" : markdown_table({"name", "symbol", "unit", "modes", "meaning"}, rows);
}

}  // namespace

std::string laws_markdown() {
  auto rows = overview();
  const Row titles = rows.front();
  rows.erase(rows.begin());
  for (Row& row : rows) {
    const std::string link = "[" + code(row[0]) + "](" + row[0] + ".md)";
    for (std::string& text : row) text = escape_markdown(text);
    row[0] = link;
  }
  return std::string(generated) + "\n# Friction laws\n\n" + markdown_table(titles, rows);
}

std::string law_markdown(const LawInfo& law) {
  std::string text = std::string(generated) + "\n# " + std::string(law.name) + "\n\n" + escape_markdown(law.title) +
                     ".\n\n```\n" + std::string(law.equation) + "\n```\n\n";
  text += "- Source: " + escape_markdown(law.source) + "\n";
  text += "- Reads: " + escape_markdown(reads_in_words(law)) + "\n";
  text += "- Sticks: " + escape_markdown(stick_in_words(law)) + "\n";
  text += "- Passive: " + escape_markdown(passivity_in_words(law)) + "\n";
  if (law.has_elements) text += "- Elements: " + escape_markdown(elements_in_words()) + "\n";
  return text + add_title("Parameters", parameters(law)) + add_title("Relations that must hold", relations(law)) +
         add_title("States", states(law));
}

}  // namespace stickslip::cli
