// A mass on a friction contact: pushed by a known force, pulled by a spring, and held by a PID controller, as wanted.
//
//   dx/dt = v
//   (m + I) dv/dt = u - F,       friction force F + I dv/dt
//   u = f(t) + K (y(t) - x) - K_p (x - x_d) - K_v v - K_i w,    y(t) = y' t
//   dw/dt = x - x_d
//
// With K alone this is the spring-pulled mass of 004 section 2.3.1, with the controller alone the limit cycle of 2.3.2,
// with f alone the drift, presliding and break-away tests. The work of u and the work taken by friction are carried
// along, so that the energy balance of a run can be checked: m v^2/2 + work of friction = work of u.
#pragma once

#include "stickslip/excitation.hpp"
#include "stickslip/plant/contact_model.hpp"
#include "stickslip/plant/driven.hpp"

namespace stickslip::plant {

template <class S>
struct MassParams {
  using Scalar = S;
  S mass = S(1);
  S spring_stiffness = S(0);
  S drive_velocity = S(0);
  S proportional_gain = S(0);
  S velocity_gain = S(0);
  S integral_gain = S(0);
  S target = S(0);
  S start_displacement = S(0);
  S start_velocity = S(0);
  S normal_force = S(0);
  S pressure = S(0);
  S temperature = S(0);

  static constexpr auto table() {
    using P = MassParams;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass of the body.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, spring_stiffness, "K", "N/m", "Stiffness of the spring that pulls the body.", 0.0, 1e15),
        STICKSLIP_FIELD(P, drive_velocity, "y'", "m/s", "Velocity of the spring's other end.", -1e6, 1e6),
        STICKSLIP_FIELD(P, proportional_gain, "K_p", "N/m", "Proportional gain of the controller.", -1e15, 1e15),
        STICKSLIP_FIELD(P, velocity_gain, "K_v", "N.s/m", "Velocity gain of the controller.", -1e15, 1e15),
        STICKSLIP_FIELD(P, integral_gain, "K_i", "N/(m.s)", "Integral gain of the controller.", -1e15, 1e15),
        STICKSLIP_FIELD(P, target, "x_d", "m", "Position that the controller aims at.", -1e6, 1e6),
        STICKSLIP_FIELD(P, start_displacement, "x_0", "m", "Displacement at the start.", -1e6, 1e6),
        STICKSLIP_FIELD(P, start_velocity, "v_0", "m/s", "Velocity at the start.", -1e6, 1e6),
        STICKSLIP_FIELD(P, normal_force, "N", "N", "Normal force on the contact.", 0.0, 1e12),
        STICKSLIP_FIELD(P, pressure, "p", "Pa", "Pressure on the seal.", 0.0, 1e12),
        STICKSLIP_FIELD(P, temperature, "T", "K", "Temperature above the reference state.", -300.0, 1e4)};
  }
};

// The value of an excitation at a time that may carry derivatives.
inline double at(const Excitation& f, double t) { return f.value(t); }
template <std::size_t n>
Dual<n> at(const Excitation& f, const Dual<n>& t) {
  return Dual<n>::chain(t, f.value(t.value), f.rate(t.value));
}

template <class Law>
class Mass : public ContactModel<Mass<Law>, Law>, public Driven {
  using Base = ContactModel<Mass<Law>, Law>;

 public:
  static constexpr std::size_t machine_states = 5;  // x, v, w, work of u, work of friction

  Mass(const MassParams<double>& plant, const typename Law::template Params<double>& law, Excitation force)
      : Base(law), plant_(plant), force_(std::move(force)) {}

  template <class S>
  Contact<S> motion(const S& t, const S* x) const {
    Contact<S> c;
    c.displacement = x[0];
    c.velocity = x[1];
    c.applied = push(t, x);
    c.mass = S(plant_.mass);
    c.load = S(plant_.normal_force);
    c.pressure = S(plant_.pressure);
    c.temperature = S(plant_.temperature);
    return c;
  }

  template <class S>
  std::array<S, machine_states> find_flow(const S& t, const S* x, const Contact<S>& c, const Force<S>& friction) const {
    const S acceleration = (c.applied - friction.value) / (S(plant_.mass) + friction.inertia);
    return {x[1], acceleration, x[0] - target(t), c.applied * x[1],
            (friction.value + friction.inertia * acceleration) * x[1]};
  }

  // Friction takes what the body had.
  void stop(double* x) const {
    x[4] += plant_.mass * x[1] * x[1] / 2.0;
    x[1] = 0.0;
  }

  // f, y and x_d: the last two act through the spring and the controller.
  std::span<const Drive> drives() const override {
    static constexpr std::array<Drive, 3> all{{{"force", "N"}, {"spring_end", "m"}, {"target", "m"}}};
    return all;
  }
  void drive_by(std::size_t drive, double value, double rate, double from) override {
    if (drive == 0) force_ = straight_line(value, rate, from);
    if (drive == 1) plant_.drive_velocity = rate, spring_end_ = value - rate * from;
    if (drive == 2) target_rate_ = rate, plant_.target = value - rate * from;
  }

  double next_corner(double t) const override { return force_.next_corner(t); }
  double longest_step(double t) const override { return force_.longest_step(t); }

  std::vector<double> start() const override {
    std::vector<double> x(this->size(), 0.0);
    x[0] = plant_.start_displacement;
    x[1] = plant_.start_velocity;
    if (plant_.start_velocity != 0.0) this->start_moving(x.data());
    return x;
  }

  std::vector<Column> columns() const override {
    return this->with_law_columns({{"displacement", "m"},
                                   {"velocity", "m/s"},
                                   {"applied", "N"},
                                   {"friction", "N"},
                                   {"work_in", "J"},
                                   {"work_friction", "J"},
                                   {"error_integral", "m.s"}});
  }

  void observe(double t, const double* x, double* values) const override {
    const auto c = motion<double>(t, x);
    const auto friction = this->friction(c, x);
    const double acceleration = (c.applied - friction.value) / (plant_.mass + friction.inertia);
    const std::array<double, 7> own{x[0], x[1], c.applied, friction.value + friction.inertia * acceleration,
                                    x[3], x[4], x[2]};
    std::copy(own.begin(), own.end(), values);
    std::copy(x + machine_states, x + this->size(), values + own.size());
  }

 private:
  template <class S>
  S target(const S& t) const {
    return S(plant_.target) + S(target_rate_) * t;
  }
  template <class S>
  S push(const S& t, const S* x) const {
    const S end = S(plant_.drive_velocity) * t + S(spring_end_);
    const S spring = S(plant_.spring_stiffness) * (end - x[0]);
    const S control = S(plant_.proportional_gain) * (x[0] - target(t)) + S(plant_.velocity_gain) * x[1] +
                      S(plant_.integral_gain) * x[2];
    return at(force_, t) + spring - control;
  }

  MassParams<double> plant_;
  Excitation force_;
  double spring_end_ = 0.0;   // [m] y at t = 0
  double target_rate_ = 0.0;  // [m/s]
};

}  // namespace stickslip::plant
