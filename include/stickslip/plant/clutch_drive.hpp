// A dry clutch between an engine and a vehicle.
//
//   J_1 dw_1/dt = T_e(t) - T                       engine
//   J_2 dw_2/dt = T - T_2                          driven disc, and the vehicle when the driveline is rigid
//   T = T_s (F + I dw_r/dt),  w_r = w_1 - w_2      clutch: F + I dw_r/dt is what the friction law gives
//   T_s = F_n(t) mu(theta) R i                     002 (6), last line
//   mu(theta) = mu_0 (1 + c_1 theta + c_2 theta^2)
//   C dtheta/dt = T w_r - h theta                  linings, as one lump; theta is above the surroundings
//   rigid driveline:    J_2 = J_d + J_v/g^2,  T_2 = T_v/g,  w_v = w_2/g
//   elastic driveline:  J_2 = J_d,  T_2 = k gamma + c dgamma/dt,  dgamma/dt = w_2 - g w_v,  J_v dw_v/dt = g T_2 - T_v
//   T_v = T_g + T_r tanh(w_v/w_r0) + c_d |w_v| w_v road: grade, rolling, drag
//
// The law sees one unit of static torque: its forces are shares of T_s, its velocity is w_r [rad/s], its displacement
// the slip angle [rad]. With a break-away level of 1 and a sliding level k_d it is the clutch of 002; every law follows
// the normal force and the temperature in the same way.
// Driveline after M. Bataus et al., "Automotive clutch models for real time simulation", Proc. Romanian Academy A
// 12(2), 2011, as used by M. Mykhalevych (002), figs 9-10. The papers print no numbers: the defaults are ours.
//
// Unknowns are the slip and the common speed w_m = (J_1 w_1 + J_2 w_2)/(J_1 + J_2), which friction does not change: a
// clutch that locks keeps its angular momentum. The work of every port is carried along:
//   work_engine = kinetic energy gained + k gamma^2/2 + slip_energy + work_road + work_damper
//   slip_energy = C theta + heat_lost   (from theta = 0)
#pragma once

#include "stickslip/plant/mass.hpp"

namespace stickslip::plant {

template <class S>
struct ClutchDriveParams {
  using Scalar = S;
  S engine_inertia = S(0.25);
  S disc_inertia = S(0.02);
  S vehicle_inertia = S(198);
  S gear_ratio = S(10);
  S driveline_stiffness = S(0);
  S driveline_damping = S(0);
  S engine_speed = S(150);
  S vehicle_speed = S(0);
  S friction = S(0.3);
  S radius = S(0.1);
  S surfaces = S(2);
  S friction_slope = S(0);
  S friction_curvature = S(0);
  S heat_capacity = S(3000);
  S heat_transfer = S(10);
  S grade_torque = S(0);
  S rolling_torque = S(0);
  S rolling_velocity = S(0.01);
  S drag = S(0);

