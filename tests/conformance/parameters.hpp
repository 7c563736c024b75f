// Admissible random parameters, mirrored parameters, and a law's own scales, all read from its table.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "laws.hpp"

namespace stickslip::conformance {

using Random = std::mt19937_64;

// A generator of its own for every suite and law, so that a new law does not change the draws of the others.
inline Random random_for(std::string_view suite, std::string_view law) {
  std::uint64_t seed = 14695981039346656037ULL;  // FNV-1a, the same on every machine
  for (const std::string_view text : {suite, law})
    for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return Random(seed);
}

inline double uniform(Random& rng, double low, double high) {
  return low + (high - low) * double(rng() >> 11) * 0x1p-53;
}
inline double log_uniform(Random& rng, double low, double high) {
  return std::exp(uniform(rng, std::log(low), std::log(high)));
}
inline bool chance(Random& rng, double probability) { return uniform(rng, 0.0, 1.0) < probability; }

// Whether the two directions of motion get the same values.
enum class Draw : std::uint8_t { same_sides, any_sides };

// A value for a parameter whose default is 0, an option that is switched off: half of the time it stays off. Units
// without an obvious size stay off.
inline double draw_option(Random& rng, const Field& f) {
  if (f.shape == Shape::elements || chance(rng, 0.5)) return 0.0;
  if (f.unit == "1") return uniform(rng, 0.0, 1.0);
  if (f.unit == "N") return log_uniform(rng, 0.1, 10.0);
  if (f.unit == "N.s/m") return log_uniform(rng, 0.01, 10.0);
  if (f.unit == "s") return log_uniform(rng, 1e-3, 1.0);
  return 0.0;
}

// How far a value may lie from its default, as a factor to either side. Pure numbers are exponents and ratios.
struct Reach {
  double quantities = 10.0;
  double numbers = 3.0;
};

inline double drawn(Random& rng, const Field& f, double value, const Reach& within = {}) {
  if (!f.choices.empty()) return std::floor(uniform(rng, f.lower, f.upper + 1.0));
  const double reach = f.unit == "1" ? within.numbers : within.quantities;
  const double draw = value == 0.0 ? draw_option(rng, f) : value * log_uniform(rng, 1.0 / reach, reach);
  return std::clamp(draw, f.lower, f.upper);
}

inline const Field& find_field(std::span<const Field> table, std::string_view name) {
  for (const Field& f : table)
    if (f.name == name) return f;
  throw std::logic_error("a relation names '" + std::string(name) + "', which is no field");
}

inline void normalise(const Field& f, std::span<double> values) {
  double sum = 0.0;
  for (const double v : values.subspan(f.first, f.width)) sum += v;
  for (double& v : values.subspan(f.first, f.width)) v /= sum;
}

// Lifts the left side of a relation above its right side where it fails.
inline void repair(Random& rng, std::span<const Field> table, const Relation& r, std::span<double> values) {
  const Field& left = find_field(table, r.left);
  if (r.kind == Relation::Kind::sums_to_one) return normalise(left, values);
  const Field& right = find_field(table, r.right);
  for (std::size_t i = 0; i < std::max(left.width, right.width); ++i) {
    double& a = values[left.first + std::min(i, left.width - 1)];
    const double b = values[right.first + std::min(i, right.width - 1)];
    const bool off = r.kind == Relation::Kind::above_unless_zero && a == 0.0;
    const bool holds = off || (r.kind == Relation::Kind::not_below ? a >= b : a > b);
    if (!holds) a = std::clamp(b * uniform(rng, 1.01, 3.0), left.lower, left.upper);
  }
}

inline std::vector<double> random_values(Random& rng, Draw sides, std::span<const Field> table,
                                         std::span<const Relation> relations, std::span<const double> defaults,
                                         const Reach& within = {}) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::vector<double> values(defaults.begin(), defaults.end());
    const bool equal = sides == Draw::same_sides || chance(rng, 0.5);
    for (const Field& f : table)
      for (std::size_t i = f.first; i < f.first + f.width; ++i) values[i] = drawn(rng, f, defaults[i], within);
    for (int pass = 0; pass < 3; ++pass)
      for (const Relation& r : relations) repair(rng, table, r, values);
    for (const Field& f : table)
      if (equal && f.shape == Shape::sides) values[f.first + 1] = values[f.first];
    if (complaint(table, relations, values).empty()) return values;
  }
  throw std::logic_error("no admissible parameters found in 100 draws");
}

