// The parts of study 001, and what they share: the actuator with one of the paper's laws under one of its currents.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "stickslip/experiment.hpp"
#include "study.hpp"

namespace stickslip::studies::hydraulic_actuator {

// The three laws of the paper, the one between the second and the third, in the order of its figures 8, 7, 6.
inline constexpr std::array<std::string_view, 4> laws{"stribeck", "lugre", "modified-lugre", "new-modified-lugre"};

struct Drive {
  std::string_view name;  // "2 mA", for texts and names of numbers
  double amplitude;       // [A]
  double frequency;       // [Hz]

  double period() const { return 1.0 / frequency; }
};

inline constexpr Drive weak{"2 mA", 2e-3, 0.5};        // figs 6-8
inline constexpr Drive strong{"4.5 mA", 4.5e-3, 1.0};  // fig. 5

// The runs of all laws under one current, by the name of the law.
using Runs = std::map<std::string_view, experiment::ExperimentResult>;

// RMS above 10 Hz: the hydraulic mode lies at 15 to 17 Hz, the current at 0.5 or 1 Hz.
double ripple(const experiment::ExperimentResult& run, std::string_view quantity);

// The title that a figure gives a law.
std::string_view display_name(std::string_view law);

void add_runs(Study& study);            // figs 4-8 with Table 2 as printed
void add_exponent(Study& study);        // the same with other Stribeck exponents
void add_identification(Study& study);  // section 2 and Table 2: what the methods can tell

}  // namespace stickslip::studies::hydraulic_actuator
