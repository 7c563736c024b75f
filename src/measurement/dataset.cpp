#include "stickslip/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"
#include "stickslip/param.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::measurement {
namespace {

std::string list_names(const Dataset& data) {
  std::vector<std::string> names;
  for (const Column& c : data.columns) names.push_back(c.name + "[" + c.unit + "]");
  return text::join_first(names);
}

std::size_t find_index(const Dataset& data, std::string_view name) {
  for (std::size_t k = 0; k < data.columns.size(); ++k)
    if (data.columns[k].name == name) return k;
  const std::string mapping = option_reference("map", std::string(name) + "=COLUMN");
  refuse(data, header_line,
         "column '" + std::string(name) + "' is missing; there are: " + list_names(data) + ". Rename one" +
             (data.can_map ? ", or tell which one it is with " + mapping : ""));
}

// The median of the steps.
double usual_step(std::span<const double> t) {
  std::vector<double> steps;
  steps.reserve(t.size());
  for (std::size_t i = 1; i < t.size(); ++i) steps.push_back(t[i] - t[i - 1]);
  return numerics::median(std::move(steps));
}

}  // namespace

void refuse(const Dataset& data, std::size_t line, const std::string& what) {
  throw std::invalid_argument(data.file + ":" + std::to_string(line) + ": " + what);
}

bool Dataset::has(std::string_view name) const {
  for (const Column& c : columns)
    if (c.name == name) return true;
  return false;
}

std::span<const double> signal(const Dataset& data, std::string_view name, std::string_view unit) {
  const std::size_t k = find_index(data, name);
  const std::string column = "column '" + std::string(name) + "'";
  if (data.columns[k].unit != unit)
    refuse(data, header_line,
           column + (data.columns[k].unit.empty() ? " has no unit" : " has the unit '" + data.columns[k].unit + "'") +
               ", but " + std::string(unit) + " is needed; convert the values and write " + std::string(name) + "[" +
               std::string(unit) + "]");
  for (std::size_t i = 0; i < data.rows(); ++i)
    if (!std::isfinite(data.values[k][i]))
      refuse(data, data.lines[i],
             column + " holds " + to_text(data.values[k][i]) + "; take out the rows that were not measured");
  return data.values[k];
}

Dataset rename_columns(Dataset data, std::span<const SignalName> names) {
  data.can_map = true;
  for (const SignalName& n : names)
    if (!data.has(n.column))
      throw std::invalid_argument(option_reference("map", n.role + "=" + n.column) + ": " + data.file +
                                  " has no column '" + n.column + "'");
  for (std::size_t k = 0; k < data.columns.size(); ++k) {
    Column& c = data.columns[k];
    const auto plays = [&c](const SignalName& n) { return n.column == c.name; };
    const auto loses = [&c](const SignalName& n) { return n.role == c.name; };
    const auto found = std::find_if(names.begin(), names.end(), plays);
    if (found != names.end()) {
      c.name = found->role;
      if (!found->unit.empty()) c.unit = found->unit;
      if (found->reversed)
        for (double& v : data.values[k]) v = -v;
    } else if (std::any_of(names.begin(), names.end(), loses)) {
      c.name += " of the file";
    }
  }
  return data;
}

double uniform_step(const Dataset& data, std::string_view name, std::string_view remedy) {
  const auto t = signal(data, name, "s");
  if (t.size() < 3) refuse(data, header_line, "there are " + std::to_string(t.size()) + " rows; three are needed");
  const double usual = usual_step(t);
  constexpr double jitter = 1e-3;
  for (std::size_t i = 1; i < t.size(); ++i) {
    const double own = t[i] - t[i - 1];
    if (own > 0.0 && std::abs(own - usual) <= jitter * usual) continue;
    refuse(data, data.lines[i],
           "column '" + std::string(name) + "' is not uniform: it advances by " + to_text(own) + " s here and by " +
               to_text(usual) + " s elsewhere; " + std::string(remedy));
  }
  return (t.back() - t.front()) / double(t.size() - 1);
}

Dataset resample_at_step(const Dataset& data, std::string_view time, double step) {
  const auto t = signal(data, time, "s");
  for (std::size_t i = 1; i < t.size(); ++i)
    if (t[i] < t[i - 1]) refuse(data, data.lines[i], "column '" + std::string(time) + "' falls; sort the rows");
  Dataset other{data.file, data.columns, std::vector<std::vector<double>>(data.columns.size()), {}, data.can_map};
  if (t.empty()) return other;
  const auto count = std::size_t((t.back() - t.front()) / step * (1.0 + 1e-12)) + 1;
  for (std::vector<double>& column : other.values) column.reserve(count);
  other.lines.reserve(count);
  std::size_t row = 0;  // the last one that is not later
  for (std::size_t i = 0; i < count; ++i) {
    const double now = t.front() + double(i) * step;
    while (row + 1 < t.size() && t[row + 1] <= now) ++row;
    const std::size_t next = row + 1 < t.size() ? row + 1 : row;
    const double part = next == row ? 0.0 : (now - t[row]) / (t[next] - t[row]);
    for (std::size_t k = 0; k < data.columns.size(); ++k)
      other.values[k].push_back(data.values[k][row] + part * (data.values[k][next] - data.values[k][row]));
    other.lines.push_back(data.lines[row]);
  }
  return other;
}

}  // namespace stickslip::measurement