  static constexpr auto table() {
    using P = ClutchDriveParams;
    return std::array{
        STICKSLIP_FIELD(P, engine_inertia, "J_1", "kg.m2", "Inertia of the engine and the flywheel.", 1e-9, 1e9,
                        Scale::log),
        STICKSLIP_FIELD(P, disc_inertia, "J_d", "kg.m2", "Inertia of the driven disc and the gearbox input.", 1e-9, 1e9,
                        Scale::log),
        STICKSLIP_FIELD(P, vehicle_inertia, "J_v", "kg.m2", "Inertia of the vehicle at the wheel, mass times radius^2.",
                        1e-9, 1e9, Scale::log),
        STICKSLIP_FIELD(P, gear_ratio, "g", "1", "Speed of the gearbox input over that of the wheel.", 1e-3, 1e3,
                        Scale::log),
        STICKSLIP_FIELD(P, driveline_stiffness, "k", "N.m/rad",
                        "Stiffness of the driveline at the gearbox input; 0: rigid.", 0.0, 1e12),
        STICKSLIP_FIELD(P, driveline_damping, "c", "N.m.s/rad", "Damping of an elastic driveline.", 0.0, 1e9),
        STICKSLIP_FIELD(P, engine_speed, "w_1(0)", "rad/s", "Speed of the engine at the start.", -1e6, 1e6),
        STICKSLIP_FIELD(P, vehicle_speed, "w_v(0)", "rad/s", "Speed of the wheel at the start.", -1e6, 1e6),
        STICKSLIP_FIELD(P, friction, "mu_0", "1", "Coefficient of friction of the cold linings without slip.", 1e-6,
                        100.0),
        STICKSLIP_FIELD(P, radius, "R", "m", "Mean radius of the linings.", 1e-6, 1e3, Scale::log),
        STICKSLIP_FIELD(P, surfaces, "i", "1", "Number of friction surfaces.", 1.0, 1000.0),
        STICKSLIP_FIELD(P, friction_slope, "c_1", "1/K", "Relative change of mu per temperature, for every law.", -0.1,
                        0.1),
        STICKSLIP_FIELD(P, friction_curvature, "c_2", "1/K2", "Relative change of mu per temperature squared.", -1e-2,
                        1e-2),
        STICKSLIP_FIELD(P, heat_capacity, "C", "J/K", "Heat capacity of the linings and what they press on.", 1e-3,
                        1e12, Scale::log),
        STICKSLIP_FIELD(P, heat_transfer, "h", "W/K", "Heat given to the surroundings per temperature.", 0.0, 1e9),
        STICKSLIP_FIELD(P, grade_torque, "T_g", "N.m", "Torque of the grade at the wheel, against forward motion.",
                        -1e9, 1e9),
        STICKSLIP_FIELD(P, rolling_torque, "T_r", "N.m", "Rolling resistance at the wheel.", 0.0, 1e9),
        STICKSLIP_FIELD(P, rolling_velocity, "w_r0", "rad/s",
                        "Speed of the wheel at which 76 % of the rolling resistance act.", 1e-9, 1e3, Scale::log),
        STICKSLIP_FIELD(P, drag, "c_d", "N.m.s2/rad2", "Air drag at the wheel over the square of its speed.", 0.0,
                        1e9)};
  }
};

// What is done to the clutch: torque of the engine [N.m] and normal force on the linings [N] over time.
struct ClutchCommand {
  Excitation engine_torque;
  Excitation normal_force;
  double full_force = 1.0;  // [N] of the closed clutch
};

template <class Law>
class ClutchDrive : public ContactModel<ClutchDrive<Law>, Law>, public Driven {
  using Base = ContactModel<ClutchDrive<Law>, Law>;

 public:
  enum Unknown : std::size_t {
    slip,          // w_r [rad/s]
    common_speed,  // w_m [rad/s]
    slip_angle,    // [rad]
    twist,         // gamma [rad]; 0 while the driveline is rigid
    wheel_speed,   // w_v [rad/s] of an elastic driveline
    temperature,   // theta [K]
    work_engine,   // these and the following: [J]
    slip_energy,
    work_road,
    work_damper,
    heat_lost,
    unknown_count
  };
  static constexpr std::size_t machine_states = unknown_count;

  ClutchDrive(const ClutchDriveParams<double>& plant, const typename Law::template Params<double>& law,
              ClutchCommand command)
      : Base(law), plant_(plant), command_(std::move(command)) {
    const double at_input = plant.vehicle_inertia / (plant.gear_ratio * plant.gear_ratio);
    elastic_ = plant.driveline_stiffness > 0.0;
    driven_ = elastic_ ? plant.disc_inertia : plant.disc_inertia + at_input;
    both_ = plant.engine_inertia + driven_;
    reduced_ = plant.engine_inertia * driven_ / both_;
  }

