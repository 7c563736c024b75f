#include "stickslip/observe/friction_observer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "stickslip/method_input.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"
#include "stickslip/plant/clutch_piston.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/units.hpp"

namespace stickslip::observe {

using namespace measurement;

namespace {

// The piston of 000 with the values of the experiment clutch-piston, which fill in what is not given where the pressure
// pushes. Pack and stop are off: a machine that has none must not be given one by default.
struct PistonParams {
  using Scalar = double;
  double mass = 0.5;
  double damping = 50.0;
  double stiffness = 1e5;
  double area = 1e-3;
  double preload = 300.0;
  double oil_density = 850.0;
  double chamber_inner_radius = 0.05;
  double chamber_outer_radius = 0.0531;
  double balance_inner_radius = 0.05;
  double balance_outer_radius = 0.0528;
  double touch_point = 5e-3;
  double pack_stiffness = 0.0;
  double stop_stiffness = 0.0;
  double contact_damping = 5.0;

  static constexpr auto table() {
    using P = PistonParams;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass of the body; must be given where a force pushes.", 1e-12, 1e12,
                        Scale::log),
        STICKSLIP_FIELD(P, damping, "b", "N.s/m", "Damping of the body; 0 by default where a force pushes.", 0.0, 1e12),
        STICKSLIP_FIELD(P, stiffness, "k", "N/m", "Stiffness of the spring; 0 by default where a force pushes.", 0.0,
                        1e15),
        STICKSLIP_FIELD(P, area, "A", "m2", "Area on which the pressure acts, without a column drive.", 0.0, 1e6),
        STICKSLIP_FIELD(P, preload, "K_0", "N", "Force of the spring at x = 0, without a column drive.", -1e12, 1e12),
        STICKSLIP_FIELD(P, oil_density, "rho", "kg/m3", "Density of the oil that turns with a column shaft_speed.", 0.0,
                        1e5),
        STICKSLIP_FIELD(P, chamber_inner_radius, "r_2i", "m", "Inner radius of the pressure chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, chamber_outer_radius, "r_2o", "m", "Outer radius of the pressure chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, balance_inner_radius, "r_1i", "m", "Inner radius of the compensating chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, balance_outer_radius, "r_1o", "m", "Outer radius of the compensating chamber.", 0.0, 1e3),
        STICKSLIP_FIELD(P, touch_point, "x_N", "m", "Displacement at which the disc pack is touched.", 0.0, 1e3),
        STICKSLIP_FIELD(P, pack_stiffness, "k_N", "N/m",
                        "Stiffness of the disc pack, without a column contact_force; 0: there is none.", 0.0, 1e15),
        STICKSLIP_FIELD(P, stop_stiffness, "k_S", "N/m", "Stiffness of the stop at x = 0; 0: there is none.", 0.0,
                        1e15),
        STICKSLIP_FIELD(P, contact_damping, "chi", "s/m", "Damping of pack and stop, per speed of approach.", 0.0,
                        1e6)};
  }
};

enum Input : int { any_input = 0, force_input = 1, pressure_input = 2 };

struct ObserverParams {
  using Scalar = double;
  double measured = 0.0;
  double input = any_input;
  double design = 0.0;
  double speed = 300.0;
  double friction_walk = 1e4;
  double displacement_noise = 0.0;
  double velocity_noise = 0.0;
  double hold = 1.0;
  double sample_time = 0.0;
  double settle_time = 0.0;

