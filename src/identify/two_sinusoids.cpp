#include "stickslip/identify/two_sinusoids.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "method_kit.hpp"
#include "stickslip/options.hpp"
#include "zero_phase.hpp"

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
  double lag = 0.0;
  double least_speed = 0.3;

  static constexpr auto table() {
    using P = SineRules;
    return std::array{
        STICKSLIP_FIELD(P, sign, "", "1", "Whose direction counts.", 0.0, 2.0, Scale::linear,
                        "commanded|held|measured"),
        STICKSLIP_FIELD(P, frequency, "f_0", "Hz", "Of the sine, where there is no column reference: one per file.",
                        0.0, 1e6),
        STICKSLIP_FIELD(P, threshold, "w_v", "m/s", "Speed, or [rad/s], above which viscous friction acts.", 0.0, 1e6),
        STICKSLIP_FIELD(P, least_ratio, "", "1", "Signal to noise of the acceleration below which no mass is found.",
                        0.0, 1e6),
        STICKSLIP_FIELD(P, lag, "", "1", "Whether the motion's lag behind the reference is found, or taken to be 0.",
                        0.0, 1.0, Scale::linear, "found|none"),
        STICKSLIP_FIELD(P, least_speed, "", "1",
                        "Share of the peak speed below which rows are left out: near a reversal the sign is not sure.",
                        0.0, 0.95)};
  }
};

// ---- a test

// Half periods of one amplitude: the motion follows the reference by a lag and a gain, x = c + d t + g R(t - lag), R
// the integral of the reference.
struct Stretch {
  std::size_t first, end;   // rows
  std::size_t settled = 0;  // row from which the lag is sought, half a period later where there are enough
  double lag = 0.0, gain = 1.0, drift = 0.0;                 // d: forward and back are not alike
  double lag_half = 0.0, gain_half = 0.0, drift_half = 0.0;  // of their 95 % intervals
  bool by_motion = false;                                    // it does not follow so: its speed comes from the readings
};

struct Test {
  const Dataset* data = nullptr;
  double step = 0.0;
  std::span<const double> place, drive;
  std::vector<double> speed;       // of the motion: the one that was asked for, with the lag and gain of what followed
  std::vector<double> asked = {};  // column reference; empty: a sine was fitted to the motion
  std::vector<double> seen = {};   // from the readings, where the motion does not follow the reference
  std::vector<Stretch> followed = {};
};

