// A clutch-by-wire actuator: an electric motor drives the rack of a clutch's master piston through a reducer with play.
//
//   J dw/dt = u - C_v(w) - upsilon C_0(x) - C,   dtheta/dt = w,   dx/dt = r upsilon w
//
// upsilon is 1 while the play R is taken up in the direction of the motion, and 0 inside it, where the rack rests.
// C is friction: the law's force times a torque C_r that depends on position and direction, so that a law that slides
// at 1 and breaks away at beta slides at C_r and breaks away at C_s = beta C_r. Inside the play C_r is the motor's C_d
// and break-away C_ds. u is the motor's torque, |u| <= u_max.
//
// simplified  004 (45)-(49): C_0 = 0,  C_r = C_s(theta, direction)/beta(direction), C_s polynomials in theta = x/r,
//             C_v = f_v (|w| - w_v) sign(w) above w_v and 0 below. (48) as printed, f_v w above w_v, makes it jump.
// exhaustive  004 (39)-(41): C_0 = (r/eta) (F_2(x) - F_1(x) tan alpha(x)),  C_r = (r/eta) mu_c F_1(x) + C_d,
//             C_v = upsilon (r/eta) mu_v F_1(x) r w, with F_1, F_2, tan alpha polynomials in x.
//             (40) prints 1/(r eta): a torque is force times r [m/rad]. (39) and (40) count C_d twice, here once.
//             upsilon of (39) is 1 inside the play as printed.
//
// Controller, 004 5.3 with gains of our own (none is printed), e = theta_d(t) - theta:
//   continuous  u = sat(K_p e + K_i integral of e - K_d w)
//   sampled     every T_e the encoder is read, N_p points per turn; u = sat(K_p e_k + K_i T_e sum e_k - K_d w_k) is
//   held;
//               w_k is the difference of two readings over T_e behind a low-pass of time constant T_f.
// R. Nouailletas, E. Mendes, D. Koenig, Control Engineering Practice 18(8), 2010 (004), sections 4-5.
//
// The work of every port is carried along:
//   work_motor = J w^2/2 + work_friction + work_viscous + work_springs
#pragma once

#include <cmath>
#include <numbers>

#include "stickslip/plant/mass.hpp"

namespace stickslip::plant {

inline constexpr std::size_t polynomial_terms = 5;

// Coefficients from the constant upward; the list ends with a NaN.
template <class S>
constexpr std::array<S, polynomial_terms> coefficients(std::initializer_list<double> given) {
  std::array<S, polynomial_terms> all;
  all.fill(S(std::numeric_limits<double>::quiet_NaN()));
  std::size_t k = 0;
  for (const double c : given) all[k++] = S(c);
  return all;
}

template <class S>
struct ClutchByWireParams {
  using Scalar = S;
  enum Model : int { simplified = 0, exhaustive = 1 };
  enum Controller : int { sampled = 0, continuous = 1 };

  S model = S(simplified);
  S inertia = S(1.32e-5);
  S rack_ratio = S(2.0414e-4);
  S travel = S(80);
  S play = S(3);
  S tooth_travel = S(0.02);
  S motor_friction = S(0.05);
  S motor_breakaway = S(0.055);
  // Means over the travel 0.1352 and 0.1506 N.m, as 004 has them.
  std::array<S, polynomial_terms> breakaway_forward = coefficients<S>({0.146033, -1.0834e-3, 2.03125e-5, -8.4628e-8});
  std::array<S, polynomial_terms> breakaway_back =
      coefficients<S>({0.1499176, -3.294e-5, 9.375e-6, -2.34375e-7, 1.46484375e-9});
  Sides<S> breakaway_ratio = Sides<S>(S(1.2325), S(1.3728));
  S viscous = S(7.1746e-4);
  S viscous_threshold = S(240);
  std::array<S, polynomial_terms> compensator_force = coefficients<S>({1800, -3.6e4});
  std::array<S, polynomial_terms> clutch_force = coefficients<S>({0, 1.2e5, -4e6});
  std::array<S, polynomial_terms> slope = coefficients<S>({0, 66, -1450});
  S efficiency = S(0.9);
  S rack_friction = S(0.175);
  S rack_viscous = S(0.2);
  S controller = S(sampled);
  S proportional_gain = S(0.05);
  S integral_gain = S(0.5);
  S velocity_gain = S(0.002);
  S torque_limit = S(2);
  S sample_time = S(1e-3);
  S filter_time = S(5e-3);
  S encoder_points = S(56);

