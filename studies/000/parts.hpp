// The parts of study 000, and its seals.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kit.hpp"
#include "study.hpp"

namespace stickslip::studies::piston_seals {

inline constexpr double ramp_speed = 5e-3;  // [m/s] of the stimulus z; not printed
inline constexpr double bar = 1e5;          // [Pa]
inline constexpr std::array<double, 5> pressures{5 * bar, 10 * bar, 15 * bar, 20 * bar, 25 * bar};

// A seal by its elements, z_i spread evenly from z_1 to z_2 (their middles), all with the same break-away force.
struct Seal {
  std::string name;
  std::string file;                 // name of its model
  double first, last;               // z_1, z_2 [m]
  double breakaway;                 // sum of kbar_i z_i [N]
  double stiffness_slope;           // k_m [1/Pa]
  double stiffness_base;            // k_b
  double coulomb_slope;             // F_Cm [N/Pa]
  double coulomb_base;              // F_Cb [N]
  std::vector<std::string> origin;  // of the numbers, a line each

  // Settings of the law mgms with n elements.
  std::vector<std::string> settings(std::size_t n) const;
  // The law itself; what the settings leave out are the printed numbers of the D-ring, the law's own values.
  ParamGroup law(std::size_t n) const;
  StudyModel model(std::size_t n) const;
};

// The D-ring of the reading notes' kind, z_i = 0.10 + 0.06 i mm and 10 N each; O-ring and bonded piston seal are ours.
Seal d_ring();
Seal o_ring();
Seal bonded_seal();
std::vector<Seal> all_seals();
// "[1, 2.5]"
std::string list_text(const std::vector<double>& values);

// The law mgms with n elements on a motion with the given velocities, each held for a time.
solve::Trajectory simulate_motion(const std::vector<std::string>& law, std::size_t n, double pressure,
                                  const std::vector<double>& velocities, double hold, double step);

void add_elements(Study& study);   // figs 9-10, hysteresis, number of elements
void add_pressures(Study& study);  // figs 7, 12-14
void add_observer(Study& study);   // section II.B, figs 5-6
// Sections III.C and IV, figs 11-14: what the genetic algorithm and least squares make of recordings. Throws
// std::runtime_error in a program without Ceres, before it adds anything.
void add_identification(Study& study);

}  // namespace stickslip::studies::piston_seals
