#include "stickslip/identify/two_sinusoids.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "method_kit.hpp"
#include "stickslip/options.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

struct SinePlant {
  using Scalar = double;
  double mass = 0.0;
  double largest_drive = 0.0;

  static constexpr auto table() {
    using P = SinePlant;
    return std::array{STICKSLIP_FIELD(P, mass, "m", "kg", "Mass, or inertia [kg.m2]; 0: not known.", 0.0, 1e12),
                      STICKSLIP_FIELD(P, largest_drive, "u_max", "N",
                                      "Largest force, or torque [N.m], of the drive; 0: in the data.", 0.0, 1e12)};
  }
};

struct SineSensor {
  using Scalar = double;
  double resolution = 0.0;

  static constexpr auto table() {
    using P = SineSensor;
    return std::array{
        STICKSLIP_FIELD(P, resolution, "dx", "m", "A count of the sensor, or [rad]; 0: from the data.", 0.0, 1e6)};
  }
};

enum Sign : int { commanded = 0, held = 1, measured = 2 };

struct SineRules {
  using Scalar = double;
  double sign = commanded;
  double frequency = 0.0;
  double threshold = 0.0;
  double least_ratio = 3.0;

  static constexpr auto table() {
    using P = SineRules;
    return std::array{
        STICKSLIP_FIELD(P, sign, "", "1", "Whose direction counts.", 0.0, 2.0, Scale::linear,
                        "commanded|held|measured"),
        STICKSLIP_FIELD(P, frequency, "f_0", "Hz", "Of the sine, where there is no column reference: one per file.",
                        0.0, 1e6),
        STICKSLIP_FIELD(P, threshold, "w_v", "m/s", "Speed, or [rad/s], above which viscous friction acts.", 0.0, 1e6),
        STICKSLIP_FIELD(P, least_ratio, "", "1", "Signal to noise of the acceleration below which no mass is found.",
                        0.0, 1e6)};
  }
};

// ---- a test

struct Test {
  const Dataset* data = nullptr;
  double step = 0.0;
  std::span<const double> place, drive;
  std::vector<double> speed;  // that was asked for
};

// A sine of the given frequency through the readings; its speed.
std::vector<double> fitted_speed(const Test& t, double frequency) {
  const double w = 2.0 * std::numbers::pi * frequency;
  std::vector<double> matrix;
  for (std::size_t i = 0; i < t.place.size(); ++i) {
    const double phase = w * double(i) * t.step;
    matrix.insert(matrix.end(), {1.0, std::cos(phase), std::sin(phase)});
  }
  const auto fit = linear_least_squares(matrix, t.place);
  std::vector<double> speed;
  for (std::size_t i = 0; i < t.place.size(); ++i)
    speed.push_back(w * (fit.values[2] * matrix[3 * i + 1] - fit.values[1] * matrix[3 * i + 2]));
  return speed;
}

Test test_of(const Dataset& data, const Motion& motion, const SineRules& rules) {
  Test t{&data,
         uniform_step(data, "time", "resample it, or take out the gap"),
         signal(data, "displacement", motion.place),
         signal(data, "applied", motion.force),
         {}};
  if (data.has("reference")) {
    const auto reference = signal(data, "reference", motion.speed);
    t.speed.assign(reference.begin(), reference.end());
  } else if (rules.frequency > 0.0) {
    t.speed = fitted_speed(t, rules.frequency);
  } else {
    refuse(data, 1,
           "column 'reference' is missing, the speed that was asked for; name it with " +
               option_reference("map", "reference=COLUMN") + ", or give the sine's frequency with " +
               option_reference("set", "sines.frequency=HZ") + ", one sine per file");
  }
  return t;
}

