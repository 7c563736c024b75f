// What simple ways to compute the actuator of 001 give, against figures that were computed independently: the fluid's
// inertia with the acceleration of the last step, and sign(v) in a fixed-step method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/plant/hydraulic_servo.hpp"
#include "stickslip/solve/fixed_step.hpp"

namespace stickslip::experiment {

using namespace plant;
using namespace solve;

namespace {

using State = std::array<double, 6>;

ServoState<double> servo_state(const State& x) { return {x[0], x[1], x[2], x[3], x[4], x[5]}; }

State slopes(const ServoEquations<double>& servo, const State& x, double current, double acceleration) {
  const auto now = servo_state(x);
  const auto d = servo.slopes(now, current, acceleration, servo.flow_1(now), servo.flow_2(now));
  return {d.displacement, d.velocity, d.pressure_1, d.pressure_2, d.spool, d.spool_velocity};
}

// At rest at 0.1 m with the pressures that carry the mass.
State start(const HydraulicServoParams<double>& p) {
  return {p.start_displacement, 0.0, p.carrying_pressure(), p.supply_pressure - p.carrying_pressure()};
}

// ---- the lead term sigma_2 T dv/dt with dv/dt of the last step: Euler, h = 0.1 ms, 4.5 mA, 1 Hz, 0.5 s

struct Lagged {
  double largest_speed;  // [m/s]
  double largest_jump;   // of the acceleration from one step to the next [m/s2]
};

Lagged with_lagged_lead(double mass) {
  constexpr double h = 1e-4;
  HydraulicServoParams<double> p;
  p.mass = mass;
  const ServoEquations<double> servo(p);
  const NewModifiedLuGre::Params<double> law;
  const auto current = Excitation::sine(4.5e-3, 1.0);
  State x = start(p);
  NewModifiedLuGre::State<double> film;
  double acceleration = 0.0;
  Lagged found{};
  for (int i = 0; i < 5000; ++i) {
    Contact<double> c;
    c.velocity = x[1];
    const auto rate = NewModifiedLuGre::rate(law, c, film);
    const auto friction = NewModifiedLuGre::force(law, c, film);
    const double last = acceleration;
    acceleration = (servo.applied(servo_state(x)) - friction.value - friction.inertia * last) / p.mass;
    const State d = slopes(servo, x, current.value(i * h), acceleration);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += h * d[k];
    film.deflection += h * rate.deflection;
    film.film += h * rate.film;
    found.largest_speed = std::max(found.largest_speed, std::abs(x[1]));
    if (i > 1) found.largest_jump = std::max(found.largest_jump, std::abs(acceleration - last));
  }
  return found;
}

// The added mass is sigma_2 T = 108.9 kg. 2 digits are known; the same steps give 4.
TEST(hydraulic_servo, with_the_acceleration_of_the_last_step_is_unstable_below_the_added_mass) {
  struct Reference {
    double mass, speed, jump;
  };
  for (const Reference& r : {Reference{118.0, 0.1257079563665461, 1.2014538363084886},
                             Reference{109.0, 0.1280529527080179, 1.2647603161548342},
                             Reference{100.0, 0.19684340043349718, 4036.380692703824}}) {
    const Lagged found = with_lagged_lead(r.mass);
    EXPECT_NEAR(found.largest_speed, r.speed, 1e-4 * r.speed) << r.mass;
    EXPECT_NEAR(found.largest_jump, r.jump, 1e-4 * r.jump) << r.mass;
  }
}

// ---- sign(v) g(v) + sigma_2 v by Runge-Kutta with fixed steps, 2 mA, 0.5 Hz, 8 s

struct PlainSign {
  static constexpr std::size_t capacity = 6;
  using State = std::array<double, capacity>;
  HydraulicServoParams<double> plant;
  NewModifiedLuGre::Params<double> law;  // the Stribeck curve of Table 2
  ServoEquations<double> servo{plant};
  Excitation current = Excitation::sine(2e-3, 0.5);

  std::size_t size() const { return capacity; }
  std::size_t guard_count() const { return 0; }
  State flow(double t, const State& x) const {
    const double force = servo.applied(servo_state(x)) - stribeck_friction(law, x[1]);
    return slopes(servo, x, current.value(t), force / plant.mass);
  }
  void jacobian(double, const State&, std::span<double>, std::span<double>) const {}
  void guards(double, const State&, std::span<double>) const {}
  State reset(double, const State& x, std::size_t) const { return x; }
  double next_corner(double) const { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const { return std::numeric_limits<double>::infinity(); }
};

// Standstill is a chatter, and what leaves it depends on the last bit: 5 % is what two programs agree in. With stick
// the friction reaches 830 and -500 N at the break-away; chatter never sees it.
TEST(hydraulic_servo, with_a_plain_sign_chatters_and_misses_the_break_away) {
  struct Reference {
    double step, most, least;
  };
  for (const Reference& r : {Reference{1e-3, 526.2928105289106, -314.1372653824594},
                             Reference{1e-4, 560.7918296955046, -318.9760746002355}}) {
    const PlainSign system;
    FixedStep<PlainSign> solver(system, {.method = FixedMethod::rk4, .step = r.step});
    double most = 0.0;
    double least = 0.0;
    solver.run(0.0, start(system.plant), 8.0, [&](double, const PlainSign::State& x) {
      most = std::max(most, stribeck_friction(system.law, x[1]));
      least = std::min(least, stribeck_friction(system.law, x[1]));
      return true;
    });
    EXPECT_NEAR(most, r.most, 0.1 * r.most) << r.step;
    EXPECT_NEAR(least, r.least, -0.1 * r.least) << r.step;
  }
}

}  // namespace
}  // namespace stickslip::experiment
