#include "sensor_faults.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "blocks.hpp"
#include "findings.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::measurement {
namespace {

constexpr std::size_t shortest_stop = 20;  // samples: a shorter one does little harm

// Rows [from, end) with exactly the same value.
struct Run {
  std::size_t from, end;
  std::size_t length() const { return end - from; }
};

// Those that are wanted: wanted(run).
template <class Wanted>
std::vector<Run> find_runs(std::span<const double> x, const Wanted& wanted) {
  std::vector<Run> all;
  for (std::size_t from = 0; from < x.size();) {
    Run r{from, from + 1};
    while (r.end < x.size() && x[r.end] == x[from]) ++r.end;
    if (wanted(r)) all.push_back(r);
    from = r.end;
  }
  return all;
}

std::vector<Run> long_runs_of(std::span<const double> x) {
  return find_runs(x, [](const Run& r) { return r.length() >= shortest_stop; });
}

struct Range {
  double low, high;
  double width() const { return high - low; }
};

Range find_range(std::span<const double> x) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  return {*low, *high};
}
Range find_range(std::span<const double> x, const Run& r) { return find_range(x.subspan(r.from, r.length())); }

std::string si_unit(const Signal& s, bool rotary) {
  const std::string unit = s.name.role == "displacement" ? "m" : s.name.role == "velocity" ? "m/s" : "N";
  return text::show_unit(unit, rotary);
}

std::string with_unit(double value, const Signal& s, const Signals& all) {
  return text::with_unit(brief(value), si_unit(s, all.rotary));
}

std::string describe_left_out(const Signal& s, std::string_view then) {
  return "leave the column out with " + option_reference("map", s.name.role + "=") + ", and it is " + std::string(then);
}

std::vector<std::size_t> rows_in(const std::vector<Run>& runs) {
  std::vector<std::size_t> rows;
  for (const Run& r : runs)
    for (std::size_t i = r.from; i < r.end; ++i) rows.push_back(i);
  return rows;
}

std::size_t count_moving(std::span<const double> velocity, double moving, const Run& r) {
  return std::size_t(std::count_if(velocity.begin() + std::ptrdiff_t(r.from), velocity.begin() + std::ptrdiff_t(r.end),
                                   [moving](double v) { return std::abs(v) > moving; }));
}

// The farthest that the velocity goes from where the run begins.
double measure_way(std::span<const double> velocity, double step, const Run& r) {
  double way = 0.0, farthest = 0.0;
  for (std::size_t i = r.from; i < r.end; ++i) {
    way += velocity[i] * step;
    farthest = std::max(farthest, std::abs(way));
  }
  return farthest;
}

constexpr double visible_noise = 5e-4;  // of the range; a smooth signal sampled 50 times in a period has less

double noise_off_limits(std::span<const double> x, const Range& all) {
  return numerics::white_noise_between(x, all.low, all.high);
}

// Whether a value leaves its limit visibly and is back a few samples later, again and again: only noise does.
bool flickers_at(std::span<const double> x, double limit, const Range& all) {
  constexpr std::size_t longest = 5, fewest = 10;  // samples away; times
  std::size_t visibly = 0, away = longest + 1;     // away: rows since the limit
  double depth = 0.0;
  for (const double v : x) {
    if (v != limit) {
      ++away;
      depth = std::max(depth, std::abs(v - limit));
      continue;
    }
    if (away > 0 && away <= longest && depth > visible_noise * all.width() && depth < 0.2 * all.width()) ++visibly;
    away = 0;
    depth = 0.0;
  }
  return visibly >= fewest;
}

// Noise that reaches every value: many equal ones in a row are not by chance.
bool is_noisy(const Signal& s) {
  const Range all = find_range(s.values);
  const double noise = std::max(numerics::white_noise(s.values), noise_off_limits(s.values, all));
  return noise > visible_noise * all.width() || flickers_at(s.values, all.low, all) ||
         flickers_at(s.values, all.high, all);
}

// ---- stands still

Fault dead(const Signal& s, const Signals& all, const std::vector<Run>& runs, const std::string& remedy) {
  std::size_t rows = 0;
  const Run* longest = &runs.front();
  for (const Run& r : runs) {
    rows += r.length();
    if (r.length() > longest->length()) longest = &r;
  }
  const std::string where = rows == s.values.size()
                                ? "every value is "
                                : std::to_string(rows) + " values, from " + brief(all.time.values[longest->from]) +
                                      " to " + brief(all.time.values[longest->end - 1]) + " s, are all ";
  return {{"dead", s.name.column, all.lines[runs.front().from],
           where + with_unit(s.values[longest->from], s, all) + " while the motion goes on; " + remedy,
           s.name.role != "applied"}};  // a constant push is an experiment
}

