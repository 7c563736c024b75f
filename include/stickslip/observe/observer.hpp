// Proportional-integral observer: the unknown input of a linear machine, such as its friction, from what is measured.
//
//   plant      x' = A x + B u + E f,      y = C x
//   observer   xh' = A xh + B u + E fh + L_1 (y - C xh),      fh' = L_2 (y - C xh)
//
// The unknown input f is taken to be constant between the corrections of the integral; fh follows it like a low pass
// whose poles are those of the observer. 000, section II.B; gains by pole placement or from a Riccati equation.
//
//   const LinearPlant piston = mass_plant(0.5, 50.0, 1e5, Measured::displacement);
//   const Observer observer = Observer::with_poles(piston, {-300.0, -300.0, -300.0});
//   SampledObserver sampled = observer.discretise(1e-3);
//   for (...) { fh = sampled.unknown(0); sampled.step(u, y); }
#pragma once

#include <complex>
#include <span>
#include <string>
#include <vector>

#include "stickslip/numerics/matrix.hpp"

namespace stickslip::observe {

struct LinearPlant {
  numerics::Matrix a;  // n x n
  numerics::Matrix b;  // n x inputs
  numerics::Matrix e;  // n x unknown inputs
  numerics::Matrix c;  // outputs x n
  // Names, for messages; as many as there are rows and columns, with units: "displacement [m]".
  std::vector<std::string> states;
  std::vector<std::string> unknowns;
  std::vector<std::string> outputs;
};

// What a sensor on a body sees.
enum class Measured : unsigned char { displacement, displacement_and_velocity, velocity };

// A body on a spring and a damper: m x'' + b x' + k x = u - f, friction f against positive velocity. [kg, N.s/m, N/m]
LinearPlant mass_plant(double mass, double damping, double stiffness, Measured measured);

// Which of the states and unknown inputs the outputs determine.
struct Observability {
  std::size_t rank;
  std::size_t needed;
  // Empty when everything is determined; otherwise which combination is not, and the remedy.
  std::string missing;
  bool complete() const { return rank == needed; }
};
// Throws std::invalid_argument when the matrices do not fit together.
Observability observability(const LinearPlant& plant);

// Intensities of white noise for the Riccati equation: the unknown inputs are random walks.
struct NoiseIntensity {
  std::vector<double> unknowns;     // of the rate of each unknown input [unit^2/s]
  std::vector<double> outputs;      // of each output: variance of a sample times the sample time [unit^2.s]
  std::vector<double> states = {};  // of the rate of each state [unit^2/s]; default: none
};

// How the samples of input and output are joined: held until the next, or joined by straight lines. Held samples are
// late by half a sample time; straight lines wait for the next sample instead.
enum class Hold : unsigned char { constant, linear };

// Steps of one sample time that follow the continuous observer exactly: stable for every sample time.
class SampledObserver {
 public:
  // The state before the first step: outputs that equal `y`, unknown inputs and the rest 0.
  void start(std::span<const double> y);
  // The same with known unknown inputs.
  void start(std::span<const double> y, std::span<const double> unknowns);
  // Inputs and outputs of this sample. Held: carries the estimate to the next sample. Linear: carries it from the
  // sample before to this one.
  void step(std::span<const double> u, std::span<const double> y);

  double state(std::size_t k) const { return estimate_(k, 0); }
  double unknown(std::size_t k) const { return estimate_(states_ + k, 0); }
  double expected_output(std::size_t k) const;
  double sample_time() const { return sample_time_; }
  Hold hold() const { return hold_; }

  // Standard deviation of the estimate of an unknown input when every sample of the output carries independent noise
  // of standard deviation 1.
  double noise_gain(std::size_t unknown, std::size_t output) const;

 private:
  friend class Observer;
  SampledObserver() = default;

  std::size_t states_ = 0;
  std::size_t inputs_ = 0;
  Hold hold_ = Hold::constant;
  double sample_time_ = 0.0;
  numerics::Matrix transition_, from_before_,
      from_now_;  // estimate' = transition estimate + from_before (u, y) + from_now (u, y)
  numerics::Matrix output_;
  numerics::Matrix estimate_, last_;
  bool has_last_ = false;
};

class Observer {
 public:
  // With these poles, as many as states and unknown inputs, complex ones in pairs, all with a negative real part.
  // Ackermann's formula for one output; with several outputs the gains are not unique, and those with the best
  // conditioned eigenvectors of a fixed set of trials are taken. Throw std::invalid_argument: the plant is not
  // observable (with what is missing), poles that do not fit.
  static Observer with_poles(const LinearPlant& plant, const std::vector<std::complex<double>>& poles);
  // Kalman's gains for the given noise. Throws std::invalid_argument too.
  static Observer optimal(const LinearPlant& plant, const NoiseIntensity& noise);

  // L: rows for the states, then for the unknown inputs; a column per output.
  const numerics::Matrix& gain() const { return gain_; }
  std::vector<std::complex<double>> poles() const;

  // Estimate over unknown input at standstill is 1; for a slowly changing input the estimate is late by this [s]:
  // 3/w_0 for three poles at -w_0.
  double delay(std::size_t unknown) const;

  // |fh/y| at an angular frequency [rad/s], and its root mean square up to half the sample rate,
  //   sqrt(Ts/pi integral_0^(pi/Ts) |G(i w)|^2 dw):
  // standard deviation of the estimate per that of a sample's white noise, for a continuous observer.
  double noise_response(double frequency, std::size_t unknown, std::size_t output) const;
  double noise_gain(double sample_time, std::size_t unknown, std::size_t output) const;

  // Throws std::invalid_argument for a sample time that is not positive.
  SampledObserver discretise(double sample_time, Hold hold = Hold::constant) const;

 private:
  Observer(const LinearPlant& plant, numerics::Matrix gain);

  LinearPlant plant_;
  numerics::Matrix gain_;    // L
  numerics::Matrix closed_;  // of the augmented plant: [A E; 0 0] - L [C 0]
};

}  // namespace stickslip::observe
