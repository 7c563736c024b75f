#include "stickslip/io/results.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "experiment_words.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/json.hpp"
#include "stickslip/io/toml.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::io {

using namespace experiment;
using namespace solve;

namespace {

std::string figure_text(const Figure& f) {
  constexpr std::size_t most_shown = 6;
  if (!f.missing.empty()) return "- (" + f.missing + ")";
  if (f.values.empty()) return "none";
  std::string text;
  for (std::size_t i = 0; i < std::min(most_shown, f.values.size()); ++i)
    text += (i == 0 ? "" : ", ") + text::digits(f.values[i], 9);
  if (f.values.size() > most_shown) text += ", ... (" + std::to_string(f.values.size()) + " values)";
  return text::with_unit(text, f.info->unit);
}

// ---- summary.json

Json figures_json(const ExperimentResult& r) {
  Json all = Json::object();
  for (const Figure& f : r.figures) {
    Json one = Json::object();
    if (!f.missing.empty())
      one.add("value", Json());
    else
      one.add("value", f.is_list ? Json::make_array(f.values) : Json(f.values.front()));
    one.add("unit", f.info->unit);
    one.add("meaning", f.info->meaning);
    if (!f.missing.empty()) one.add("missing", f.missing);
    all.add(f.info->name, std::move(one));
  }
  return all;
}

Json events_json(const SolveReport& report) {
  Json all = Json::array();
  for (const Event& event : report.events) {
    Json one = Json::object();
    one.add("time", event.t);
    one.add("guard", event.guard_name);
    one.add("from", event.from);
    one.add("to", event.to);
    all.add(std::move(one));
  }
  return all;
}

bool is_table(const ExperimentResult& r) { return !r.table.columns.empty(); }

Json solver_json(const ExperimentResult& r) {
  const SolveReport& s = r.report;
  Json json = Json::object();
  if (is_table(r)) {
    json.add("ending", "answered without a solver");
    json.add("message", r.message);
    return json;
  }
  json.add("ending", to_text(s.ending));
  json.add("message", r.message);
  json.add("time_reached", s.t);
  json.add("method_given", to_text(s.method_given));
  json.add("method_used", to_text(s.method_used));
  json.add("relative_tolerance_given", s.relative_tolerance_given);
  json.add("relative_tolerance_used", s.relative_tolerance_used);
  json.add("duration_given", r.experiment.run["duration"]);
  json.add("duration_used", r.duration);
  json.add("output_step_given", r.experiment.solver["output_step"]);
  json.add("output_step_used", r.output_step);
  json.add("steps", s.steps);
  json.add("rejected", s.rejected);
  json.add("stiff_steps", s.stiff_steps);
  json.add("derivative_evaluations", s.flow_calls);
  json.add("jacobians", s.jacobians);
  json.add("guard_calls", s.guard_calls);
  return json;
}

// ---- report.html

// The trajectory's columns of these names, those that it has, over another; its first rows alone where `rows` says so.
Plot make_plot(const Trajectory& t, const std::string& title, std::string_view x, std::vector<std::string_view> ys,
               std::size_t rows = std::numeric_limits<std::size_t>::max()) {
  const auto label = [&t](std::string_view name) {
    for (const Column& c : t.columns())
      if (c.name == name) return c.name + " [" + c.unit + "]";
    return std::string(name);
  };
  Plot plot{.title = title, .x_label = label(x), .y_label = label(ys.front()), .series = {}};
  const auto values = [&](std::string_view name) {
    const auto all = t.column(name);
    return std::vector<double>(all.begin(), all.begin() + std::ptrdiff_t(std::min(rows, all.size())));
  };
  for (const std::string_view y : ys)
    if (t.has(y)) plot.series.push_back({std::string(y), values(x), values(y)});
  return plot;
}

// Every further column of the table over the first; logarithmic where all numbers are positive.
Section make_plots(const ResultTable& t) {
  const auto label = [](const Column& c) { return c.name + " [" + c.unit + "]"; };
  const auto positive = [](const std::vector<double>& all) {
    return std::all_of(all.begin(), all.end(), [](double v) { return v > 0.0; });
  };
  Section section{.title = "Result"};
  for (std::size_t k = 1; k < t.columns.size(); ++k)
    section.plots.push_back({.title = t.columns[k].name + " over " + t.columns[0].name,
                             .x_label = label(t.columns[0]),
                             .y_label = label(t.columns[k]),
                             .series = {{t.columns[k].name, t.values[0], t.values[k]}},
                             .log_x = positive(t.values[0]),
                             .log_y = positive(t.values[k])});
  return section;
}

// Columns of one unit in one plot, for machines whose motion has several bodies.
Section plots_by_unit(const Trajectory& t) {
  Section section{.title = "Course of the run"};
  std::vector<std::string> units;
  for (const Column& c : t.columns())
    if (c.name != "time" && std::find(units.begin(), units.end(), c.unit) == units.end()) units.push_back(c.unit);
  for (const std::string& unit : units) {
    std::vector<std::string_view> names;
    for (const Column& c : t.columns())
      if (c.unit == unit && c.name != "time") names.push_back(c.name);
    section.plots.push_back(make_plot(t, unit == "1" ? "Numbers" : "In " + unit, "time", names));
    section.plots.back().y_label = "[" + unit + "]";
  }
  return section;
}

std::vector<Plot> motion_plots(const Trajectory& t, std::size_t rows = std::numeric_limits<std::size_t>::max()) {
  std::vector<Plot> plots = {make_plot(t, "Displacement", "time", {"displacement", "target"}, rows),
                             make_plot(t, "Velocity", "time", {"velocity"}, rows),
                             make_plot(t, "Forces", "time", {"friction", "applied", "torque"}, rows),
                             make_plot(t, "Friction over displacement", "displacement", {"friction"}, rows),
                             make_plot(t, "Friction over velocity", "velocity", {"friction"}, rows)};
  if (t.has("pressure_1")) plots.push_back(make_plot(t, "Pressures", "time", {"pressure_1", "pressure_2"}, rows));
  return plots;
}

Section make_plots(const Trajectory& t) {
  if (!t.has("displacement")) return plots_by_unit(t);
  return {.title = "Motion and force", .plots = motion_plots(t)};
}

// The first period of a drive that repeats itself, which begins at rest as the others do not; none where the run has no
// second one.
std::optional<Section> first_cycle(const ExperimentResult& r) {
  const auto time = r.trajectory.time();
  if (r.period <= 0.0 || time.empty() || time.back() < 1.5 * r.period || !r.trajectory.has("displacement")) return {};
  const auto end = std::upper_bound(time.begin(), time.end(), r.period * (1.0 + 1e-12)) - time.begin();
  return Section{.title = "First cycle", .plots = motion_plots(r.trajectory, std::size_t(end))};
}

ReportTable figures_table(const ExperimentResult& r) {
  ReportTable table{.title = "Figures", .header = {"figure", "value", "meaning"}, .rows = {}};
  for (const Figure& f : r.figures)
    table.rows.push_back({std::string(f.info->name), figure_text(f), std::string(f.info->meaning)});
  return table;
}

ReportTable events_table(const SolveReport& report) {
  constexpr std::size_t most_shown = 200;  // a person reads no more; summary.json has all
  ReportTable table{.title = "Events", .header = {"time [s]", "guard", "from", "to"}, .rows = {}};
  for (const Event& e : report.events) {
    if (table.rows.size() == most_shown) break;
    table.rows.push_back({text::digits(e.t, 9), e.guard_name, e.from, e.to});
  }
  if (report.events.size() > most_shown)
    table.title = "The first " + std::to_string(most_shown) + " of " + std::to_string(report.events.size()) + " events";
  return table;
}

ReportTable parameters_table(const Experiment& e) {
  ReportTable table{.title = "Parameters", .header = {"parameter", "value", "unit", "meaning"}, .rows = {}};
  for (const ParamGroup* group : e.groups())
    for (const Field& f : group->table)
      table.rows.push_back({std::string(group->name) + "." + std::string(f.name), value_text(*group, f),
                            std::string(f.unit), std::string(f.doc)});
  if (!e.table.file.empty())
    table.rows.push_back(
        {"drive.table", e.table.file, table_column(e.base).unit, "Drives in place of the course above."});
  return table;
}

// ---- files

std::string unwritten(const std::string& path, int error) {
  return "the file " + path + " cannot be written: " + std::generic_category().message(error);
}

// 0, or the error.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) text.remove_prefix(std::size_t(count));
  }
  return 0;
}

}  // namespace

