#include "stickslip/io/friction_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/io/csv.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/units.hpp"

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

// The unit as people read it: rad and N.m of a joint.
std::string show_estimate(const FrictionEstimate& e, std::string_view unit) {
  return e.rotary ? rotary_unit(unit) : std::string(unit);
}

// "displacement [m]" -> "displacement", "m"
std::pair<std::string, std::string> parts(const std::string& output) {
  const auto open = output.find(" [");
  return {output.substr(0, open), output.substr(open + 2, output.size() - open - 3)};
}

std::vector<Line> report_lines(const FrictionEstimate& e) {
  const auto [low, high] = std::minmax_element(e.friction.begin(), e.friction.end());
  std::vector<Line> all{{"largest_friction", *high, show_estimate(e, "N"), "Largest estimate."},
                        {"smallest_friction", *low, show_estimate(e, "N"), "Smallest estimate."},
                        {"sample_time", e.sample_time, "s", "Step of the data that the observer followed."},
                        {"delay", e.delay, "s", "By this the estimate is late when the friction changes slowly."},
                        {"noise_band", e.noise_band, show_estimate(e, "N"),
                         "Half width of the band that the sensors' noise makes, 95 %."}};
  for (std::size_t k = 0; k < e.outputs.size(); ++k) {
    const auto [name, unit] = parts(e.outputs[k]);
    all.push_back({"noise_of_" + name, e.noise_used[k], show_estimate(e, unit),
                   "Standard deviation of a sample, given or from the data."});
    all.push_back({"noise_gain_of_" + name, e.noise_gains[k], show_estimate(e, unit == "m" ? "N/m" : "N.s/m"),
                   "Standard deviation of the estimate per that of a sample."});
    all.push_back({"continuous_noise_gain_of_" + name, e.continuous_gains[k],
                   show_estimate(e, unit == "m" ? "N/m" : "N.s/m"),
                   "The same for a continuous observer, noise up to half the sample rate."});
  }
  if (!std::isfinite(e.error)) return all;
  all.push_back({"error", e.error, show_estimate(e, "N"),
                 "Root mean square of estimate less the column of the friction, once settled."});
  all.push_back({"covered", e.covered, "1", "Share of the instants at which that column lies within the band."});
  return all;
}

Json gain_json(const numerics::Matrix& gain) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < gain.rows(); ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < gain.columns(); ++j) row.push_back(gain(i, j));
    rows.add(Json::make_array(row));
  }
  return rows;
}

Json poles_json(const std::vector<std::complex<double>>& poles) {
  Json all = Json::array();
  for (const auto& pole : poles) all.add(Json::make_array({pole.real(), pole.imag()}));
  return all;
}

std::vector<const ParamGroup*> param_groups(const FrictionEstimate& e) {
  return {&e.settings.plant, &e.settings.observer};
}

