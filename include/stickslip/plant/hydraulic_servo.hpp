// A vertical hydraulic cylinder with a load mass, driven by a servo valve. 001 section 3, with its misprints put right.
//
//   valve        x_v'' = w_v^2 (k_v i - x_v - S) - 2 zeta_v w_v x_v',   |i| <= i_max                         (14)
//   ports        a = max(U + x_v, 0),  b = max(U - x_v, 0),  s(p) = p/(p^2 + p_0^2)^(1/4),  K_v = c_d sqrt(2/rho)
//                Q_1 = K_v w [a s(P_s - P_1) - b s(P_1 - P_t)]                                               (19), (21)
//                Q_2 = K_v w [a s(P_2 - P_t) - b s(P_s - P_2)]                                               (20), (22)
//   leakage      L_1 = C_i (P_1 - P_2) + C_e (P_1 - P_t),   L_2 = C_i (P_2 - P_1) + C_e (P_2 - P_t)
//   chambers     V_1 = V_10 + A_1 x,         P_1' = beta/V_1 (Q_1 - L_1 - A_1 v)                             (15), (17)
//                V_2 = V_20 + A_2 (L - x),   P_2' = beta/V_2 (A_2 v - Q_2 - L_2)                             (16), (18)
//   load         G = m g + f(t) + k_L (x - x_L), against the extension
//   piston       x' = v,   (m + I) v' = P_1 A_1 - P_2 A_2 - G + R - F,   friction force F + I v'             (24)
//   end stops    R = k d max(1 + c d', 0) out of the stop, d = -x > 0 or x - L > 0 the depth of the contact
//   controller   i = K_p e + K_i integral of e - K_v v,  e = r(t) - x; without one i(t) is given
//
// x and v count upwards (the rod extends), Q_1 flows into chamber 1 under the piston, Q_2 out of chamber 2 around the
// rod. As printed, (19)-(22) hold for x_v >= 0 alone; the one formula above serves every spool position. An underlapped
// spool (U > 0) leaves both edges of a port open near its centre, an overlapped one (U < 0) closes all of them within
// |x_v| < -U. Where the spool has a travel X, S = 400 d max(1 + 10 d'/(w_v X), 0) stops it, d = |x_v| - X > 0: an
// elastic stop that gives 1/400 of what the current asks for beyond it and hardly throws the spool back. Load, limits,
// overlap and controller are not in 001. The integral of the error rests while the current is at its limit and the
// error pushes it further. s is the root sign(p) sqrt|p| but for |p| of the order of p_0 = 10 Pa, where the flow is
// laminar: the slope of a bare root is infinite at p = 0, where a chamber comes to rest when its piston stands at a
// stop. At 1 MPa the two differ by 3e-11. The stops are elastic with the damping of Hunt and Crossley 1975, whose force
// neither jumps at the first touch nor pulls at the last; friction acts there as elsewhere.
//
// Oil carries no tension: below P_c it is a mixture with bubbles of vapour. With cavitation = limited its bulk modulus
// falls there from beta to beta_c = 1 kPa, so that its density is exp(P_c/beta + (P - P_c)/beta_c) rho_0 and a chamber
// that is half void has a pressure of P_c - 0.7 kPa. The bubbles vanish when the oil that is missing has come back.
//
// What passes the ports is carried along, so that the balances of a run can be checked with state functions alone.
// P' = beta/V (Q - V') is exact for a fluid of density rho_0 exp(P/beta). Its mass over rho_0 is V exp(P/beta), and its
// elastic energy is V e(P), e(P) = h(P) - P, h(P) = beta (exp(P/beta) - 1); a flow Q at pressure P brings the power
// h(P) Q. (In general h = rho times the integral of dP/rho.) Hence at every time
//
//   V_1 exp(P_1/beta) - inflow_1 = const,   and the same for chamber 2
//   m v^2/2 + m g x + f x + k_L (x - x_L)^2/2 + V_1 e(P_1) + V_2 e(P_2)
//     - work_valve + work_leakage + work_friction + work_stops = const,   but for f x at the time when f sets in
#pragma once

#include <algorithm>
#include <numbers>

#include "stickslip/plant/driven.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::plant {

