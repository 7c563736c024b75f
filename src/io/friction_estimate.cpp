#include "stickslip/io/friction_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/io/csv.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::io {

using namespace observe;

namespace {

// One figure of an estimate.
struct Line {
  std::string name;
  double value;
  std::string unit;
  std::string meaning;
};

// "displacement [m]" -> "displacement", "m"
std::pair<std::string, std::string> parts(const std::string& output) {
  const auto open = output.find(" [");
  return {output.substr(0, open), output.substr(open + 2, output.size() - open - 3)};
}

std::vector<Line> report_lines(const FrictionEstimate& e) {
  const auto [low, high] = std::minmax_element(e.friction.begin(), e.friction.end());
  std::vector<Line> all{
      {"largest_friction", *high, "N", "Largest estimate."},
      {"smallest_friction", *low, "N", "Smallest estimate."},
      {"sample_time", e.sample_time, "s", "Step of the data that the observer followed."},
      {"delay", e.delay, "s", "By this the estimate is late when the friction changes slowly."},
      {"noise_band", e.noise_band, "N", "Half width of the band that the sensors' noise makes, 95 %."}};
  for (std::size_t k = 0; k < e.outputs.size(); ++k) {
    const auto [name, unit] = parts(e.outputs[k]);
    all.push_back(
        {"noise_of_" + name, e.noise_used[k], unit, "Standard deviation of a sample, given or from the data."});
    all.push_back({"noise_gain_of_" + name, e.noise_gains[k], unit == "m" ? "N/m" : "N.s/m",
                   "Standard deviation of the estimate per that of a sample."});
    all.push_back({"continuous_noise_gain_of_" + name, e.continuous_gains[k], unit == "m" ? "N/m" : "N.s/m",
                   "The same for a continuous observer, noise up to half the sample rate."});
  }
  if (!std::isfinite(e.error)) return all;
  all.push_back({"error", e.error, "N", "Root mean square of estimate less the column friction, once settled."});
  all.push_back({"covered", e.covered, "1", "Share of the instants at which that column lies within the band."});
  return all;
}

Json gain_json(const numerics::Matrix& gain) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < gain.rows(); ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < gain.columns(); ++j) row.push_back(gain(i, j));
    rows.add(Json::array_of(row));
  }
  return rows;
}

Json poles_json(const std::vector<std::complex<double>>& poles) {
  Json all = Json::array();
  for (const auto& pole : poles) all.add(Json::array_of({pole.real(), pole.imag()}));
  return all;
}

std::vector<const ParamGroup*> param_groups(const FrictionEstimate& e) {
  return {&e.settings.plant, &e.settings.observer};
}

ReportTable parameter_table(const FrictionEstimate& e) {
  ReportTable table{.title = "Parameters", .header = {"parameter", "value", "unit", "meaning"}, .rows = {}};
  for (const ParamGroup* group : param_groups(e))
    for (const Field& f : group->table)
      table.rows.push_back({std::string(group->name) + "." + std::string(f.name), value_text(*group, f),
                            std::string(f.unit), std::string(f.doc)});
  return table;
}

ReportTable figure_table(const FrictionEstimate& e) {
  ReportTable table{.title = "Figures", .header = {"figure", "value", "unit", "meaning"}, .rows = {}};
  for (const Line& l : report_lines(e)) table.rows.push_back({l.name, text::digits(l.value), l.unit, l.meaning});
  return table;
}

ReportTable gain_table(const FrictionEstimate& e) {
  ReportTable table{
      .title = "Gains", .header = {"correction of"}, .rows = {{"displacement"}, {"velocity"}, {"friction"}}};
  for (const std::string& output : e.outputs) table.header.push_back("per " + output);
  for (std::size_t i = 0; i < e.gain.rows(); ++i)
    for (std::size_t j = 0; j < e.gain.columns(); ++j) table.rows[i].push_back(text::digits(e.gain(i, j)));
  return table;
}

