#include "stickslip/io/report.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "report_assets.hpp"
#include "stickslip/text/markup.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::io {
namespace {

bool needs_unicode_escape(char letter) {
  const bool is_control = static_cast<unsigned char>(letter) < 0x20;
  return is_control || letter == '<' || letter == '>' || letter == '&';
}

// The text as a JSON string that may stand inside <script>: no '<' leaves it, so that nothing in it ends the element.
std::string json_string(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string out = "\"";
  for (const char letter : text) {
    if (needs_unicode_escape(letter)) {
      const auto code = static_cast<unsigned char>(letter);
      out += "\\u00";
      out += hex[code >> 4U];
      out += hex[code & 15U];
    } else {
      if (letter == '"' || letter == '\\') out += '\\';
      out += letter;
    }
  }
  return out + '"';
}

// Nine digits tell samples apart that lie 1e-8 of the largest value from each other: 0.1 ms after an hour, 10 nm on a
// metre. What is not finite becomes null, a gap.
void append_number(std::string& out, double value) {
  constexpr int digits = 9;
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  text::append_digits(out, value == 0.0 ? 0.0 : value, digits);  // 0, not -0
}

std::string json_numbers(const std::vector<double>& values) {
  constexpr std::size_t typical = 12;  // characters per number
  std::string out = "[";
  out.reserve(typical * values.size());
  for (const double value : values) {
    if (out.size() > 1) out += ',';
    append_number(out, value);
  }
  return out + "]";
}

// The columns of numbers of all plots, each different one once: plots over the same time share it.
class Columns {
 public:
  std::string find_index(const std::vector<double>& values) {
    const auto [place, is_new] = index_.try_emplace(json_numbers(values), index_.size());
    if (is_new) order_.push_back(place);
    return std::to_string(place->second);
  }

  void append_to(std::string& out) const {
    for (const auto& place : order_) {
      if (place != order_.front()) out += ",\n";
      out += place->first;
    }
  }

 private:
  using Index = std::map<std::string, std::size_t>;
  Index index_;
  std::vector<Index::iterator> order_;
};

void check(const Plot& plot, const Series& series) {
  if (series.x.size() == series.y.size()) return;
  throw std::invalid_argument("series '" + series.name + "' of plot '" + plot.title + "' has " +
                              std::to_string(series.x.size()) + " x and " + std::to_string(series.y.size()) +
                              " y: give as many of one as of the other");
}

std::string json_series(const Plot& plot, const Series& series, Columns& columns) {
  check(plot, series);
  const std::string x = columns.find_index(series.x);  // before y: the order of the columns is part of the bytes
  const std::string y = columns.find_index(series.y);
  return "{\"name\":" + json_string(series.name) + ",\"x\":" + x + ",\"y\":" + y +
         ",\"dots\":" + (series.dots ? "true" : "false") + "}";
}

std::string json_plot(const Plot& plot, std::size_t section, Columns& columns) {
  std::string out = "{\"section\":" + std::to_string(section) + ",\"x_label\":" + json_string(plot.x_label) +
                    ",\"y_label\":" + json_string(plot.y_label) + ",\"log_x\":" + (plot.log_x ? "true" : "false") +
                    ",\"log_y\":" + (plot.log_y ? "true" : "false") + ",\"series\":[";
  for (const Series& series : plot.series) {
    if (out.back() != '[') out += ',';
    out += json_series(plot, series, columns);
  }
  return out + "]}";
}

// {"plots":[...],"columns":[...]}, which the script reads.
std::string json_data(const Page& page) {
  Columns columns;
  std::string out = "{\"plots\":[";
  for (std::size_t k = 0; k < page.sections.size(); ++k) {
    for (const Plot& plot : page.sections[k].plots) {
      if (out.back() != '[') out += ",\n";
      out += json_plot(plot, k, columns);
    }
  }
  out += "],\n\"columns\":[";
  columns.append_to(out);
  return out + "]}";
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool unit_follows = end == text.data() + text.size() || *end == ' ' || *end == '%';
  return error == std::errc() && unit_follows;
}

// "-", "–" or nothing: a figure that does not exist, in a column of figures.
bool is_absent(std::string_view text) { return text.empty() || text == "-" || text == "–"; }

// A column is one of numbers when every cell is one or absent, and one at least is one.
bool is_numeric(const ReportTable& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    const std::string_view cell = trim(row[column]);
    if (!is_number(cell) && !is_absent(cell)) return false;
    any = any || is_number(cell);
  }
  return any;
}

[[noreturn]] void wrong_size(const ReportTable& table, const std::string& what, std::size_t has, std::size_t expected) {
  throw std::invalid_argument("table '" + table.title + "': " + what + " has " + std::to_string(has) +
                              " entries, expected " + std::to_string(expected));
}

void check(const ReportTable& table) {
  const std::size_t rows = table.rows.size();
  const std::size_t cells = table.header.size();
  for (std::size_t k = 0; k < rows; ++k) {
    if (table.rows[k].size() != cells) wrong_size(table, "row " + std::to_string(k + 1), table.rows[k].size(), cells);
  }
  if (!table.verdicts.empty() && table.verdicts.size() != rows)
    wrong_size(table, "verdicts", table.verdicts.size(), rows);
  if (table.cell_verdicts.empty()) return;
  if (table.cell_verdicts.size() != rows) wrong_size(table, "cell_verdicts", table.cell_verdicts.size(), rows);
  for (std::size_t k = 0; k < rows; ++k) {
    const std::size_t size = table.cell_verdicts[k].size();
    if (size != cells) wrong_size(table, "row " + std::to_string(k + 1) + " of cell_verdicts", size, cells);
  }
}