template <class S>
struct HydraulicServoParams {
  using Scalar = S;
  enum Cavitation : int { unlimited = 0, limited = 1 };
  S valve_gain = S(0.0227);
  S valve_frequency = S(440);
  S valve_damping = S(0.75);
  S current_limit = S(0);
  S spool_limit = S(0);
  S underlap = S(4e-5);
  S port_width = S(0.030);
  S discharge_coefficient = S(0.32);
  S density = S(862);
  S laminar_pressure = S(10);
  S bulk_modulus = S(1e8);
  S supply_pressure = S(5e6);
  S tank_pressure = S(0);
  S cavitation = S(unlimited);
  S cavitation_pressure = S(-1e5);
  S bore = S(0.032);
  S rod = S(0.018);
  S stroke = S(0.2);
  S dead_volume_1 = S(5e-6);
  S dead_volume_2 = S(1e-6);
  S internal_leakage = S(0);
  S external_leakage = S(0);
  S mass = S(118);
  S gravity = S(9.81);
  S load_stiffness = S(0);
  S load_rest = S(0.1);
  S load_force = S(0);
  S load_time = S(0);
  S stop_stiffness = S(1e8);
  S stop_damping = S(20);
  S start_displacement = S(0.1);
  S start_velocity = S(0);
  S start_pressure_1 = S(0);
  S start_pressure_2 = S(0);
  S normal_force = S(0);
  S temperature = S(0);

