// Units as people write them, and their SI twins: "mm", "bar", "deg/s", "rpm", "kN", "psi", "Nm", "m/s^2", "degC".
//
// A unit is a product of names, each with a prefix (n, u, m, c, d, h, k, M, G) and a power; what stands after a stroke
// divides: "N.s/m", "N s / m", "kg*m^2", "s-1", "m²". Turns are angles: rpm, 1/min and rev/s become rad/s. A lone g is
// the standard gravity, 9.80665 m/s2; a mass is in kg, mg or gram.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stickslip {

// SI value = factor * value + offset.
struct Unit {
  std::string si;  // FMI syntax: "N.s/m", "m/s2", "rad", "N.m"; "1" when dimensionless
  double factor = 1.0;
  double offset = 0.0;  // of temperatures alone
};

std::optional<Unit> find_unit(std::string_view text);
// Throws UnknownName with the nearest known ones.
Unit unit_from(std::string_view text);

// A value that a person wrote with a unit, in the SI unit that is wanted: 2000 "g" is 2 "kg", 5 "MPa" 5e6 "Pa". A lone
// g is a mass where one is wanted; of a joint N.m is taken for N and rad for m. Throws std::invalid_argument "'mm' does
// not fit: N is needed", UnknownName.
double in_si(double value, std::string_view unit, std::string_view wanted);

// Powers of the SI base units, and of the radian, in a unit: "N.s/m" is kg s-1. Throws as unit_from does.
struct BaseUnits {
  int kg = 0, m = 0, s = 0, A = 0, K = 0, rad = 0;
  bool operator==(const BaseUnits&) const = default;
};
BaseUnits base_units(std::string_view unit);

// The unit at the end of a name: "bar" of p_bar, "rad/s" of dq_rad_s, "m/s2" of a_m_s2; empty when there is none.
std::string unit_in_name(std::string_view name);

// Laws compute in N and m. Of a joint the same numbers are read in N.m and rad:
//   N -> N.m, m -> rad, kg -> kg.m2, and so N.s/m -> N.m.s/rad, 1/N -> 1/N.m; other units stay.
std::string rotary_unit(std::string_view translational);
// And back.
std::string translational_unit(std::string_view rotary);

}  // namespace stickslip