// The direction of every row: +1, -1, or 0.
std::vector<double> signs_of(const Test& t, int choice) {
  std::vector<double> signs;
  double last = 0.0;
  const auto direction = [](double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; };
  for (std::size_t i = 0; i < t.place.size(); ++i) {
    const double counted = i == 0 ? 0.0 : direction(t.place[i] - t.place[i - 1]);
    last = counted != 0.0 ? counted : last;
    signs.push_back(choice == commanded ? direction(t.speed[i]) : choice == held ? last : counted);
  }
  return signs;
}

// ---- half periods

struct HalfPeriod {
  std::size_t first, end;  // rows
  bool back;
};

// Between two zeros of the speed that was asked for. One that the file cuts is left out.
std::vector<HalfPeriod> halves_of(const Test& t) {
  std::vector<HalfPeriod> all;
  const std::size_t rows = t.speed.size();
  double largest = 0.0;
  for (const double v : t.speed) largest = std::max(largest, std::abs(v));
  const double zero = 1e-6 * largest;
  for (std::size_t first = 0; first < rows;) {
    if (std::abs(t.speed[first]) <= zero) {
      ++first;
      continue;
    }
    const bool back = t.speed[first] < 0.0;
    std::size_t end = first;
    double peak = 0.0;
    while (end < rows && std::abs(t.speed[end]) > zero && (t.speed[end] < 0.0) == back)
      peak = std::max(peak, std::abs(t.speed[end++]));
    constexpr double at_rest = 0.15;  // of the peak: a sample or two beside the zero
    const bool whole = (first > 0 || std::abs(t.speed[first]) < at_rest * peak) &&
                       (end < rows || std::abs(t.speed[end - 1]) < at_rest * peak);
    if (whole && end - first >= 8) all.push_back({first, end, back});
    first = end;
  }
  return all;
}

// What a half period contributes.
struct Share {
  bool back;
  double drive;    // mean of u sign(v)
  double viscous;  // mean of max(|v| - w_v, 0)
  double speed;    // mean of |v|
  double mass;     // from the part of u that follows the acceleration
};

// u has the part m a, and friction is even about the middle of the half period where a is odd.
double mass_in(const Test& t, const HalfPeriod& h) {
  double up = 0.0;
  double squares = 0.0;
  for (std::size_t i = std::max<std::size_t>(h.first, 1); i < h.end && i + 1 < t.speed.size(); ++i) {
    const double a = (t.speed[i + 1] - t.speed[i - 1]) / (2.0 * t.step);
    up += a * t.drive[i];
    squares += a * a;
  }
  return squares > 0.0 ? up / squares : 0.0;
}

std::vector<Share> shares_of(const Test& t, const SineRules& rules) {
  const auto signs = signs_of(t, int(rules.sign));
  std::vector<Share> all;
  for (const HalfPeriod& h : halves_of(t)) {
    Share s{h.back, 0.0, 0.0, 0.0, mass_in(t, h)};
    const double rows = double(h.end - h.first);
    for (std::size_t i = h.first; i < h.end; ++i) {
      const double speed = std::abs(t.speed[i]);
      s.drive += t.drive[i] * signs[i] / rows;
      s.viscous += std::max(speed - rules.threshold, 0.0) / rows;
      s.speed += speed / rows;
    }
    all.push_back(s);
  }
  return all;
}

// ---- what comes out

enum Unknown : std::size_t { forward, back, viscous, unknown_count };

void judge_amplitudes(MethodResult& r, std::span<const Share> shares, const Spread& spread) {
  const auto by_speed = [](const Share& a, const Share& b) { return a.speed < b.speed; };
  const auto [slow, fast] = std::minmax_element(shares.begin(), shares.end(), by_speed);
  constexpr double least = 1.3;  // between the largest and the smallest amplitude
  const bool one_amplitude = fast->speed < least * slow->speed || !std::isfinite(spread.deviation[viscous]);
  if (!one_amplitude) return;
  for (const std::string_view name : {"coulomb.forward", "coulomb.back", "viscous"})
    for (Estimate& e : r.estimates)
      if (e.name == name)
        doubt(e, "all amplitudes are alike (" + text::digits(slow->speed) + " to " + text::digits(fast->speed) +
                     " in the mean); record a second one, twice as large");
}

