// What the methods share.
#pragma once

#include <string>
#include <vector>

#include "stickslip/identify/least_squares.hpp"
#include "stickslip/identify/method_result.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::identify {

// The files as a fit would read them: columns by their roles, SI, uniform in time.
struct Inputs {
  std::vector<measurement::Dataset> files = {};
  std::vector<std::string> notes = {};
  bool rotary = false;
};
// Throws std::invalid_argument when there are none, or what is wrong with one.
Inputs read_inputs(const IdentificationMethod& method, std::span<const measurement::Dataset> files,
                   const MethodSettings& settings);
// The same in m and N, whatever the motion: for methods that compute along a straight line.
Inputs read_straight_inputs(const IdentificationMethod& method, std::span<const measurement::Dataset> files,
                            const MethodSettings& settings);

// A result with what is the same in all of them.
MethodResult begin_result(const IdentificationMethod& method, const Inputs& inputs, const MethodSettings& settings);

// Of a joint: N.m and rad in the result of a method that computed along a straight line.
void show_rotary_units(MethodResult& result);

// value -+ half; infinite halves are allowed.
Estimate make_estimate(std::string name, std::string unit, double value, double half);

// Marks an estimate as one that the data do not show.
void doubt(Estimate& e, const std::string& why);

// Mean, its deviation's half width at 95 % by Student's t, and the spread of one value; two values at least.
struct MeanValue {
  double mean = 0.0;
  double half = 0.0;
  double spread = 0.0;
  std::size_t count = 0;
};
MeanValue find_mean(std::span<const double> values);

// A body may turn: the unit of column `displacement` says so.
struct Motion {
  std::string place = "m";
  std::string speed = "m/s";
  std::string force = "N";
  std::string mass = "kg";
  std::string viscous = "N.s/m";
};
Motion read_motion(const measurement::Dataset& data);

// The step of the least count of an encoder, from the readings; from their noise when they have no counts.
double smallest_seen(std::span<const double> readings);

// The methods themselves.
const IdentificationMethod& stribeck_curve_method();
const IdentificationMethod& lugre_dynamic_method();
const IdentificationMethod& modified_lugre_dynamic_method();
const IdentificationMethod& breakaway_method();
const IdentificationMethod& two_sinusoids_method();
const IdentificationMethod& torque_polynomials_method();
const IdentificationMethod& cylinder_friction_method();

}  // namespace stickslip::identify
