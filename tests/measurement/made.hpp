// Recordings made up for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "stickslip/measurement.hpp"

namespace stickslip::tests {

using Signal = std::function<double(double t)>;

struct Made {
  std::string name, unit;
  Signal signal;
};

inline measurement::Dataset made(const std::vector<double>& time, const std::vector<Made>& signals) {
  measurement::Dataset data{.file = "made.csv", .columns = {{"time", "s"}}, .values = {time}};
  for (const Made& s : signals) {
    data.columns.push_back({s.name, s.unit});
    data.values.emplace_back();
    for (const double t : time) data.values.back().push_back(s.signal(t));
  }
  for (std::size_t i = 0; i < time.size(); ++i) data.lines.push_back(i + 2);
  return data;
}

inline std::vector<double> even(std::size_t count, double step) {
  std::vector<double> time;
  for (std::size_t i = 0; i < count; ++i) time.push_back(double(i) * step);
  return time;
}

inline double sine(double t) { return std::sin(2.0 * std::numbers::pi * t); }
inline double cosine(double t) { return std::cos(2.0 * std::numbers::pi * t); }

inline const std::vector<double>& column(const measurement::Measurement& m, std::string_view role) {
  for (std::size_t k = 0; k < m.data.columns.size(); ++k)
    if (m.data.columns[k].name == role) return m.data.values[k];
  throw std::runtime_error("no column " + std::string(role));
}

inline bool found(const measurement::Measurement& m, const std::string& what, const std::string& in_column) {
  return std::any_of(m.findings.begin(), m.findings.end(),
                     [&](const measurement::Finding& f) { return f.what == what && f.column == in_column; });
}

inline std::string find_finding_text(const measurement::Measurement& m, const std::string& what) {
  for (const measurement::Finding& f : m.findings)
    if (f.what == what) return f.text;
  return "not found";
}

inline bool repaired(const measurement::Measurement& m, const std::string& name) {
  return std::any_of(m.repairs.begin(), m.repairs.end(), [&](const measurement::Repair& r) { return r.name == name; });
}

inline std::string catch_refusal(const measurement::Dataset& data, const measurement::ImportOptions& options = {}) {
  try {
    measurement::import_measurement(data, options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no refusal";
}

}  // namespace stickslip::tests