void add_friction(MethodResult& r, std::span<const Share> shares, const Motion& motion) {
  std::vector<double> matrix;
  std::vector<double> right;
  for (const Share& s : shares) {
    matrix.insert(matrix.end(), {s.back ? 0.0 : 1.0, s.back ? 1.0 : 0.0, s.viscous});
    right.push_back(s.drive);
  }
  const LeastSquaresFit fit = linear_least_squares(matrix, right);
  const Spread spread = spread_of(fit.slopes, fit.residuals, unknown_count);
  const std::array<std::string, unknown_count> names{"coulomb.forward", "coulomb.back", "viscous"};
  for (std::size_t k = 0; k < unknown_count; ++k) {
    Estimate e =
        estimate_of(names[k], k == viscous ? motion.viscous : motion.force, fit.values[k], interval(spread, k));
    r.estimates.push_back(std::move(e));
  }
  judge_amplitudes(r, shares, spread);
  Estimate& slope = r.estimates[viscous];
  if (slope.identified && slope.low < 0.0) slope.remark = "cannot be told from 0";
  r.figures.push_back({"misfit", spread.noise, motion.force, "Standard deviation of half periods from the line."});
  r.figures.push_back({"half_periods", double(shares.size()), "1", "Half periods that count."});
  for (const bool is_back : {false, true}) {
    MethodCurve dots{.name = is_back ? "back" : "forward", .dots = true};
    MethodCurve line{.name = is_back ? "fit, back" : "fit, forward"};
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i].back != is_back) continue;
      dots.x.push_back(shares[i].speed);
      dots.y.push_back(shares[i].drive);
      line.x.push_back(shares[i].speed);
      line.y.push_back(shares[i].drive + fit.residuals[i]);
    }
    r.plots.front().curves.push_back(std::move(dots));
    r.plots.front().curves.push_back(std::move(line));
  }
}

// The mass, or why there is none.
void add_mass(MethodResult& r, std::span<const Share> shares, const SinePlant& plant, const SineRules& rules,
              double resolution, double step, double largest, const Motion& motion) {
  std::vector<double> masses;
  for (const Share& s : shares) masses.push_back(s.mass);
  const MeanValue found = mean_of(masses);
  const double mass = plant.mass > 0.0 ? plant.mass : std::max(found.mean, 0.0);
  const MassResolution limit = mass_resolution(mass, resolution, step, largest);
  r.figures.push_back({"signal_to_noise", limit.signal_to_noise, "1",
                       "Of the acceleration by second differences, (30): T_s^2 u_max/(2 m dx)."});
  r.figures.push_back({"mass_uncertainty", limit.uncertainty, motion.mass, "That this makes of the mass, (31)."});
  Estimate e = estimate_of("mass", motion.mass, found.mean, found.half);
  if (limit.signal_to_noise < rules.least_ratio) {
    e = estimate_of("mass", motion.mass, mass, limit.uncertainty);
    doubt(e, "signal-to-noise ratio " + text::digits(limit.signal_to_noise, 2) + " of the acceleration; " +
                 (plant.mass > 0.0 ? "the value is the given one, " : "") +
                 "a finer sensor or slower sampling would tell");
    r.remarks.push_back("mass cannot be identified: signal-to-noise ratio " + text::digits(limit.signal_to_noise, 2) +
                        ", uncertainty " + text::digits(limit.uncertainty, 3) + " " + motion.mass +
                        "; friction is not touched by that, for the mean of m a sign(v) over half a period is 0");
  }
  r.estimates.push_back(std::move(e));
}

