#include "stickslip/io/sweep.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <stdexcept>

#include "stickslip/io/json.hpp"
#include "stickslip/numerics/hash.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/text/quoting.hpp"

namespace stickslip::io {

using namespace experiment;
using namespace sweep;

namespace {

// ---- cells

std::string numbers_cell(const std::vector<double>& values) {
  std::string cell;
  for (const double v : values) cell += (cell.empty() ? "" : " ") + to_text(v);
  return cell;
}

// Cells as they stand there: a quoted one keeps its marks.
std::vector<std::string_view> split_cells(std::string_view row) {
  std::vector<std::string_view> cells;
  bool quoted = false;
  std::size_t first = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '"') quoted = !quoted;
    if (row[i] != ',' || quoted) continue;
    cells.push_back(row.substr(first, i - first));
    first = i + 1;
  }
  cells.push_back(row.substr(first));
  return cells;
}

// True when the cell is one number and nothing else.
template <class Number>
bool is_number(std::string_view cell, Number& number) {
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  return error == std::errc() && end == cell.data() + cell.size();
}

std::string table_header(const Sweep& s) {
  std::string header = "sample";
  for (const SweepAxis& a : s.axes) header += "," + a.name() + (a.unit.empty() ? "" : "[" + std::string(a.unit) + "]");
  for (const FigureInfo* f : s.figures) header += "," + std::string(f->name) + "[" + std::string(f->unit) + "]";
  return header + ",status,missing";
}

void include(SweepTable::Range& range, const SweepTable::Extreme& found) {
  if (range.count == 0 || found.value < range.smallest.value) range.smallest = found;
  if (range.count == 0 || found.value > range.largest.value) range.largest = found;
  ++range.count;
}

// ---- words

std::string scale_name(Scale scale) { return scale == Scale::log ? "log" : "linear"; }

std::string axis_words(const Sweep& s, const SweepAxis& a) {
  if (a.is_list()) return a.name() + " in " + text::join(a.texts);
  return a.name() + " from " + to_text(a.from) + " to " + to_text(a.to) +
         (s.method == SweepMethod::grid ? ", " + std::to_string(a.count) + " points" : "") + ", " + scale_name(a.scale);
}

// It changes with every number of the table.
std::string fingerprint(const InputTable& table) {
  numerics::Fnv1a hash;
  for (const double t : table.times) hash.add(t);
  for (const double v : table.values) hash.add(v);
  return std::to_string(table.times.size()) + " rows with the fingerprint " + std::to_string(hash.value());
}

std::vector<std::string> figure_names(const Sweep& s) {
  std::vector<std::string> names;
  for (const FigureInfo* f : s.figures) names.emplace_back(f->name);
  return names;
}

std::string name_law(const Sweep& s) {
  return s.experiment.law.empty() ? std::string(experiment_info(s.experiment.base).law) : s.experiment.law;
}

// ---- the spec

std::string section_text(const Sweep& s, const std::string& group) {
  std::string text;
  for (const auto& [name, value] : s.settings) {
    if (!name.starts_with(group + ".")) continue;
    const std::string key = name.substr(group.size() + 1);
    text += (key.find_first_of(".[") == std::string::npos ? key : "\"" + key + "\"") + " = " + value + "\n";
  }
  if (group == "drive" && !s.experiment.table.file.empty())
    text += "table = " + text::toml_string(s.experiment.table.file) + "\n";
  return text;
}

std::string parameter_text(const Sweep& s, const SweepAxis& a) {
  std::string text = "\n[[sweep.parameter]]\nname = \"" + a.name() + "\"\n";
  if (a.is_list()) return text + "values = [" + text::join(a.texts) + "]\n";
  text += "from = " + to_text(a.from) + "\nto = " + to_text(a.to) + "\n";
  if (s.method == SweepMethod::grid) text += "count = " + std::to_string(a.count) + "\n";
  return text + "scale = \"" + scale_name(a.scale) + "\"\n";
}

// ---- the summary

// A number where the cell is one, and a choice without its quotation marks.
Json make_json(std::string cell) {
  std::erase(cell, '"');
  double number = 0.0;
  return is_number(std::string_view(cell), number) ? Json(number) : Json(cell);
}