// Admissible parameters around the defaults.
template <class Law>
ParamsOf<Law> random_params(Random& rng, Draw sides, const Reach& within = {}) {
  using P = ParamsOf<Law>;
  P p = defaults<Law>();
  const auto values = random_values(rng, sides, fields<P>, relations<P>(), scalars(p), within);
  std::copy(values.begin(), values.end(), scalars(p).begin());
  return p;
}

// The parameters of the same contact seen from the other side: forward and back change places.
template <class P>
P mirrored_params(P p) {
  for (const Field& f : fields<P>)
    if (f.shape == Shape::sides) std::swap(scalars(p)[f.first], scalars(p)[f.first + 1]);
  return p;
}

inline Contact<double> mirrored(Contact<double> c) {
  c.velocity = -c.velocity;
  c.displacement = -c.displacement;
  c.applied = -c.applied;
  return c;
}

inline constexpr double highest_pressure = 1e6;  // [Pa]

// What belongs to the contact besides its motion: load, pressure and temperature.
inline Contact<double> random_surroundings(Random& rng) {
  Contact<double> c;
  c.mass = log_uniform(rng, 0.1, 10.0);
  c.load = chance(rng, 0.3) ? 0.0 : log_uniform(rng, 0.1, 10.0);
  c.pressure = chance(rng, 0.3) ? 0.0 : log_uniform(rng, 1e4, highest_pressure);
  c.temperature = chance(rng, 0.3) ? 0.0 : uniform(rng, -10.0, 10.0);
  return c;
}

// Sum, smallest and largest of the values that carry a unit; zeros (options that are off) do not count.
struct UnitSummary {
  double sum = 0.0;
  double least = std::numeric_limits<double>::infinity();
  double most = 0.0;
};

inline UnitSummary summarise(std::span<const Field> table, std::span<const double> values, std::string_view unit) {
  UnitSummary u;
  for (const Field& f : table) {
    if (f.unit != unit) continue;
    for (const double v : values.subspan(f.first, f.width)) {
      u.sum += std::abs(v);
      u.most = std::max(u.most, std::abs(v));
      if (v != 0.0) u.least = std::min(u.least, std::abs(v));
    }
  }
  return u;
}

// The sizes at which a law does something, as its parameters give them. They choose motions and tolerances; a factor of
// ten in them does not matter.
struct Scales {
  double force = 1.0;      // [N] no friction without a viscous part is larger than a few of these
  double near = 1e-5;      // [m] displacement over which the first presliding happens
  double far = 1e-4;       // [m] displacement after which sliding is fully developed
  double velocity = 1e-3;  // [m/s] where the law's velocity dependence lies
  double time = 0.0;       // [s] slowest time constant that does not depend on travel
  double damping = 0.0;    // [N.s/m] force per speed
};

// Scales from a table alone; `stiffness` is the presliding stiffness, 0 for a law without one.
inline Scales scales_from(std::span<const Field> table, std::span<const double> values, double sliding,
                          double stiffness) {
  const auto of = [&](std::string_view unit) { return summarise(table, values, unit); };
  Scales s;
  s.force = std::max({of("N").sum, std::abs(sliding), 1e-6});
  if (of("m/s").sum > 0.0) s.velocity = std::sqrt(of("m/s").least * of("m/s").most);
  const double longest_spring = of("N/m").sum > 0.0 ? s.force / of("N/m").least : 0.0;
  if (stiffness > 0.0)
    s.near = s.force / stiffness;
  else if (of("m").sum > 0.0)
    s.near = of("m").least;
  s.far = std::max({s.near, of("m").sum, longest_spring});
  s.time = of("s").sum;
  s.damping = of("N.s/m").sum;
  return s;
}

template <class Law>
Scales table_scales(const ParamsOf<Law>& p, Contact<double> c) {
  double stiffness = 0.0;
  double sliding = 0.0;
  if constexpr (HasPreslidingStiffness<Law>) stiffness = Law::presliding_stiffness(p, c);
  c.velocity = 1e-6;  // so slow that no viscous part counts
  if constexpr (HasSteadyState<Law>) sliding = Law::steady_state(p, c);
  return scales_from(fields<ParamsOf<Law>>, scalars(p), sliding, stiffness);
}

}  // namespace stickslip::conformance
