#include "stickslip/io/method_result.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/io/csv.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/text/quoting.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

std::string interval_text(const Estimate& e) { return "[" + text::digits(e.low) + ", " + text::digits(e.high) + "]"; }

Json estimate_json(const Estimate& e) {
  Json json = Json::object();
  json.add("value", e.value);
  json.add("low", e.low);
  json.add("high", e.high);
  json.add("unit", e.unit);
  json.add("identified", e.identified);
  json.add("remark", e.remark);
  return json;
}

Json group_json(const ParamGroup& group) {
  Json all = Json::object();
  for (const Field& f : group.table) {
    const std::string text = value_text(group, f);
    const auto list = group.list(f.name);
    if (!f.choices.empty())
      all.add(f.name, Json(text.substr(1, text.size() - 2)));
    else if (f.width == 1)
      all.add(f.name, Json(group[f.name]));
    else
      all.add(f.name, Json::make_array({list.begin(), list.end()}));
  }
  return all;
}

ReportTable estimate_table(const MethodResult& r) {
  ReportTable table{.title = "Estimates, 95 % intervals",
                    .header = {"parameter", "value", "low", "high", "unit", "remark"},
                    .rows = {},
                    .words = {.header = "identified", .good = "yes", .neutral = "-", .bad = "no"}};
  for (const Estimate& e : r.estimates) {
    table.rows.push_back({e.name, text::digits(e.value), text::digits(e.low), text::digits(e.high), e.unit, e.remark});
    table.verdicts.push_back(e.identified ? 1 : -1);
  }
  return table;
}

ReportTable figure_table(const MethodResult& r) {
  ReportTable table{.title = "Figures", .header = {"figure", "value", "unit", "meaning"}, .rows = {}};
  for (const MethodFigure& f : r.figures) table.rows.push_back({f.name, text::digits(f.value), f.unit, f.meaning});
  return table;
}

ReportTable setting_table(const MethodResult& r) {
  ReportTable table{.title = "Parameters", .header = {"parameter", "value", "unit", "meaning"}, .rows = {}};
  for (const ParamGroup& group : r.settings.groups)
    for (const Field& f : group.table)
      table.rows.push_back({std::string(group.name) + "." + std::string(f.name), value_text(group, f),
                            std::string(f.unit), std::string(f.doc)});
  return table;
}

Section plot_section(const MethodResult& r) {
  Section section{.title = "Curves"};
  for (const MethodPlot& p : r.plots) {
    Plot plot{.title = p.title, .x_label = p.x_label, .y_label = p.y_label, .series = {}, .log_x = p.log_x};
    for (const MethodCurve& c : p.curves)
      if (!c.x.empty()) plot.series.push_back({c.name, c.x, c.y, c.dots});
    section.plots.push_back(std::move(plot));
  }
  for (const MethodTable& t : r.tables)
    section.tables.push_back({.title = t.title, .header = t.header, .rows = t.rows});
  return section;
}

}  // namespace

std::string summary_json(const MethodResult& r, std::string_view version) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("version", version);
  json.add("method", r.method);
  Json files = Json::array();
  for (const std::string& file : r.files) files.add(file);
  json.add("data", std::move(files));
  json.add("rows", r.rows);
  Json estimates = Json::object();
  for (const Estimate& e : r.estimates) estimates.add(e.name, estimate_json(e));
  json.add("estimates", std::move(estimates));
  Json figures = Json::object();
  for (const MethodFigure& f : r.figures) {
    Json one = Json::object();
    one.add("value", f.value);
    one.add("unit", f.unit);
    one.add("meaning", f.meaning);
    figures.add(f.name, std::move(one));
  }
  json.add("figures", std::move(figures));
  Json remarks = Json::array();
  for (const std::string& remark : r.remarks) remarks.add(remark);
  json.add("remarks", std::move(remarks));
  Json notes = Json::array();
  for (const std::string& note : r.notes) notes.add(note);
  json.add("notes", std::move(notes));
  Json parameters = Json::object();
  for (const ParamGroup& group : r.settings.groups) parameters.add(group.name, group_json(group));
  json.add("parameters", std::move(parameters));
  return json.text() + "\n";
}