Json parameters_json(const Sweep& s) {
  Json all = Json::array();
  for (const SweepAxis& a : s.axes) {
    Json one = Json::object();
    one.add("name", a.name());
    one.add("unit", a.unit);
    if (a.is_list()) {
      Json values = Json::array();
      for (const std::string& text : a.texts) values.add(make_json(text));
      one.add("values", std::move(values));
    } else {
      one.add("from", a.from);
      one.add("to", a.to);
      if (s.method == SweepMethod::grid) one.add("count", a.count);
      one.add("scale", scale_name(a.scale));
    }
    all.add(std::move(one));
  }
  return all;
}

Json extreme_json(const Sweep& s, const SweepTable::Extreme& extreme) {
  Json json = Json::object();
  json.add("value", extreme.value);
  json.add("sample", extreme.sample + 1);
  Json at = Json::object();
  for (std::size_t k = 0; k < s.axes.size(); ++k)
    at.add(s.axes[k].name(), make_json(sample_value(s, extreme.sample, k).text));
  json.add("at", std::move(at));
  return json;
}

Json figures_json(const Sweep& s, const SweepTable& table) {
  Json all = Json::object();
  const auto ranges = table.ranges();
  for (std::size_t k = 0; k < s.figures.size(); ++k) {
    Json one = Json::object();
    one.add("unit", s.figures[k]->unit);
    one.add("meaning", s.figures[k]->meaning);
    one.add("numbers", ranges[k].count);
    if (ranges[k].count > 0) {
      one.add("smallest", extreme_json(s, ranges[k].smallest));
      one.add("largest", extreme_json(s, ranges[k].largest));
    }
    all.add(s.figures[k]->name, std::move(one));
  }
  return all;
}

// All that differs between two equal sweeps.
Json timing_json(const SweepReport& report) {
  Json json = Json::object();
  json.add("done_before", report.done_before);
  json.add("run_now", report.run);
  json.add("threads_given", report.threads_given);
  json.add("threads_used", report.threads_used);
  json.add("seconds", report.seconds);
  return json;
}

std::string range_line(const FigureInfo& figure, const SweepTable::Range& range, std::size_t width) {
  const std::string name(figure.name);
  const std::string start = "  " + name + std::string(width - name.size() + 2, ' ');
  if (range.count == 0) return start + "lists, or no value, in all rows\n";
  const auto words = [&figure](const SweepTable::Extreme& e) {
    return text::with_unit(text::digits(e.value, 9), figure.unit) + " (sample " + std::to_string(e.sample + 1) + ")";
  };
  return start + words(range.smallest) + " to " + words(range.largest) + "\n";
}

}  // namespace

// ---- the table

SweepTable::SweepTable(const Sweep& s)
    : header_(table_header(s)),
      rows_(s.samples),
      columns_(s.axes.size() + s.figures.size() + 3),
      first_figure_(s.axes.size() + 1),
      figures_(s.figures.size()) {}

std::string SweepTable::row_text(const Sweep& s, const SweepRow& row) {
  std::string text = std::to_string(row.sample + 1);
  for (std::size_t k = 0; k < s.axes.size(); ++k) text += "," + sample_value(s, row.sample, k).text;
  for (const auto& values : row.figures) text += "," + numbers_cell(values);
  return text + "," + text::csv_cell(row.status) + "," + text::csv_cell(row.missing);
}

bool SweepTable::add(const std::string& row) {
  const auto cells = split_cells(row);
  std::size_t number = 0;
  if (cells.size() != columns_ || !is_number(cells[0], number) || number < 1 || number > rows_.size()) return false;
  if (has(number - 1)) return true;
  ++size_;
  if (cells[columns_ - 2] != "done") ++failed_;
  rows_[number - 1] = row;
  return true;
}

std::string SweepTable::csv() const {
  std::string text = header_ + "\n";
  for (const std::string& row : rows_)
    if (!row.empty()) text += row + "\n";
  return text;
}

