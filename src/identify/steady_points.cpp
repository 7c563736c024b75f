#include "steady_points.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

struct Stretch {
  std::size_t first, end;
};

double mean(std::span<const double> values, std::size_t first, std::size_t end) {
  double sum = 0.0;
  for (std::size_t i = first; i < end; ++i) sum += values[i];
  return sum / double(end - first);
}

// The speed must not creep: the means of its two halves differ by noise and a part of the tolerance.
bool creeps(std::span<const double> v, const Stretch& s, double tolerance, double noise) {
  const std::size_t half = (s.first + s.end) / 2;
  const double a = mean(v, s.first, half);
  const double b = mean(v, half, s.end);
  const double chance = 4.0 * noise * std::sqrt(4.0 / double(s.end - s.first));
  return std::abs(b - a) > 0.25 * tolerance * std::abs(a + b) / 2.0 + chance;
}

// Whether the means of the two halves differ by more than noise, and by more than 1 %.
bool changes(std::span<const double> f, std::size_t first, std::size_t end, double noise) {
  const std::size_t half = (first + end) / 2;
  const double a = mean(f, first, half);
  const double b = mean(f, half, end);
  return std::abs(b - a) > 5.0 * noise * std::sqrt(4.0 / double(end - first)) + 0.01 * std::abs(b);
}

std::vector<Stretch> find_stretches(const Dataset& data, const SteadyRules& rules) {
  const auto t = signal(data, "time", "s");
  const auto v = signal(data, "velocity", "m/s");
  const double noise = numerics::white_noise(v);
  std::vector<Stretch> all;
  constexpr std::size_t least_rows = 8;
  for (std::size_t first = 0; first < v.size();) {
    std::size_t end = first + 1;
    double level = v[first];
    while (end < v.size() && std::abs(v[end] - level) <= rules.tolerance * std::abs(level) + 5.0 * noise) {
      ++end;
      level += (v[end - 1] - level) / double(end - first);
    }
    const Stretch s{first, end};
    const bool moves = std::abs(level) > std::max(rules.slowest_speed, 4.0 * noise / std::sqrt(double(end - first)));
    const bool long_enough = end - first >= least_rows && t[end - 1] - t[first] >= rules.least_duration;
    if (long_enough && moves && !creeps(v, s, rules.tolerance, noise)) all.push_back(s);
    first = long_enough ? end : first + 1;
  }
  return all;
}

}  // namespace

std::vector<SteadyPoint> steady_points(std::span<const Dataset> files, const SteadyRules& rules) {
  std::vector<SteadyPoint> points;
  for (const Dataset& data : files) {
    const auto v = signal(data, "velocity", "m/s");
    const auto f = signal(data, "force", "N");
    const double noise = numerics::white_noise(f);
    for (const Stretch& s : find_stretches(data, rules)) {
      const std::size_t from = s.first + std::size_t(rules.settle * double(s.end - s.first));
      points.push_back({mean(v, from, s.end), mean(f, from, s.end), s.end - from, changes(f, from, s.end, noise)});
    }
  }
  return points;
}

std::vector<SteadyPoint> sweep_points(std::span<const Dataset> files, const SteadyRules& rules) {
  constexpr std::size_t wanted = 400;  // points of both directions
  std::size_t rows = 0;
  for (const Dataset& data : files) rows += data.rows();
  const std::size_t size = std::max<std::size_t>(1, rows / wanted);
  std::vector<SteadyPoint> points;
  for (const Dataset& data : files) {
    const auto v = signal(data, "velocity", "m/s");
    const auto f = signal(data, "force", "N");
    const double still = std::max(rules.slowest_speed, 4.0 * numerics::white_noise(v));
    for (std::size_t first = 0; first + size <= v.size(); first += size) {
      const auto part = v.subspan(first, size);
      const auto moves = [still](double x) { return x > still; };
      const auto returns = [still](double x) { return x < -still; };
      if (!std::all_of(part.begin(), part.end(), moves) && !std::all_of(part.begin(), part.end(), returns)) continue;
      points.push_back({mean(v, first, first + size), mean(f, first, first + size), size});
    }
  }
  return points;
}

bool mostly_steady(std::span<const Dataset> files, const SteadyRules& rules) {
  std::size_t steady = 0;
  std::size_t moving = 0;
  for (const Dataset& data : files) {
    const auto v = signal(data, "velocity", "m/s");
    const double still = std::max(rules.slowest_speed, 4.0 * numerics::white_noise(v));
    for (const double x : v) moving += std::abs(x) > still ? 1U : 0U;
    for (const Stretch& s : find_stretches(data, rules)) steady += s.end - s.first;
  }
  return 2 * steady >= moving;
}

}  // namespace stickslip::identify