// A sine of the given frequency through the readings; its speed.
std::vector<double> fit_speed(const Test& t, double frequency) {
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

Test make_test(const Dataset& data, const Motion& motion, const SineRules& rules) {
  Test t{&data,
         uniform_step(data, "time", "resample it, or take out the gap"),
         signal(data, "displacement", motion.place),
         signal(data, "applied", motion.force),
         {}};
  if (data.has("reference")) {
    const auto reference = signal(data, "reference", motion.speed);
    t.speed.assign(reference.begin(), reference.end());
    t.asked = t.speed;
  } else if (rules.frequency > 0.0) {
    t.speed = fit_speed(t, rules.frequency);
  } else {
    refuse(data, 1,
           "column 'reference' is missing, the speed that was asked for; name it with " +
               option_reference("map", "reference=COLUMN") + ", or give the sine's frequency with " +
               option_reference("set", "sines.frequency=HZ") + ", one sine per file");
  }
  return t;
}

// The direction of every row: +1, -1, or 0.
std::vector<double> find_signs(const Test& t, int choice) {
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
std::vector<HalfPeriod> split_halves(const Test& t) {
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

// ---- lag

// The value of a sampled signal between its rows, held beyond its ends.
double value_at(const std::vector<double>& signal, double row) {
  const double inside = std::clamp(row, 0.0, double(signal.size() - 1));
  const auto i = std::min(std::size_t(inside), signal.size() - 2);
  return signal[i] + (inside - double(i)) * (signal[i + 1] - signal[i]);
}

std::vector<double> integrate(const std::vector<double>& speed, double step) {
  std::vector<double> sum(speed.size(), 0.0);
  for (std::size_t i = 1; i < speed.size(); ++i) sum[i] = sum[i - 1] + (speed[i] + speed[i - 1]) / 2.0 * step;
  return sum;
}

double find_peak(const std::vector<double>& speed, const HalfPeriod& h) {
  double peak = 0.0;
  for (std::size_t i = h.first; i < h.end; ++i) peak = std::max(peak, std::abs(speed[i]));
  return peak;
}

// Neighbouring half periods whose peaks differ by less than a tenth.
std::vector<Stretch> find_stretches(const Test& t, const std::vector<HalfPeriod>& halves) {
  constexpr double alike = 0.1;
  std::vector<Stretch> all;
  double peak = 0.0;
  for (const HalfPeriod& h : halves) {
    const double own = find_peak(t.asked, h);
    if (all.empty() || std::abs(own - peak) > alike * peak) all.push_back({h.first, h.end});
    all.back().end = h.end;
    peak = own;
  }
  return all;
}

// Least squares of x = c + d t + g R(t - lag) over a stretch; the constant, drift and gain by a linear fit.
struct Followed {
  double sum = 0.0;
  LeastSquaresFit fit = {};
};
Followed follow_at(const Test& t, const std::vector<double>& integral, const Stretch& s, double lag) {
  std::vector<double> matrix;
  const double middle = double(s.first + s.end) / 2.0;
  const double start = value_at(integral, middle);
  for (std::size_t i = s.settled; i < s.end; ++i)
    matrix.insert(matrix.end(), {1.0, (double(i) - middle) / double(s.end - s.first),
                                 value_at(integral, double(i) - lag / t.step) - start});
  Followed f{.fit = linear_least_squares(matrix, t.place.subspan(s.settled, s.end - s.settled))};
  for (const double r : f.fit.residuals) f.sum += r * r;
  if (!(f.fit.values[2] > 0.0)) f.sum = std::numeric_limits<double>::infinity();  // half a period too late
  return f;
}

// The lag with the least sum: on a grid of up to half a period, then by thirds.
double best_lag(const Test& t, const std::vector<double>& integral, const Stretch& s, double half_period) {
  constexpr int parts = 40;
  const double grid = half_period / parts;
  double best = 0.0;
  double least = follow_at(t, integral, s, 0.0).sum;
  for (int k = -parts / 4; k < parts; ++k) {
    const double sum = follow_at(t, integral, s, k * grid).sum;
    if (sum < least) least = sum, best = k * grid;
  }
  double low = best - grid;
  double high = best + grid;
  constexpr int refinements = 24;  // (2/3)^24 of the grid: 6e-5
  for (int k = 0; k < refinements; ++k) {
    const double a = low + (high - low) / 3.0;
    const double b = high - (high - low) / 3.0;
    if (follow_at(t, integral, s, a).sum < follow_at(t, integral, s, b).sum)
      high = b;
    else
      low = a;
  }
  return (low + high) / 2.0;
}

// A motion follows when what is left is the sensor's counts and little of the amplitude.
bool follows(const Followed& f, const Test& t, const Stretch& s) {
  constexpr double share = 0.01;  // of the amplitude
  const auto place = t.place.subspan(s.settled, s.end - s.settled);
  const auto [low, high] = std::minmax_element(place.begin(), place.end());
  const double left = std::sqrt(f.sum / double(place.size()));
  const double counts = smallest_seen(place) / std::sqrt(12.0);
  return left < 1.5 * counts + share * (*high - *low) / 2.0;
}

// Lag, gain and how well the lag is known: its slope is -g v.
void find_lag(Stretch& s, const Test& t, const std::vector<double>& integral, double half_period) {
  const auto half = std::size_t(half_period / t.step);
  s.settled = s.end - s.first > 3 * half ? s.first + half : s.first;
  s.lag = best_lag(t, integral, s, half_period);
  const Followed best = follow_at(t, integral, s, s.lag);
  s.gain = best.fit.values[2];
  s.drift = best.fit.values[1] / (double(s.end - s.first) * t.step);
  s.by_motion = !follows(best, t, s);
  if (s.by_motion) return;
  std::vector<double> slopes;
  for (std::size_t i = 0; i < best.fit.residuals.size(); ++i) {
    slopes.insert(slopes.end(), best.fit.slopes.begin() + std::ptrdiff_t(3 * i),
                  best.fit.slopes.begin() + std::ptrdiff_t(3 * i + 3));
    slopes.push_back(-s.gain * value_at(t.asked, double(s.settled + i) - s.lag / t.step));
  }
  const Spread spread = estimate_spread(slopes, best.fit.residuals, 4);
  s.drift_half = interval(spread, 1) / (double(s.end - s.first) * t.step);
  s.gain_half = interval(spread, 2);
  s.lag_half = interval(spread, 3);
}

// The speed of the motion: that of the reference, later by the lag of its stretch and larger by its gain.
void follow_reference(Test& t) {
  t.speed = t.asked;
  for (const Stretch& s : t.followed)
    if (s.by_motion)
      std::copy(t.seen.begin() + std::ptrdiff_t(s.first), t.seen.begin() + std::ptrdiff_t(s.end),
                t.speed.begin() + std::ptrdiff_t(s.first));
  for (const Stretch& s : t.followed) {
    if (s.by_motion) continue;
    const auto reach = std::size_t(std::max(0.0, std::ceil(s.lag / t.step)));
    for (std::size_t i = s.first; i < std::min(s.end + reach, t.speed.size()); ++i)
      t.speed[i] = s.drift + s.gain * value_at(t.asked, double(i) - s.lag / t.step);
  }
}

// The speed by differences of the readings, without delay, up to eight times the frequency of the sine.
void see_speed(Test& t, const Stretch& s, double half_period) {
  constexpr double harmonics = 8.0;
  const auto smooth = zero_phase(t.place.subspan(s.first, s.end - s.first), t.step, harmonics / (2.0 * half_period));
  t.seen.resize(t.place.size(), 0.0);
  for (std::size_t i = 1; i + 1 < smooth.size(); ++i)
    t.seen[s.first + i] = (smooth[i + 1] - smooth[i - 1]) / (2.0 * t.step);
}

void find_lags(Test& t) {
  if (t.asked.empty()) return;
  const auto halves = split_halves(t);
  const auto integral = integrate(t.asked, t.step);
  t.followed = find_stretches(t, halves);
  for (Stretch& s : t.followed) {
    double longest = 0.0;
    for (const HalfPeriod& h : halves)
      if (h.first >= s.first && h.end <= s.end) longest = std::max(longest, double(h.end - h.first) * t.step);
    find_lag(s, t, integral, longest);
    if (s.by_motion) see_speed(t, s, longest);
  }
  follow_reference(t);
}

// What a half period contributes.
struct Share {
  bool back;
  double drive;    // mean of u sign(v)
  double viscous;  // mean of max(|v| - w_v, 0)
  double speed;    // mean of |v|
  double mass;     // from the part of u that follows the acceleration
  double push;     // mean of a sign(v) over the rows that count: 0 but for their ends
};

double acceleration_at(const Test& t, std::size_t i) {
  const std::size_t before = i > 0 ? i - 1 : i;
  const std::size_t after = std::min(i + 1, t.speed.size() - 1);
  return (t.speed[after] - t.speed[before]) / (double(after - before) * t.step);
}

// u has the part m a, and friction is even about the middle of the half period where a is odd.
double mass_in(const Test& t, const HalfPeriod& h) {
  double up = 0.0;
  double squares = 0.0;
  for (std::size_t i = std::max<std::size_t>(h.first, 1); i < h.end && i + 1 < t.speed.size(); ++i) {
    const double a = acceleration_at(t, i);
    up += a * t.drive[i];
    squares += a * a;
  }
  return squares > 0.0 ? up / squares : 0.0;
}

// A body that sticks at its reversals trembles by counts there: no half period.
bool is_fragment(const Test& t, const HalfPeriod& h) {
  for (const Stretch& s : t.followed)
    if (s.by_motion && h.first < s.end && h.end > s.first)
      return find_peak(t.speed, h) < 0.5 * find_peak(t.speed, {s.first, s.end, false});
  return false;
}

// Rows of a half period that count: all of it as printed, or those faster than a share of its peak, in the middle,
// where the sign is sure. Either way the mean of m a is 0.
std::vector<Share> list_shares(const Test& t, const SineRules& rules, double least_speed) {
  const auto signs = find_signs(t, int(rules.sign));
  std::vector<Share> all;
  for (const HalfPeriod& h : split_halves(t)) {
    if (is_fragment(t, h)) continue;
    Share s{h.back, 0.0, 0.0, 0.0, mass_in(t, h), 0.0};
    const double least = least_speed * find_peak(t.speed, h);
    double rows = 0.0;
    for (std::size_t i = h.first; i < h.end; ++i) {
      const double speed = std::abs(t.speed[i]);
      if (speed < least) continue;
      rows += 1.0;
      s.drive += t.drive[i] * signs[i];
      s.viscous += std::max(speed - rules.threshold, 0.0);
      s.speed += speed;
      s.push += acceleration_at(t, i) * signs[i];
    }
    for (double* sum : {&s.drive, &s.viscous, &s.speed, &s.push}) *sum /= rows;
    all.push_back(s);
  }
  return all;
}

// Rows are whole, and a window is longer at one end by up to one of them: m a there is taken off, with the mass that is
// given or found.
std::vector<Share> list_shares(std::span<const Test> tests, const SineRules& rules, double least_speed, double mass) {
  std::vector<Share> all;
  for (const Test& t : tests) {
    const auto own = list_shares(t, rules, least_speed);
    all.insert(all.end(), own.begin(), own.end());
  }
  double found = 0.0;
  for (const Share& s : all) found += std::max(s.mass, 0.0) / double(all.size());
  for (Share& s : all) s.drive -= (mass > 0.0 ? mass : found) * s.push;
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

LeastSquaresFit fit_shares(std::span<const Share> shares) {
  std::vector<double> matrix;
  std::vector<double> right;
  for (const Share& s : shares) {
    matrix.insert(matrix.end(), {s.back ? 0.0 : 1.0, s.back ? 1.0 : 0.0, s.viscous});
    right.push_back(s.drive);
  }
  return linear_least_squares(matrix, right);
}

// How far the estimates move when a lag, a gain or a drift lies at the end of its interval, and when fewer rows about
// the middle count: a motion that is no sine, sticking at its reversals, shows there.
std::array<double, unknown_count> systematic(std::vector<Test> tests, const SineRules& rules, double least_speed,
                                             double mass, const LeastSquaresFit& fit) {
  std::array<double, unknown_count> squares{};
  const auto add = [&](std::span<const Share> shares) {
    if (shares.size() < 6) return;
    const auto other = fit_shares(shares).values;
    for (std::size_t k = 0; k < unknown_count; ++k) squares[k] += std::pow(other[k] - fit.values[k], 2.0);
  };
  for (Test& t : tests) {
    for (std::size_t k = 0; k < t.followed.size(); ++k) {
      if (t.followed[k].by_motion) continue;
      const Stretch found = t.followed[k];
      for (const auto& [value, half] : {std::pair{&Stretch::lag, found.lag_half},
                                        {&Stretch::gain, found.gain_half},
                                        {&Stretch::drift, found.drift_half}}) {
        t.followed[k].*value += half;
        follow_reference(t);
        add(list_shares(tests, rules, least_speed, mass));
        t.followed[k] = found;
      }
    }
    if (!t.followed.empty()) follow_reference(t);
  }
  if (least_speed > 0.0) add(list_shares(tests, rules, 1.0 - (1.0 - least_speed) / 2.0, mass));
  return squares;
}

void add_friction(MethodResult& r, std::span<const Share> shares, const Motion& motion, const std::vector<Test>& tests,
                  const SineRules& rules, double least_speed, double mass) {
  const LeastSquaresFit fit = fit_shares(shares);
  const Spread spread = estimate_spread(fit.slopes, fit.residuals, unknown_count);
  const auto squares = systematic(tests, rules, least_speed, mass, fit);
  const std::array<std::string, unknown_count> names{"coulomb.forward", "coulomb.back", "viscous"};
  for (std::size_t k = 0; k < unknown_count; ++k) {
    Estimate e = make_estimate(names[k], k == viscous ? motion.viscous : motion.force, fit.values[k],
                               std::hypot(interval(spread, k), std::sqrt(squares[k])));
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
  const MeanValue found = find_mean(masses);
  const double mass = plant.mass > 0.0 ? plant.mass : std::max(found.mean, 0.0);
  const MassResolution limit = mass_resolution(mass, resolution, step, largest);
  r.figures.push_back({"signal_to_noise", limit.signal_to_noise, "1",
                       "Of the acceleration by second differences, (30): T_s^2 u_max/(2 m dx)."});
  r.figures.push_back({"mass_uncertainty", limit.uncertainty, motion.mass, "That this makes of the mass, (31)."});
  Estimate e = make_estimate("mass", motion.mass, found.mean, found.half);
  if (limit.signal_to_noise < rules.least_ratio) {
    e = make_estimate("mass", motion.mass, mass, limit.uncertainty);
    doubt(e, "signal-to-noise ratio " + text::digits(limit.signal_to_noise, 2) + " of the acceleration; " +
                 (plant.mass > 0.0 ? "the value is the given one, " : "") +
                 "a finer sensor or slower sampling would tell");
    r.remarks.push_back("mass cannot be identified: signal-to-noise ratio " + text::digits(limit.signal_to_noise, 2) +
                        ", uncertainty " + text::digits(limit.uncertainty, 3) + " " + motion.mass +
                        "; friction is not touched by that, for the mean of m a sign(v) over half a period is 0");
  }
  r.estimates.push_back(std::move(e));
}

// The lags that were found.
void add_lags(MethodResult& r, std::span<const Test> tests) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  double half = 0.0;
  std::size_t others = 0;
  for (const Test& t : tests)
    for (const Stretch& s : t.followed) {
      others += s.by_motion ? 1U : 0U;
      if (s.by_motion) continue;
      least = std::min(least, s.lag);
      most = std::max(most, s.lag);
      half = std::max(half, s.lag_half);
    }
  if (others > 0)
    r.remarks.push_back("in " + std::to_string(others) +
                        " stretches the motion is no delayed copy of the reference; the speed there is that of the "
                        "readings");
  if (!(least <= most)) return;
  r.figures.push_back({"lag", (least + most) / 2.0, "s", "Of the motion behind the reference, taken into account."});
  r.figures.push_back({"lag_spread", (most - least) / 2.0, "s", "Half the difference between amplitudes."});
  r.figures.push_back({"lag_interval", half, "s", "Half the width of the widest 95 % interval of a lag."});
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
  return {{make_group("plant", SinePlant{}), make_group("sensor", SineSensor{}), make_group("sines", SineRules{})}, {}};
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
  const Inputs inputs = read_inputs(two_sinusoids_method(), given, settings);
  const std::vector<Dataset>& files = inputs.files;
  const auto plant = make_set<SinePlant>(settings.group("plant"));
  const auto rules = make_set<SineRules>(settings.group("sines"));
  const Motion motion = read_motion(files.front());
  double resolution = make_set<SineSensor>(settings.group("sensor")).resolution;
  double largest = plant.largest_drive;
  std::vector<Test> tests;
  const bool by_lag = int(rules.sign) == commanded && rules.lag == 0.0;
  const double least_speed = int(rules.sign) == commanded ? rules.least_speed : 0.0;
  for (const Dataset& data : files) {
    tests.push_back(make_test(data, motion, rules));
    if (by_lag) find_lags(tests.back());
    if (resolution == 0.0) resolution = smallest_seen(tests.back().place);
    for (const double u : tests.back().drive)
      if (plant.largest_drive == 0.0) largest = std::max(largest, std::abs(u));
  }
  const std::vector<Share> shares = list_shares(tests, rules, least_speed, plant.mass);
  if (shares.size() < 6)
    refuse(files.front(), 1,
           "only " + std::to_string(shares.size()) +
               " whole half periods of the sine; at least 6 are needed, of two amplitudes: record longer");
  MethodResult r = begin_result(two_sinusoids_method(), inputs, settings);
  r.plots.push_back({.title = "Mean drive against friction over mean speed",
                     .x_label = "mean |v| [" + motion.speed + "]",
                     .y_label = "mean u sign(v) [" + motion.force + "]"});
  add_friction(r, shares, motion, tests, rules, least_speed, plant.mass);
  add_lags(r, tests);
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