Section curves(const FrictionEstimate& e) {
  Section section{.title = "Friction"};
  section.plots = {{.title = "Friction, with its band",
                    .x_label = "time [s]",
                    .y_label = "friction [N]",
                    .series = {{"estimate", e.time, e.friction}, {"low", e.time, e.low}, {"high", e.time, e.high}}},
                   {.title = "Friction over displacement",
                    .x_label = "displacement [m]",
                    .y_label = "friction [N]",
                    .series = {{"estimate", e.displacement, e.friction}}},
                   {.title = "Innovation: first output less what the observer expected",
                    .x_label = "time [s]",
                    .y_label = "innovation of " + e.outputs.front(),
                    .series = {{"innovation", e.time, e.innovation}}}};
  return section;
}

}  // namespace

std::string csv_text(const FrictionEstimate& e) {
  const std::string innovation_unit = parts(e.outputs.front()).second;
  const std::vector<Column> columns{
      {"time", "s"},         {"friction", "N"},   {"friction_low", "N"},          {"friction_high", "N"},
      {"displacement", "m"}, {"velocity", "m/s"}, {"innovation", innovation_unit}};
  const std::vector<std::vector<double>> values{e.time,         e.friction, e.low,       e.high,
                                                e.displacement, e.velocity, e.innovation};
  return csv_text(columns, values);
}

std::string summary_json(const FrictionEstimate& e, std::string_view version) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("version", version);
  json.add("method", "observer");
  json.add("data", e.file);
  json.add("rows", e.time.size());
  Json figures = Json::object();
  for (const Line& l : report_lines(e)) {
    Json one = Json::object();
    one.add("value", l.value);
    one.add("unit", l.unit);
    one.add("meaning", l.meaning);
    figures.add(l.name, std::move(one));
  }
  json.add("figures", std::move(figures));
  json.add("gain", gain_json(e.gain));
  json.add("poles", poles_json(e.poles));
  Json parameters = Json::object();
  for (const ParamGroup* group : param_groups(e)) {
    Json all = Json::object();
    for (const Field& f : group->table) {
      const std::string text = value_text(*group, f);
      all.add(f.name, f.choices.empty() ? Json((*group)[f.name]) : Json(text.substr(1, text.size() - 2)));
    }
    parameters.add(group->name, std::move(all));
  }
  json.add("parameters", std::move(parameters));
  return json.text() + "\n";
}

std::string summary_text(const FrictionEstimate& e) {
  const auto lines = report_lines(e);
  std::size_t width = 0;
  for (const Line& l : lines) width = std::max(width, l.name.size());
  std::string text = "friction from " + e.file + ", " + std::to_string(e.time.size()) + " rows\n";
  for (const Line& l : lines)
    text += "  " + l.name + std::string(width - l.name.size() + 2, ' ') + text::with_unit(l.value, l.unit) + "\n";
  return text;
}

Page report_page(const FrictionEstimate& e, std::string_view version) {
  Page page{.title = "Friction from " + e.file,
            .subtitle = "Proportional-integral observer. Mustafa et al. 2022 (000), section II.B. stickslip " +
                        std::string(version) + "."};
  page.sections.push_back({.title = "Summary",
                           .paragraphs = {"The band covers the noise of the sensors and what the delay of the "
                                          "observer hides. It does not cover friction that changes much faster than "
                                          "the observer, nor errors of mass, spring, damping or area."},
                           .tables = {figure_table(e)}});
  page.sections.push_back(curves(e));
  page.sections.push_back({.title = "Details", .tables = {gain_table(e), parameter_table(e)}});
  return page;
}

void write_results(const FrictionEstimate& e, std::string_view version, const std::string& directory) {
  write_file(directory + "/friction.csv", csv_text(e));
  write_file(directory + "/summary.json", summary_json(e, version));
  write_file(directory + "/report.html", html(report_page(e, version)));
}

}  // namespace stickslip::io