  static constexpr auto table() {
    using P = HydraulicServoParams;
    return std::array{
        STICKSLIP_FIELD(P, valve_gain, "k_v", "m/A", "Displacement of the spool per current.", 1e-9, 1e3, Scale::log),
        STICKSLIP_FIELD(P, valve_frequency, "omega_v", "rad/s", "Natural angular frequency of the spool.", 1e-3, 1e6,
                        Scale::log),
        STICKSLIP_FIELD(P, valve_damping, "zeta_v", "1", "Damping ratio of the spool.", 0.0, 1e3),
        STICKSLIP_FIELD(P, current_limit, "i_max", "A", "Largest current that the valve is given; 0: none.", 0.0, 1e3),
        STICKSLIP_FIELD(P, spool_limit, "X", "m", "Travel of the spool from the centre to its stops; 0: without stops.",
                        0.0, 1.0),
        STICKSLIP_FIELD(P, underlap, "U", "m",
                        "Opening of every edge with the spool in the centre; negative: the overlap.", -1.0, 1.0),
        STICKSLIP_FIELD(P, port_width, "w", "m", "Width of the ports along the circumference.", 1e-9, 10.0, Scale::log),
        STICKSLIP_FIELD(P, discharge_coefficient, "c_d", "1", "Discharge coefficient of the edges.", 1e-6, 10.0,
                        Scale::log),
        STICKSLIP_FIELD(P, density, "rho", "kg/m3", "Density of the oil.", 1e-3, 1e5, Scale::log),
        STICKSLIP_FIELD(P, laminar_pressure, "p_0", "Pa", "Pressure difference below which the edges' flow is laminar.",
                        1e-6, 1e9, Scale::log),
        STICKSLIP_FIELD(P, bulk_modulus, "beta_h", "Pa", "Effective bulk modulus of the oil.", 1e3, 1e15, Scale::log),
        STICKSLIP_FIELD(P, supply_pressure, "P_s", "Pa", "Supply pressure.", 1.0, 1e10, Scale::log),
        STICKSLIP_FIELD(P, tank_pressure, "P_t", "Pa", "Pressure in the tank line.", 0.0, 1e10),
        STICKSLIP_FIELD(P, cavitation, "", "1",
                        "What happens below the cavitation pressure: nothing but a note, or bubbles that hold it.", 0.0,
                        1.0, Scale::linear, "unlimited|limited"),
        STICKSLIP_FIELD(P, cavitation_pressure, "P_c", "Pa",
                        "Pressure at which the oil cavitates, counted as the tank's: from the atmosphere.", -1e6, 1e6),
        STICKSLIP_FIELD(P, bore, "D", "m", "Inner diameter of the cylinder.", 1e-6, 100.0, Scale::log),
        STICKSLIP_FIELD(P, rod, "d", "m", "Diameter of the rod.", 0.0, 100.0),
        STICKSLIP_FIELD(P, stroke, "L", "m", "Distance between the end stops.", 1e-6, 1e3, Scale::log),
        STICKSLIP_FIELD(P, dead_volume_1, "V_10", "m3", "Volume of chamber 1 at the lower stop.", 1e-15, 1e3,
                        Scale::log),
        STICKSLIP_FIELD(P, dead_volume_2, "V_20", "m3", "Volume of chamber 2 at the upper stop.", 1e-15, 1e3,
                        Scale::log),
        STICKSLIP_FIELD(P, internal_leakage, "C_i", "m3/(s.Pa)", "Leakage past the piston per pressure difference.",
                        0.0, 1.0),
        STICKSLIP_FIELD(P, external_leakage, "C_e", "m3/(s.Pa)", "Leakage of each chamber to the tank per pressure.",
                        0.0, 1.0),
        STICKSLIP_FIELD(P, mass, "m", "kg", "Load mass, with piston and rod.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, gravity, "g", "m/s2", "Gravity along the cylinder: 0 for a horizontal one.", -1e3, 1e3),
        STICKSLIP_FIELD(P, load_stiffness, "k_L", "N/m", "Stiffness of a spring that the rod works against.", 0.0,
                        1e12),
        STICKSLIP_FIELD(P, load_rest, "x_L", "m", "Displacement at which that spring is free of force.", -1e3, 1e3),
        STICKSLIP_FIELD(P, load_force, "f", "N", "Force on the rod from outside, against the extension.", -1e12, 1e12),
        STICKSLIP_FIELD(P, load_time, "", "s", "Time from which on that force acts; 0: always.", 0.0, 1e9),
        STICKSLIP_FIELD(P, stop_stiffness, "k", "N/m", "Stiffness of the end stops.", 1.0, 1e15, Scale::log),
        STICKSLIP_FIELD(P, stop_damping, "c", "s/m", "Damping of the end stops over their stiffness and depth.", 0.0,
                        1e6),
        STICKSLIP_FIELD(P, start_displacement, "x_0", "m", "Displacement at the start.", 0.0, 1e3),
        STICKSLIP_FIELD(P, start_velocity, "v_0", "m/s", "Velocity at the start.", -1e6, 1e6),
        STICKSLIP_FIELD(P, start_pressure_1, "P_1", "Pa",
                        "Pressure in chamber 1 at the start; 0: the one that carries the load with P_1 + P_2 = P_s + "
                        "P_t.",
                        0.0, 1e10),
        STICKSLIP_FIELD(P, start_pressure_2, "P_2", "Pa", "Pressure in chamber 2 at the start; 0: P_s + P_t - P_1.",
                        0.0, 1e10),
        STICKSLIP_FIELD(P, normal_force, "N", "N", "Normal force on the contact.", 0.0, 1e12),
        STICKSLIP_FIELD(P, temperature, "T", "K", "Temperature above the reference state.", -300.0, 1e4)};
  }
  static constexpr std::array relations{Relation{Relation::Kind::above, "bore", "rod"},
                                        Relation{Relation::Kind::above, "supply_pressure", "tank_pressure"},
                                        Relation{Relation::Kind::above, "tank_pressure", "cavitation_pressure"},
                                        Relation{Relation::Kind::not_below, "stroke", "start_displacement"}};

  S piston_area() const { return S(std::numbers::pi / 4.0) * bore * bore; }                  // A_1 [m2]
  S ring_area() const { return S(std::numbers::pi / 4.0) * (bore * bore - rod * rod); }      // A_2 [m2]
  S flow_gain() const { return discharge_coefficient * sqrt(S(2) / density) * port_width; }  // K_v w
  // P_1 with which a load [N] is at rest without friction, when P_1 + P_2 = P_s + P_t [Pa].
  S carrying_pressure(const S& carried) const {
    return (carried + (supply_pressure + tank_pressure) * ring_area()) / (piston_area() + ring_area());
  }
  S carrying_pressure() const { return carrying_pressure(mass * gravity); }
};

// The unknowns of valve, chambers and piston.
template <class S>
struct ServoState {
  S displacement, velocity, pressure_1, pressure_2, spool, spool_velocity;
};

// The equations above, without a law: what the machine and whoever else solves it share.
template <class S>
class ServoEquations {
 public:
  explicit ServoEquations(const HydraulicServoParams<S>& p)
      : p_(p),
        area_1_(p.piston_area()),
        area_2_(p.ring_area()),
        flow_gain_(p.flow_gain()),
        cavitates_(p.cavitation > S(0)) {}

