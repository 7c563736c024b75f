// The piston of a wet clutch: pushed by oil under pressure, held by a return spring and by the friction of its seals.
//
//   (m + I) x'' = p A + F_cf2 - F_cf1 - K_0 - k x - b x' - F_N - F_S - F,      friction force F + I x''
//   F_cf = pi rho w^2 (r_o^2 - r_i^2)^2/4      oil that turns with the shaft, fed at the inner radius of its chamber
//   F_N  = k_N d (1 + chi d') for d = x - x_N > 0      the disc pack, from the touch point on, never a pull
//   F_S  = -k_S d (1 + chi d') for d = -x > 0           the stop at rest
//
// R. Mustafa et al. 2022 (000), eq. (5), corrected: k_p is the stiffness of the return spring and multiplies the
// displacement, not the speed. The print has no damping b; it is needed for a body whose seals stick. Chamber 2 is
// the one under pressure, chamber 1 compensates it. Positive x closes the clutch. SI units.
//
// The work of the pressure, of the turning oil, of friction and of the dampers is carried along:
//   m x'^2/2 + energy of the springs = work of pressure + work of the oil - work of friction - work of the dampers.
#pragma once

#include <numbers>

#include "stickslip/excitation.hpp"
#include "stickslip/plant/contact_model.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::plant {

template <class S>
struct ClutchPistonParams {
  using Scalar = S;
  S mass = S(0.5);
  S damping = S(50);
  S spring_stiffness = S(1e5);
  S preload = S(300);
  S area = S(1e-3);
  S oil_density = S(850);
  S chamber_inner_radius = S(0.05);
  S chamber_outer_radius = S(0.0531);
  S balance_inner_radius = S(0.05);
  S balance_outer_radius = S(0.0528);
  S touch_point = S(5e-3);
  S pack_stiffness = S(2e6);
  S stop_stiffness = S(1e7);
  S contact_damping = S(5);
  S seal_pressure = S(0);
  S start_displacement = S(0);
  S normal_force = S(0);
  S temperature = S(0);

  static constexpr auto table() {
    using P = ClutchPistonParams;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m_p", "kg", "Mass of the piston.", 1e-9, 1e9, Scale::log),
        STICKSLIP_FIELD(P, damping, "b", "N.s/m", "Damping of the piston.", 0.0, 1e12),
        STICKSLIP_FIELD(P, spring_stiffness, "k_p", "N/m", "Stiffness of the return spring.", 0.0, 1e15),
        STICKSLIP_FIELD(P, preload, "K_0p", "N", "Force of the return spring at x = 0.", 0.0, 1e12),
        STICKSLIP_FIELD(P, area, "A_p", "m2", "Area of the piston.", 0.0, 1e6),
        STICKSLIP_FIELD(P, oil_density, "rho", "kg/m3", "Density of the oil that turns with the shaft.", 0.0, 1e5),
        STICKSLIP_FIELD(P, chamber_inner_radius, "r_2i", "m", "Inner radius of the pressure chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, chamber_outer_radius, "r_2o", "m", "Outer radius of the pressure chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, balance_inner_radius, "r_1i", "m", "Inner radius of the compensating chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, balance_outer_radius, "r_1o", "m", "Outer radius of the compensating chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, touch_point, "x_N", "m", "Displacement at which the disc pack is touched.", 0.0, 1e3),
        STICKSLIP_FIELD(P, pack_stiffness, "k_N", "N/m", "Stiffness of the disc pack; 0: there is none.", 0.0, 1e15),
        STICKSLIP_FIELD(P, stop_stiffness, "k_S", "N/m", "Stiffness of the stop at x = 0; 0: there is none.", 0.0,
                        1e15),
        STICKSLIP_FIELD(P, contact_damping, "chi", "s/m", "Damping of pack and stop, per speed of approach.", 0.0, 1e6),
        STICKSLIP_FIELD(P, seal_pressure, "p_s", "Pa", "Pressure on the seals; 0: that of the chamber.", 0.0, 1e12),
        STICKSLIP_FIELD(P, start_displacement, "x_0", "m",
                        "Displacement at the start, from where the piston stands without friction.", -1e3, 1e3),
        STICKSLIP_FIELD(P, normal_force, "N", "N", "Normal force on the contact, for laws that ask for it.", 0.0, 1e12),
        STICKSLIP_FIELD(P, temperature, "T", "K", "Temperature above the reference state.", -300.0, 1e4)};
  }
  static constexpr std::array relations{
      Relation{Relation::Kind::not_below, "chamber_outer_radius", "chamber_inner_radius"},
      Relation{Relation::Kind::not_below, "balance_outer_radius", "balance_inner_radius"}};
};