std::vector<SweepTable::Range> SweepTable::ranges() const {
  std::vector<Range> ranges(figures_);
  std::vector<bool> has_lists(figures_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].empty()) continue;
    const auto cells = split_cells(rows_[i]);
    for (std::size_t k = 0; k < figures_; ++k) {
      const std::string_view cell = cells[first_figure_ + k];
      if (cell.find(' ') != std::string_view::npos) has_lists[k] = true;
      if (double value = 0.0; is_number(cell, value)) include(ranges[k], {value, i});
    }
  }
  for (std::size_t k = 0; k < figures_; ++k)
    if (has_lists[k]) ranges[k] = {};
  return ranges;
}

// ---- the sweep in words

JournalLines description(const Sweep& s, std::string_view version) {
  JournalLines lines{{"program", "stickslip " + std::string(version)},
                     {"experiment.base", s.experiment.base},
                     {"law.name", name_law(s)}};
  if (s.experiment.elements > 0) lines.emplace_back("law.elements", std::to_string(s.experiment.elements));
  lines.insert(lines.end(), s.settings.begin(), s.settings.end());
  if (!s.experiment.table.times.empty()) lines.emplace_back("drive.table", fingerprint(s.experiment.table));
  lines.emplace_back("sweep.method", to_text(s.method));
  if (s.method != SweepMethod::grid) {
    lines.emplace_back("sweep.samples", std::to_string(s.samples));
    lines.emplace_back("sweep.seed", std::to_string(s.seed));
  }
  lines.emplace_back("sweep.figures", text::join(figure_names(s)));
  for (std::size_t k = 0; k < s.axes.size(); ++k)
    lines.emplace_back("sweep.parameter " + std::to_string(k + 1), axis_words(s, s.axes[k]));
  return lines;
}

std::string toml_text(const Sweep& s) {
  std::string text = "[experiment]\nbase = \"" + s.experiment.base + "\"\n\n[law]\nname = \"" + name_law(s) + "\"\n";
  if (s.experiment.elements > 0) text += "elements = " + std::to_string(s.experiment.elements) + "\n";
  text += section_text(s, "law");
  for (const std::string group : {"plant", "drive", "solver", "run"})
    if (const std::string lines = section_text(s, group); !lines.empty()) text += "\n[" + group + "]\n" + lines;
  text += "\n[sweep]\nmethod = \"" + std::string(to_text(s.method)) + "\"\n";
  if (s.method != SweepMethod::grid)
    text += "samples = " + std::to_string(s.samples) + "\nseed = " + std::to_string(s.seed) + "\n";
  std::string figures;
  for (const std::string& name : figure_names(s)) figures += (figures.empty() ? "\"" : ", \"") + name + "\"";
  text += "figures = [" + figures + "]\n";
  for (const SweepAxis& a : s.axes) text += parameter_text(s, a);
  return text;
}

std::string summary_json(const Sweep& s, const SweepTable& table, const SweepReport& report, std::string_view version) {
  Json json = Json::object();
  json.add("program", "stickslip");
  json.add("version", version);
  json.add("experiment", s.experiment.base);
  json.add("law", name_law(s));
  json.add("method", to_text(s.method));
  if (s.method != SweepMethod::grid) json.add("seed", std::size_t(s.seed));
  json.add("completed", report.completed());
  json.add("samples", s.samples);
  json.add("succeeded", table.size() - table.failed());
  json.add("failed", table.failed());
  json.add("parameters", parameters_json(s));
  json.add("figures", figures_json(s, table));
  json.add("timing", timing_json(report));
  return json.text() + "\n";
}

std::string summary_text(const Sweep& s, const SweepTable& table, const SweepReport& report) {
  std::string text = s.experiment.base + " with the law " + name_law(s) + ", " + std::string(to_text(s.method)) + "\n";
  for (const SweepAxis& a : s.axes) text += "  " + axis_words(s, a) + "\n";
  text += std::to_string(table.size()) + " of " + std::to_string(s.samples) +
          " samples: " + std::to_string(table.size() - table.failed()) + " done, " + std::to_string(table.failed()) +
          " failed";
  if (report.done_before > 0) text += "; resumed: " + std::to_string(report.done_before) + " were there before";
  text += "\n";
  std::size_t width = 0;
  for (const FigureInfo* f : s.figures) width = std::max(width, f->name.size());
  const auto ranges = table.ranges();
  for (std::size_t k = 0; k < s.figures.size(); ++k) text += range_line(*s.figures[k], ranges[k], width);
  return text;
}

}  // namespace stickslip::io