// How often a value equals the one before while the body moves, outside of the runs.
double estimate_repeat_chance(std::span<const double> x, std::span<const double> velocity, double moving,
                              const std::vector<Run>& runs) {
  std::vector<bool> outside(x.size(), true);
  for (const std::size_t i : rows_in(runs)) outside[i] = false;
  double equal = 1.0, all = 2.0;  // of few samples little is known
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (!outside[i] || std::abs(velocity[i]) <= moving) continue;
    ++all;
    if (x[i] == x[i - 1]) ++equal;
  }
  return equal / all;
}

// A force changes while the speed does, by noise or by the law; its largest value is the sensor's end or the law's own.
std::optional<Fault> dead_force(const Signals& s) {
  const auto f = s.force.values, v = s.velocity.values;
  const Range all = find_range(f);
  const double moving = s.moving;
  if (!(moving > 0.0)) return std::nullopt;
  if (all.width() == 0.0)
    return dead(s.force, s, {{0, f.size()}},
                "name the column that holds the force with " + option_reference("map", s.force.name.role + "=COLUMN"));
  const auto long_runs = long_runs_of(f);
  const double chance = estimate_repeat_chance(f, v, moving, long_runs);
  std::vector<Run> found;
  for (const Run& r : long_runs) {
    constexpr double impossible = 1e-6;
    const bool by_chance = double(f.size()) * std::pow(chance, double(r.length())) > impossible;
    const double end_band = 1e-3 * all.width();
    const bool at_end = f[r.from] - all.low <= end_band || all.high - f[r.from] <= end_band;
    const std::size_t while_moving = count_moving(v, moving, r);
    const bool goes_on =
        while_moving >= shortest_stop && 2 * while_moving >= r.length() && find_range(v, r).width() > moving;
    if (!by_chance && !at_end && goes_on) found.push_back(r);
  }
  // Without noise a law may have a level of its own, to which it returns.
  if (found.empty() || (!is_noisy(s.force) && long_runs.size() > 1)) return std::nullopt;
  Fault fault = dead(s.force, s, found, "leave these rows out with " + option_reference("drop", "dead"));
  fault.rows = rows_in(found);
  return fault;
}

// The displacement stands still while the recorded velocity moves on.
std::optional<Fault> dead_displacement(const Signals& s) {
  if (!s.displacement.is_recorded() || !s.velocity.is_recorded()) return std::nullopt;
  const auto x = s.displacement.values, v = s.velocity.values;
  if (s.displacement.few_levels) return std::nullopt;
  const Range all = find_range(x);
  std::vector<Run> found;
  for (const Run& r : long_runs_of(x)) {
    const double farthest = measure_way(v, s.step, r);
    constexpr double visible = 0.02;  // of the travel
    const bool moves = 2 * count_moving(v, s.moving, r) >= r.length();
    const bool at_end = all.width() > 0.0 && (x[r.from] == all.low || x[r.from] == all.high);
    if (moves && !at_end && farthest > std::max(visible * all.width(), 5.0 * s.displacement.resolution))
      found.push_back(r);
  }
  if (found.empty()) return std::nullopt;
  return dead(s.displacement, s, found, describe_left_out(s.displacement, "integrated from the velocity"));
}

// The velocity stands still while the recorded displacement goes another way.
std::optional<Fault> dead_velocity(const Signals& s) {
  if (!s.displacement.is_recorded() || !s.velocity.is_recorded()) return std::nullopt;
  const auto x = s.displacement.values, v = s.velocity.values;
  if (s.displacement.few_levels) return std::nullopt;
  const double travel = find_range(x).width();
  const Range speeds = find_range(v);
  std::vector<Run> found;
  for (const Run& r : long_runs_of(v)) {
    double farthest = 0.0;
    for (std::size_t i = r.from; i < r.end; ++i)
      farthest = std::max(farthest, std::abs(x[i] - x[r.from] - v[r.from] * s.step * double(i - r.from)));
    constexpr double visible = 0.05;  // of the travel
    const bool at_end =
        speeds.width() > 0.0 && v[r.from] != 0.0 && (v[r.from] == speeds.low || v[r.from] == speeds.high);
    const double least = std::max(visible * travel, 5.0 * s.displacement.resolution);
    if (!at_end && farthest > least && find_range(x, r).width() > least) found.push_back(r);
  }
  if (found.empty()) return std::nullopt;
  return dead(s.velocity, s, found, describe_left_out(s.velocity, "derived from the displacement"));
}

