// Friction from a measurement, by a proportional-integral observer of a body on a spring and a damper:
//
//   m x'' + b x' + k x = u - f,      u = the column drive, or from the column pressure (000 (5), corrected)
//   u = p A - K_0 + F_cf2 - F_cf1 - F_N - F_S
//
// F_cf2 - F_cf1 of the oil that turns with a column shaft_speed, F_N of the disc pack from a column contact_force or
// from the displacement beyond plant.touch_point, F_S of the stop at x = 0.
//
// 000, section II.B: the friction of a clutch piston's seals from its displacement and its pressure. The paper uses an
// "improved" proportional-integral observer (IPI) of its reference [22]; neither prints its equations ([22] is about
// the reliability of O-rings), so this is the plain one. The estimate comes with a band. What it holds: the noise of
// the sensors, twice the standard deviation that the observer makes of it, and what the observer's own delay hides,
// from slope and curvature of the estimate. It does not hold what is much faster than the observer, nor errors of mass,
// spring or area.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "stickslip/dataset.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/method_input.hpp"
#include "stickslip/observe/observer.hpp"

namespace stickslip::observe {

// The parameters of the method: the groups plant and observer. Values of the plant that are not a number are not given:
// where a force pushes, the mass must be, and damping and stiffness are 0; where the pressure pushes, the piston of 000
// fills them in. FrictionEstimate has them filled in and says which.
struct ObserverSettings {
  ParamGroup plant, observer;
  measurement::ImportOptions import = {};  // how the file is read, as for a fit; names: also the roles of the observer
};
ObserverSettings observer_settings();

// What fills in the plant where the pressure pushes: the piston of 000, as in the experiment clutch-piston.
ParamGroup default_piston();

// The roles that a column may have: those of every recording, and drive, friction, shaft_speed, contact_force.
std::vector<std::string> observer_roles();

struct FrictionEstimate {
  ObserverSettings settings;                // the plant complete
  std::vector<std::string> filled_in = {};  // of what the estimate reads of the plant, what was not given: "plant.mass"
  std::string file;
  double sample_time = 0.0;  // [s]
  numerics::Matrix gain;
  std::vector<std::complex<double>> poles;  // [1/s]
  double delay = 0.0;                       // [s]
  std::vector<std::string> outputs;         // what was measured
  std::vector<double> noise_used;           // standard deviation of a sample of each output, in its unit
  std::vector<double> noise_gains;          // of the sampled observer, per output [N per unit]
  std::vector<double> continuous_gains;     // of the continuous one up to half the sample rate [N per unit]
  double noise_band = 0.0;                  // half width of the band that the noise makes [N]
  std::vector<double> time, friction, low, high, innovation, displacement, velocity;
  std::vector<double> drive = {};                     // [N] what acts besides spring, damper and friction
  std::vector<double> pressure = {};                  // [Pa] as recorded; empty: it was not
  std::vector<double> centrifugal = {};               // [N] F_cf2 - F_cf1, part of the drive; empty: no shaft_speed
  std::vector<double> contact = {};                   // [N] of pack (and stop), taken off the drive; empty: none
  bool rotary = false;                                // a joint: N.m and rad in the places of N and m
  std::vector<std::string> remarks = {}, notes = {};  // about the estimate; about the file
  // When the file has a column friction, such as a simulation's: root mean square of the difference from
  // observer.settle_time on, and the share of instants at which it lies within the band; otherwise NaN.
  double error = 0.0, covered = 0.0;
};

// Throws std::invalid_argument: what is wrong with data (file, line, column, remedy) or settings.
FrictionEstimate estimate_friction(const measurement::Dataset& data, const ObserverSettings& settings);

// Writes the references to options in its texts as a front end says them.
void render_options(FrictionEstimate& estimate, const OptionWording& wording);

}  // namespace stickslip::observe
