// Seals with random parameters under four kinds of motion, for fits whose answer is known: six elements, 0.5 N noise.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/friction/mgms.hpp"
#include "trial.hpp"

namespace stickslip::tests {

inline constexpr std::size_t seal_elements = 6;
inline constexpr double seal_noise = 0.5;  // [N]
inline constexpr double seal_step = 1e-3;  // [s]

enum class SealMotion : unsigned char { shift, sine, sine_varying, sine_ramp };
inline constexpr std::array<std::string_view, 4> seal_motion_names{"shift", "sine", "sine_varying", "sine_ramp"};

// Travels of 0.03 to 1 mm that lie apart, 3 to 20 N per element without pressure, sliding friction below break-away.
inline ParamGroup draw_seal(Dice& dice) {
  constexpr double apart = 1.25;
  ParamGroup g = law_group("mgms", seal_elements);
  const auto in = [&dice](double low, double high) { return low * std::pow(high / low, dice.unit()); };
  std::vector<double> travel, factor;
  double z = in(3e-5, 1e-4);
  for (std::size_t i = 0; i < seal_elements; ++i, z *= in(apart, 2.0)) {
    travel.push_back(z);
    factor.push_back(in(3.0, 20.0) / z);
  }
  assign(g, "travel", {travel, {}, true});
  assign(g, "stiffness_factor", {factor, {}, true});
  assign(g, "stiffness_slope", {{in(3e-7, 2e-6)}});
  assign(g, "coulomb_base", {{in(3.0, 20.0)}});
  assign(g, "coulomb_slope", {{in(1e-5, 3e-5)}});
  return g;
}

// A shift of a clutch: the pressure rises from 1 to 9 bar, the piston goes 2 to 4 mm, waits and comes back.
inline std::vector<Contact<double>> shift_motion(Dice& dice) {
  const double way = 2e-3 * (1.0 + dice.unit());
  const double there = 0.15 + 0.15 * dice.unit(), wait = 0.1, back = 0.2 + 0.2 * dice.unit();
  const auto smooth = [](double u) {
    return u <= 0.0 ? 0.0 : u >= 1.0 ? 1.0 : u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
  };
  const auto slope = [](double u) { return u <= 0.0 || u >= 1.0 ? 0.0 : 30.0 * u * u * (1.0 - u) * (1.0 - u); };
  std::vector<Contact<double>> motion;
  for (double t = 0.0; t < there + wait + back; t += seal_step) {
    const double u = t / there, w = (t - there - wait) / back;
    motion.push_back({.velocity = way * (slope(u) / there - slope(w) / back),
                      .displacement = way * (smooth(u) - smooth(w)),
                      .pressure = 1e5 * (1.0 + 8.0 * (smooth(u) - smooth(w)))});
  }
  return motion;
}

// A sine whose amplitude grows to 1.5 to 3 mm: 15 bar, 15 +- 10 bar, or a ramp from 5 to 25 bar.
inline std::vector<Contact<double>> sine_motion(SealMotion kind, Dice& dice) {
  const double amplitude = 1.5e-3 * (1.0 + dice.unit());
  const double frequency = 1.0 + 2.0 * dice.unit(), beat = 0.3 + 0.5 * dice.unit();
  const double duration = 1.0 + dice.unit();
  const double w = 2.0 * std::numbers::pi * frequency;
  std::vector<Contact<double>> motion;
  for (double t = 0.0; t < duration; t += seal_step) {
    const double u = t / duration;
    const double bar = kind == SealMotion::sine           ? 15.0
                       : kind == SealMotion::sine_varying ? 15.0 + 10.0 * std::sin(w * beat * t)
                                                          : 5.0 + 20.0 * u;
    motion.push_back({.velocity = amplitude * (std::sin(w * t) / duration + u * w * std::cos(w * t)),
                      .displacement = amplitude * u * std::sin(w * t),
                      .pressure = 1e5 * bar});
  }
  return motion;
}

struct SealTrial {
  ParamGroup truth;
  std::vector<identify::Recording> recordings;
};

inline SealTrial seal_trial(SealMotion kind, std::uint64_t seed) {
  Dice dice(1000 * std::uint64_t(kind) + seed);
  SealTrial t{draw_seal(dice), {}};
  auto motion = kind == SealMotion::shift ? shift_motion(dice) : sine_motion(kind, dice);
  t.recordings = {recorded("mgms", seal_elements, t.truth, motion, seal_step, 0.0, dice)};
  for (double& f : t.recordings[0].record.force) f += seal_noise * dice.normal();
  return t;
}

}  // namespace stickslip::tests
