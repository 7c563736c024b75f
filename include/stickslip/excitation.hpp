// A known function of time that drives an experiment: a force, a displacement or a velocity. It knows its corners.
//
// In segment k, which begins at t_k, with s = t - t_k:
//
//   f(t) = a + b s + c s^2 + A sin(2 pi (f_0 s + r s^2/2) + phi)
//
// Segments are steps, ramps, sines, dither, chirps; a table of samples is a row of ramps. Before the first segment and
// after the last one the formula of that segment goes on. A corner is the start of a segment: there the function or one
// of its derivatives jumps, and a solver must end its step.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace stickslip {

struct Segment {
  double start = 0.0;      // t_k [s]
  double offset = 0.0;     // a
  double slope = 0.0;      // b [1/s]
  double curvature = 0.0;  // c [1/s^2]
  double amplitude = 0.0;  // A
  double frequency = 0.0;  // f_0 [Hz]
  double sweep = 0.0;      // r [Hz/s]
  double phase = 0.0;      // phi [rad]
};

class Excitation {
 public:
  // Zero for ever.
  Excitation() : segments_{Segment{}} {}
  // Throws std::invalid_argument when there are none, when the starts do not increase, or when a number is not finite.
  explicit Excitation(std::vector<Segment> segments);

  static Excitation constant(double value) { return Excitation({Segment{.offset = value}}); }
  static Excitation ramp(double rate) { return Excitation({Segment{.slope = rate}}); }
  static Excitation sine(double amplitude, double frequency, double offset = 0.0, double phase = 0.0) {
    return Excitation({Segment{.offset = offset, .amplitude = amplitude, .frequency = frequency, .phase = phase}});
  }
  // Straight lines through (times[k], values[k]), constant outside.
  static Excitation table(std::span<const double> times, std::span<const double> values);

  double value(double t) const;
  double rate(double t) const;    // df/dt
  double second(double t) const;  // d2f/dt2

  // The first corner after t; infinity when there is none.
  double next_corner(double t) const;

  // The longest step that still sees every wave of the segment at t: a sixteenth of its period; infinity without waves.
  double longest_step(double t) const;

  // The excitation whose rate this one is, with the given value at t = 0. Throws std::invalid_argument for a segment
  // with a sweep or a curvature: their integrals are not segments.
  Excitation integral(double start_value = 0.0) const;

  std::span<const Segment> segments() const { return segments_; }

  // Largest |f| over [0, end], on a grid fine enough for every segment's frequency, corners included.
  double largest(double end) const;

 private:
  const Segment& segment(double t) const;

  std::vector<Segment> segments_;
};

}  // namespace stickslip
