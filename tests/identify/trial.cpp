#include "trial.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace stickslip::tests {

using namespace batch;
using namespace identify;

namespace {

double value_or(const ParamGroup& g, std::string_view name, double other) {
  for (const Field& f : g.table)
    if (f.name == name) return g.values[f.first] > 0.0 ? g.values[f.first] : other;
  return other;
}

double sum_or(const ParamGroup& g, std::string_view name, double other) {
  for (const Field& f : g.table)
    if (f.name == name) return std::accumulate(g.list(name).begin(), g.list(name).end(), 0.0);
  return other;
}

double find_travel(const ParamGroup& g, std::size_t i) {
  for (const Field& f : g.table) {
    if (f.name == "travel") return g.list("travel")[i];
    if (f.name == "limit") return g.list("limit")[i] / g.list("stiffness")[i];
    if (f.name == "share") return g.list("share")[i] / g.list("stiffness")[i];
  }
  return 0.0;
}

void sort_elements(ParamGroup& g) {
  std::size_t n = 0;
  for (std::size_t f = 0; f < g.table.size(); ++f)
    if (g.table[f].shape == Shape::elements) n = g.lengths[f];
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&g](std::size_t a, std::size_t b) { return find_travel(g, a) < find_travel(g, b); });
  const ParamGroup old = g;
  for (const Field& f : g.table)
    if (f.shape == Shape::elements)
      for (std::size_t i = 0; i < n; ++i) g.values[f.first + i] = old.values[f.first + order[i]];
}

// Two elements that slip at the same travel are one.
bool elements_lie_apart(const ParamGroup& g) {
  constexpr double apart = 1.4;
  std::size_t n = 0;
  for (std::size_t f = 0; f < g.table.size(); ++f)
    if (g.table[f].shape == Shape::elements) n = g.lengths[f];
  for (std::size_t i = 1; i < n; ++i)
    if (find_travel(g, i) < apart * find_travel(g, i - 1)) return false;
  return true;
}

}  // namespace

Sizes sizes_for(const std::string& law, const ParamGroup& g) {
  double level = value_or(g, "coulomb", value_or(g, "primary", 1.0));
  double stiffness = value_or(g, "stiffness", 1e5 * level);
  if (law == "maxwell-slip" || law == "leuven" || law == "gms") stiffness = sum_or(g, "stiffness", stiffness);
  if (law == "maxwell-slip") level = sum_or(g, "limit", level);
  if (law == "backlash-stribeck") level = g["normal_force"] * g["adhesion_coefficient"];
  double path = level / stiffness;
  if (law == "mgms") path = 0.4 * g.list("travel").back();
  path = value_or(g, "path_length", value_or(g, "elastic_travel", value_or(g, "presliding_limit", path)));
  const double speed = law == "backlash-stribeck"
                           ? 1.0 / g["dip_rate"]
                           : value_or(g, "stribeck_velocity", value_or(g, "transition_velocity", 1e-3));
  return {path, law == "mgms" ? 5e-3 : speed};
}

std::size_t unseen_steps(const std::string& law) { return law == "hybrid-presliding" ? 1 : 8; }

double Dice::factor(double reach) { return std::exp((2.0 * unit() - 1.0) * std::log(reach)); }

ParamGroup draw_truth(const std::string& law, std::size_t elements, Dice& dice) {
  ParamGroup g = law_group(law, elements);
  for (const Field& f : g.table) {  // one law for both directions, with a Stribeck dip that a motion can visit
    if (f.shape == Shape::sides) g.values[f.first + 1] = g.values[f.first];
    if (f.name == "stribeck_exponent")
      for (std::size_t o = 0; o < f.width; ++o) g.values[f.first + o] = 2.0;
  }
  for (int attempt = 0; attempt < 1000; ++attempt) {
    ParamGroup drawn = g;
    for (std::size_t f = 0; f < g.table.size(); ++f) {
      const Field& field = g.table[f];
      if (!field.choices.empty() || field.name.ends_with("exponent")) continue;
      const double both = dice.factor(2.0);
      for (std::size_t o = 0; o < g.lengths[f]; ++o) {
        double& x = drawn.values[field.first + o];
        x *= field.shape == Shape::sides ? both : dice.factor(2.0);
        x = std::clamp(x, field.lower, field.upper);
      }
    }
    for (const Relation& r : g.relations) {
      const auto named = [&g](std::string_view name) {
        return *std::find_if(g.table.begin(), g.table.end(), [name](const Field& f) { return f.name == name; });
      };
      const Field left = named(r.left);
      double sum = 0.0;
      for (std::size_t o = 0; o < left.width; ++o) sum += drawn.values[left.first + o];
      const double lift = 1.2 + 0.8 * dice.unit();
      for (std::size_t o = 0; o < left.width; ++o) {
        double& x = drawn.values[left.first + o];
        if (r.kind == Relation::Kind::sums_to_one)
          x /= sum;
        else if (x > 0.0 || r.kind != Relation::Kind::above_unless_zero)
          x = std::max(x, lift * drawn.values[named(r.right).first + std::min(o, named(r.right).width - 1)]);
      }
    }
    sort_elements(drawn);
    if (complaint(drawn).empty() && elements_lie_apart(drawn)) return drawn;
  }
  return g;
}

