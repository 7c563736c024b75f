// A recording made up with a known truth, written as a file; what the program says of it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::judgement {

using nlohmann::json;
using stickslip::tests::contains;
using stickslip::tests::Outcome;
using stickslip::tests::shell;

inline const std::string program = "'" STICKSLIP_PROGRAM "' ";

struct Motion {
  double step = 2e-3;  // [s]
  std::vector<double> displacement = {}, velocity = {};

  std::size_t size() const { return velocity.size(); }
  double time(std::size_t k) const { return double(k) * step; }
};

// Of a displacement [m] and a velocity [m/s] over time [s].
inline Motion moved(double duration, double step, const std::function<double(double)>& x,
                    const std::function<double(double)>& v) {
  Motion m{.step = step};
  for (std::size_t k = 0; double(k) * step < duration; ++k) {
    m.displacement.push_back(x(m.time(k)));
    m.velocity.push_back(v(m.time(k)));
  }
  return m;
}

inline Motion sine(double amplitude, double frequency, double duration, double step = 2e-3) {
  const double w = 2.0 * std::numbers::pi * frequency;
  return moved(
      duration, step, [=](double t) { return amplitude * std::sin(w * t); },
      [=](double t) { return amplitude * w * std::cos(w * t); });
}

// There and back at constant speeds, one after the other.
inline Motion ramps(double stroke, const std::vector<double>& speeds, double step = 2e-3) {
  Motion m{.step = step};
  double x = 0.0;
  for (const double speed : speeds)
    for (const double direction : {1.0, -1.0})
      for (double way = 0.0; way < stroke; way += speed * step) {
        m.displacement.push_back(x);
        m.velocity.push_back(direction * speed);
        x += direction * speed * step;
      }
  return m;
}

// A sine whose frequency rises from `from` to `to` [Hz].
inline Motion chirp(double amplitude, double from, double to, double duration, double step = 2e-3) {
  const double rise = (to - from) / duration;
  const auto phase = [=](double t) { return 2.0 * std::numbers::pi * (from * t + rise * t * t / 2.0); };
  return moved(
      duration, step, [=](double t) { return amplitude * std::sin(phase(t)); },
      [=](double t) { return amplitude * std::cos(phase(t)) * 2.0 * std::numbers::pi * (from + rise * t); });
}

inline std::vector<double> coulomb_viscous(const Motion& m, double coulomb, double viscous) {
  std::vector<double> force;
  for (const double v : m.velocity) force.push_back((v > 0.0 ? coulomb : v < 0.0 ? -coulomb : 0.0) + viscous * v);
  return force;
}

inline std::vector<double> with_noise(std::vector<double> values, double deviation, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> bell(0.0, deviation);
  for (double& value : values) value += bell(random);
  return values;
}

struct Signal {
  std::string name;  // with its unit: "force[N]"
  std::vector<double> values;
};

class Case : public stickslip::tests::InFolder {
 protected:
  // Writes time and these columns.
  std::string recording(const std::string& name, double step, const std::vector<Signal>& signals) {
    std::ofstream file(in(name));
    file.precision(10);
    file << "time[s]";
    for (const Signal& s : signals) file << ',' << s.name;
    file << '\n';
    for (std::size_t k = 0; k < signals[0].values.size(); ++k) {
      file << double(k) * step;
      for (const Signal& s : signals) file << ',' << s.values[k];
      file << '\n';
    }
    return in(name);
  }
  std::string recording(const std::string& name, const Motion& m, const std::vector<double>& force,
                        const std::vector<Signal>& more = {}) {
    std::vector<Signal> all{{"displacement[m]", m.displacement}, {"velocity[m/s]", m.velocity}, {"force[N]", force}};
    all.insert(all.end(), more.begin(), more.end());
    return recording(name, m.step, all);
  }
};

inline json read_fit(const Outcome& outcome) { return json::parse(outcome.text)["fit"]; }

inline json parameter(const json& fit, const std::string& name) {
  for (const json& p : fit["parameters"])
    if (p["name"] == name) return p;
  ADD_FAILURE() << "there is no parameter " << name;
  return {};
}

}  // namespace stickslip::judgement
