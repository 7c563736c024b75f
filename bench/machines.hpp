// The hydraulic servo of 001 with the new modified LuGre law at 2 mA, 0.5 Hz, as a system of fixed size: the library's
// own equations and law, without the ports' quadratures. Unknowns: x, v, P_1, P_2, x_v, x_v', z, h.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/plant/hydraulic_servo.hpp"

namespace stickslip::bench {

inline constexpr double end = 8.0;  // [s]

// Where the piston is at the end [m]: by an explicit method of order 8 in another language, events located, rtol 1e-11.
inline constexpr double truth = 0.03635362602353754;

class Servo {
 public:
  static constexpr std::size_t capacity = 8;
  using State = std::array<double, capacity>;
  using Directional = Dual<capacity + 1>;

  // Sizes that the unknowns reach, each in its unit: what the absolute tolerances of every solver are measured by.
  static constexpr State typical{0.1, 0.1, 3e6, 3e6, 5e-5, 2e-4, 1e-4, 0.2};

  static constexpr std::size_t size() { return capacity; }
  static constexpr std::size_t guard_count() { return 0; }

  State start() const {
    const double p1 = plant_.params().carrying_pressure();
    return {plant_.params().start_displacement, 0.0, p1, plant_.params().supply_pressure - p1};
  }

  State flow(double t, const State& x) const { return slope<double>(plant_, law_, t, x); }
  // The flow, and its derivatives by every unknown and by the time.
  State linearise(double t, const State& x, std::span<double> dfdx, std::span<double> dfdt) const;
  void jacobian(double t, const State& x, std::span<double> dfdx, std::span<double> dfdt) const {
    linearise(t, x, dfdx, dfdt);
  }

  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double t) const { return current_.next_corner(t); }
  double longest_step(double t) const { return current_.longest_step(t); }

 private:
  template <class S, class Law>
  std::array<S, capacity> slope(const plant::ServoEquations<S>& plant, const Law& law, const S& t,
                                const std::array<S, capacity>& x) const {
    const plant::ServoState<S> now{x[0], x[1], x[2], x[3], x[4], x[5]};
    const NewModifiedLuGre::State<S> film{x[6], x[7]};
    Contact<S> c;
    c.velocity = now.velocity;
    const auto rate = NewModifiedLuGre::rate(law, c, film);
    const Force<S> friction = NewModifiedLuGre::force(law, c, film, rate);
    const S acceleration = (plant.applied(now) - friction.value) / (plant.params().mass + friction.inertia);
    const auto d = plant.slopes(now, plant::at(current_, t), acceleration, plant.flow_1(now), plant.flow_2(now));
    return {d.displacement, d.velocity,       d.pressure_1,    d.pressure_2,
            d.spool,        d.spool_velocity, rate.deflection, rate.film};
  }

  plant::HydraulicServoParams<double> parameters_;  // the defaults are 001 Table 1
  NewModifiedLuGre::Params<double> law_;            // and Table 2
  plant::ServoEquations<double> plant_{parameters_};
  plant::ServoEquations<Directional> differentiated_plant_{
      convert_to<plant::HydraulicServoParams<Directional>>(parameters_)};
  NewModifiedLuGre::Params<Directional> differentiated_law_ = convert_to<NewModifiedLuGre::Params<Directional>>(law_);
  Excitation current_ = Excitation::sine(2e-3, 0.5);
};

// The states at multiples of `look`, the first one apart.
using Path = std::vector<Servo::State>;
inline constexpr double look = 0.1;  // [s]
inline constexpr std::size_t looks = 80;

struct Outcome {
  double position = 0.0;  // at the end [m]
  std::size_t steps = 0;  // accepted and rejected
  std::size_t flow_calls = 0;
  std::string failure;  // empty when the end was reached
};

// BDF with the analytic Jacobian. Absolute tolerances: the relative one times the typical sizes, times `floor`. With a
// path it is filled from the interpolant.
Outcome by_cvode(const Servo& servo, double tolerance, double floor, Path* path = nullptr);

}  // namespace stickslip::bench