  static constexpr auto table() {
    using P = ClutchByWireParams;
    return std::array{
        STICKSLIP_FIELD(P, model, "", "1", "Friction by polynomials, or springs, slope and rack one by one.", 0.0, 1.0,
                        Scale::linear, "simplified|exhaustive"),
        STICKSLIP_FIELD(P, inertia, "J", "kg.m2", "Inertia of the motor.", 1e-12, 1e6, Scale::log),
        STICKSLIP_FIELD(P, rack_ratio, "r", "m/rad", "Travel of the rack per angle of the motor.", 1e-9, 1e3,
                        Scale::log),
        STICKSLIP_FIELD(P, travel, "theta_max", "rad",
                        "Angle over which the curves hold; outside it they keep their last value.", 1e-6, 1e6,
                        Scale::log),
        STICKSLIP_FIELD(P, play, "R", "rad", "Play between motor and rack, as an angle of the motor; 0: none.", 0.0,
                        1e6),
        STICKSLIP_FIELD(P, tooth_travel, "", "rad",
                        "Last part of the play, over which an elastic law feels the rack come in.", 1e-9, 1e3,
                        Scale::log),
        STICKSLIP_FIELD(P, motor_friction, "C_d", "N.m", "Sliding friction of the motor alone.", 0.0, 1e6),
        STICKSLIP_FIELD(P, motor_breakaway, "C_ds", "N.m", "Break-away friction of the motor alone.", 0.0, 1e6),
        STICKSLIP_FIELD(P, breakaway_forward, "b+", "N.m/rad^k",
                        "Simplified: coefficients of the break-away torque for positive speed over the angle.", -1e6,
                        1e6),
        STICKSLIP_FIELD(P, breakaway_back, "b-", "N.m/rad^k", "Simplified: the same for negative speed, as magnitude.",
                        -1e6, 1e6),
        STICKSLIP_FIELD(P, breakaway_ratio, "beta", "1", "Simplified: break-away over sliding friction.", 1.0, 100.0),
        STICKSLIP_FIELD(P, viscous, "f_v", "N.m.s/rad", "Simplified: viscous friction above the threshold.", 0.0, 1e6),
        STICKSLIP_FIELD(P, viscous_threshold, "w_v", "rad/s", "Simplified: speed above which viscous friction acts.",
                        0.0, 1e6),
        STICKSLIP_FIELD(P, compensator_force, "F_1", "N/m^k",
                        "Exhaustive: coefficients of the compensator spring's force over the rack's travel.", -1e12,
                        1e12),
        STICKSLIP_FIELD(P, clutch_force, "F_2", "N/m^k",
                        "Exhaustive: coefficients of the clutch's force at the rack over its travel.", -1e12, 1e12),
        STICKSLIP_FIELD(P, slope, "tan alpha", "1/m^k", "Exhaustive: coefficients of the rack's slope over its travel.",
                        -1e12, 1e12),
        STICKSLIP_FIELD(P, efficiency, "eta", "1", "Exhaustive: efficiency of reducer and rack.", 0.01, 1.0),
        STICKSLIP_FIELD(P, rack_friction, "mu_c", "1",
                        "Exhaustive: sliding friction of the rack per compensator force.", 0.0, 100.0),
        STICKSLIP_FIELD(P, rack_viscous, "mu_v", "s/m",
                        "Exhaustive: viscous friction of the rack per compensator force.", 0.0, 1e6),
        STICKSLIP_FIELD(P, controller, "", "1", "With encoder and sampling, or with ideal sensors.", 0.0, 1.0,
                        Scale::linear, "sampled|continuous"),
        STICKSLIP_FIELD(P, proportional_gain, "K_p", "N.m/rad", "Proportional gain.", 0.0, 1e6),
        STICKSLIP_FIELD(P, integral_gain, "K_i", "N.m/(rad.s)", "Integral gain.", 0.0, 1e6),
        STICKSLIP_FIELD(P, velocity_gain, "K_d", "N.m.s/rad", "Velocity gain.", 0.0, 1e6),
        STICKSLIP_FIELD(P, torque_limit, "u_max", "N.m", "Largest torque of the motor.", 1e-9, 1e6, Scale::log),
        STICKSLIP_FIELD(P, sample_time, "T_e", "s", "Sampled: period of the controller.", 1e-6, 10.0, Scale::log),
        STICKSLIP_FIELD(P, filter_time, "T_f", "s", "Sampled: time constant of the speed's low-pass; 0: none.", 0.0,
                        10.0),
        STICKSLIP_FIELD(P, encoder_points, "N_p", "1", "Sampled: points of the encoder per turn; 0: exact angle.", 0.0,
                        1e9)};
  }
  static constexpr std::array relations{Relation{Relation::Kind::not_below, "motor_breakaway", "motor_friction"}};
};

// Name of the guard by which the controller's clock ticks.
inline constexpr std::string_view sampling_event = "the controller samples";

template <class Law>
class ClutchByWire : public ContactModel<ClutchByWire<Law>, Law>, public Driven {
  using Base = ContactModel<ClutchByWire<Law>, Law>;
  using Params = ClutchByWireParams<double>;