  // Volume of the chambers [m3].
  S volume_1(const ServoState<S>& x) const { return p_.dead_volume_1 + area_1_ * x.displacement; }
  S volume_2(const ServoState<S>& x) const { return p_.dead_volume_2 + area_2_ * (p_.stroke - x.displacement); }

  // Flows through the valve: into chamber 1, out of chamber 2 [m3/s].
  S flow_1(const ServoState<S>& x) const {
    return flow_gain_ * (opening(p_.underlap + x.spool) * signed_root(p_.supply_pressure - x.pressure_1) -
                         opening(p_.underlap - x.spool) * signed_root(x.pressure_1 - p_.tank_pressure));
  }
  S flow_2(const ServoState<S>& x) const {
    return flow_gain_ * (opening(p_.underlap + x.spool) * signed_root(x.pressure_2 - p_.tank_pressure) -
                         opening(p_.underlap - x.spool) * signed_root(p_.supply_pressure - x.pressure_2));
  }

  // Leakage out of the chambers [m3/s].
  S leakage_1(const ServoState<S>& x) const {
    return p_.internal_leakage * (x.pressure_1 - x.pressure_2) +
           p_.external_leakage * (x.pressure_1 - p_.tank_pressure);
  }
  S leakage_2(const ServoState<S>& x) const {
    return p_.internal_leakage * (x.pressure_2 - x.pressure_1) +
           p_.external_leakage * (x.pressure_2 - p_.tank_pressure);
  }

  // Force of the end stops on the piston [N].
  S stop_force(const ServoState<S>& x) const {
    return push_back(-x.displacement, -x.velocity) - push_back(x.displacement - p_.stroke, x.velocity);
  }

  // Weight and spring, against the extension [N].
  S own_load(const ServoState<S>& x) const {
    return p_.mass * p_.gravity + p_.load_stiffness * (x.displacement - p_.load_rest);
  }

  // Every force on the piston but friction [N], under an external force against the extension [N].
  S applied(const ServoState<S>& x, const S& external = S(0)) const {
    return x.pressure_1 * area_1_ - x.pressure_2 * area_2_ - own_load(x) - external + stop_force(x);
  }

  // The current that the valve is given when this one is asked for [A].
  S limit_current(const S& asked) const {
    if (!(p_.current_limit > S(0))) return asked;
    return larger(smaller(asked, p_.current_limit), -p_.current_limit);
  }

  // Slopes under a current [A], for a piston with the given acceleration [m/s2].
  ServoState<S> slopes(const ServoState<S>& x, const S& current, const S& acceleration, const S& flow_1,
                       const S& flow_2) const {
    const S stiffness_1 = bulk_modulus(x.pressure_1) / volume_1(x);
    const S stiffness_2 = bulk_modulus(x.pressure_2) / volume_2(x);
    const S omega = p_.valve_frequency;
    return {x.velocity,
            acceleration,
            stiffness_1 * (flow_1 - leakage_1(x) - area_1_ * x.velocity),
            stiffness_2 * (area_2_ * x.velocity - flow_2 - leakage_2(x)),
            x.spool_velocity,
            omega * omega * (p_.valve_gain * current - x.spool - spool_stop(x)) -
                S(2) * p_.valve_damping * omega * x.spool_velocity};
  }

  // Density over the one without pressure: exp(P/beta), and below P_c a factor for the bubbles.
  S compression(const S& pressure) const {
    const S below = tension(pressure);
    return exp((pressure - below) / p_.bulk_modulus) * liquid_share(below);
  }
  // h(P), the power per flow [Pa].
  S power_per_flow(const S& pressure) const {
    const S below = tension(pressure);
    const S liquid = liquid_share(below);
    return liquid * p_.bulk_modulus * (exp((pressure - below) / p_.bulk_modulus) - S(1)) +
           S(bubble_modulus) * (liquid - S(1));
  }
  // Share of bubbles in a chamber's volume.
  S void_share(const S& pressure) const { return S(1) - liquid_share(tension(pressure)); }