std::string summary_json(const ExperimentResult& r, std::string_view version) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("version", version);
  json.add("experiment", r.experiment.base);
  json.add("law", r.experiment.law_name);
  if (r.experiment.elements > 0) json.add("elements", r.experiment.elements);
  json.add("completed", r.completed);
  if (!r.notes.empty()) {
    Json notes = Json::array();
    for (const std::string& note : r.notes) notes.add(note);
    json.add("notes", std::move(notes));
  }
  json.add("figures", figures_json(r));
  json.add("solver", solver_json(r));
  json.add("parameters", parameters_json(r.experiment));
  json.add("events", events_json(r.report));
  return json.text() + "\n";
}

std::string summary_text(const ExperimentResult& r) {
  std::size_t width = 0;
  for (const Figure& f : r.figures) width = std::max(width, f.info->name.size());
  std::string text = with_law(r.experiment) + "\n" + r.message + "\n";
  for (const std::string& line : fill_in(r.experiment)) text += line + "\n";
  for (const std::string& note : r.notes) text += "note: " + note + "\n";
  for (const Figure& f : r.figures)
    text +=
        "  " + std::string(f.info->name) + std::string(width - f.info->name.size() + 2, ' ') + figure_text(f) + "\n";
  return text;
}

Page report_page(const ExperimentResult& r, std::string_view version) {
  const ExperimentInfo& info = experiment_info(r.experiment.base);
  Page page{.title = with_law(r.experiment),
            .subtitle = std::string(info.title) + ". " + std::string(info.source) + "."};
  Section summary{.title = "Summary"};
  if (!r.completed) summary.paragraphs.push_back("This run did not reach its end.");
  summary.paragraphs.push_back(r.message + ". stickslip " + std::string(version) + ".");
  for (const std::string& line : fill_in(r.experiment)) summary.paragraphs.push_back(line + ".");
  for (const std::string& note : r.notes) summary.paragraphs.push_back("Note: " + note + ".");
  summary.tables.push_back(figures_table(r));
  page.sections = {summary};
  if (!is_table(r)) {
    page.sections.push_back(make_plots(r.trajectory));
    if (auto first = first_cycle(r)) page.sections.push_back(std::move(*first));
  } else if (!r.table.values[0].empty()) {
    page.sections.push_back(make_plots(r.table));
  }
  Section details{.title = "Details"};
  if (!r.report.events.empty()) details.tables.push_back(events_table(r.report));
  details.tables.push_back(parameters_table(r.experiment));
  page.sections.push_back(std::move(details));
  return page;
}