 public:
  enum Unknown : std::size_t {
    angle,       // theta [rad]
    speed,       // w [rad/s]
    gap,         // place inside the play, -R/2 to R/2 [rad]
    side,        // +1, -1: the play is taken up there; 0: inside. Changes at events alone
    integral,    // of e [rad s]
    command,     // u that the sampled controller holds [N.m]
    reading,     // last angle that it has read [rad]
    filtered,    // its speed [rad/s]
    ticks,       // samples taken
    work_motor,  // these and the following: [J]
    work_friction,
    work_viscous,
    work_springs,
    unknown_count
  };
  static constexpr std::size_t machine_states = unknown_count;

  // The angle that is asked for, over time.
  ClutchByWire(const Params& plant, const typename Law::template Params<double>& law, Excitation target)
      : Base(law), plant_(plant), target_(std::move(target)), mode_(locate_mode()) {
    for (auto* curve : {&plant_.breakaway_forward, &plant_.breakaway_back, &plant_.compensator_force,
                        &plant_.clutch_force, &plant_.slope})
      for (double& c : *curve) c = std::isnan(c) ? 0.0 : c;
  }

  // ---- motion

  template <class S>
  Contact<S> motion(const S& t, const S* x) const {
    return contact(t, x, read_mode(x));
  }

  template <class S>
  std::array<S, machine_states> find_flow(const S& t, const S* x, const Contact<S>&, const Force<S>& friction) const {
    const S mode = read_mode(x);
    const auto [u, springs, viscous, held_on] = torques(t, x, mode);
    const S others = u - viscous - springs;
    const S level = unit(x, mode, has_modes() ? direction(mode, others) : friction.value, held_on);
    const S acceleration = (others - level * friction.value) / (S(plant_.inertia) + level * friction.inertia);
    const S w = x[speed];
    const S taken_up = select(x[side] * w > S(0), S(1), S(0));
    std::array<S, machine_states> slope{};
    slope[angle] = w;
    slope[speed] = acceleration;
    slope[gap] = plant_.play > 0.0 ? (S(1) - taken_up) * w : S(0);
    slope[integral] = is_sampled() ? S(0) : at(target_, t) - x[angle];
    slope[work_motor] = u * w;
    slope[work_friction] = level * (friction.value + friction.inertia * acceleration) * w;
    slope[work_viscous] = viscous * w;
    slope[work_springs] = springs * w;
    return slope;
  }

