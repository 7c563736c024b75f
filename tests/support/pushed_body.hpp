// A body on friction that somebody else moves: m dv/dt = u(t) - F, pushed by u = 1.4 F_s sin(2 pi f t), f = 0.7 Hz: in
// every half cycle it is held, breaks away, slides and stops. A master steps v_{k+1} = v_k + h (u_k - F_k)/m. The
// referee is our event-driven solver on the mass with the law.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "stickslip/experiment/machine.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/solve/solve.hpp"

namespace stickslip::tests {

namespace pushed_body {

inline constexpr double mass = 1.7;  // [kg]
inline constexpr double coulomb = 3.1, breakaway = 4.4;
inline constexpr double duration = 3.0;
inline constexpr double every = 0.01;  // [s] between the rows of the referee

inline std::string law_text(const std::string& law) {
  const std::string common = "[law]\nname = \"" + law + "\"\ncoulomb = 3.1\n";
  if (law == "coulomb") return common + "breakaway = 4.4\n";
  if (law == "coulomb-viscous") return common + "viscous = 2.0\n";
  return common + "breakaway = 4.4\nstribeck_velocity = 0.02\nviscous = 2.0\n" +
         (law == "karnopp" ? "dead_velocity = 1e-4\n" : "");
}
inline double find_peak(const std::string& law) { return 1.4 * (law == "coulomb-viscous" ? coulomb : breakaway); }
inline double push(double t, double peak = 1.4 * breakaway) {
  return peak * std::sin(2.0 * std::numbers::pi * 0.7 * t);
}

struct Row {
  double x, v, force;
};
// From t = 0 on, by the library, with the applied force and events.
inline std::vector<Row> referee_rows(const std::string& law, double until = duration) {
  experiment::Experiment e = experiment::experiment(
      {.base = "stick-slip", .law = law, .settings = {}, .law_values = experiment::LawValues::law_table});
  e.law = io::model_from_toml(law_text(law), "law.toml").group;
  for (std::size_t k = 0; k < e.plant.table.size(); ++k) {
    if (e.plant.table[k].name == "mass") e.plant.values[e.plant.table[k].first] = mass;
    if (e.plant.table[k].name == "spring_stiffness") e.plant.values[e.plant.table[k].first] = 0.0;
  }
  const auto body = experiment::make_mass(e, Excitation::sine(find_peak(law), 0.7));
  const auto place = [&body](const char* name) { return experiment::column_index(*body, name); };
  std::vector<double> values(body->columns().size());
  std::vector<Row> rows;
  solve::solve(
      *body, until, {.relative_tolerance = 1e-10}, {.step = every}, [&](double t, std::span<const double> state) {
        body->observe(t, state.data(), values.data());
        if (double(rows.size()) * every <= t + 1e-9)
          rows.push_back({values[place("displacement")], values[place("velocity")], values[place("friction")]});
        return true;
      });
  return rows;
}

inline std::vector<double> referee(const std::string& law) {
  std::vector<double> x;
  for (const Row& row : referee_rows(law)) x.push_back(row.x);
  return x;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace pushed_body
}  // namespace stickslip::tests
