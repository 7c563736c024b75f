#include "kit.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "stickslip/text/numbers.hpp"

namespace stickslip::studies {

using namespace experiment;
using namespace io;
using namespace solve;

ExperimentResult run_built_in(std::string_view base, std::string_view law,
                              std::initializer_list<std::string_view> settings, std::size_t elements) {
  return run_built_in(base, law, std::vector<std::string>(settings.begin(), settings.end()), elements);
}

ExperimentResult run_built_in(std::string_view base, std::string_view law, const std::vector<std::string>& settings,
                              std::size_t elements) {
  Recipe recipe{.base = std::string(base), .law = std::string(law), .elements = elements};
  recipe.law_values = LawValues::matched;  // a paper compares its laws on one contact
  for (const std::string_view s : settings) recipe.settings.push_back(setting_from_text(s));
  ExperimentResult result = run(experiment::experiment(recipe));
  if (!result.completed)
    throw std::runtime_error(recipe.base + " with " + recipe.law + " did not complete: " + result.message);
  return result;
}

double figure_value(const ExperimentResult& result, std::string_view name) {
  const Figure& figure = result.figure(name);
  if (figure.values.size() == 1) return figure.values.front();
  throw std::runtime_error(result.experiment.base + " with " + result.experiment.law_name + " has no " +
                           std::string(name) + ": " + figure.missing);
}

StudyModel make_model(const ExperimentResult& result, std::string name, std::string title,
                      std::vector<std::string> about) {
  const Experiment& e = result.experiment;
  return {std::move(name), std::move(title), std::move(about), e.law_name, e.elements, e.law};
}

std::string setting(std::string_view name, double value) { return std::string(name) + "=" + stickslip::to_text(value); }

Series curve(std::string name, const Trajectory& rows, std::string_view x, std::string_view y, double from) {
  Series series{.name = std::move(name), .x = {}, .y = {}};
  const auto time = rows.time();
  const auto first = std::size_t(std::lower_bound(time.begin(), time.end(), from) - time.begin());
  const auto xs = rows.column(x).subspan(first);
  const auto ys = rows.column(y).subspan(first);
  series.x.assign(xs.begin(), xs.end());
  series.y.assign(ys.begin(), ys.end());
  return series;
}

Series scale(Series series, double x_factor, double y_factor) {
  for (double& x : series.x) x *= x_factor;
  for (double& y : series.y) y *= y_factor;
  return series;
}

double at(const Trajectory& rows, std::string_view column, double t) {
  const auto time = rows.time();
  const auto later = std::upper_bound(time.begin(), time.end(), t);
  return rows.column(column)[later == time.begin() ? 0 : std::size_t(later - time.begin()) - 1];
}

double largest(std::span<const double> values) { return *std::max_element(values.begin(), values.end()); }

double largest_magnitude(std::span<const double> values) {
  double most = 0.0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

double interpolate(const Series& series, double x) {
  const auto later = std::upper_bound(series.x.begin(), series.x.end(), x);
  if (later == series.x.begin()) return series.y.front();
  if (later == series.x.end()) return series.y.back();
  const auto k = std::size_t(later - series.x.begin());
  const double part = (x - series.x[k - 1]) / (series.x[k] - series.x[k - 1]);
  return series.y[k - 1] + part * (series.y[k] - series.y[k - 1]);
}

std::string digits(double value, int count) { return text::digits(value, count); }

std::string with_unit(double value, std::string_view unit) { return digits(value) + " " + std::string(unit); }

std::string percent(double share) { return text::percent(share); }

}  // namespace stickslip::studies
