#include "stickslip/io/measurement.hpp"

#include <algorithm>

#include "stickslip/io/csv.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::io {

using namespace measurement;

namespace {

std::vector<Column> display_columns(const Measurement& m) {
  std::vector<Column> columns = m.data.columns;
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k].unit = show_column_unit(m, k);
  return columns;
}

std::string describe_place(const Finding& f) {
  return f.column.empty() ? "line " + std::to_string(f.line) : f.column + ", line " + std::to_string(f.line);
}

Json make_list(const std::vector<std::string>& texts) {
  Json all = Json::array();
  for (const std::string& text : texts) all.add(Json(text));
  return all;
}

Json findings_json(const Measurement& m) {
  Json all = Json::array();
  for (const Finding& f : m.findings) {
    Json one = Json::object();
    one.add("what", f.what);
    one.add("column", f.column);
    one.add("line", f.line);
    one.add("text", f.text);
    one.add("data_problem", f.data_problem);
    all.add(std::move(one));
  }
  return all;
}

Json repairs_json(const Measurement& m) {
  Json all = Json::array();
  for (const Repair& r : m.repairs) {
    Json one = Json::object();
    one.add("name", r.name);
    one.add("text", r.text);
    all.add(std::move(one));
  }
  return all;
}

Json columns_json(const Measurement& m) {
  Json all = Json::array();
  for (std::size_t k = 0; k < m.data.columns.size(); ++k) {
    Json one = Json::object();
    one.add("name", m.data.columns[k].name);
    one.add("unit", show_column_unit(m, k));
    one.add("resolution", m.resolution[k]);
    all.add(std::move(one));
  }
  return all;
}

ReportTable column_table(const Measurement& m) {
  ReportTable table{
      .title = "Columns", .header = {"column", "unit", "smallest", "largest", "step of the values"}, .rows = {}};
  for (std::size_t k = 0; k < m.data.columns.size(); ++k) {
    const auto [low, high] = std::minmax_element(m.data.values[k].begin(), m.data.values[k].end());
    table.rows.push_back({m.data.columns[k].name, show_column_unit(m, k), text::digits(*low), text::digits(*high),
                          m.resolution[k] > 0.0 ? text::digits(m.resolution[k]) : "-"});
  }
  return table;
}

ReportTable finding_table(const Measurement& m) {
  ReportTable table{.title = "Found", .header = {"what", "where", "in words"}, .rows = {}};
  for (const Finding& f : m.findings)
    table.rows.push_back({f.what + (f.data_problem ? ": data problem" : ""), describe_place(f), f.text});
  return table;
}

ReportTable repair_table(const Measurement& m) {
  ReportTable table{.title = "Done", .header = {"repair", "in words"}, .rows = {}};
  for (const Repair& r : m.repairs) table.rows.push_back({r.name, r.text});
  return table;
}

Section channels(const Measurement& m) {
  Section section{.title = "Channels"};
  const auto time =
      std::find_if(m.data.columns.begin(), m.data.columns.end(), [](const Column& c) { return c.name == "time"; });
  const std::vector<double>& t = m.data.values[std::size_t(time - m.data.columns.begin())];
  for (std::size_t k = 0; k < m.data.columns.size(); ++k) {
    const Column& c = m.data.columns[k];
    if (c.name == "time") continue;
    section.plots.push_back({.title = c.name,
                             .x_label = "time [s]",
                             .y_label = c.name + " [" + show_column_unit(m, k) + "]",
                             .series = {{c.name, t, m.data.values[k]}}});
  }
  return section;
}

// What no fit can be trusted with stands apart, before the rest.
std::string findings_text(const Measurement& m) {
  if (m.findings.empty()) return "found: nothing\n";
  std::string problems, others;
  for (const Finding& f : m.findings)
    (f.data_problem ? problems : others) += "  " + f.what + " (" + describe_place(f) + "): " + f.text + "\n";
  return (problems.empty() ? "" : "data problems; no fit can be trusted until they are repaired\n" + problems) +
         (others.empty() ? "" : "found\n" + others);
}

}  // namespace

std::string csv_text(const Measurement& m) { return csv_text(display_columns(m), m.data.values); }

std::string summary_json(const Measurement& m, std::string_view version) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("version", version);
  json.add("data", m.data.file);
  json.add("hash", text::hexadecimal(m.hash));
  json.add("rows", m.data.rows());
  json.add("step", m.step);
  json.add("rotary", m.rotary);
  json.add("bandwidth", m.bandwidth);
  json.add("columns", columns_json(m));
  json.add("guesses", make_list(m.guesses));
  json.add("findings", findings_json(m));
  json.add("repairs", repairs_json(m));
  return json.text() + "\n";
}

std::string summary_text(const Measurement& m) {
  std::string text = m.data.file + ": " + std::to_string(m.data.rows()) + " rows at a step of " + text::digits(m.step) +
                     " s" + (m.rotary ? ", a turning motion" : "") + "\n";
  text += "columns\n";
  for (const std::string& guess : m.guesses) text += "  " + guess + "\n";
  text += findings_text(m);
  text += m.repairs.empty() ? "done: nothing\n" : "done; " + option_reference("refuse", "NAME") + " leaves it undone\n";
  for (const Repair& r : m.repairs) text += "  " + r.name + ": " + r.text + "\n";
  std::string steps;
  for (std::size_t k = 0; k < m.data.columns.size(); ++k)
    if (m.resolution[k] > 0.0)
      steps +=
          "  " + m.data.columns[k].name + ": " + text::digits(m.resolution[k]) + " " + show_column_unit(m, k) + "\n";
  return text + (steps.empty() ? "" : "steps in which values were recorded\n" + steps);
}

Page report_page(const Measurement& m, std::string_view version) {
  Page page{.title = "Measurement " + m.data.file,
            .subtitle = std::to_string(m.data.rows()) + " rows at a step of " + text::digits(m.step) +
                        " s. stickslip " + std::string(version) + "."};
  page.sections.push_back(
      {.title = "Import", .paragraphs = m.guesses, .tables = {finding_table(m), repair_table(m), column_table(m)}});
  page.sections.push_back(channels(m));
  return page;
}

void write_results(const Measurement& m, std::string_view version, const std::string& directory) {
  write_files(directory, {{"measurement.csv", csv_text(m)},
                          {"summary.json", summary_json(m, version)},
                          {"report.html", html(report_page(m, version))}});
}

}  // namespace stickslip::io