ReportTable parameter_table(const FrictionEstimate& e) {
  ReportTable table{.title = "Parameters", .header = {"parameter", "value", "unit", "from", "meaning"}, .rows = {}};
  for (const ParamGroup* group : param_groups(e))
    for (const Field& f : group->table) {
      const std::string name = std::string(group->name) + "." + std::string(f.name);
      const bool filled = std::find(e.filled_in.begin(), e.filled_in.end(), name) != e.filled_in.end();
      table.rows.push_back(
          {name, value_text(*group, f), std::string(f.unit), filled ? "filled in" : "", std::string(f.doc)});
    }
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

// Displacement, pressure and forces of a shift over time, friction over time and displacement: figs 5 to 7 of 000.
Section curves(const FrictionEstimate& e) {
  const std::string friction = "friction [" + show_estimate(e, "N") + "]";
  const std::string place = "displacement [" + show_estimate(e, "m") + "]";
  const auto over_time = [&e](const std::string& title, const std::string& label, const std::vector<double>& values) {
    return Plot{.title = title, .x_label = "time [s]", .y_label = label, .series = {{title, e.time, values}}};
  };
  Section section{.title = "Friction"};
  section.plots = {{.title = "Friction, with its band",
                    .x_label = "time [s]",
                    .y_label = friction,
                    .series = {{"estimate", e.time, e.friction}, {"low", e.time, e.low}, {"high", e.time, e.high}}},
                   {.title = "Friction over displacement",
                    .x_label = place,
                    .y_label = friction,
                    .series = {{"estimate", e.displacement, e.friction}}},
                   over_time("Displacement", place, e.displacement)};
  if (!e.pressure.empty()) section.plots.push_back(over_time("Pressure", "pressure [Pa]", e.pressure));
  Plot forces = over_time("Drive", "force [" + show_estimate(e, "N") + "]", e.drive);
  if (!e.centrifugal.empty()) forces.series.push_back({"centrifugal forces", e.time, e.centrifugal});
  if (!e.contact.empty()) forces.series.push_back({"contact force", e.time, e.contact});
  section.plots.push_back(std::move(forces));
  section.plots.push_back({.title = "Innovation: first output less what the observer expected",
                           .x_label = "time [s]",
                           .y_label = "innovation of " + e.outputs.front(),
                           .series = {{"innovation", e.time, e.innovation}}});
  return section;
}

Json texts_json(const std::vector<std::string>& texts) {
  Json all = Json::array();
  for (const std::string& text : texts) all.add(text);
  return all;
}

}  // namespace

std::string csv_text(const FrictionEstimate& e) {
  const std::string force = show_estimate(e, "N");
  std::vector<Column> columns{{"time", "s"},
                              {"friction", force},
                              {"friction_low", force},
                              {"friction_high", force},
                              {"displacement", show_estimate(e, "m")},
                              {"velocity", show_estimate(e, "m/s")},
                              {"innovation", show_estimate(e, parts(e.outputs.front()).second)},
                              {"drive", force}};
  std::vector<std::vector<double>> values{e.time,         e.friction, e.low,        e.high,
                                          e.displacement, e.velocity, e.innovation, e.drive};
  const auto add = [&](const char* name, const std::string& unit, const std::vector<double>& column) {
    if (column.empty()) return;
    columns.push_back({name, unit});
    values.push_back(column);
  };
  add("pressure", "Pa", e.pressure);
  add("centrifugal_force", force, e.centrifugal);
  add("contact_force", force, e.contact);
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
  json.add("remarks", texts_json(e.remarks));
  json.add("notes", texts_json(e.notes));
  json.add("filled_in", texts_json(e.filled_in));
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
  for (const std::string& remark : e.remarks) text += "- " + remark + "\n";
  for (const std::string& note : e.notes) text += "- " + note + "\n";
  return text;
}

Page report_page(const FrictionEstimate& e, std::string_view version) {
  Page page{.title = "Friction from " + e.file,
            .subtitle = "Proportional-integral observer. Mustafa et al. 2022 (000), section II.B. stickslip " +
                        std::string(version) + "."};
  page.sections.push_back({.title = "Summary",
                           .paragraphs = {"The band covers the noise of the sensors and what the delay of the "
                                          "observer hides. It does not cover friction that changes much faster than "
                                          "the observer, nor errors of mass, spring, damping or area. The paper's "
                                          "improved observer (IPI) is not printed; this is the plain one."},
                           .tables = {figure_table(e)}});
  for (const std::string& remark : e.remarks) page.sections.back().paragraphs.push_back(remark);
  for (const std::string& note : e.notes) page.sections.back().paragraphs.push_back(note);
  page.sections.push_back(curves(e));
  page.sections.push_back({.title = "Details", .tables = {gain_table(e), parameter_table(e)}});
  return page;
}

void write_results(const FrictionEstimate& e, std::string_view version, const std::string& directory) {
  write_files(directory, {{"friction.csv", csv_text(e)},
                          {"summary.json", summary_json(e, version)},
                          {"report.html", html(report_page(e, version))}});
}

}  // namespace stickslip::io