  // Energy of motion, height, spring and compression, up to a constant [J].
  S stored_energy(const ServoState<S>& x) const {
    const S stretch = x.displacement - p_.load_rest;
    return p_.mass * (x.velocity * x.velocity / S(2) + p_.gravity * x.displacement) +
           p_.load_stiffness * stretch * stretch / S(2) + volume_1(x) * (power_per_flow(x.pressure_1) - x.pressure_1) +
           volume_2(x) * (power_per_flow(x.pressure_2) - x.pressure_2);
  }

  const HydraulicServoParams<S>& params() const { return p_; }

 private:
  static constexpr double bubble_modulus = 1e3;  // beta_c [Pa]
  static constexpr double spool_stop_ratio = 400.0;
  static constexpr double spool_stop_damping = 10.0;  // over w_v X

  // P - P_c below P_c, where the oil cavitates, otherwise 0 [Pa].
  S tension(const S& pressure) const { return cavitates_ ? smaller(pressure - p_.cavitation_pressure, S(0)) : S(0); }
  S liquid_share(const S& below) const { return cavitates_ ? exp(below / S(bubble_modulus)) : S(1); }
  S bulk_modulus(const S& pressure) const {
    return cavitates_ ? select(pressure < p_.cavitation_pressure, S(bubble_modulus), p_.bulk_modulus) : p_.bulk_modulus;
  }

  // What the spool's stops take off its demand [m].
  S spool_stop(const ServoState<S>& x) const {
    if (!(p_.spool_limit > S(0))) return S(0);
    return spool_push(x.spool - p_.spool_limit, x.spool_velocity) -
           spool_push(-x.spool - p_.spool_limit, -x.spool_velocity);
  }
  S spool_push(const S& depth, const S& rate) const {
    const S damping = S(spool_stop_damping) / (p_.valve_frequency * p_.spool_limit);
    return S(spool_stop_ratio) * larger(depth, S(0)) * larger(S(1) + damping * rate, S(0));
  }

  static S opening(const S& edge) { return larger(edge, S(0)); }
  S signed_root(const S& pressure) const {
    return pressure / sqrt(sqrt(pressure * pressure + p_.laminar_pressure * p_.laminar_pressure));
  }
  S push_back(const S& depth, const S& rate) const {
    return p_.stop_stiffness * larger(depth, S(0)) * larger(S(1) + p_.stop_damping * rate, S(0));
  }

  HydraulicServoParams<S> p_;
  S area_1_, area_2_, flow_gain_;
  bool cavitates_;
};

// Makes the valve's current of the position that is asked for.
struct ServoController {
  double proportional_gain = 0.0;  // K_p [A/m]
  double integral_gain = 0.0;      // K_i [A/(m.s)]
  double velocity_gain = 0.0;      // K_v [A.s/m]
};

// The course in time that drives it is the valve's current [A], or, where it holds a position, that position [m].
template <class Law, bool holds_position = false>
class HydraulicServo : public ContactModel<HydraulicServo<Law, holds_position>, Law>, public Driven {
  using Base = ContactModel<HydraulicServo<Law, holds_position>, Law>;
  using Directional = typename Base::Directional;

 public:
  // What passed the ports stands first: nothing depends on it, and its elimination costs nothing.
  enum Unknown : std::size_t {
    work_valve,
    work_leakage,
    work_friction,
    work_stops,
    inflow_1,
    inflow_2,
    first_of_motion
  };
  static constexpr std::size_t error_integral = first_of_motion + 6;  // of the controller [m.s]
  static constexpr std::size_t machine_states = error_integral + (holds_position ? 1 : 0);

  HydraulicServo(const HydraulicServoParams<double>& plant, const typename Law::template Params<double>& law,
                 Excitation course, const ServoController& controller = {})
      : Base(law),
        plant_(plant),
        differentiated_(convert_to<HydraulicServoParams<Directional>>(plant)),
        course_(std::move(course)),
        external_(force_from_outside(plant)),
        controller_(controller) {}