  static constexpr auto table() {
    using P = ObserverParams;
    return std::array{
        STICKSLIP_FIELD(P, measured, "", "1", "Columns that the observer follows.", 0.0, 2.0, Scale::linear,
                        "displacement|displacement-and-velocity|velocity"),
        STICKSLIP_FIELD(
            P, input, "", "1",
            "What pushes the body: the column applied (or drive), the pressure, or the first that is there.", 0.0, 2.0,
            Scale::linear, "any|force|pressure"),
        STICKSLIP_FIELD(P, design, "", "1", "Gains by placing all poles at -speed, or from a Riccati equation.", 0.0,
                        1.0, Scale::linear, "poles|riccati"),
        STICKSLIP_FIELD(P, speed, "w_0", "rad/s", "Speed of the observer, for the design poles.", 1e-9, 1e12,
                        Scale::log),
        STICKSLIP_FIELD(P, friction_walk, "", "N2/s", "Growth of the variance of the friction, for the design riccati.",
                        1e-30, 1e30, Scale::log),
        STICKSLIP_FIELD(P, displacement_noise, "", "m",
                        "Standard deviation of a sample of the displacement; 0: from the data.", 0.0, 1e6),
        STICKSLIP_FIELD(P, velocity_noise, "", "m/s",
                        "Standard deviation of a sample of the velocity; 0: from the data.", 0.0, 1e6),
        STICKSLIP_FIELD(P, hold, "", "1",
                        "Between samples the signals are held, half a sample late, or joined by straight lines.", 0.0,
                        1.0, Scale::linear, "constant|linear"),
        STICKSLIP_FIELD(P, sample_time, "T_s", "s",
                        "The data are resampled at this step by straight lines; 0: as they are, uniform in time.", 0.0,
                        1e9),
        STICKSLIP_FIELD(P, settle_time, "", "s", "Time before which an error against a column friction is not counted.",
                        0.0, 1e9)};
  }
};

constexpr std::array<std::string_view, 10> roles{"time",  "displacement", "velocity", "applied",     "pressure",
                                                 "force", "drive",        "friction", "shaft_speed", "contact_force"};

// The plant as asked for: what nobody has given is not a number.
ParamGroup plant_not_given() {
  ParamGroup group = default_piston();
  std::fill(group.values.begin(), group.values.end(), std::numeric_limits<double>::quiet_NaN());
  return group;
}

bool is_pushed_by_pressure(const Dataset& data, int input) {
  return input == pressure_input || (input == any_input && !data.has("applied") && data.has("pressure"));
}

// What the estimate reads of the plant: all a report must account for.
bool is_read(std::string_view name, const Dataset& data, bool by_pressure, const PistonParams& p) {
  if (name == "mass" || name == "damping" || name == "stiffness") return true;
  if (!by_pressure) return false;
  if (name == "oil_density" || name.ends_with("_radius")) return data.has("shaft_speed");
  const bool pack = p.pack_stiffness > 0.0 && !data.has("contact_force");
  if (name == "pack_stiffness") return !data.has("contact_force");
  if (name == "touch_point") return pack;
  if (name == "contact_damping") return pack || p.stop_stiffness > 0.0;
  return true;
}

// What a machine has of its own is not guessed: a body that a force pushes has the mass that it is given, and neither
// spring nor damper unless they are. Where the pressure pushes it is the piston of 000.
PistonParams complete_plant(FrictionEstimate& r, const Dataset& data, bool by_pressure) {
  ParamGroup& group = r.settings.plant;
  PistonParams usual;
  if (!by_pressure) usual.damping = usual.stiffness = 0.0;
  if (!by_pressure) (void)signal(data, "applied", "N");  // a missing column is complained about first
  if (!by_pressure && std::isnan(group["mass"]))
    throw std::invalid_argument(std::string("the ") + (r.rotary ? "inertia" : "mass") +
                                " of the body is not given, and the observer takes m x'' off the applied force: give " +
                                option_reference("set", r.rotary ? "plant.mass=KGM2" : "plant.mass=KG"));
  const ParamGroup all = make_group("plant", usual);
  std::vector<std::size_t> filled;
  for (std::size_t k = 0; k < group.values.size(); ++k) {
    if (!std::isnan(group.values[k])) continue;
    group.values[k] = all.values[k];
    filled.push_back(k);
  }
  const auto plant = make_set<PistonParams>(group);
  std::string text;
  for (const std::size_t k : filled) {
    const Field& f = group.table[k];
    if (!is_read(f.name, data, by_pressure, plant)) continue;
    r.filled_in.push_back("plant." + std::string(f.name));
    text += (text.empty() ? "" : ", ") + std::string(f.name) + " = " +
            text::with_unit(value_text(group, f), r.rotary ? rotary_unit(f.unit) : std::string(f.unit));
  }
  if (!text.empty())
    r.remarks.push_back(std::string("plant values filled in") + (by_pressure ? " from the piston of 000" : "") + ": " +
                        text);
  return plant;
}

// What acts on the body besides spring, damper and friction, row by row.
struct Push {
  std::vector<double> known = {};        // [N] the whole
  std::vector<double> centrifugal = {};  // [N] part of it; empty: none
  std::vector<double> contact = {};      // [N] taken off it; empty: none
};

std::vector<double> copy_values(std::span<const double> values) { return {values.begin(), values.end()}; }

// Dry contact with losses, never a pull: k d (1 + chi d') for d > 0.
double wall_force(double stiffness, double depth, double approach, double damping) {
  return depth > 0.0 ? stiffness * depth * std::max(1.0 + damping * approach, 0.0) : 0.0;
}

// The recorded velocity, or central differences of the displacement.
std::vector<double> speeds(const Dataset& data) {
  if (data.has("velocity")) return copy_values(signal(data, "velocity", "m/s"));
  const auto x = signal(data, "displacement", "m");
  const double step = uniform_step(data, "time", "resample it");
  std::vector<double> v(x.size(), 0.0);
  for (std::size_t i = 1; i + 1 < x.size(); ++i) v[i] = (x[i + 1] - x[i - 1]) / (2.0 * step);
  return v;
}

// Forces of disc pack and stop: of the pack as recorded, or from the displacement. From what was measured, not from
// what the observer thinks: its own velocity fed back would move its poles.
std::vector<double> contact_forces(const Dataset& data, const PistonParams& p, std::string& text) {
  std::vector<double> force;
  if (data.has("contact_force")) {
    force = copy_values(signal(data, "contact_force", "N"));
    text += ", less the column contact_force";
  }
  const double pack = force.empty() ? p.pack_stiffness : 0.0;
  if (!(pack > 0.0 || p.stop_stiffness > 0.0)) return force;
  text += pack > 0.0 ? ", less the forces of pack and stop" : ", less the force of the stop";
  const auto x = signal(data, "displacement", "m");
  const auto v = speeds(data);
  force.resize(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    force[i] += wall_force(pack, x[i] - p.touch_point, v[i], p.contact_damping) -
                wall_force(p.stop_stiffness, -x[i], -v[i], p.contact_damping);
  return force;
}

// (5) of 000: p A + F_cf2 - F_cf1 - K_0 - F_N. F_cf by turning oil, where the speed of the shaft is known.
Push pressure_push(const Dataset& data, const PistonParams& p, std::vector<std::string>& notes) {
  Push push;
  for (const double pressure : signal(data, "pressure", "Pa")) push.known.push_back(pressure * p.area - p.preload);
  std::string text = "input: pressure times plant.area less plant.preload";
  if (data.has("shaft_speed")) {
    const double gain = plant::turning_oil(p.oil_density, p.chamber_inner_radius, p.chamber_outer_radius) -
                        plant::turning_oil(p.oil_density, p.balance_inner_radius, p.balance_outer_radius);
    for (const double w : signal(data, "shaft_speed", "rad/s")) push.centrifugal.push_back(gain * w * w);
    text += ", plus the centrifugal forces of the oil at shaft_speed";
  }
  push.contact = contact_forces(data, p, text);
  for (std::size_t i = 0; i < push.known.size(); ++i) {
    if (!push.centrifugal.empty()) push.known[i] += push.centrifugal[i];
    if (!push.contact.empty()) push.known[i] -= push.contact[i];
  }
  notes.push_back(text);
  return push;
}

Push read_push(const Dataset& data, const PistonParams& p, int input, std::vector<std::string>& notes) {
  if (is_pushed_by_pressure(data, input)) return pressure_push(data, p, notes);
  notes.emplace_back("input: the applied force");
  return {.known = copy_values(signal(data, "applied", "N"))};
}

struct Signals {
  Push push;
  std::vector<std::span<const double>> outputs;
};

std::vector<std::span<const double>> read_outputs(const Dataset& data, Measured measured) {
  std::vector<std::span<const double>> outputs;
  if (measured != Measured::velocity) outputs.push_back(signal(data, "displacement", "m"));
  if (measured != Measured::displacement) outputs.push_back(signal(data, "velocity", "m/s"));
  return outputs;
}

// Steps of a sensor, evenly spread within one, are noise too: where the body moves slowly, third differences show none.
double find_noise(std::span<const double> output) {
  return std::max(numerics::white_noise(output), numerics::find_step(output) / std::sqrt(12.0));
}

std::vector<double> choose_noise(const ObserverParams& p, Measured measured, const Signals& s) {
  std::vector<double> given;
  if (measured != Measured::velocity) given.push_back(p.displacement_noise);
  if (measured != Measured::displacement) given.push_back(p.velocity_noise);
  for (std::size_t k = 0; k < given.size(); ++k)
    if (given[k] == 0.0) given[k] = find_noise(s.outputs[k]);
  return given;
}

Observer design_observer(const LinearPlant& plant, const ObserverParams& p, const std::vector<double>& noise,
                         double step) {
  if (p.design == 0.0) {
    const std::size_t n = plant.a.rows() + 1;
    return Observer::with_poles(plant, std::vector<std::complex<double>>(n, -p.speed));
  }
  NoiseIntensity intensity{{p.friction_walk}, {}};
  for (std::size_t k = 0; k < noise.size(); ++k) {
    if (!(noise[k] > 0.0))
      throw std::invalid_argument("the Riccati design needs the noise of " + plant.outputs[k] +
                                  ", and the data show none: set observer.displacement_noise or "
                                  "observer.velocity_noise");
    intensity.outputs.push_back(noise[k] * noise[k] * step);
  }
  return Observer::optimal(plant, intensity);
}

// Fills the columns of the estimate. The first one takes the body to be at rest: friction balances spring and drive.
void follow(FrictionEstimate& r, SampledObserver observer, const Signals& s, const PistonParams& p) {
  std::vector<double> y(s.outputs.size());
  for (std::size_t i = 0; i < s.push.known.size(); ++i) {
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = s.outputs[k][i];
    if (i == 0) observer.start(y);
    const std::array<double, 1> u{s.push.known[i]};
    if (i == 0) {
      const std::array<double, 1> balance{u[0] - p.stiffness * observer.state(0)};
      observer.start(y, balance);
    }
    if (observer.hold() == Hold::linear) observer.step(u, y);
    r.friction.push_back(observer.unknown(0));
    r.displacement.push_back(observer.state(0));
    r.velocity.push_back(observer.state(1));
    r.innovation.push_back(y[0] - observer.expected_output(0));
    r.drive.push_back(u[0]);
    if (observer.hold() == Hold::constant) observer.step(u, y);
  }
  r.centrifugal = s.push.centrifugal;
  r.contact = s.push.contact;
}

// What the delay hides: for equal poles f - fh = tau fh' + tau^2/3 fh'' + ..., tau the delay. Both slopes by
// differences over a sixth of the delay, which noise does not swell much, and the largest within a delay on either
// side.
std::vector<double> hide_by_delay(const std::vector<double>& f, double delay, double sample_time) {
  const auto last = std::ptrdiff_t(f.size()) - 1;
  const auto reach = std::ptrdiff_t(std::ceil(delay / sample_time));
  const auto near = std::max(std::ptrdiff_t(1), reach / 6);
  const double parts = delay / (double(near) * sample_time);
  const auto at = [&](std::ptrdiff_t i) { return f[std::size_t(std::clamp(i, std::ptrdiff_t(0), last))]; };
  std::vector<double> own;
  for (std::ptrdiff_t i = 0; i <= last; ++i) {
    const double rise = at(i + near) - at(i - near);
    const double bend = at(i + near) - 2.0 * at(i) + at(i - near);
    own.push_back(parts * std::abs(rise) / 2.0 + parts * parts * std::abs(bend) / 3.0);
  }
  std::vector<double> largest;
  for (std::ptrdiff_t i = 0; i <= last; ++i)
    largest.push_back(*std::max_element(own.begin() + std::max(std::ptrdiff_t(0), i - reach),
                                        own.begin() + std::min(last, i + reach) + 1));
  return largest;
}

// Held samples are late by half a step, drive and output alike but not what they make of it: how far the estimate is
// from the one with straight lines, the largest within a delay on either side [N].
std::vector<double> made_by_holding(const FrictionEstimate& held, const FrictionEstimate& joined) {
  const std::size_t reach = std::size_t(std::ceil(held.delay / held.sample_time)) + 1;
  std::vector<double> apart;
  for (std::size_t i = 0; i < held.friction.size(); ++i)
    apart.push_back(std::abs(held.friction[i] - joined.friction[i]));
  std::vector<double> largest;
  for (std::size_t i = 0; i < apart.size(); ++i)
    largest.push_back(*std::max_element(apart.begin() + std::ptrdiff_t(i - std::min(i, reach)),
                                        apart.begin() + std::ptrdiff_t(std::min(i + reach + 1, apart.size()))));
  return largest;
}

void add_band(FrictionEstimate& r, const std::vector<double>& by_holding) {
  const auto late = hide_by_delay(r.friction, r.delay, r.sample_time);
  for (std::size_t i = 0; i < late.size(); ++i) {
    const double half = r.noise_band + late[i] + (by_holding.empty() ? 0.0 : by_holding[i]);
    r.low.push_back(r.friction[i] - half);
    r.high.push_back(r.friction[i] + half);
  }
}

double root_mean_square(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double v : values) sum += v * v;
  return std::sqrt(sum / double(values.size()));
}

// The band of an estimate from held samples, and a word where they do harm.
void add_held_band(FrictionEstimate& r, const Observer& observer, const Signals& s, const PistonParams& p) {
  FrictionEstimate joined;
  follow(joined, observer.discretise(r.sample_time, Hold::linear), s, p);
  const auto by_holding = made_by_holding(r, joined);
  add_band(r, by_holding);
  constexpr double worth_a_word = 0.05;  // of the friction
  const double size = root_mean_square(by_holding);
  if (size > worth_a_word * root_mean_square(joined.friction))
    r.remarks.push_back("held samples change the estimate by " + text::digits(size, 3) + " " +
                        (r.rotary ? "N.m" : "N") + " (root mean square), which the band holds; take " +
                        option_reference("set", "observer.hold=linear"));
}

void compare(FrictionEstimate& r, const Dataset& data, double settle_time) {
  r.error = r.covered = std::numeric_limits<double>::quiet_NaN();
  if (!data.has("force")) return;
  const auto truth = signal(data, "force", "N");
  double sum = 0.0;
  std::size_t count = 0;
  std::size_t inside = 0;
  constexpr double rounding = 1e-9;  // of a sample time
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (r.time[i] < settle_time - rounding * r.sample_time) continue;
    ++count;
    sum += (r.friction[i] - truth[i]) * (r.friction[i] - truth[i]);
    if (truth[i] >= r.low[i] && truth[i] <= r.high[i]) ++inside;
  }
  if (count == 0) return;
  r.error = std::sqrt(sum / double(count));
  r.covered = double(inside) / double(count);
}

}  // namespace