void prepare_directory(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw std::invalid_argument("the directory " + directory + " cannot be made: " + error.message() +
                                "; give -o another one");
  if (faccessat(AT_FDCWD, directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    throw std::invalid_argument("nothing can be written into the directory " + directory + ": " +
                                std::generic_category().message(errno) + "; give -o another one");
}

// Under a name of its own until it is whole: two programs may write the same file, and a disk may be full.
void write_file(const std::string& path, const std::string& text) {
  const std::string part = path + "." + std::to_string(getpid()) + ".part";
  const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) throw std::invalid_argument(unwritten(path, errno));
  int error = write_all(file, text);
  if (close(file) != 0 && error == 0) error = errno;
  const bool whole = error == 0;
  if (whole && std::rename(part.c_str(), path.c_str()) == 0) return;
  if (whole) error = errno;
  unlink(part.c_str());
  if (whole) throw std::invalid_argument(unwritten(path, error));
  throw std::runtime_error(unwritten(path, error));
}

void write_files(const std::string& directory, const std::vector<std::pair<std::string, std::string>>& files) {
  for (const auto& [name, text] : files) write_file(directory + "/" + name, text);
}

void write_results(const ExperimentResult& r, std::string_view version, const std::string& directory) {
  write_files(directory,
              {{"trajectory.csv", is_table(r) ? csv_text(r.table.columns, r.table.values) : csv_text(r.trajectory)},
               {"summary.json", summary_json(r, version)},
               {"report.html", html(report_page(r, version))},
               {"experiment.toml", toml_text(r.experiment)}});
}

}  // namespace stickslip::io
