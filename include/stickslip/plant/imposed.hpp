// A friction contact whose motion is imposed: x(t) is known, the force is asked for.
//
// The power v F is integrated along, so that the work per cycle of a harmonic motion is exact to the solver's
// tolerance.
#pragma once

#include "stickslip/plant/mass.hpp"

namespace stickslip::plant {

template <class S>
struct ImposedParams {
  using Scalar = S;
  S mass = S(1);
  S normal_force = S(0);
  S pressure = S(0);
  S temperature = S(0);

  static constexpr auto table() {
    using P = ImposedParams;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass of the body, for laws that ask for it.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, normal_force, "N", "N", "Normal force on the contact.", 0.0, 1e12),
        STICKSLIP_FIELD(P, pressure, "p", "Pa", "Pressure on the seal.", 0.0, 1e12),
        STICKSLIP_FIELD(P, temperature, "T", "K", "Temperature above the reference state.", -300.0, 1e4)};
  }
};

template <class Law>
class Imposed : public ContactModel<Imposed<Law>, Law>, public Driven {
  using Base = ContactModel<Imposed<Law>, Law>;

 public:
  static constexpr std::size_t machine_states = 1;  // work taken by friction

  Imposed(const ImposedParams<double>& plant, const typename Law::template Params<double>& law, Excitation displacement)
      : Base(law), plant_(plant), displacement_(std::move(displacement)) {}

  template <class S>
  Contact<S> motion(const S& t, const S*) const {
    Contact<S> c;
    c.displacement = at(displacement_, t);
    c.velocity = rate_at(t);
    c.mass = S(plant_.mass);
    c.load = S(plant_.normal_force);
    c.pressure = S(plant_.pressure);
    c.temperature = S(plant_.temperature);
    return c;
  }

  template <class S>
  std::array<S, machine_states> find_flow(const S& t, const S*, const Contact<S>& c, const Force<S>& friction) const {
    return {(friction.value + friction.inertia * acceleration_at(t)) * c.velocity};
  }

  void stop(double*) const {}

  // That both belong to one motion is the driver's matter.
  std::span<const Drive> drives() const override {
    static constexpr std::array<Drive, 2> all{{{"displacement", "m"}, {"velocity", "m/s"}}};
    return all;
  }
  void drive_by(std::size_t drive, double value, double rate, double from) override {
    (drive == 0 ? displacement_ : velocity_) = straight_line(value, rate, from);
    is_driven_ = true;
  }

  double next_corner(double t) const override { return displacement_.next_corner(t); }
  double longest_step(double t) const override { return displacement_.longest_step(t); }
  std::vector<double> start() const override { return std::vector<double>(this->size(), 0.0); }

  std::vector<Column> columns() const override {
    return this->with_law_columns(
        {{"displacement", "m"}, {"velocity", "m/s"}, {"friction", "N"}, {"work_friction", "J"}});
  }

  void observe(double t, const double* x, double* values) const override {
    const auto c = motion<double>(t, x);
    const auto friction = this->friction(c, x);
    const std::array<double, 4> own{c.displacement, c.velocity, friction.value + friction.inertia * acceleration_at(t),
                                    x[0]};
    std::copy(own.begin(), own.end(), values);
    std::copy(x + machine_states, x + this->size(), values + own.size());
  }

 private:
  double rate_at(double t) const { return is_driven_ ? velocity_.value(t) : displacement_.rate(t); }
  template <std::size_t n>
  Dual<n> rate_at(const Dual<n>& t) const {
    return Dual<n>::chain(t, rate_at(t.value), acceleration_at(t.value));
  }
  // The slope of the acceleration matters to no state: it enters the work alone.
  double acceleration_at(double t) const { return is_driven_ ? velocity_.rate(t) : displacement_.second(t); }
  template <std::size_t n>
  Dual<n> acceleration_at(const Dual<n>& t) const {
    return Dual<n>(acceleration_at(t.value));
  }

  ImposedParams<double> plant_;
  Excitation displacement_;
  Excitation velocity_;  // of a motion that is driven from outside
  bool is_driven_ = false;
};

}  // namespace stickslip::plant