std::vector<Contact<double>> rich_motion(const std::string& law, const ParamGroup& truth, double sample,
                                         std::size_t parts) {
  const double step = sample / double(parts);
  const auto [path, speed] = sizes_for(law, truth);
  std::vector<Contact<double>> motion{{}};
  if (law == "dry-clutch" || law == "backlash-stribeck") motion[0].load = 0.0;
  const auto go = [&](double velocity, double periods, std::size_t samples) {
    const std::size_t steps = samples * parts;
    for (std::size_t k = 1; k <= steps; ++k) {
      Contact<double> c = motion.back();
      c.velocity = velocity * std::sin(2.0 * std::numbers::pi * periods * double(k) / double(steps));
      c.displacement += (motion.back().velocity + c.velocity) / 2.0 * step;
      c.pressure = law == "mgms" ? 1e5 * (1.0 + 4.0 * double(motion.size()) / double(2000 * parts)) : 0.0;
      motion.push_back(c);
    }
  };
  // The amplitude of a sine of velocity V with n periods in T is V T/(2 pi n).
  const auto for_amplitude = [&](double amplitude, double periods, std::size_t samples) {
    return amplitude * 2.0 * std::numbers::pi * periods / (double(samples) * sample);
  };
  go(for_amplitude(0.7 * path, 2.0, 300), 2.0, 300);
  go(for_amplitude(3.0 * path, 2.0, 400), 2.0, 400);
  go(for_amplitude(1.5 * path, 3.0, 200), 3.0, 200);
  go(2.0 * speed, 2.0, 500);
  go(10.0 * speed, 3.0, 300);
  go(0.5 * speed, 1.0, 300);
  return motion;
}

Recording recorded(const std::string& law, std::size_t elements, const ParamGroup& truth,
                   const std::vector<Contact<double>>& motion, double sample, double noise, Dice& dice,
                   std::size_t parts) {
  Batch batch(law, elements, {{.name = law, .step = sample / double(parts), .motion = motion}}, {.threads = 1});
  std::vector<double> forces = batch.forces({1, truth.values});
  forces.insert(forces.begin(), 0.0);
  double largest = 0.0;
  for (const double f : forces) largest = std::max(largest, std::abs(f));
  Recording r;
  r.record.name = law;
  r.record.step = sample;
  for (std::size_t k = 0; k < motion.size(); k += parts) {
    r.record.motion.push_back(motion[k]);
    r.record.force.push_back(forces[k] + noise * largest * dice.normal());
  }
  return r;
}

std::vector<Recording> bench_day(const std::string& law, std::size_t elements, const ParamGroup& truth, double sample,
                                 double noise, Dice& dice) {
  if (law != "mgms") {
    const std::size_t parts = unseen_steps(law);
    return {recorded(law, elements, truth, rich_motion(law, truth, sample, parts), sample, noise, dice, parts)};
  }
  constexpr double speed = 5e-3;
  const auto samples = std::size_t(2.0 * truth.list("travel")[elements - 1] / (speed * sample));
  std::vector<Recording> all;
  for (const double bar : {5.0, 10.0, 15.0, 20.0, 25.0}) {
    std::vector<Contact<double>> ramp;
    for (std::size_t k = 0; k <= samples; ++k)
      ramp.push_back({.velocity = speed, .displacement = speed * sample * double(k), .pressure = bar * 1e5});
    all.push_back(recorded(law, elements, truth, ramp, sample, noise, dice));
    all.back().record.name += " at " + std::to_string(int(bar)) + " bar";
  }
  return all;
}

std::vector<FittedParameter> sort_by_travel(const FitReport& report) {
  std::vector<FittedParameter> all = report.parameters;
  const ParamGroup& g = report.group;
  std::size_t n = report.elements;
  if (n == 0) return all;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&g](std::size_t a, std::size_t b) { return find_travel(g, a) < find_travel(g, b); });
  std::size_t at = 0;
  for (std::size_t f = 0; f < g.table.size(); at += g.lengths[f++])
    if (g.table[f].shape == Shape::elements)
      for (std::size_t i = 0; i < n; ++i) all[at + i] = report.parameters[at + order[i]];
  return all;
}

}  // namespace stickslip::tests