  // Friction takes what the motor had.
  void stop(double* x) const {
    x[work_friction] += plant_.inertia * x[speed] * x[speed] / 2.0;
    x[speed] = 0.0;
  }

  std::span<const Drive> drives() const override {
    static constexpr std::array<Drive, 1> all{{{"target", "rad"}}};
    return all;
  }
  void drive_by(std::size_t, double value, double rate, double from) override {
    target_ = straight_line(value, rate, from);
  }

  // ---- events: those of the law, both ends of the play, the controller's clock

  std::size_t guard_count() const override { return Base::guard_count() + 3; }

  std::string_view guard_name(std::size_t k) const override {
    constexpr std::array<std::string_view, 3> own{"play, forward end", "play, back end", sampling_event};
    return k < Base::guard_count() ? Base::guard_name(k) : own[k - Base::guard_count()];
  }

  void guards(double t, const double* x, double* values) const override {
    Base::guards(t, x, values);
    values += Base::guard_count();
    const double half = plant_.play / 2.0;
    const double off = left_behind * plant_.play;  // [rad]
    values[0] = plant_.play == 0.0 ? 1.0 : x[side] > 0.0 ? x[gap] - half + off : half - x[gap];
    values[1] = plant_.play == 0.0 ? 1.0 : x[side] < 0.0 ? off - half - x[gap] : half + x[gap];
    values[2] = is_sampled() ? x[ticks] * plant_.sample_time - t : 1.0;
  }

  void reset(double t, double* x, std::size_t k) const override {
    if (k < Base::guard_count()) {
      Base::reset_law(contact(t, x, 0.0), x, k);
      return;
    }
    if (k == Base::guard_count() + 2) return sample_and_answer(t, x);
    const double end = k == Base::guard_count() ? 1.0 : -1.0;
    x[side] = x[side] == end ? 0.0 : end;
    if (x[side] != 0.0) x[gap] = end * plant_.play / 2.0;
  }

  double next_corner(double t) const override {
    const double corner = target_.next_corner(t);
    if (!is_sampled()) return corner;
    constexpr double rounding = 1e-9;  // of a period
    return std::min(corner, (std::floor(t / plant_.sample_time + rounding) + 1.0) * plant_.sample_time);
  }
  double longest_step(double t) const override { return target_.longest_step(t); }

  // ---- start and columns

  // At rest, the play taken up forward, the first sample taken.
  std::vector<double> start() const override {
    std::vector<double> x(this->size(), 0.0);
    x[gap] = plant_.play / 2.0;
    x[side] = 1.0;
    if (is_sampled()) sample(0.0, x.data());
    return x;
  }

  std::vector<Column> columns() const override {
    return this->with_law_columns({{"displacement", "rad"},
                                   {"velocity", "rad/s"},
                                   {"target", "rad"},
                                   {"error", "rad"},
                                   {"reading", "rad"},
                                   {"torque", "N.m"},
                                   {"friction", "N.m"},
                                   {"spring_torque", "N.m"},
                                   {"rack", "m"},
                                   {"gap", "rad"},
                                   {"side", "1"},
                                   {"error_integral", "rad.s"},
                                   {"filtered_velocity", "rad/s"},
                                   {"samples", "1"},
                                   {"work_motor", "J"},
                                   {"work_friction", "J"},
                                   {"work_viscous", "J"},
                                   {"work_springs", "J"},
                                   {"kinetic_energy", "J"}});
  }

