// Samples for the methods that look at a contact: Stribeck curve, LuGre, modified LuGre.
#include <algorithm>
#include <array>
#include <functional>
#include <numbers>

#include "sample_kit.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/new_modified_lugre.hpp"
#include "stickslip/stable_contact.hpp"

namespace stickslip::identify {

using namespace measurement;
using namespace solve;

namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

// ---- stribeck-curve

constexpr std::array<double, 13> steady_speeds{0.5e-3, 1e-3,  2e-3,  3e-3,  5e-3,  7e-3,  10e-3,
                                               15e-3,  20e-3, 30e-3, 50e-3, 80e-3, 120e-3};  // [m/s]
constexpr double hold_time = 0.5;                                                            // [s] of each speed
constexpr double change_time = 0.04;  // [s] from one speed to the next

// +v_1, -v_1, +v_2, -v_2, ... with straight lines between them.
double stepped_velocity(double t) {
  const auto speed = [](std::ptrdiff_t k) {
    if (k < 0 || k >= std::ptrdiff_t(2 * steady_speeds.size())) return 0.0;
    return (k % 2 == 0 ? 1.0 : -1.0) * steady_speeds[std::size_t(k / 2)];
  };
  const auto k = std::ptrdiff_t(t / hold_time);
  const double part = std::min((t - double(k) * hold_time) / change_time, 1.0);
  return speed(k - 1) + part * (speed(k) - speed(k - 1));
}

// ---- motions of the dynamic samples

struct Part {
  double duration;   // [s]
  double travel;     // [m] peak to peak of travel (1 - cos)/2
  double frequency;  // [Hz]; 0: a pause
};

double find_velocity(std::span<const Part> parts, double t) {
  for (const Part& p : parts) {
    if (t < p.duration) return p.travel * p.frequency * std::numbers::pi * std::sin(two_pi * p.frequency * t);
    t -= p.duration;
  }
  return 0.0;
}

double sum_durations(std::span<const Part> parts) {
  double sum = 0.0;
  for (const Part& p : parts) sum += p.duration;
  return sum;
}

struct Sensors {
  double rate;            // [1/s] rows per second
  double velocity_noise;  // [m/s]
  double force_noise;     // [N]
};

// The friction of a law along a motion, as a recorder sees it.
template <class Law>
Dataset record_parts(const typename Law::template Params<double>& p, std::span<const Part> parts,
                     const Sensors& sensors, numerics::Generator& noise) {
  constexpr int fine = 50;
  const double step = 1.0 / sensors.rate;
  StableContact<Law> contact(p);
  Recorder recorder("", {{"time", "s"}, {"velocity", "m/s"}, {"force", "N"}});
  const auto rows = std::size_t(sum_durations(parts) * sensors.rate + 0.5);
  Force<double> force{0.0};
  for (std::size_t i = 0; i <= rows; ++i) {
    const double t = double(i) * step;
    for (int k = 1; i > 0 && k <= fine; ++k)
      force = contact.step(find_velocity(parts, t - step + step * k / fine), step / fine);
    const double near = step / fine;
    const double acceleration = (find_velocity(parts, t + near) - find_velocity(parts, t - near)) / (2.0 * near);
    const double friction = force.value + force.inertia * acceleration;
    recorder.add({round_to_counts(t, 1e6),
                  round_to_counts(contact.velocity() + sensors.velocity_noise * noise.portable_normal(), 1e9),
                  round_to_counts(friction + sensors.force_noise * noise.portable_normal(), 1e4)});
  }
  return recorder.data();
}

}  // namespace

Sample stribeck_curve_sample(std::uint64_t seed) {
  constexpr double step = 2e-3;
  constexpr double force_noise = 0.4;   // [N] of a row
  constexpr double scatter = 0.15;      // [N] from one run to the next
  constexpr double speed_noise = 5e-5;  // [m/s]
  constexpr int fine = 50;
  LuGre::Params<double> p;
  p.stiffness = 1e7;
  p.damping = 500.0;
  p.coulomb = {20.0, 17.0};
  p.breakaway = {32.0, 27.0};
  p.stribeck_velocity = {0.010, 0.012};
  p.viscous = {60.0, 75.0};
  Sample sample;
  numerics::Generator noise(seed);
  take_law<LuGre>(sample, p);
  take_truth(sample, {"coulomb", "breakaway", "stribeck_velocity", "viscous"});
  StableContact<LuGre> contact(p);
  Recorder recorder("", {{"time", "s"}, {"velocity", "m/s"}, {"force", "N"}});
  double offset = 0.0;
  const auto per_hold = std::size_t(hold_time / step + 0.5);
  for (std::size_t i = 0; i < per_hold * 2 * steady_speeds.size(); ++i) {
    const double t = double(i) * step;
    for (int k = 1; i > 0 && k <= fine; ++k) contact.step(stepped_velocity(t - step + step * k / fine), step / fine);
    if (i % per_hold == 0) offset = scatter * noise.portable_normal();
    recorder.add({round_to_counts(t, 1e6),
                  round_to_counts(contact.velocity() + speed_noise * noise.portable_normal(), 1e6),
                  round_to_counts(contact.friction() + offset + force_noise * noise.portable_normal(), 1e3)});
  }
  sample.files.push_back(recorder.data());
  return sample;
}