  template <class S>
  Contact<S> motion(const S& t, const S* x) const {
    const S unit = static_torque(t, x);
    Contact<S> c;
    c.velocity = x[slip];
    c.displacement = x[slip_angle];
    c.applied = slip_torque(t, x) / unit;
    c.mass = S(reduced_) / unit;
    c.temperature = x[temperature];
    return c;
  }

  template <class S>
  std::array<S, machine_states> find_flow(const S& t, const S* x, const Contact<S>& c, const Force<S>& friction) const {
    const S slip_acceleration = (c.applied - friction.value) / (c.mass + friction.inertia);
    const S torque = static_torque(t, x) * (friction.value + friction.inertia * slip_acceleration);
    const S engine = at(command_.engine_torque, t);
    const S w_v = wheel(x);
    const S twisting = elastic_ ? drive_angle(x) - S(plant_.gear_ratio) * w_v : S(0);
    const S lost = S(plant_.heat_transfer) * x[temperature];
    return {slip_acceleration,
            (engine - driven_load(x)) / S(both_),
            x[slip],
            twisting,
            elastic_ ? (S(plant_.gear_ratio) * driven_load(x) - road_torque(w_v)) / S(plant_.vehicle_inertia) : S(0),
            (torque * x[slip] - lost) / S(plant_.heat_capacity),
            engine * engine_side(x),
            torque * x[slip],
            road_torque(w_v) * w_v,
            S(plant_.driveline_damping) * twisting * twisting,
            lost};
  }

  // The common speed stays; the linings take the energy of the slip.
  void stop(double* x) const {
    const double taken = reduced_ * x[slip] * x[slip] / 2.0;
    x[slip_energy] += taken;
    x[temperature] += taken / plant_.heat_capacity;
    x[slip] = 0.0;
  }

  std::span<const Drive> drives() const override {
    static constexpr std::array<Drive, 2> all{{{"engine_torque", "N.m"}, {"normal_force", "N"}}};
    return all;
  }
  void drive_by(std::size_t drive, double value, double rate, double from) override {
    (drive == 0 ? command_.engine_torque : command_.normal_force) = straight_line(value, rate, from);
  }

  double next_corner(double t) const override {
    return std::min(command_.engine_torque.next_corner(t), command_.normal_force.next_corner(t));
  }
  double longest_step(double t) const override {
    return std::min(command_.engine_torque.longest_step(t), command_.normal_force.longest_step(t));
  }

  std::vector<double> start() const override {
    std::vector<double> x(this->size(), 0.0);
    const double w_1 = plant_.engine_speed;
    const double w_2 = plant_.gear_ratio * plant_.vehicle_speed;
    x[slip] = w_1 - w_2;
    x[common_speed] = (plant_.engine_inertia * w_1 + driven_ * w_2) / both_;
    x[wheel_speed] = elastic_ ? plant_.vehicle_speed : 0.0;
    if (x[slip] != 0.0) this->start_moving(x.data());
    return x;
  }

  std::vector<Column> columns() const override {
    return this->with_law_columns({{"slip_speed", "rad/s"},
                                   {"slip_angle", "rad"},
                                   {"common_speed", "rad/s"},
                                   {"engine_speed", "rad/s"},
                                   {"driven_speed", "rad/s"},
                                   {"wheel_speed", "rad/s"},
                                   {"wheel_acceleration", "rad/s2"},
                                   {"engine_torque", "N.m"},
                                   {"clutch_torque", "N.m"},
                                   {"static_torque", "N.m"},
                                   {"driveline_torque", "N.m"},
                                   {"twist", "rad"},
                                   {"temperature", "K"},
                                   {"work_engine", "J"},
                                   {"slip_energy", "J"},
                                   {"work_road", "J"},
                                   {"work_damper", "J"},
                                   {"heat_lost", "J"},
                                   {"energy", "J"}});
  }

