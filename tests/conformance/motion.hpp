// Motions that drive a law: smooth ones given by formula, random ones given by samples or by pieces.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "parameters.hpp"

namespace stickslip::conformance {

// An imposed motion that starts at rest. Everything is continuous except the applied force, which is what would be
// needed to move the body: `push` along the velocity while it moves, `rest` while it stands.
struct Motion {
  enum class Kind : std::uint8_t {
    smooth,      // one direction: v = V sin^2(pi t / 2T), for 0 <= t <= 1.6 T
    reversals,   // two frequencies without common period: v = V (sin wt + 0.6 sin 2.7 wt), w = 2 pi/T
    ramp,        // v = V sin^2(pi t / 2T) up to t = T, then V
    standstill,  // pulses v = V d_k sin^2(pi t/T) with d_k = 1, 0, 1, 0, -1, 0, ... one per T
  };
  Kind kind = Kind::smooth;
  double speed = 1e-3;  // V [m/s]
  double period = 1.0;  // T [s]
  double push = 0.0;    // [N]
  double rest = 0.0;    // [N]
  Contact<double> surroundings = {};

  static constexpr std::array<double, 8> directions{1.0, 0.0, 1.0, 0.0, -1.0, 0.0, -0.3, 1.0};

  double span() const { return period * (kind == Kind::smooth ? 1.6 : kind == Kind::reversals ? 3.0 : 8.0); }

  Contact<double> at(double t) const {
    Contact<double> c = surroundings;
    c.velocity = velocity(t);
    c.displacement = displacement(t);
    c.applied = c.velocity > 0.0 ? push : c.velocity < 0.0 ? -push : rest;
    return c;
  }

 private:
  static std::size_t pulse(double turns) { return std::min(std::size_t(turns), directions.size() - 1); }

  double velocity(double t) const {
    using std::numbers::pi;
    const double turns = t / period;
    const double w = 2.0 * pi * turns;
    if (kind == Kind::ramp && turns >= 1.0) return speed;
    if (kind == Kind::reversals) return speed * (std::sin(w) + 0.6 * std::sin(2.7 * w));
    const double wave = std::sin(kind == Kind::standstill ? pi * (turns - double(pulse(turns))) : w / 4.0);
    if (std::abs(wave) < 1e-12) return 0.0;  // sin(pi) is not quite zero, but a body that stops has stopped
    return speed * wave * wave * (kind == Kind::standstill ? directions[pulse(turns)] : 1.0);
  }

  double displacement(double t) const {
    using std::numbers::pi;
    const double turns = t / period;
    const double w = 2.0 * pi * turns;
    const double unit = speed * period / (2.0 * pi);
    if (kind == Kind::reversals) return unit * ((1.0 - std::cos(w)) + 0.6 / 2.7 * (1.0 - std::cos(2.7 * w)));
    if (kind == Kind::ramp && turns >= 1.0) return speed * period * (turns - 0.5);
    if (kind != Kind::standstill) return speed * period * (turns / 2.0 - std::sin(pi * turns) / (2.0 * pi));
    double travelled = 0.0;
    for (std::size_t k = 0; k < pulse(turns); ++k) travelled += directions[k] / 2.0;
    const double part = turns - double(pulse(turns));
    travelled += directions[pulse(turns)] * (part / 2.0 - std::sin(2.0 * pi * part) / (4.0 * pi));
    return speed * period * travelled;
  }
};

// One sample of a recorded motion: the contact a step of length h after the sample before it.
struct Sample {
  double h;
  Contact<double> contact;
};

// The ranges from which random motions are drawn.
struct MotionRange {
  double slowest, fastest;   // [m/s]
  double shortest, longest;  // step [s]
  double push;               // [N] the applied force lies in [-2 push, 2 push]
};

inline double random_velocity(Random& rng, const MotionRange& range) {
  if (chance(rng, 0.15)) return 0.0;
  return (chance(rng, 0.5) ? 1.0 : -1.0) * log_uniform(rng, range.slowest, range.fastest);
}

// Samples at random times with random velocities; the displacement is the integral of a velocity that changes linearly.
inline std::vector<Sample> random_samples(Random& rng, const MotionRange& range, const Contact<double>& surroundings,
                                          int count) {
  std::vector<Sample> samples;
  Contact<double> c = surroundings;
  for (int i = 0; i < count; ++i) {
    const double h = log_uniform(rng, range.shortest, range.longest);
    const double v = random_velocity(rng, range);
    c.displacement += (c.velocity + v) / 2.0 * h;
    c.velocity = v;
    c.applied = chance(rng, 0.2) ? 0.0 : uniform(rng, -2.0, 2.0) * range.push;
    samples.push_back({h, c});
  }
  return samples;
}

// A stretch of constant velocity.
struct Piece {
  double velocity;       // [m/s]
  double duration;       // [s]
  double applied = 0.0;  // [N]
};

// Pieces whose speeds lie within three decades of the law's own, whose travels go from deep in presliding to fully
// developed sliding, with stops and reversals.
inline std::vector<Piece> random_pieces(Random& rng, const Scales& scales, int count) {
  const MotionRange range{1e-3 * scales.velocity, 1e3 * scales.velocity, 0.0, 0.0, scales.force};
  std::vector<Piece> pieces;
  for (int i = 0; i < count; ++i) {
    const double v = random_velocity(rng, range);
    const double travel = log_uniform(rng, 1e-2 * scales.near, 10.0 * scales.far);
    const double wait = log_uniform(rng, 1e-3, 10.0) * (scales.time > 0.0 ? scales.time : 1.0);
    const double applied = v == 0.0 ? uniform(rng, -2.0, 2.0) * scales.force : std::copysign(2.0 * scales.force, v);
    pieces.push_back({v, v == 0.0 ? wait : travel / std::abs(v), applied});
  }
  return pieces;
}

}  // namespace stickslip::conformance