  template <class S>
  Contact<S> motion(const S& t, const S* x) const {
    const ServoState<S> now = servo_state(x);
    const auto& p = equations<S>().params();
    Contact<S> c;
    c.displacement = now.displacement;
    c.velocity = now.velocity;
    c.applied = equations<S>().applied(now, at(external_, t));
    c.mass = p.mass;
    c.load = p.normal_force;
    c.pressure = larger(larger(now.pressure_1, now.pressure_2), S(0));  // the seal is pressed on by the higher one
    c.temperature = p.temperature;
    return c;
  }

  template <class S>
  std::array<S, machine_states> find_flow(const S& t, const S* x, const Contact<S>& c, const Force<S>& friction) const {
    const auto& e = equations<S>();
    const ServoState<S> now = servo_state(x);
    const S flow_1 = e.flow_1(now);
    const S flow_2 = e.flow_2(now);
    const S leak_1 = e.leakage_1(now);
    const S leak_2 = e.leakage_2(now);
    const S acceleration = find_acceleration(c, friction);
    const Demand<S> demand = demand_at(t, x);
    const ServoState<S> d = e.slopes(now, demand.current, acceleration, flow_1, flow_2);
    const S per_flow_1 = e.power_per_flow(now.pressure_1);
    const S per_flow_2 = e.power_per_flow(now.pressure_2);
    std::array<S, machine_states> slopes{per_flow_1 * flow_1 - per_flow_2 * flow_2,
                                         per_flow_1 * leak_1 + per_flow_2 * leak_2,
                                         (friction.value + friction.inertia * acceleration) * now.velocity,
                                         -e.stop_force(now) * now.velocity,
                                         e.compression(now.pressure_1) * (flow_1 - leak_1),
                                         -e.compression(now.pressure_2) * (flow_2 + leak_2),
                                         d.displacement,
                                         d.velocity,
                                         d.pressure_1,
                                         d.pressure_2,
                                         d.spool,
                                         d.spool_velocity};
    if constexpr (holds_position) slopes[error_integral] = demand.integrand;
    return slopes;
  }

  // Friction takes what the piston had.
  void stop(double* x) const {
    double& velocity = x[first_of_motion + 1];
    x[work_friction] += plant_.params().mass * velocity * velocity / 2.0;
    velocity = 0.0;
  }

  // The current of the valve, or the position that its controller is asked for.
  std::span<const Drive> drives() const override {
    static constexpr std::array<Drive, 1> all{holds_position ? Drive{"target", "m"} : Drive{"current", "A"}};
    return all;
  }
  void drive_by(std::size_t, double value, double rate, double from) override {
    course_ = straight_line(value, rate, from);
  }

  double next_corner(double t) const override { return std::min(course_.next_corner(t), external_.next_corner(t)); }
  double longest_step(double t) const override { return std::min(course_.longest_step(t), external_.longest_step(t)); }
  // The valve decays at 330/s and the bristles at up to 2400/s, the oil column swings at 75 to 300 rad/s.
  bool suits_multistep() const override { return true; }

  std::vector<double> start() const override {
    const auto& p = plant_.params();
    const double sum = p.supply_pressure + p.tank_pressure;
    const ServoState<double> rest{p.start_displacement, 0.0, 0.0, 0.0, 0.0, 0.0};
    const double load = plant_.own_load(rest) + external_.value(0.0);
    const double pressure_1 = p.start_pressure_1 > 0.0 ? p.start_pressure_1 : p.carrying_pressure(load);
    const double pressure_2 = p.start_pressure_2 > 0.0 ? p.start_pressure_2 : sum - pressure_1;
    std::vector<double> x(this->size(), 0.0);
    const std::array motion{p.start_displacement, p.start_velocity, pressure_1, pressure_2};
    std::copy(motion.begin(), motion.end(), x.begin() + first_of_motion);
    if (p.start_velocity != 0.0) this->start_moving(x.data());
    return x;
  }

