#include "stickslip/excitation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "stickslip/param.hpp"

namespace stickslip {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;

double phase_at(const Segment& g, double s) { return turn * (g.frequency * s + g.sweep * s * s / 2.0) + g.phase; }

bool finite(const Segment& g) {
  for (const double x : {g.start, g.offset, g.slope, g.curvature, g.amplitude, g.frequency, g.sweep, g.phase})
    if (!std::isfinite(x)) return false;
  return true;
}

}  // namespace

Excitation::Excitation(std::vector<Segment> segments) : segments_(std::move(segments)) {
  if (segments_.empty()) throw std::invalid_argument("an excitation needs at least one segment");
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    if (!finite(segments_[k]))
      throw std::invalid_argument("segment " + std::to_string(k + 1) +
                                  " of the excitation has a number that is not finite");
    if (k > 0 && !(segments_[k].start > segments_[k - 1].start))
      throw std::invalid_argument("segment " + std::to_string(k + 1) + " starts at " + to_text(segments_[k].start) +
                                  " s, not after its predecessor's " + to_text(segments_[k - 1].start) + " s");
  }
}

Excitation Excitation::table(std::span<const double> times, std::span<const double> values) {
  if (times.size() != values.size() || times.empty())
    throw std::invalid_argument("a table excitation needs as many times as values, and at least one");
  std::vector<Segment> lines;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const bool last = k + 1 == times.size();
    const double slope = last ? 0.0 : (values[k + 1] - values[k]) / (times[k + 1] - times[k]);
    lines.push_back({.start = times[k], .offset = values[k], .slope = slope});
  }
  if (times.front() > 0.0)
    lines.insert(lines.begin(), {.start = std::min(0.0, times.front()), .offset = values.front()});
  return Excitation(std::move(lines));
}

const Segment& Excitation::segment(double t) const {
  if (segments_.size() == 1) return segments_.front();
  const auto after = std::upper_bound(segments_.begin(), segments_.end(), t,
                                      [](double time, const Segment& g) { return time < g.start; });
  return after == segments_.begin() ? segments_.front() : *std::prev(after);
}

double Excitation::value(double t) const {
  const Segment& g = segment(t);
  const double s = t - g.start;
  const double wave = g.amplitude == 0.0 ? 0.0 : g.amplitude * std::sin(phase_at(g, s));
  return g.offset + s * (g.slope + s * g.curvature) + wave;
}

double Excitation::rate(double t) const {
  const Segment& g = segment(t);
  const double s = t - g.start;
  const double omega = turn * (g.frequency + g.sweep * s);
  const double wave = g.amplitude == 0.0 ? 0.0 : g.amplitude * omega * std::cos(phase_at(g, s));
  return g.slope + 2.0 * g.curvature * s + wave;
}

double Excitation::second(double t) const {
  const Segment& g = segment(t);
  const double s = t - g.start;
  if (g.amplitude == 0.0) return 2.0 * g.curvature;
  const double omega = turn * (g.frequency + g.sweep * s);
  const double phase = phase_at(g, s);
  return 2.0 * g.curvature + g.amplitude * (turn * g.sweep * std::cos(phase) - omega * omega * std::sin(phase));
}

double Excitation::next_corner(double t) const {
  const auto after = std::upper_bound(segments_.begin(), segments_.end(), t,
                                      [](double time, const Segment& g) { return time < g.start; });
  return after == segments_.end() ? std::numeric_limits<double>::infinity() : after->start;
}

double Excitation::longest_step(double t) const {
  constexpr double steps_per_period = 16.0;
  const Segment& g = segment(t);
  if (g.amplitude == 0.0) return std::numeric_limits<double>::infinity();
  if (g.sweep == 0.0 && g.frequency != 0.0) return 1.0 / (steps_per_period * std::abs(g.frequency));
  const double end = std::min(next_corner(t), t + 1.0 / std::max(1e-300, std::abs(g.frequency)));
  const double highest =
      std::max(std::abs(g.frequency + g.sweep * (t - g.start)), std::abs(g.frequency + g.sweep * (end - g.start)));
  return highest > 0.0 ? 1.0 / (steps_per_period * highest) : std::numeric_limits<double>::infinity();
}

Excitation Excitation::integral(double start_value) const {
  std::vector<Segment> all;
  double value = start_value;
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const Segment& g = segments_[k];
    if (g.sweep != 0.0 || g.curvature != 0.0)
      throw std::invalid_argument("segment " + std::to_string(k + 1) + " has a sweep or a curvature: no integral");
    const double omega = turn * g.frequency;
    const bool waves = g.amplitude != 0.0 && omega != 0.0;
    const double height = waves ? g.amplitude / omega : 0.0;
    // The integral of A sin(w s + phi) is A/w [cos(phi) - cos(w s + phi)], and -cos(a) = sin(a - pi/2).
    Segment sum{.start = g.start,
                .offset = value + height * std::cos(g.phase),
                .slope = g.offset + (waves ? 0.0 : g.amplitude * std::sin(g.phase)),
                .curvature = g.slope / 2.0,
                .amplitude = height,
                .frequency = g.frequency,
                .phase = g.phase - std::numbers::pi / 2.0};
    all.push_back(sum);
    if (k + 1 == segments_.size()) break;
    const double s = segments_[k + 1].start - g.start;
    value = sum.offset + s * (sum.slope + s * sum.curvature) + height * std::sin(phase_at(sum, s));
  }
  return Excitation(std::move(all));
}

double Excitation::largest(double end) const {
  constexpr int samples = 64;  // per segment and per period
  double most = 0.0;
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const double from = std::max(0.0, segments_[k].start);
    const double to = std::min(end, k + 1 < segments_.size() ? segments_[k + 1].start : end);
    if (to < from) continue;
    const double highest = std::abs(segments_[k].frequency) + std::abs(segments_[k].sweep) * (to - from);
    const int steps = int(std::min(1e6, samples * (1.0 + highest * (to - from))));
    for (int i = 0; i <= steps; ++i) {
      const double t = from + (to - from) * i / steps;
      most = std::max(most, std::abs(value(i == steps ? std::nextafter(to, from) : t)));
    }
  }
  return most;
}

}  // namespace stickslip
