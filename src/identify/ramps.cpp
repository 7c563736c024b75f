#include "ramps.hpp"

#include <algorithm>
#include <cmath>

#include "method_kit.hpp"
#include "stickslip/numerics/statistics.hpp"

namespace stickslip::identify {

using namespace measurement;

namespace {

// Rows between two rests of the force, in one direction.
struct Pull {
  std::size_t idle;        // first row of the rest before it
  std::size_t first, end;  // rows with a force
};

constexpr std::size_t least_rows = 6;  // fewer are noise about the idle level

std::vector<Pull> pulls_of(std::span<const double> force) {
  double largest = 0.0;
  for (const double f : force) largest = std::max(largest, std::abs(f));
  constexpr double idle_share = 0.05;  // of the largest force
  const double idle = idle_share * largest;
  std::vector<Pull> all;
  std::size_t rest = 0;
  for (std::size_t i = 0; i < force.size();) {
    if (std::abs(force[i]) <= idle) {
      ++i;
      continue;
    }
    const bool back = force[i] < 0.0;
    std::size_t end = i;
    while (end < force.size() && std::abs(force[end]) > idle && (force[end] < 0.0) == back) ++end;
    if (end - i >= least_rows) all.push_back({rest, i, end});
    if (end - i >= least_rows) rest = end;
    i = end;
  }
  return all;
}

// Place where the body stood before it moved.
double rest_place(std::span<const double> place, const Pull& pull) {
  const std::size_t early = pull.first + (pull.end - pull.first) / 3;
  const std::size_t from = std::max(pull.idle + (pull.first - pull.idle) / 2, pull.idle);
  return numerics::median({place.begin() + std::ptrdiff_t(from), place.begin() + std::ptrdiff_t(early) + 1});
}

// Straight line through the force over time, from a third of the ramp up to the row where motion was seen.
struct Line {
  double value, slope;  // at the last row, and per second
};
Line line_up_to(std::span<const double> t, std::span<const double> f, std::size_t first, std::size_t last) {
  const std::size_t from = first + (last - first) / 3;
  double mean_t = 0.0;
  double mean_f = 0.0;
  const double count = double(last - from + 1);
  for (std::size_t i = from; i <= last; ++i) mean_t += t[i] / count, mean_f += f[i] / count;
  double up = 0.0;
  double squares = 0.0;
  for (std::size_t i = from; i <= last; ++i) {
    up += (t[i] - mean_t) * (f[i] - mean_f);
    squares += (t[i] - mean_t) * (t[i] - mean_t);
  }
  const double slope = up / squares;
  return {mean_f + slope * (t[last] - mean_t), slope};
}

// Adds the ramp of a pull when it ended in motion.
bool add_ramp(std::vector<Ramp>& all, const Pull& pull, std::span<const double> t, std::span<const double> x,
              std::span<const double> f, double away) {
  const double place = rest_place(x, pull);
  const bool back = f[pull.first] < 0.0;
  for (std::size_t i = pull.first; i < pull.end; ++i) {
    const double moved = (x[i] - place) * (back ? -1.0 : 1.0);
    if (moved < away) continue;
    if (i < pull.first + least_rows) return false;
    const Line line = line_up_to(t, f, pull.first, i);
    all.push_back({back, place, std::abs(line.value), std::abs(line.slope)});
    return true;
  }
  return false;
}

}  // namespace

double bias_of(const Ramp& ramp, const RampPlant& plant, double resolution, double counts, double sample_time) {
  const double sliding = ramp.back ? plant.sliding.back : plant.sliding.forward;
  double delay = sample_time / 2.0;
  constexpr int places = 32;
  if (plant.mass > 0.0 && sliding > 0.0)
    for (int k = 0; k < places; ++k) {
      const double distance = resolution * (counts - 1.0 + (k + 0.5) / places);
      const double drop = std::max(ramp.reading - sliding, 0.0);
      delay += time_to_travel(distance, plant.mass, drop, ramp.rate) / places;
    }
  return ramp.rate * delay;
}

double time_to_travel(double distance, double mass, double drop, double rate) {
  // distance = (drop t^2/2 + rate t^3/6)/m, rising in t: by bisection between 0 and where one term alone suffices.
  const double by_drop = drop > 0.0 ? std::sqrt(2.0 * mass * distance / drop) : 1e300;
  const double by_rate = rate > 0.0 ? std::cbrt(6.0 * mass * distance / rate) : 1e300;
  double low = 0.0;
  double high = std::min(by_drop, by_rate);
  constexpr int halvings = 60;
  for (int k = 0; k < halvings; ++k) {
    const double t = (low + high) / 2.0;
    ((drop / 2.0 + rate * t / 6.0) * t * t < mass * distance ? low : high) = t;
  }
  return high;
}

Ramps ramps_of(std::span<const Dataset> files, const RampPlant& plant, const RampSensor& sensor, std::size_t skip) {
  Ramps found;
  constexpr double nearly = 0.9;  // of a count: files round
  for (const Dataset& data : files) {
    const Motion motion = motion_of(data);
    const auto x = signal(data, "displacement", motion.place);
    const auto f = signal(data, "applied", motion.force);
    const double step = uniform_step(data, "time", "resample it, or take out the gap");
    const auto t = signal(data, "time", "s");
    found.resolution = sensor.resolution > 0.0 ? sensor.resolution : smallest_seen(x);
    std::vector<Ramp> own;
    for (const Pull& pull : pulls_of(f))
      if (!add_ramp(own, pull, t, x, f, found.resolution * (sensor.counts - 1.0 + nearly))) ++found.without_motion;
    std::size_t since_turn = skip;
    for (std::size_t k = 0; k < own.size(); ++k) {
      since_turn = k > 0 && own[k].back != own[k - 1].back ? 0 : since_turn + 1;
      if (since_turn < skip) {
        ++found.after_turn;
        continue;
      }
      own[k].bias = bias_of(own[k], plant, found.resolution, sensor.counts, step);
      found.all.push_back(own[k]);
    }
  }
  return found;
}

}  // namespace stickslip::identify
