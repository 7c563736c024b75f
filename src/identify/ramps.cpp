#include "ramps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

std::vector<Pull> find_pulls(std::span<const double> force) {
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

// Where a pull was when it had gone so far.
struct Passage {
  double distance = 0.0;
  std::size_t row = 0;
};

// Rows at which the body first was 1, 2, 3, 4, 6, ... times `away` from rest.
std::vector<Passage> find_passages(const Pull& pull, std::span<const double> x, double place, bool back, double away) {
  std::vector<Passage> all;
  double wanted = away;
  for (std::size_t i = pull.first; i < pull.end; ++i) {
    const double moved = (x[i] - place) * (back ? -1.0 : 1.0);
    while (moved >= wanted) {
      if (!all.empty() && all.back().row == i) all.pop_back();
      all.push_back({wanted, i});
      wanted += all.size() < 4 ? away : wanted / 2.0;
    }
  }
  return all;
}

double speed_between(const Passage& a, const Passage& b, std::span<const double> t) {
  return (b.distance - a.distance) / std::max(t[b.row] - t[a.row], 1e-300);
}

// The first passage from which on the body slides. A contact without modes gives way before it slides, at a speed that
// is that of the ramp over its stiffness; a body that slides is pushed by what exceeds friction, and its speed grows at
// least as x^(2/3), the slowest start there is: m x'' = rate t. Compared with the speed at the end.
std::size_t first_slide(std::span<const Passage> p, std::span<const double> t) {
  const auto speed = [&](std::size_t k) { return speed_between(p[k], p[k + 1], t); };
  constexpr double share = 0.3;
  if (p.size() < 3) return 0;
  const double last = speed(p.size() - 2);
  const double end = p[p.size() - 2].distance;
  std::size_t first = p.size() - 2;
  while (first > 0 && speed(first - 1) >= share * last * std::pow(p[first - 1].distance / end, 2.0 / 3.0)) --first;
  return first;
}

// The longest time from break-away to a passage. Friction never exceeds its break-away, so x >= rate t^3/(6 m) from
// then on. A mass that is not known is at most what the whole force could have brought to the speed at the end:
// m v^2/2 <= f x.
double longest_time(std::span<const Passage> p, std::size_t k, std::span<const double> t, double mass, double rate,
                    double force) {
  if (!(mass > 0.0)) {
    if (p.size() < 2) return std::numeric_limits<double>::infinity();
    const double speed = speed_between(p[p.size() - 2], p.back(), t);
    mass = 2.0 * force * p.back().distance / (speed * speed);
  }
  return std::cbrt(6.0 * mass * p[k].distance / rate);
}

// Adds the ramp of a pull when it ended in motion.
bool add_ramp(std::vector<Ramp>& all, const Pull& pull, std::span<const double> t, std::span<const double> x,
              std::span<const double> f, double away, double mass) {
  const double place = rest_place(x, pull);
  const bool back = f[pull.first] < 0.0;
  const auto passages = find_passages(pull, x, place, back, away);
  if (passages.empty()) return false;
  const std::size_t k = first_slide(passages, t);
  if (passages[k].row < pull.first + least_rows) return false;
  const Line line = line_up_to(t, f, pull.first, passages[k].row);
  const double rate = std::abs(line.slope);
  // A ramp rises to its reading from nothing: no time is longer than that.
  const double most = std::abs(line.value) / rate;
  all.push_back({.back = back,
                 .place = place,
                 .reading = std::abs(line.value),
                 .rate = rate,
                 .gave_way = k > 0,
                 .distance = passages[k].distance,
                 .longest = std::min(longest_time(passages, k, t, mass, rate, std::abs(line.value)), most)});
  return true;
}

}  // namespace

double estimate_bias(const Ramp& ramp, const RampPlant& plant, double resolution, double sample_time) {
  const double sliding = ramp.back ? plant.sliding.back : plant.sliding.forward;
  if (!(plant.mass > 0.0 && sliding > 0.0)) return ramp.rate * (ramp.longest + sample_time) / 2.0;
  double delay = sample_time / 2.0;
  constexpr int places = 32;
  for (int k = 0; k < places; ++k) {
    const double distance = ramp.distance + resolution * ((k + 0.5) / places - 1.0);
    const double drop = std::max(ramp.reading - sliding, 0.0);
    delay += time_to_travel(std::max(distance, 0.0), plant.mass, drop, ramp.rate) / places;
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

Ramps find_ramps(std::span<const Dataset> files, const RampPlant& plant, const RampSensor& sensor, std::size_t skip) {
  Ramps found;
  constexpr double nearly = 0.9;  // of a count: files round
  for (const Dataset& data : files) {
    const Motion motion = read_motion(data);
    const auto x = signal(data, "displacement", motion.place);
    const auto f = signal(data, "applied", motion.force);
    const double step = uniform_step(data, "time", "resample it, or take out the gap");
    const auto t = signal(data, "time", "s");
    found.resolution = sensor.resolution > 0.0 ? sensor.resolution : smallest_seen(x);
    std::vector<Ramp> own;
    for (const Pull& pull : find_pulls(f))
      if (!add_ramp(own, pull, t, x, f, found.resolution * (sensor.counts - 1.0 + nearly), plant.mass))
        ++found.without_motion;
    std::size_t since_turn = skip;
    for (std::size_t k = 0; k < own.size(); ++k) {
      since_turn = k > 0 && own[k].back != own[k - 1].back ? 0 : since_turn + 1;
      if (since_turn < skip) {
        ++found.after_turn;
        continue;
      }
      own[k].bias = estimate_bias(own[k], plant, found.resolution, step);
      found.all.push_back(own[k]);
    }
  }
  return found;
}

}  // namespace stickslip::identify