Sample lugre_dynamic_sample(std::uint64_t seed) {
  LuGre::Params<double> p;
  p.stiffness = 2e6;
  p.damping = 1500.0;
  p.coulomb = 20.0;
  p.breakaway = 30.0;
  p.stribeck_velocity = 5e-3;
  p.viscous = 60.0;
  constexpr std::array<Part, 2> parts{{{2.0, 20e-6, 1.0}, {0.5, 8e-6, 40.0}}};
  Sample sample;
  numerics::Generator noise(seed);
  take_law<LuGre>(sample, p);
  take_truth(sample, {"stiffness", "damping"});
  take_settings(sample, {"coulomb", "breakaway", "stribeck_velocity", "stribeck_exponent", "viscous"});
  sample.files.push_back(record_parts<LuGre>(p, parts, {4000.0, 0.5e-6, 0.2}, noise));
  return sample;
}

Sample modified_lugre_dynamic_sample(std::uint64_t seed) {
  NewModifiedLuGre::Params<double> p;  // Table 2 of 001, with a milder exponent and a shorter dwell time
  p.stribeck_exponent = 0.5;
  p.film_dwell_time = 8.0;
  // Presliding, a sine of +-0.14 m/s, and starts after pauses of 1, 4 and 12 s.
  constexpr double stroke = 0.0446;
  constexpr std::array<Part, 9> parts{{{2.0, 60e-6, 2.0},
                                       {0.5, 0.0, 0.0},
                                       {5.0, stroke, 1.0},
                                       {1.0, 0.0, 0.0},
                                       {2.0, stroke, 1.0},
                                       {4.0, 0.0, 0.0},
                                       {2.0, stroke, 1.0},
                                       {12.0, 0.0, 0.0},
                                       {2.0, stroke, 1.0}}};
  Sample sample;
  numerics::Generator noise(seed);
  take_law<NewModifiedLuGre>(sample, p);
  take_truth(sample, {"stiffness", "film_growth_time", "film_thinning_time", "film_dwell_time", "lead_time"});
  take_settings(sample, {"coulomb", "breakaway", "stribeck_velocity", "stribeck_exponent", "viscous", "film_velocity"});
  sample.files.push_back(record_parts<NewModifiedLuGre>(p, parts, {500.0, 5e-6, 2.0}, noise));
  return sample;
}

// The cylinder of 001: 118 kg on a rod that points upward, sines of two amplitudes, a back pressure that wanders by 15
// bar. Its friction grows with the mean pressure of the chambers.
Sample cylinder_friction_sample(std::uint64_t seed) {
  constexpr double mass = 118.0, gravity = 9.81;                 // [kg], [m/s2]
  constexpr double area_1 = 8.04e-4, area_2 = 5.5e-4;            // [m2]
  constexpr double coulomb = 150.0, viscous = 400.0;             // [N], [N.s/m]
  constexpr double per_pascal = 5e-7;                            // of the sliding friction [1/Pa]
  constexpr double step = 5e-4, amplitude = 0.02, small = 0.01;  // [s], [m]
  constexpr double reversal = 1e-3;                              // [m/s] within which friction changes its sign
  constexpr double pressure_noise = 5e3, velocity_noise = 2e-4;  // [Pa], [m/s]
  Sample sample;
  numerics::Generator noise(seed);
  Recorder recorder("", {{"time", "s"}, {"velocity", "m/s"}, {"pressure_1", "Pa"}, {"pressure_2", "Pa"}});
  constexpr double w = two_pi;  // 1 Hz
  for (int i = 0; i < 16000; ++i) {
    const double t = i * step;
    const double size = t < 4.0 ? amplitude : small;
    const double v = size * w * std::sin(w * t);
    const double back = 1e6 + 7.5e5 * std::sin(two_pi * t / 5.0);
    const auto friction = [&](double front) {
      return coulomb * (1.0 + per_pascal * (front + back) / 2.0) * std::tanh(v / reversal) + viscous * v;
    };
    // P_1 A_1 = F(P_1) + P_2 A_2 + m a + m g, F linear in P_1.
    const double others = back * area_2 + mass * size * w * w * std::cos(w * t) + mass * gravity;
    const double slope = friction(1.0) - friction(0.0);
    const double front = (others + friction(0.0)) / (area_1 - slope);
    recorder.add({round_to_counts(t, 1e6), round_to_counts(v + velocity_noise * noise.portable_normal(), 1e6),
                  round_to_counts(front + pressure_noise * noise.portable_normal(), 1e-2),
                  round_to_counts(back + pressure_noise * noise.portable_normal(), 1e-2)});
  }
  sample.files.push_back(recorder.data());
  sample.truth = {{"coulomb", "N", coulomb}, {"viscous", "N.s/m", viscous}};
  for (const auto& [name, value] : {std::pair{"mass", mass}, std::pair{"area_1", area_1}, std::pair{"area_2", area_2}})
    sample.settings.push_back("plant." + std::string(name) + "=" + to_text(value));
  return sample;
}

}  // namespace stickslip::identify