  void observe(double t, const double* x, double* values) const override {
    const auto friction = this->friction(motion<double>(t, x), x);
    const auto slope = find_flow<double>(t, x, {}, friction);
    const auto [u, springs, viscous, held_on] = torques(t, x, read_mode(x));
    const std::array own{x[angle],
                         x[speed],
                         target_.value(t),
                         x[angle] - target_.value(t),
                         is_sampled() ? x[reading] : x[angle],
                         u,
                         u - viscous - springs - plant_.inertia * slope[speed],
                         springs,
                         plant_.rack_ratio * rack_angle(x),
                         x[gap],
                         x[side],
                         x[integral],
                         x[filtered],
                         x[ticks],
                         x[work_motor],
                         x[work_friction],
                         x[work_viscous],
                         x[work_springs],
                         plant_.inertia * x[speed] * x[speed] / 2.0};
    std::copy(own.begin(), own.end(), values);
    std::copy(x + machine_states, x + this->size(), values + own.size());
  }

 private:
  // Place of the law's mode among the unknowns; 0 for a law without one.
  std::size_t locate_mode() const {
    for (const Field& f : this->law().state_fields())
      if (f.name == "mode") return machine_states + f.first;
    return 0;
  }
  bool has_modes() const { return mode_ != 0; }

  // Of the play: so far must the motor move back before it counts as free of the rack.
  static constexpr double left_behind = 1e-9;

  bool is_sampled() const { return plant_.controller == double(Params::sampled); }
  bool is_simplified() const { return plant_.model == double(Params::simplified); }

  // +1, -1 while the law slides, 0 while it holds, and for laws without modes.
  template <class S>
  S read_mode(const S* x) const {
    return has_modes() ? x[mode_] : S(0);
  }

  // The contact as the law sees it, with torques in units of C_r, while the law slides (mode) or holds (0).
  template <class S>
  Contact<S> contact(const S& t, const S* x, const S& mode) const {
    const auto [u, springs, viscous, held_on] = torques(t, x, mode);
    const S others = u - viscous - springs;
    const S level = unit(x, mode, direction(mode, others), held_on);
    Contact<S> c;
    c.displacement = x[angle];
    c.velocity = x[speed];
    c.applied = others / level;
    c.mass = S(plant_.inertia) / level;
    return c;
  }

  // The direction that counts: of the slide, or of what pushes a body at rest.
  template <class S>
  static S direction(const S& mode, const S& push) {
    return select(mode > S(0) || mode < S(0), mode, push);
  }

  // upsilon. Behind a law that holds rigidly: 1 when the play is taken up where the motion, or the push, goes. An
  // elastic law lets the motor yield against the rack, and leaves it without a jump: upsilon rises over the travel of
  // the teeth.
  template <class S>
  S engage(const S* x, const S& towards) const {
    if (plant_.play == 0.0) return S(1);
    if (this->law().stick() == Stick::rigid) return select(x[side] * towards > S(0), S(1), S(0));
    const double half = plant_.play / 2.0;
    const double width = std::min(plant_.tooth_travel, half);
    return smaller(larger((abs(x[gap]) - S(half - width)) / S(width), S(0)), S(1));
  }

  // ---- torques

  template <class S>
  struct Torques {
    S motor, springs, viscous;  // [N.m]
    S engaged;                  // upsilon
  };

  template <class S>
  Torques<S> torques(const S& t, const S* x, const S& mode) const {
    const S u = torque(t, x);
    const S held_on = engage(x, direction(mode, u));
    return {u, held_on * spring_torque(x), viscous_torque(x, held_on), held_on};
  }

  // A polynomial by Horner's rule, at a place kept inside [0, end].
  template <class S>
  static S curve(const std::array<double, polynomial_terms>& c, const S& place, double end) {
    const S inside = smaller(larger(place, S(0)), S(end));
    S value = S(0);
    for (std::size_t k = polynomial_terms; k-- > 0;) value = value * inside + S(c[k]);
    return value;
  }

  // Angle of the motor at which the rack would stand without play [rad].
  template <class S>
  S rack_angle(const S* x) const {
    return x[angle] - x[gap] + S(plant_.play / 2.0);
  }
  template <class S>
  S over_rack(const std::array<double, polynomial_terms>& c, const S* x) const {
    return curve(c, S(plant_.rack_ratio) * rack_angle(x), plant_.rack_ratio * plant_.travel);
  }
  double lever() const { return plant_.rack_ratio / plant_.efficiency; }  // r/eta [m/rad]

