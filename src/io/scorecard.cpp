#include "stickslip/io/scorecard.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include "stickslip/io/json.hpp"
#include "stickslip/param.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/text/table.hpp"

namespace stickslip::io {

using namespace scorecard;

namespace {

std::string two_digits(double value) {
  const double size = std::abs(value);
  if (size >= 99.5) {  // "470", not "4.7e+02"
    const double last = std::pow(10.0, std::floor(std::log10(size)) - 1.0);
    return std::to_string(std::int64_t(std::round(value / last) * last));
  }
  return text::digits(value, 2);
}

// "2.8 um", "5.6 ms", "33 %": lengths, speeds and times with the prefix that suits them.
std::string quantity(double value, std::string_view unit) {
  struct Prefix {
    double scale;
    std::string_view text;
  };
  constexpr std::array<Prefix, 5> prefixes{{{1.0, ""}, {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}, {1e-12, "p"}}};
  if (!unit.starts_with("m") && unit != "s") return two_digits(value) + " " + std::string(unit);
  std::size_t k = 0;
  while (k + 1 < prefixes.size() && std::abs(value) < 0.995 * prefixes[k].scale) ++k;
  return two_digits(value / prefixes[k].scale) + " " + std::string(prefixes[k].text) + std::string(unit);
}

// Below this a number is noise of the measurement, in the unit of its column.
double noise(std::string_view unit) {
  return unit == "m" ? 1e-12 : unit == "m/s" ? 1e-9 : unit.starts_with("%") ? 0.05 : 0.0;
}

// "falls, 33 %", or the word alone when the value is noise.
std::string cell_text(const ScoreColumn& column, const ScoreCell& cell) {
  if (std::isnan(cell.value)) return "failed";
  std::string text(choose_word(column, cell.verdict));
  return std::abs(cell.value) < noise(column.unit) ? text : text + ", " + quantity(cell.value, column.unit);
}

// Columns from `first` to `last` of all rows, the laws' names in front.
struct Part {
  std::string title;
  std::size_t first, last;
};

std::array<Part, 2> parts(const Scorecard& card) {
  return {{{"The seven phenomena of friction", 0, Scorecard::phenomena},
           {"What a law costs its user", Scorecard::phenomena, card.columns.size()}}};
}

ReportTable verdict_table(const Scorecard& card, const Part& part) {
  ReportTable table{.title = part.title, .header = {"law"}, .rows = {}};
  table.words = {.header = "verdict", .good = "+", .neutral = "o", .bad = "-"};
  for (std::size_t k = part.first; k < part.last; ++k) table.header.emplace_back(card.columns[k].title);
  for (const ScoreRow& row : card.rows) {
    std::vector<std::string> cells{row.name};
    std::vector<int> verdicts{ReportTable::unjudged};
    for (std::size_t k = part.first; k < part.last; ++k) {
      cells.push_back(cell_text(card.columns[k], row.cells[k]));
      verdicts.push_back(int(row.cells[k].verdict));
    }
    table.rows.push_back(std::move(cells));
    table.cell_verdicts.push_back(std::move(verdicts));
  }
  return table;
}

// A verdict in Markdown.
std::string verdict_mark(int verdict) { return verdict > 0 ? "**+**" : verdict == 0 ? "&#x25CB;" : "&#x2212;"; }

ReportTable meaning_table(const Scorecard& card) {
  ReportTable table{.title = "How it is measured", .header = {"column", "unit", "measured", "threshold"}, .rows = {}};
  for (const ScoreColumn& c : card.columns)
    table.rows.push_back(
        {std::string(c.title), std::string(c.unit), std::string(c.measured), std::string(c.threshold)});
  return table;
}

ReportTable note_table(const Scorecard& card) {
  ReportTable table{.title = "Notes", .header = {"law", "column", "note"}, .rows = {}};
  for (const ScoreRow& row : card.rows)
    for (std::size_t k = 0; k < row.cells.size(); ++k)
      if (!row.cells[k].note.empty())
        table.rows.push_back({row.name, std::string(card.columns[k].title), row.cells[k].note});
  return table;
}

constexpr std::string_view parameters_text =
    "Parameters: those of 004 Table 1 where a law has them, its own defaults otherwise; \"+ 2.6\" has the options of "
    "section 2.6 of that paper. F_b, the break-away force, is the largest friction while a force ramp of F_b per "
    "second "
    "carries the mass over 10 mm; the mass is 1 kg per newton of it; v_s is the Stribeck velocity, 1 mm/s for a law "
    "without one. Every cell is measured when this page is written.";

}  // namespace

Page scorecard_page(const Scorecard& card, std::string_view version) {
  Page page{.title = "Scorecard of the friction laws", .subtitle = "stickslip " + std::string(version)};
  Section verdicts{.title = "Verdicts", .paragraphs = {std::string(parameters_text)}};
  for (const Part& part : parts(card)) verdicts.tables.push_back(verdict_table(card, part));
  page.sections.push_back(std::move(verdicts));
  page.sections.push_back({.title = "Columns", .tables = {meaning_table(card), note_table(card)}});
  return page;
}

std::string scorecard_json(const Scorecard& card, std::string_view version) {
  Json json = Json::object();
  json.add("version", version);
  Json columns = Json::array();
  for (const ScoreColumn& c : card.columns) {
    Json one = Json::object();
    one.add("name", c.name);
    one.add("title", c.title);
    one.add("unit", c.unit);
    one.add("measured", c.measured);
    one.add("threshold", c.threshold);
    columns.add(std::move(one));
  }
  json.add("columns", std::move(columns));
  Json rows = Json::array();
  for (const ScoreRow& row : card.rows) {
    Json one = Json::object();
    one.add("name", row.name);
    one.add("law", row.law);
    one.add("breakaway", row.breakaway);
    Json cells = Json::object();
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      Json cell = Json::object();
      cell.add("value", row.cells[k].value);
      cell.add("verdict", choose_word(card.columns[k], row.cells[k].verdict));
      if (!row.cells[k].note.empty()) cell.add("note", row.cells[k].note);
      cells.add(card.columns[k].name, std::move(cell));
    }
    one.add("cells", std::move(cells));
    rows.add(std::move(one));
  }
  json.add("laws", std::move(rows));
  return json.text() + "\n";
}

std::string scorecard_markdown(const Scorecard& card) {
  std::string text;
  for (const Part& part : parts(card)) {
    const ReportTable table = verdict_table(card, part);
    std::vector<text::Row> rows;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      rows.push_back({"`" + card.rows[r].law + "`" + card.rows[r].name.substr(card.rows[r].law.size())});
      for (std::size_t k = 1; k < table.rows[r].size(); ++k)
        rows.back().push_back(verdict_mark(table.cell_verdicts[r][k]) + " " + table.rows[r][k]);
    }
    text += (text.empty() ? "" : "\n") + text::markdown_table(table.header, rows);
  }
  return text;
}

std::string scorecard_text(const Scorecard& card) {
  std::string text;
  for (const ScoreRow& row : card.rows) {
    text += row.name + "\n";
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      std::string title(card.columns[k].title);
      title.resize(30, ' ');
      text += "  " + title + cell_text(card.columns[k], row.cells[k]);
      if (!row.cells[k].note.empty()) text += " (" + row.cells[k].note + ")";
      text += "\n";
    }
  }
  return text;
}

}  // namespace stickslip::io