  void observe(double t, const double* x, double* values) const override {
    const auto c = motion<double>(t, x);
    const auto friction = this->friction(c, x);
    const auto slope = find_flow<double>(t, x, c, friction);
    const double unit = static_torque(t, x);
    const double torque = unit * (friction.value + friction.inertia * slope[slip]);
    const double driven_acceleration = slope[common_speed] - plant_.engine_inertia / both_ * slope[slip];
    const std::array own{x[slip],
                         x[slip_angle],
                         x[common_speed],
                         engine_side(x),
                         drive_angle(x),
                         wheel(x),
                         elastic_ ? slope[wheel_speed] : driven_acceleration / plant_.gear_ratio,
                         command_.engine_torque.value(t),
                         torque,
                         unit,
                         driven_load(x),
                         x[twist],
                         x[temperature],
                         x[work_engine],
                         x[slip_energy],
                         x[work_road],
                         x[work_damper],
                         x[heat_lost],
                         energy(x)};
    std::copy(own.begin(), own.end(), values);
    std::copy(x + machine_states, x + this->size(), values + own.size());
  }

 private:
  // ---- speeds

  template <class S>
  S engine_side(const S* x) const {
    return x[common_speed] + S(driven_ / both_) * x[slip];
  }
  template <class S>
  S drive_angle(const S* x) const {
    return x[common_speed] - S(plant_.engine_inertia / both_) * x[slip];
  }
  template <class S>
  S wheel(const S* x) const {
    return elastic_ ? x[wheel_speed] : drive_angle(x) / S(plant_.gear_ratio);
  }

  // ---- torques

  // T_s. An open clutch keeps a trace of it, for the law's world is measured in units of T_s.
  template <class S>
  S static_torque(const S& t, const S* x) const {
    constexpr double open = 1e-9;            // of the closed clutch: 1e-6 N.m in a car
    constexpr double least_friction = 0.05;  // of the cold lining; a polynomial in theta may fall below 0
    const S theta = x[temperature];
    const S heated = S(1) + theta * (S(plant_.friction_slope) + theta * S(plant_.friction_curvature));
    const S force = larger(at(command_.normal_force, t), S(open * command_.full_force));
    return force * S(plant_.friction * plant_.radius * plant_.surfaces) * larger(heated, S(least_friction));
  }

  template <class S>
  S road_torque(const S& w_v) const {
    return S(plant_.grade_torque) + S(plant_.rolling_torque) * tanh(w_v / S(plant_.rolling_velocity)) +
           S(plant_.drag) * abs(w_v) * w_v;
  }

  // T_2 at the driven side of the clutch.
  template <class S>
  S driven_load(const S* x) const {
    if (!elastic_) return road_torque(wheel(x)) / S(plant_.gear_ratio);
    const S twisting = drive_angle(x) - S(plant_.gear_ratio) * x[wheel_speed];
    return S(plant_.driveline_stiffness) * x[twist] + S(plant_.driveline_damping) * twisting;
  }

  // What friction would have to balance to hold the slip: J_r dw_r/dt = this - T, with J_r = J_1 J_2/(J_1 + J_2).
  template <class S>
  S slip_torque(const S& t, const S* x) const {
    return S(reduced_) * (at(command_.engine_torque, t) / S(plant_.engine_inertia) + driven_load(x) / S(driven_));
  }

  // Kinetic energy and that of the twisted driveline [J].
  double energy(const double* x) const {
    const double w_1 = engine_side(x);
    const double w_2 = drive_angle(x);
    const double elastic =
        plant_.driveline_stiffness * x[twist] * x[twist] + plant_.vehicle_inertia * x[wheel_speed] * x[wheel_speed];
    return (plant_.engine_inertia * w_1 * w_1 + driven_ * w_2 * w_2 + (elastic_ ? elastic : 0.0)) / 2.0;
  }

  ClutchDriveParams<double> plant_;
  ClutchCommand command_;
  bool elastic_;
  double driven_;   // J_2 [kg.m2]
  double both_;     // J_1 + J_2
  double reduced_;  // J_1 J_2/(J_1 + J_2)
};

}  // namespace stickslip::plant