  // C_r: what a friction law's force is multiplied by, in the direction given.
  template <class S>
  S unit(const S* x, const S& mode, const S& towards, const S& held_on) const {
    constexpr double least = 1e-9;  // [N.m] below every bearing; the law's world is measured in units of it
    const auto back = towards < S(0);
    const S ratio = select(back, S(plant_.breakaway_ratio.back), S(plant_.breakaway_ratio.forward));
    const auto holds = !(mode > S(0) || mode < S(0));
    const S sliding = S(plant_.motor_friction);
    const S free = has_modes() ? select(holds, S(plant_.motor_breakaway) / ratio, sliding) : sliding;
    const S loaded = is_simplified() ? polynomial_torque(x, back) / ratio
                                     : S(lever() * plant_.rack_friction) * over_rack(plant_.compensator_force, x) +
                                           S(plant_.motor_friction);
    return larger(free + held_on * (loaded - free), S(least));
  }
  template <class S, class Mask>
  S polynomial_torque(const S* x, const Mask& back) const {
    const S place = rack_angle(x);
    return select(back, curve(plant_.breakaway_back, place, plant_.travel),
                  curve(plant_.breakaway_forward, place, plant_.travel));
  }

  // C_0, what the springs leave.
  template <class S>
  S spring_torque(const S* x) const {
    if (is_simplified()) return S(0);
    return S(lever()) *
           (over_rack(plant_.clutch_force, x) - over_rack(plant_.compensator_force, x) * over_rack(plant_.slope, x));
  }

  // C_v.
  template <class S>
  S viscous_torque(const S* x, const S& held_on) const {
    const S w = x[speed];
    if (is_simplified()) return S(plant_.viscous) * larger(abs(w) - S(plant_.viscous_threshold), S(0)) * sign(w);
    return held_on * S(lever() * plant_.rack_ratio * plant_.rack_viscous) * over_rack(plant_.compensator_force, x) * w;
  }

  // u.
  template <class S>
  S torque(const S& t, const S* x) const {
    if (is_sampled()) return x[command];
    const S asked = S(plant_.proportional_gain) * (at(target_, t) - x[angle]) + S(plant_.integral_gain) * x[integral] -
                    S(plant_.velocity_gain) * x[speed];
    return clip_to(asked, S(plant_.torque_limit));
  }

  // ---- the controller

  // The encoder's nearest point.
  double read(double theta) const {
    if (plant_.encoder_points == 0.0) return theta;
    const double point = 2.0 * std::numbers::pi / plant_.encoder_points;
    return point * std::round(theta / point);
  }

  // The torque jumps, and a law that held may have to let go: a guard that jumps through zero has fallen.
  void sample_and_answer(double t, double* x) const {
    std::vector<double> before(guard_count()), after(guard_count());
    guards(t, x, before.data());
    sample(t, x);
    guards(t, x, after.data());
    for (std::size_t k = 0; k < Base::guard_count(); ++k)
      if (before[k] > 0.0 && after[k] < 0.0) return reset(t, x, k);
  }

  void sample(double t, double* x) const {
    const double now = read(x[angle]);
    const double error = target_.value(t) - now;
    const double rate = (now - x[reading]) / plant_.sample_time;
    x[integral] += plant_.sample_time * error;
    x[filtered] += (rate - x[filtered]) * plant_.sample_time / (plant_.sample_time + plant_.filter_time);
    x[reading] = now;
    x[ticks] += 1.0;
    const double asked =
        plant_.proportional_gain * error + plant_.integral_gain * x[integral] - plant_.velocity_gain * x[filtered];
    x[command] = clip_to(asked, plant_.torque_limit);
  }

  Params plant_;
  Excitation target_;
  std::size_t mode_;
};

}  // namespace stickslip::plant
