// Trials: runs of a law along random motions, for comparisons between scalars. A law is seen here through functions,
// not as a type, so that the comparisons are compiled once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/parameters.hpp"

namespace stickslip::conformance {

// The inputs of a run: parameters in table order, and one contact per sample at the sample time h.
struct Trial {
  std::vector<double> params;
  std::vector<Contact<double>> motion;
  double h;
};

using Forces = std::vector<Force<double>>;

struct TrialLaw {
  std::string_view name;
  std::span<const Field> params;
  std::span<const Field> states;
  std::vector<double> rest;  // the state from which every run starts
  // Admissible parameters and a motion at the law's own scales, all of which a float can hold: the rounding of inputs
  // is no part of a comparison.
  Trial (*draw)(Random& rng, double h, std::size_t steps);
  // The forces after each step.
  Forces (*on_double)(const Trial& trial);
  Forces (*on_float)(const Trial& trial);
};

// Every law, in the order of FrictionLaws; element laws with their usual number of elements.
std::span<const TrialLaw> trial_laws();

// "maxwell_slip": a law's name in the names of its tests.
std::string test_name(std::string_view law);

// The same trial with every input moved up or down by the given part of itself. A body at rest stays at rest.
Trial disturbed(Random& rng, const TrialLaw& law, Trial trial, double part);

inline constexpr double Contact<double>::*contact_members[] = {
    &Contact<double>::velocity, &Contact<double>::displacement, &Contact<double>::applied,     &Contact<double>::mass,
    &Contact<double>::load,     &Contact<double>::pressure,     &Contact<double>::temperature,
};

// Inputs on another scalar.
template <class S>
Contact<S> contact_on(const Contact<double>& c) {
  return {S(c.velocity), S(c.displacement), S(c.applied), S(c.mass), S(c.load), S(c.pressure), S(c.temperature)};
}

template <ParamSet Set>
Set set_on(std::span<const double> values) {
  Set set;
  for (std::size_t i = 0; i < values.size(); ++i) scalars(set)[i] = typename Set::Scalar(values[i]);
  return set;
}

}  // namespace stickslip::conformance