  std::vector<Column> columns() const override {
    std::vector<Column> all{
        {"displacement", "m"},     {"velocity", "m/s"},  {"applied", "N"},      {"friction", "N"},
        {"pressure_1", "Pa"},      {"pressure_2", "Pa"}, {"current", "A"},      {"spool", "m"},
        {"spool_velocity", "m/s"}, {"flow_1", "m3/s"},   {"flow_2", "m3/s"},    {"stop_force", "N"},
        {"stored_energy", "J"},    {"work_valve", "J"},  {"work_leakage", "J"}, {"work_friction", "J"},
        {"work_stops", "J"},       {"fluid_1", "m3"},    {"fluid_2", "m3"},     {"inflow_1", "m3"},
        {"inflow_2", "m3"},        {"load_force", "N"},  {"void_1", "m3"},      {"void_2", "m3"}};
    if (holds_position) all.insert(all.end(), {{"target", "m"}, {"error_integral", "m.s"}});
    return this->with_law_columns(std::move(all));
  }

  void observe(double t, const double* x, double* values) const override {
    const auto c = motion<double>(t, x);
    const auto friction = this->friction(c, x);
    const ServoState<double> now = servo_state(x);
    const ServoEquations<double>& e = plant_;
    const std::array own{now.displacement,
                         now.velocity,
                         c.applied,
                         friction.value + friction.inertia * find_acceleration(c, friction),
                         now.pressure_1,
                         now.pressure_2,
                         demand_at(t, x).current,
                         now.spool,
                         now.spool_velocity,
                         e.flow_1(now),
                         e.flow_2(now),
                         e.stop_force(now),
                         e.stored_energy(now) + external_.value(t) * now.displacement,
                         x[work_valve],
                         x[work_leakage],
                         x[work_friction],
                         x[work_stops],
                         e.volume_1(now) * e.compression(now.pressure_1),
                         e.volume_2(now) * e.compression(now.pressure_2),
                         x[inflow_1],
                         x[inflow_2],
                         e.own_load(now) + external_.value(t),
                         e.volume_1(now) * e.void_share(now.pressure_1),
                         e.volume_2(now) * e.void_share(now.pressure_2)};
    values = std::copy(own.begin(), own.end(), values);
    if constexpr (holds_position) {
      *values++ = course_.value(t);
      *values++ = x[error_integral];
    }
    std::copy(x + machine_states, x + this->size(), values);
  }

 private:
  template <class S>
  static ServoState<S> servo_state(const S* x) {
    const S* const m = x + first_of_motion;
    return {m[0], m[1], m[2], m[3], m[4], m[5]};
  }

  static Excitation force_from_outside(const HydraulicServoParams<double>& p) {
    if (p.load_time == 0.0) return Excitation::constant(p.load_force);
    return Excitation({Segment{}, Segment{.start = p.load_time, .offset = p.load_force}});
  }

  // The valve's current [A], and what the integral of the controller gains [m].
  template <class S>
  struct Demand {
    S current, integrand;
  };
  template <class S>
  Demand<S> demand_at(const S& t, const S* x) const {
    const auto& e = equations<S>();
    const S course = at(course_, t);
    if constexpr (!holds_position) {
      return {e.limit_current(course), S(0)};
    } else {
      const ServoState<S> now = servo_state(x);
      const S error = course - now.displacement;
      const S asked = S(controller_.proportional_gain) * error + S(controller_.integral_gain) * x[error_integral] -
                      S(controller_.velocity_gain) * now.velocity;
      const S current = e.limit_current(asked);
      const bool winds_up = (asked > current && error > S(0)) || (asked < current && error < S(0));
      return {current, winds_up ? S(0) : error};
    }
  }

  template <class S>
  static S find_acceleration(const Contact<S>& c, const Force<S>& friction) {
    return (c.applied - friction.value) / (c.mass + friction.inertia);
  }

  template <class S>
  const ServoEquations<S>& equations() const {
    if constexpr (std::is_same_v<S, double>)
      return plant_;
    else
      return differentiated_;
  }

  ServoEquations<double> plant_;
  ServoEquations<Directional> differentiated_;
  Excitation course_, external_;
  ServoController controller_;
};

template <class Law>
using HydraulicPositioner = HydraulicServo<Law, true>;

}  // namespace stickslip::plant