ObserverSettings observer_settings() { return {plant_not_given(), make_group("observer", ObserverParams{}), {}}; }

ParamGroup default_piston() { return make_group("plant", PistonParams{}); }

std::vector<std::string> observer_roles() { return roles_for_method(roles); }

FrictionEstimate estimate_friction(const Dataset& given, const ObserverSettings& settings) {
  const auto p = make_set<ObserverParams>(settings.observer);
  const auto measured = Measured(int(p.measured));
  ImportOptions import = settings.import;
  if (import.sample_time == 0.0) import.sample_time = p.sample_time;
  MethodInput input = import_for_method(given, import, roles);
  const Dataset data = straighten(std::move(input.data), input.rotary);
  FrictionEstimate r;
  r.settings = settings;
  r.file = data.file;
  r.rotary = input.rotary;
  r.notes = std::move(input.notes);
  r.sample_time = uniform_step(data, "time", "resample it with " + option_reference("sample_time", "STEP"));
  Signals s{{}, read_outputs(data, measured)};
  const PistonParams plant = complete_plant(r, data, is_pushed_by_pressure(data, int(p.input)));
  s.push = read_push(data, plant, int(p.input), r.remarks);
  const LinearPlant linear = mass_plant(plant.mass, plant.damping, plant.stiffness, measured);
  r.noise_used = choose_noise(p, measured, s);
  const Observer observer = design_observer(linear, p, r.noise_used, r.sample_time);
  const SampledObserver sampled = observer.discretise(r.sample_time, Hold(int(p.hold)));
  r.gain = observer.gain();
  r.poles = observer.poles();
  r.delay = observer.delay(0);
  r.outputs = linear.outputs;
  double variance = 0.0;
  for (std::size_t k = 0; k < s.outputs.size(); ++k) {
    r.noise_gains.push_back(sampled.noise_gain(0, k));
    r.continuous_gains.push_back(observer.noise_gain(r.sample_time, 0, k));
    variance += std::pow(r.noise_gains.back() * r.noise_used[k], 2.0);
  }
  r.noise_band = 2.0 * std::sqrt(variance);
  r.time = copy_values(signal(data, "time", "s"));
  if (data.has("pressure")) r.pressure = copy_values(signal(data, "pressure", "Pa"));
  follow(r, sampled, s, plant);
  if (sampled.hold() == Hold::constant)
    add_held_band(r, observer, s, plant);
  else
    add_band(r, {});
  compare(r, data, p.settle_time);
  return r;
}

void render_options(FrictionEstimate& e, const OptionWording& wording) {
  for (std::string& text : e.remarks) text = apply_wording(text, wording);
  for (std::string& text : e.notes) text = apply_wording(text, wording);
}

}  // namespace stickslip::observe