// Force of oil that turns with the shaft at 1 rad/s on the end of its chamber [N.s2/rad2].
inline double turning_oil(double density, double inner, double outer) {
  const double ring = outer * outer - inner * inner;
  return std::numbers::pi * density * ring * ring / 4.0;
}

// F_cf2 - F_cf1 per squared speed of the shaft [N.s2/rad2].
inline double centrifugal_gain(const ClutchPistonParams<double>& p) {
  return turning_oil(p.oil_density, p.chamber_inner_radius, p.chamber_outer_radius) -
         turning_oil(p.oil_density, p.balance_inner_radius, p.balance_outer_radius);
}

// Where the piston stands without friction under the push p A + F_cf2 - F_cf1 [m].
inline double resting_place(const ClutchPistonParams<double>& p, double push) {
  const double net = push - p.preload;
  if (net < 0.0)
    return p.stop_stiffness + p.spring_stiffness > 0.0 ? net / (p.spring_stiffness + p.stop_stiffness) : 0.0;
  const double beyond = net - p.spring_stiffness * p.touch_point;
  if (beyond > 0.0 && p.pack_stiffness > 0.0) return p.touch_point + beyond / (p.spring_stiffness + p.pack_stiffness);
  return p.spring_stiffness > 0.0 ? net / p.spring_stiffness : 0.0;
}

template <class Law>
class ClutchPiston : public ContactModel<ClutchPiston<Law>, Law>, public Driven {
  using Base = ContactModel<ClutchPiston<Law>, Law>;

 public:
  static constexpr std::size_t machine_states = 6;  // x, v, work of pressure, oil, friction, dampers

  // Pressure of the chamber [Pa] and speed of the shaft [rad/s] over time.
  ClutchPiston(const ClutchPistonParams<double>& plant, const typename Law::template Params<double>& law,
               Excitation pressure, Excitation shaft_speed)
      : Base(law),
        plant_(plant),
        centrifugal_gain_(centrifugal_gain(plant)),
        pressure_(std::move(pressure)),
        shaft_speed_(std::move(shaft_speed)) {}

  template <class S>
  Contact<S> motion(const S& t, const S* x) const {
    Contact<S> c;
    c.displacement = x[0];
    c.velocity = x[1];
    c.applied = find_oil_push(t) + spin(t) - spring(x[0]) - S(plant_.damping) * x[1] - walls(x).force;
    c.mass = S(plant_.mass);
    c.load = S(plant_.normal_force);
    c.pressure = plant_.seal_pressure > 0.0 ? S(plant_.seal_pressure) : at(pressure_, t);
    c.temperature = S(plant_.temperature);
    return c;
  }

  template <class S>
  std::array<S, machine_states> find_flow(const S& t, const S* x, const Contact<S>& c, const Force<S>& friction) const {
    const S acceleration = (c.applied - friction.value) / (S(plant_.mass) + friction.inertia);
    const S rubbed = (friction.value + friction.inertia * acceleration) * x[1];
    const S damped = S(plant_.damping) * x[1] * x[1] + walls(x).lost;
    return {x[1], acceleration, find_oil_push(t) * x[1], spin(t) * x[1], rubbed, damped};
  }

  // Friction takes what the piston had.
  void stop(double* x) const {
    x[4] += plant_.mass * x[1] * x[1] / 2.0;
    x[1] = 0.0;
  }

  std::span<const Drive> drives() const override {
    static constexpr std::array<Drive, 2> all{{{"pressure", "Pa"}, {"shaft_speed", "rad/s"}}};
    return all;
  }
  void drive_by(std::size_t drive, double value, double rate, double from) override {
    (drive == 0 ? pressure_ : shaft_speed_) = straight_line(value, rate, from);
  }