// ---- at its end

// Rows at the largest or smallest value, if these are many in a row and far more than those just below.
std::vector<Run> runs_at(const Signal& s, bool upper) {
  const Range all = find_range(s.values);
  const double limit = upper ? all.high : all.low;
  const double band = std::max(s.resolution, 1e-3 * all.width());
  std::size_t at = 0, near = 0;
  for (const double v : s.values) {
    if (v == limit)
      ++at;
    else if (std::abs(v - limit) <= 1.5 * band)
      ++near;
  }
  constexpr std::size_t fewest = 10, shortest = 5;
  if (all.width() == 0.0 || at < fewest || s.few_levels) return {};
  const bool told_by_noise = s.resolution == 0.0 && is_noisy(s);
  if (at < 5 * near && !told_by_noise) return {};  // a quantised sine has 2.4 times its neighbour
  std::vector<Run> runs = find_runs(s.values, [&](const Run& r) { return s.values[r.from] == limit; });
  const auto long_ones = std::count_if(runs.begin(), runs.end(), [](const Run& r) { return r.length() >= shortest; });
  const bool often = long_ones >= 2 || (long_ones == 1 && 100 * at >= 3 * s.values.size()) ||
                     (told_by_noise && 50 * at >= s.values.size());
  return often ? runs : std::vector<Run>{};
}

// Whether the body moves on in one direction around a row. A derived velocity is blurred at a reversal.
bool keeps_direction(std::span<const double> v, double moving, std::size_t row) {
  constexpr std::size_t before = 4, after = 10;  // samples
  for (std::size_t i = row - std::min(row, before); i < std::min(row + after, v.size()); ++i)
    if (v[i] * v[row] <= 0.0 || std::abs(v[i]) <= moving) return false;
  return true;
}

// A law may be at a level of its own too, but leaves it at a reversal, or when the speed changes.
bool leaves_while_moving(const std::vector<Run>& runs, std::span<const double> v, double moving) {
  std::size_t leaves = 0, moving_on = 0;
  for (const Run& r : runs) {
    if (r.end >= v.size() || r.length() < 3) continue;
    ++leaves;
    const std::size_t inside = r.length() / 10;
    const bool same_way = keeps_direction(v, moving, r.end);
    if (same_way && find_range(v, {r.from + inside, r.end - inside}).width() > 0.05 * moving) ++moving_on;
  }
  return leaves >= 2 && 2 * moving_on >= leaves;
}

// Rows at the limit, and those beside them that only their noise keeps below it: to leave out the former alone would
// keep one side of the noise. A row is judged by its neighbours before and behind, not by its own noise.
std::vector<std::size_t> rows_around(const Signal& s, const std::vector<Run>& runs, bool upper) {
  constexpr std::size_t reach = 10;               // samples
  constexpr double widths = 4.0, unknown = 0.05;  // of the noise; of the range where that is not known
  const auto x = s.values;
  const Range all = find_range(x);
  const double noise = noise_off_limits(x, all), margin = noise > 0.0 ? widths * noise : unknown * all.width();
  const auto close = [&](std::size_t from, std::size_t end) {
    const double usual = numerics::median({x.begin() + std::ptrdiff_t(from), x.begin() + std::ptrdiff_t(end)});
    return end > from && (upper ? usual > all.high - margin : usual < all.low + margin);
  };
  std::vector<bool> out(x.size(), false);
  for (const std::size_t i : rows_in(runs)) out[i] = true;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (out[i] || close(i - std::min(i, reach), i) || close(i + 1, std::min(i + 1 + reach, x.size())))
      rows.push_back(i);
  return rows;
}

Fault at_its_end(const Signal& s, const Signals& all, const std::vector<Run>& runs, const std::string& remedy) {
  std::size_t count = 0, longest = 0;
  for (const Run& r : runs) {
    count += r.length();
    longest = std::max(longest, r.length());
  }
  const double limit = s.values[runs.front().from];
  return {{"saturation", s.name.column, all.lines[runs.front().from],
           std::to_string(count) + " values are exactly the " +
               (limit == find_range(s.values).high ? "largest" : "smallest") + ", " + with_unit(limit, s, all) +
               ", up to " + std::to_string(longest) +
               " in a row: the sensor is at its end; record with a wider range, or " + remedy,
           true}};
}

