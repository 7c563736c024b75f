// What the tests of fits share: recordings of known laws and the comparison of reports.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <stdexcept>

#include "trial.hpp"

namespace stickslip::tests {

// Tests that read a fit from within take fewer samples than a bench would.
inline constexpr double kit_step = 1e-3;

// A recording of the law with the parameters of a seed.
struct Known {
  ParamGroup truth;
  identify::Recording recording;
};

inline Known known(const std::string& law, std::size_t elements, double noise, std::uint64_t seed) {
  Dice dice(seed);
  Known k;
  k.truth = draw_truth(law, elements, dice);
  k.recording = recorded(law, elements, k.truth, rich_motion(law, k.truth, kit_step), kit_step, noise, dice);
  return k;
}

// Sines of velocity, one after the other: amplitude [m/s], periods, samples.
struct Sine {
  double velocity, periods;
  std::size_t samples;
};

inline std::vector<Contact<double>> sines(std::initializer_list<Sine> all) {
  std::vector<Contact<double>> motion{{}};
  for (const Sine& s : all)
    for (std::size_t k = 1; k <= s.samples; ++k) {
      Contact<double> c = motion.back();
      c.velocity = s.velocity * std::sin(2.0 * 3.14159265358979 * s.periods * double(k) / double(s.samples));
      c.displacement += (motion.back().velocity + c.velocity) / 2.0 * kit_step;
      motion.push_back(c);
    }
  return motion;
}

// A law with its usual values but for those that are named.
inline ParamGroup usual(const std::string& law, std::size_t elements,
                        std::initializer_list<std::pair<const char*, double>> values) {
  ParamGroup g = law_group(law, elements);
  for (const Field& f : g.table)
    if (f.shape == Shape::sides) g.values[f.first + 1] = g.values[f.first];
  for (const auto& [name, value] : values) assign(g, name, {{value}});
  return g;
}

inline Setting hold(const std::string& name, double value) { return {"law", name, {{value}}, "--fix"}; }

inline Setting within(const std::string& name, double low, double high) {
  return {"law", name, {.numbers = {low, high}, .text = {}, .is_list = true}, "--bounds"};
}

// Every number that a fit found, as bits.
inline std::vector<std::uint64_t> list_bits(const identify::FitReport& fit) {
  std::vector<std::uint64_t> bits{std::bit_cast<std::uint64_t>(fit.loss)};
  for (const auto* list : {&fit.parameters, &fit.nuisances})
    for (const identify::FittedParameter& p : *list)
      for (const double x : {p.value, p.low, p.high, p.deviation}) bits.push_back(std::bit_cast<std::uint64_t>(x));
  return bits;
}

// A parameter of the law, or its forward side where it has two.
inline const identify::FittedParameter& found(const identify::FitReport& fit, const std::string& name) {
  for (const identify::FittedParameter& p : fit.parameters)
    if (p.name == name || p.name == name + ".forward") return p;
  return fit.parameter(name);
}

// What a refusal says; empty when nothing was refused.
template <class Act>
std::string catch_complaint(Act act) {
  try {
    act();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace stickslip::tests