// Class of the style sheet and word of a verdict.
std::pair<std::string, std::string> rank_verdict(int verdict, const VerdictWords& words) {
  if (verdict == ReportTable::unjudged) return {};
  if (verdict > 0) return {"good", words.good};
  return verdict < 0 ? std::pair{std::string("bad"), words.bad} : std::pair{std::string("neutral"), words.neutral};
}

std::string class_attribute(std::string_view one, std::string_view two) {
  if (one.empty() && two.empty()) return "";
  const std::string_view gap = one.empty() || two.empty() ? "" : " ";
  return " class=\"" + std::string(one) + std::string(gap) + std::string(two) + "\"";
}

std::string html_cell(const ReportTable& table, std::size_t row, std::size_t column, std::string_view alignment) {
  const int verdict = table.cell_verdicts.empty() ? ReportTable::unjudged : table.cell_verdicts[row][column];
  const auto [kind, word] = rank_verdict(verdict, table.words);
  const std::string judged = kind.empty() ? "" : " <small>" + text::escape_markup(word) + "</small>";
  return "<td" + class_attribute(alignment, kind) + ">" + text::escape_markup(table.rows[row][column]) + judged +
         "</td>";
}

std::string html_row(const ReportTable& table, std::size_t row, const std::vector<std::string_view>& alignments) {
  std::string out = "<tr>";
  for (std::size_t column = 0; column < alignments.size(); ++column) {
    out += html_cell(table, row, column, alignments[column]);
  }
  if (!table.verdicts.empty()) {
    const auto [kind, word] = rank_verdict(table.verdicts[row], table.words);
    out += "<td" + class_attribute(kind, "") + "><span class=\"word\">" + text::escape_markup(word) + "</span></td>";
  }
  return out + "</tr>\n";
}

std::string html_head(const ReportTable& table, const std::vector<std::string_view>& alignments) {
  std::string out = "<thead><tr>";
  for (std::size_t column = 0; column < alignments.size(); ++column) {
    out += "<th scope=\"col\"" + class_attribute(alignments[column], "") + ">" +
           text::escape_markup(table.header[column]) + "</th>";
  }
  if (!table.verdicts.empty()) out += "<th scope=\"col\">" + text::escape_markup(table.words.header) + "</th>";
  return out + "</tr></thead>\n";
}

std::string html_table(const ReportTable& table) {
  check(table);
  std::vector<std::string_view> alignments;
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    alignments.emplace_back(is_numeric(table, column) ? "number" : "");
  }
  std::string out = "<div class=\"table\" tabindex=\"0\"><table>\n";
  if (!table.title.empty()) out += "<caption>" + text::escape_markup(table.title) + "</caption>\n";
  out += html_head(table, alignments) + "<tbody>\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) out += html_row(table, row, alignments);
  return out + "</tbody></table></div>\n";
}

std::string anchor(std::size_t section) { return "section-" + std::to_string(section + 1); }

std::string html_section(const Section& section, std::size_t index) {
  std::string out = "<section id=\"" + anchor(index) + "\">\n";
  if (!section.title.empty()) out += "<h2>" + text::escape_markup(section.title) + "</h2>\n";
  for (const std::string& paragraph : section.paragraphs) out += "<p>" + text::escape_markup(paragraph) + "</p>\n";
  for (const ReportTable& table : section.tables) out += html_table(table);
  for (const Plot& plot : section.plots) {
    out += "<figure class=\"plot\"><figcaption>" + text::escape_markup(plot.title) + "</figcaption></figure>\n";
  }
  return out + "</section>\n";
}

// Links to the sections, where there are enough of them to get lost.
std::string html_contents(const Page& page) {
  constexpr std::size_t few = 3;
  if (page.sections.size() <= few) return "";
  std::string out = "<nav aria-label=\"contents\"><ol>\n";
  for (std::size_t k = 0; k < page.sections.size(); ++k) {
    out += "<li><a href=\"#" + anchor(k) + "\">" + text::escape_markup(page.sections[k].title) + "</a></li>\n";
  }
  return out + "</ol></nav>\n";
}

bool has_plots(const Page& page) {
  for (const Section& section : page.sections) {
    if (!section.plots.empty()) return true;
  }
  return false;
}

// The policy keeps the page from loading anything, whatever its texts may contain.
std::string html_start(const Page& page) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src 'unsafe-inline'\">\n<title>" +
         text::escape_markup(page.title) + "</title>\n<style>\n" + report_assets::style +
         "</style>\n</head>\n<body>\n<header>\n<h1>" + text::escape_markup(page.title) + "</h1>\n" +
         (page.subtitle.empty() ? "" : "<p class=\"subtitle\">" + text::escape_markup(page.subtitle) + "</p>\n") +
         html_contents(page) +
         (has_plots(page) ? "<p class=\"hint\">Plots: drag to zoom, double click to show all, click a name to hide it, "
                            "point to read values.</p>\n<noscript><p>The plots need JavaScript.</p></noscript>\n"
                          : "") +
         "</header>\n<main>\n";
}

// The script's names stay inside its braces.
std::string html_scripts(const Page& page) {
  if (!has_plots(page)) return "";
  return "<script type=\"application/json\" id=\"plots\">" + json_data(page) +
         "</script>\n<script>\n\"use strict\";\n{\n" + report_assets::script + "}\n</script>\n";
}

}  // namespace

std::string html(const Page& page) {
  std::string out = html_start(page);
  for (std::size_t k = 0; k < page.sections.size(); ++k) out += html_section(page.sections[k], k);
  return out + "</main>\n" + html_scripts(page) + "</body>\n</html>\n";
}

}  // namespace stickslip::io