// Rows of motion in which the sensor shows no count.
double share_without_count(std::span<const Test> tests) {
  std::size_t none = 0;
  std::size_t all = 0;
  for (const Test& t : tests)
    for (std::size_t i = 1; i < t.place.size(); ++i) {
      none += t.place[i] == t.place[i - 1] ? 1U : 0U;
      ++all;
    }
  return double(none) / double(all);
}

constexpr std::array<std::string_view, 4> roles{"time", "displacement", "applied", "reference"};

}  // namespace

MassResolution mass_resolution(double mass, double resolution, double sample_time, double largest_drive) {
  const double ratio = sample_time * sample_time * largest_drive / (2.0 * mass * resolution);
  return {ratio, mass / ratio};
}

MethodSettings two_sinusoids_settings() {
  return {{group_of("plant", SinePlant{}), group_of("sensor", SineSensor{}), group_of("sines", SineRules{})}, {}};
}

const IdentificationMethod& two_sinusoids_method() {
  static const IdentificationMethod method{
      "two-sinusoids",
      "Sliding and viscous friction from sinusoidal speeds, with a coarse position sensor",
      "004, section 3.3, (29)-(37), (48)",
      "time[s], displacement[m] or [rad], applied[N] or [N.m], reference[m/s] or [rad/s]: the speed asked for",
      roles,
      two_sinusoids_settings,
      estimate_two_sinusoids};
  return method;
}

MethodResult estimate_two_sinusoids(std::span<const Dataset> given, const MethodSettings& settings) {
  const auto files = named(given, settings);
  const auto plant = set_of<SinePlant>(settings.group("plant"));
  const auto rules = set_of<SineRules>(settings.group("sines"));
  const Motion motion = motion_of(files.front());
  double resolution = set_of<SineSensor>(settings.group("sensor")).resolution;
  double largest = plant.largest_drive;
  std::vector<Test> tests;
  std::vector<Share> shares;
  for (const Dataset& data : files) {
    tests.push_back(test_of(data, motion, rules));
    const auto own = shares_of(tests.back(), rules);
    shares.insert(shares.end(), own.begin(), own.end());
    if (resolution == 0.0) resolution = smallest_seen(tests.back().place);
    for (const double u : tests.back().drive)
      if (plant.largest_drive == 0.0) largest = std::max(largest, std::abs(u));
  }
  if (shares.size() < 6)
    refuse(files.front(), 1,
           "only " + std::to_string(shares.size()) +
               " whole half periods of the sine; at least 6 are needed, of two amplitudes: record longer");
  MethodResult r = begun(two_sinusoids_method(), files, settings);
  r.plots.push_back({.title = "Mean drive against friction over mean speed",
                     .x_label = "mean |v| [" + motion.speed + "]",
                     .y_label = "mean u sign(v) [" + motion.force + "]"});
  add_friction(r, shares, motion);
  add_mass(r, shares, plant, rules, resolution, tests.front().step, largest, motion);
  const double none = share_without_count(tests);
  r.figures.push_back({"without_count", none, "1", "Share of the rows between which the sensor shows no count."});
  r.figures.push_back({"resolution", resolution, motion.place, "A count of the sensor."});
  if (int(rules.sign) == measured)
    r.remarks.push_back("the sign of the measured speed is 0 in " + text::percent(none) +
                        " of the rows, and sliding friction comes out too small by about that share: take "
                        "sines.sign=commanded");
  if (int(rules.sign) == held)
    r.remarks.push_back(
        "the sign of the last count is late at every reversal, and sliding friction comes out too "
        "small: take sines.sign=commanded");
  r.points.columns = {{"direction", "1"}, {"mean_speed", motion.speed}, {"mean_drive", motion.force}};
  r.points.values.resize(r.points.columns.size());
  for (const Share& s : shares) {
    r.points.values[0].push_back(s.back ? -1.0 : 1.0);
    r.points.values[1].push_back(s.speed);
    r.points.values[2].push_back(s.drive);
  }
  return r;
}

}  // namespace stickslip::identify
