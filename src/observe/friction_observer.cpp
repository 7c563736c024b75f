#include "stickslip/observe/friction_observer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "stickslip/measurement.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::observe {

using namespace measurement;

namespace {

// The piston of 000 with the values of the experiment clutch-piston.
struct PistonParams {
  using Scalar = double;
  double mass = 0.5;
  double damping = 50.0;
  double stiffness = 1e5;
  double area = 1e-3;
  double preload = 300.0;

  static constexpr auto table() {
    using P = PistonParams;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass of the body.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, damping, "b", "N.s/m", "Damping of the body.", 0.0, 1e12),
        STICKSLIP_FIELD(P, stiffness, "k", "N/m", "Stiffness of the spring.", 0.0, 1e15),
        STICKSLIP_FIELD(P, area, "A", "m2", "Area on which the pressure acts, without a column drive.", 0.0, 1e6),
        STICKSLIP_FIELD(P, preload, "K_0", "N", "Force of the spring at x = 0, without a column drive.", -1e12, 1e12)};
  }
};

struct ObserverParams {
  using Scalar = double;
  double measured = 0.0;
  double design = 0.0;
  double speed = 300.0;
  double friction_walk = 1e4;
  double displacement_noise = 0.0;
  double velocity_noise = 0.0;
  double hold = 0.0;
  double sample_time = 0.0;
  double settle_time = 0.0;

  static constexpr auto table() {
    using P = ObserverParams;
    return std::array{
        STICKSLIP_FIELD(P, measured, "", "1", "Columns that the observer follows.", 0.0, 2.0, Scale::linear,
                        "displacement|displacement-and-velocity|velocity"),
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

constexpr std::array<std::string_view, 6> roles{"time", "displacement", "velocity", "drive", "pressure", "friction"};
constexpr std::array<std::string_view, 6> units{"s", "m", "m/s", "N", "Pa", "N"};

std::vector<Column> wanted_columns() {
  std::vector<Column> all;
  for (std::size_t k = 0; k < roles.size(); ++k) all.push_back({std::string(roles[k]), std::string(units[k])});
  return all;
}

std::vector<double> drive_of(const Dataset& data, const PistonParams& p) {
  if (data.has("drive")) {
    const auto drive = signal(data, "drive", "N");
    return {drive.begin(), drive.end()};
  }
  if (!data.has("pressure")) (void)signal(data, "drive", "N");  // says that it is missing
  std::vector<double> drive;
  for (const double pressure : signal(data, "pressure", "Pa")) drive.push_back(pressure * p.area - p.preload);
  return drive;
}

struct Signals {
  std::vector<double> drive;
  std::vector<std::span<const double>> outputs;
};

Signals signals_of(const Dataset& data, const PistonParams& plant, Measured measured) {
  Signals s{drive_of(data, plant), {}};
  if (measured != Measured::velocity) s.outputs.push_back(signal(data, "displacement", "m"));
  if (measured != Measured::displacement) s.outputs.push_back(signal(data, "velocity", "m/s"));
  return s;
}

std::vector<double> noise_used(const ObserverParams& p, Measured measured, const Signals& s) {
  std::vector<double> given;
  if (measured != Measured::velocity) given.push_back(p.displacement_noise);
  if (measured != Measured::displacement) given.push_back(p.velocity_noise);
  for (std::size_t k = 0; k < given.size(); ++k)
    if (given[k] == 0.0) given[k] = numerics::white_noise(s.outputs[k]);
  return given;
}

Observer designed(const LinearPlant& plant, const ObserverParams& p, const std::vector<double>& noise, double step) {
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

// Fills the columns of the estimate.
void follow(FrictionEstimate& r, SampledObserver observer, const Signals& s) {
  std::vector<double> y(s.outputs.size());
  for (std::size_t i = 0; i < s.drive.size(); ++i) {
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = s.outputs[k][i];
    if (i == 0) observer.start(y);
    const std::array<double, 1> u{s.drive[i]};
    if (observer.hold() == Hold::linear) observer.step(u, y);
    r.friction.push_back(observer.unknown(0));
    r.displacement.push_back(observer.state(0));
    r.velocity.push_back(observer.state(1));
    r.innovation.push_back(y[0] - observer.expected_output(0));
    if (observer.hold() == Hold::constant) observer.step(u, y);
  }
}

// What the delay hides: for equal poles f - fh = tau fh' + tau^2/3 fh'' + ..., tau the delay. Both slopes by
// differences over a sixth of the delay, which noise does not swell much, and the largest within a delay on either
// side.
std::vector<double> hidden_by_delay(const std::vector<double>& f, double delay, double sample_time) {
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

void add_band(FrictionEstimate& r) {
  const auto late = hidden_by_delay(r.friction, r.delay, r.sample_time);
  for (std::size_t i = 0; i < late.size(); ++i) {
    r.low.push_back(r.friction[i] - r.noise_band - late[i]);
    r.high.push_back(r.friction[i] + r.noise_band + late[i]);
  }
}

void compare(FrictionEstimate& r, const Dataset& data, double settle_time) {
  r.error = r.covered = std::numeric_limits<double>::quiet_NaN();
  if (!data.has("friction")) return;
  const auto truth = signal(data, "friction", "N");
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

ObserverSettings observer_settings() {
  return {group_of("plant", PistonParams{}), group_of("observer", ObserverParams{}), {}};
}

std::vector<std::string> observer_roles() { return {roles.begin(), roles.end()}; }

FrictionEstimate estimate_friction(const Dataset& given, const ObserverSettings& settings) {
  const auto plant = set_of<PistonParams>(settings.plant);
  const auto p = set_of<ObserverParams>(settings.observer);
  const auto measured = Measured(int(p.measured));
  Dataset data = converted(renamed(given, settings.names), wanted_columns());
  (void)signals_of(data, plant, measured);  // complaints about the file as it is, before it is resampled
  if (p.sample_time > 0.0) data = resampled(data, "time", p.sample_time);
  FrictionEstimate r;
  r.settings = settings;
  r.file = data.file;
  r.sample_time =
      uniform_step(data, "time", "resample it with " + option_reference("set", "observer.sample_time=STEP"));
  const Signals s = signals_of(data, plant, measured);
  const LinearPlant linear = mass_plant(plant.mass, plant.damping, plant.stiffness, measured);
  r.noise_used = noise_used(p, measured, s);
  const Observer observer = designed(linear, p, r.noise_used, r.sample_time);
  const SampledObserver sampled = observer.sampled(r.sample_time, Hold(int(p.hold)));
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
  const auto t = signal(data, "time", "s");
  r.time.assign(t.begin(), t.end());
  follow(r, sampled, s);
  add_band(r);
  compare(r, data, p.settle_time);
  return r;
}

}  // namespace stickslip::observe