// Two values alone: there is nothing off the limits that would tell a sensor from a law.
std::optional<Fault> find_square_wave(const Signals& s) {
  const auto f = s.force.values;
  const Range all = find_range(f);
  const auto low = std::count(f.begin(), f.end(), all.low), high = std::count(f.begin(), f.end(), all.high);
  constexpr double nearly = 0.98, each = 0.1;  // of the rows
  const double rows = double(f.size());
  if (!s.force.is_recorded() || all.width() == 0.0 || double(low + high) < nearly * rows) return std::nullopt;
  if (double(std::min(low, high)) < each * rows || flickers_at(f, all.low, all) || flickers_at(f, all.high, all))
    return std::nullopt;
  return {{{"saturation", s.force.name.column, s.lines.front(),
            std::to_string(low + high) + " of " + std::to_string(f.size()) + " values are exactly " +
                with_unit(all.low, s.force, s) + " or " + with_unit(all.high, s.force, s) +
                ": a simulation of Coulomb friction without noise, or a sensor at both its ends; where it was " +
                "measured, record with a wider range",
            false}}};
}

std::optional<Fault> find_saturated_force(const Signals& s, bool upper) {
  const auto runs = runs_at(s.force, upper);
  if (runs.empty() || !(is_noisy(s.force) || leaves_while_moving(runs, s.velocity.values, s.moving)))
    return std::nullopt;
  Fault fault =
      at_its_end(s.force, s, runs,
                 "leave these rows and those just below the limit out with " + option_reference("drop", "saturation"));
  fault.rows = rows_around(s.force, runs, upper);
  return fault;
}

std::optional<Fault> find_saturated_displacement(const Signals& s, bool upper) {
  if (!s.displacement.is_recorded() || !s.velocity.is_recorded()) return std::nullopt;
  const auto runs = runs_at(s.displacement, upper);
  constexpr double visible = 0.01;  // of the travel
  const double enough = std::max(visible * find_range(s.displacement.values).width(), 5.0 * s.displacement.resolution);
  const bool moves_on = std::any_of(runs.begin(), runs.end(), [&](const Run& r) {
    return count_moving(s.velocity.values, s.moving, r) >= 10 && measure_way(s.velocity.values, s.step, r) > enough;
  });
  if (!moves_on) return std::nullopt;
  return at_its_end(s.displacement, s, runs, describe_left_out(s.displacement, "integrated from the velocity"));
}

std::optional<Fault> find_saturated_velocity(const Signals& s, bool upper) {
  if (!s.velocity.is_recorded()) return std::nullopt;
  const auto runs = runs_at(s.velocity, upper);
  if (runs.empty() || s.velocity.values[runs.front().from] == 0.0) return std::nullopt;  // 0: at rest
  if (!s.displacement.is_recorded()) {
    if (!is_noisy(s.velocity)) return std::nullopt;
    Fault fault = at_its_end(
        s.velocity, s, runs,
        "leave these rows and those just below the limit out with " + option_reference("drop", "saturation"));
    fault.rows = rows_around(s.velocity, runs, upper);
    return fault;
  }
  double way = 0.0, said = 0.0;
  for (const Run& r : runs) {
    if (r.length() < 3) continue;
    way += s.displacement.values[r.end - 1] - s.displacement.values[r.from];
    said += s.velocity.values[r.from] * s.step * double(r.length() - 1);
  }
  constexpr double more = 1.03;  // than the velocity says
  if (way / said < more || std::abs(way) < 20.0 * s.displacement.resolution) return std::nullopt;
  return at_its_end(s.velocity, s, runs, describe_left_out(s.velocity, "derived from the displacement"));
}

}  // namespace

double moving_speed(std::span<const double> velocity) {
  auto sizes = values_in_blocks(velocity.size(), [velocity](std::size_t i) { return std::abs(velocity[i]); });
  if (sizes.empty()) return 0.0;
  const auto at = sizes.begin() + std::ptrdiff_t(double(sizes.size() - 1) * 0.95);
  std::nth_element(sizes.begin(), at, sizes.end());
  return 0.1 * *at;
}

std::vector<Fault> sensor_faults(const Signals& s) {
  std::vector<Fault> all;
  const auto add = [&all](std::optional<Fault> f) {
    if (f) all.push_back(*std::move(f));
  };
  if (!s.velocity.there()) return all;
  add(dead_displacement(s));
  add(dead_velocity(s));
  if (s.force.there()) {
    add(dead_force(s));
    add(find_square_wave(s));
  }
  for (const bool upper : {true, false}) {
    if (s.force.there()) add(find_saturated_force(s, upper));
    add(find_saturated_displacement(s, upper));
    add(find_saturated_velocity(s, upper));
  }
  return all;
}

}  // namespace stickslip::measurement
