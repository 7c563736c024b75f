#include "method_kit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "stickslip/names.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"
#include "stickslip/units.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

template <class List>
auto& find_named(List& list, std::string_view kind, std::string_view name) {
  std::vector<std::string_view> names;
  for (auto& one : list) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw UnknownName(kind, name, names);
}

}  // namespace

ParamGroup& MethodSettings::group(std::string_view name) { return find_named(groups, "group of parameters", name); }
const ParamGroup& MethodSettings::group(std::string_view name) const {
  return find_named(groups, "group of parameters", name);
}
const Estimate& MethodResult::estimate(std::string_view name) const { return find_named(estimates, "estimate", name); }
const MethodFigure& MethodResult::figure(std::string_view name) const { return find_named(figures, "figure", name); }

std::span<const IdentificationMethod> identification_methods() {
  static const std::array all{stribeck_curve_method(),   lugre_dynamic_method(), modified_lugre_dynamic_method(),
                              breakaway_method(),        two_sinusoids_method(), torque_polynomials_method(),
                              cylinder_friction_method()};
  return all;
}

const IdentificationMethod& identification_method(std::string_view name) {
  const auto all = identification_methods();
  return find_named(all, "method", name);
}

Inputs read_inputs(const IdentificationMethod& method, std::span<const Dataset> files, const MethodSettings& settings) {
  if (files.empty()) throw std::invalid_argument("the data are missing: give files with columns name[unit]");
  Inputs all;
  for (const Dataset& file : files) {
    MethodInput one = import_for_method(file, settings.import, method.roles);
    if (!all.files.empty() && one.rotary != all.rotary)
      throw std::invalid_argument(file.file + " and " + files.front().file +
                                  ": one is rotary, one linear; take them separately");
    all.rotary = one.rotary;
    for (const std::string& note : one.notes)
      all.notes.push_back((files.size() > 1 ? file.file + ": " : std::string()) + note);
    all.files.push_back(std::move(one.data));
  }
  return all;
}

Inputs read_straight_inputs(const IdentificationMethod& method, std::span<const Dataset> files,
                            const MethodSettings& settings) {
  Inputs all = read_inputs(method, files, settings);
  for (Dataset& file : all.files) file = straighten(std::move(file), all.rotary);
  return all;
}

namespace {

// "speed [m/s]" -> "speed [rad/s]"
void show_rotary_unit(std::string& label) {
  const auto open = label.rfind('[');
  if (open == std::string::npos || !label.ends_with(']')) return;
  label = label.substr(0, open + 1) + rotary_unit(label.substr(open + 1, label.size() - open - 2)) + "]";
}

}  // namespace

void show_rotary_units(MethodResult& r) {
  for (Estimate& e : r.estimates) e.unit = rotary_unit(e.unit);
  for (MethodFigure& f : r.figures) f.unit = rotary_unit(f.unit);
  for (Column& c : r.points.columns) c.unit = rotary_unit(c.unit);
  for (MethodPlot& p : r.plots) {
    show_rotary_unit(p.x_label);
    show_rotary_unit(p.y_label);
  }
  for (MethodTable& t : r.tables)
    for (std::string& title : t.header) show_rotary_unit(title);
}

void render_options(MethodResult& r, const OptionWording& wording) {
  for (Estimate& e : r.estimates) e.remark = apply_wording(e.remark, wording);
  for (std::string& text : r.remarks) text = apply_wording(text, wording);
  for (std::string& text : r.notes) text = apply_wording(text, wording);
}

MethodResult begin_result(const IdentificationMethod& method, const Inputs& inputs, const MethodSettings& settings) {
  const std::vector<Dataset>& files = inputs.files;
  MethodResult r;
  r.notes = inputs.notes;
  r.method = std::string(method.name);
  r.title = std::string(method.title);
  r.source = std::string(method.source);
  r.settings = settings;
  for (const Dataset& file : files) {
    r.files.push_back(file.file);
    r.rows += file.rows();
  }
  return r;
}

Estimate make_estimate(std::string name, std::string unit, double value, double half) {
  return {std::move(name), std::move(unit), value, value - half, value + half};
}

void doubt(Estimate& e, const std::string& why) {
  e.remark += (e.identified ? "not identified: " : "; ") + why;
  e.identified = false;
}

MeanValue find_mean(std::span<const double> values) {
  MeanValue m;
  m.count = values.size();
  for (const double v : values) m.mean += v / double(m.count);
  double square = 0.0;
  for (const double v : values) square += (v - m.mean) * (v - m.mean);
  const double degrees = double(m.count) - 1.0;
  m.spread = std::sqrt(square / degrees);
  m.half = numerics::student_quantile(0.975, degrees) * m.spread / std::sqrt(double(m.count));
  return m;
}

Motion read_motion(const Dataset& data) {
  for (const Column& c : data.columns)
    if (c.name == "displacement" && c.unit == "rad") return {"rad", "rad/s", "N.m", "kg.m2", "N.m.s/rad"};
  return {};
}

double smallest_seen(std::span<const double> readings) {
  // Differences that are not rounding of the file.
  double least = std::numeric_limits<double>::infinity();
  std::size_t still = 0;
  const auto [low, high] = std::minmax_element(readings.begin(), readings.end());
  const double rounding = 1e-9 * (*high - *low);
  for (std::size_t i = 1; i < readings.size(); ++i) {
    const double step = std::abs(readings[i] - readings[i - 1]);
    if (step > rounding) least = std::min(least, step);
    if (step <= rounding) ++still;
  }
  // An encoder stands still between two counts more often than not; a sensor with noise never does.
  constexpr double widths_of_noise = 8.0;
  if (still * 10 > readings.size()) return least;
  return widths_of_noise * numerics::white_noise(readings);
}

}  // namespace stickslip::identify