  double next_corner(double t) const override {
    return std::min(pressure_.next_corner(t), shaft_speed_.next_corner(t));
  }
  double longest_step(double t) const override {
    return std::min(pressure_.longest_step(t), shaft_speed_.longest_step(t));
  }

  std::vector<double> start() const override {
    std::vector<double> x(this->size(), 0.0);
    x[0] = resting_place(plant_, find_oil_push(0.0) + spin(0.0)) + plant_.start_displacement;
    return x;
  }

  std::vector<Column> columns() const override {
    return this->with_law_columns({{"displacement", "m"},
                                   {"velocity", "m/s"},
                                   {"pressure", "Pa"},
                                   {"shaft_speed", "rad/s"},
                                   {"drive", "N"},
                                   {"clutch_force", "N"},
                                   {"applied", "N"},
                                   {"friction", "N"},
                                   {"stored_energy", "J"},
                                   {"work_pressure", "J"},
                                   {"work_centrifugal", "J"},
                                   {"work_friction", "J"},
                                   {"work_damping", "J"}});
  }

  // drive is what acts besides return spring, damper and friction, the preload taken off: what an observer of the
  // linear piston is told.
  void observe(double t, const double* x, double* values) const override {
    const auto c = motion<double>(t, x);
    const auto friction = this->friction(c, x);
    const double acceleration = (c.applied - friction.value) / (plant_.mass + friction.inertia);
    const double drive = find_oil_push(t) + spin(t) - plant_.preload - walls(x).force;
    const std::array<double, 13> own{x[0],
                                     x[1],
                                     pressure_.value(t),
                                     shaft_speed_.value(t),
                                     drive,
                                     wall(plant_.pack_stiffness, x[0] - plant_.touch_point, x[1]).force,
                                     c.applied,
                                     friction.value + friction.inertia * acceleration,
                                     stored_energy(x),
                                     x[2],
                                     x[3],
                                     x[4],
                                     x[5]};
    std::copy(own.begin(), own.end(), values);
    std::copy(x + machine_states, x + this->size(), values + own.size());
  }

  // Of motion, springs, pack and stop [J]; zero at rest at x = 0.
  double stored_energy(const double* x) const {
    const double spring = plant_.spring_stiffness * x[0] * x[0] / 2.0 + plant_.preload * x[0];
    return plant_.mass * x[1] * x[1] / 2.0 + spring + squeeze_energy(plant_.pack_stiffness, x[0] - plant_.touch_point) +
           squeeze_energy(plant_.stop_stiffness, -x[0]);
  }

 private:
  // An elastic wall with losses: force [N] and lost power [W].
  template <class S>
  struct Wall {
    S force;
    S lost;
  };

  // F = k d (1 + chi d'), never below 0; what it takes beyond k d d' is lost.
  template <class S>
  Wall<S> wall(double stiffness, const S& depth, const S& approach) const {
    const S elastic = S(stiffness) * larger(depth, S(0));
    const S force = elastic * larger(S(1) + S(plant_.contact_damping) * approach, S(0));
    return {force, (force - elastic) * approach};
  }

  // Pack and stop together, positive against positive x.
  template <class S>
  Wall<S> walls(const S* x) const {
    const Wall<S> pack = wall(plant_.pack_stiffness, x[0] - S(plant_.touch_point), x[1]);
    const Wall<S> rest = wall(plant_.stop_stiffness, -x[0], -x[1]);
    return {pack.force - rest.force, pack.lost + rest.lost};
  }

  static double squeeze_energy(double stiffness, double depth) {
    return depth > 0.0 ? stiffness * depth * depth / 2.0 : 0.0;
  }

  template <class S>
  S spring(const S& x) const {
    return S(plant_.preload) + S(plant_.spring_stiffness) * x;
  }
  template <class S>
  S find_oil_push(const S& t) const {
    return S(plant_.area) * at(pressure_, t);
  }
  template <class S>
  S spin(const S& t) const {
    const S speed = at(shaft_speed_, t);
    return S(centrifugal_gain_) * speed * speed;
  }

  ClutchPistonParams<double> plant_;
  double centrifugal_gain_;  // [N.s2/rad2]
  Excitation pressure_;      // [Pa]
  Excitation shaft_speed_;   // [rad/s]
};

}  // namespace stickslip::plant