std::string summary_text(const MethodResult& r) {
  std::size_t width = 0;
  for (const Estimate& e : r.estimates) width = std::max(width, e.name.size());
  for (const MethodFigure& f : r.figures) width = std::max(width, f.name.size());
  const auto padded = [width](const std::string& name) {
    return "  " + name + std::string(width - name.size() + 2, ' ');
  };
  std::string text = r.method + " from " + text::join(r.files) + ", " + std::to_string(r.rows) + " rows\n";
  for (const Estimate& e : r.estimates) {
    text += padded(e.name) + text::with_unit(text::digits(e.value) + " " + interval_text(e), e.unit) + "\n";
    if (!e.remark.empty()) text += padded("") + e.remark + "\n";
  }
  for (const MethodFigure& f : r.figures)
    text += padded(f.name) + text::with_unit(text::digits(f.value), f.unit) + "\n";
  for (const std::string& remark : r.remarks) text += "- " + remark + "\n";
  for (const std::string& note : r.notes) text += "- " + note + "\n";
  return text;
}

std::string estimates_csv(const MethodResult& r) {
  std::string text = "name,value,low,high,unit,identified,remark\n";
  for (const Estimate& e : r.estimates)
    text += text::csv_cell(e.name) + "," + to_text(e.value) + "," + to_text(e.low) + "," + to_text(e.high) + "," +
            text::csv_cell(e.unit) + "," + (e.identified ? "1" : "0") + "," + text::csv_cell(e.remark) + "\n";
  return text;
}

std::string law_toml(const MethodResult& r) {
  if (r.law.empty()) return {};
  std::string text = "# " + text::comment_line(r.method + " from " + text::join(r.files)) + "\n";
  for (const Estimate& e : r.estimates)
    if (!e.identified) text += "# " + text::comment_line(e.name + " is " + e.remark) + "\n";
  text += "[experiment]\nbase = \"stick-slip\"\n\n[law]\nname = \"" + r.law + "\"\n";
  for (const Field& f : r.law_parameters.table)
    text += std::string(f.name) + " = " + value_text(r.law_parameters, f) + "  # " +
            (f.unit == "1" ? "" : "[" + std::string(f.unit) + "] ") + std::string(f.doc) + "\n";
  return text;
}

Page report_page(const MethodResult& r, std::string_view version) {
  Page page{.title = r.title,
            .subtitle = text::join(r.files) + ". " + r.source + ". stickslip " + std::string(version) + "."};
  page.sections.push_back({.title = "Summary", .paragraphs = r.remarks, .tables = {}});
  if (!r.estimates.empty()) page.sections.back().tables.push_back(estimate_table(r));
  for (const std::string& note : r.notes) page.sections.back().paragraphs.push_back(note);
  page.sections.push_back(plot_section(r));
  page.sections.push_back({.title = "Details", .tables = {figure_table(r), setting_table(r)}});
  return page;
}

std::vector<std::string> write_results(const MethodResult& r, std::string_view version, const std::string& directory) {
  std::vector<std::string> names{"estimates.csv", "points.csv", "summary.json", "report.html"};
  write_file(directory + "/estimates.csv", estimates_csv(r));
  write_file(directory + "/points.csv", csv_text(r.points.columns, r.points.values));
  write_file(directory + "/summary.json", summary_json(r, version));
  write_file(directory + "/report.html", html(report_page(r, version)));
  if (!r.surface.columns.empty()) {
    write_file(directory + "/surface.csv", csv_text(r.surface.columns, r.surface.values));
    names.emplace_back("surface.csv");
  }
  if (r.law.empty()) return names;
  write_file(directory + "/law.toml", law_toml(r));
  names.emplace_back("law.toml");
  return names;
}

}  // namespace stickslip::io
