// A slide held by bristles: LuGre's own equations integrated here, far finer than anybody samples them.
#pragma once

#include "case.hpp"

namespace stickslip::judgement {

using Path = std::function<double(double)>;  // displacement [m] over time [s]

struct Bristles {
  double stiffness = 3.3e5, damping = 260.0, coulomb = 7.3, breakaway = 9.9, stribeck_velocity = 0.0031, viscous = 41.0;

  double level(double v) const {
    return coulomb + (breakaway - coulomb) * std::exp(-v * v / (stribeck_velocity * stribeck_velocity));
  }
};

inline double velocity(const Path& x, double t) {
  constexpr double h = 1e-6;
  return (x(t + h) - x(t - h)) / (2.0 * h);
}

// dz/dt = v - sigma_0 |v| z/g(v), exact over a part of a sample in which the speed stays what it is in the middle.
inline std::vector<double> bristle_force(const Bristles& b, const Path& x, double step, std::size_t samples) {
  constexpr std::size_t parts = 20;
  const double h = step / double(parts);
  const auto decay = [&b](double v) { return b.stiffness * std::abs(v) / b.level(v); };
  std::vector<double> force;
  double z = 0.0;
  for (std::size_t k = 0; k < samples; ++k) {
    const double t = double(k) * step;
    const double v = velocity(x, t);
    force.push_back(b.stiffness * z + b.damping * (v - decay(v) * z) + b.viscous * v);
    for (std::size_t i = 0; i < parts; ++i) {
      const double middle = velocity(x, t + (double(i) + 0.5) * h);
      const double rate = decay(middle);
      const double settled = (middle > 0.0 ? 1.0 : -1.0) * b.level(middle) / b.stiffness;
      if (rate > 0.0) z = settled + (z - settled) * std::exp(-rate * h);
    }
  }
  return force;
}

// An interval that claims something holds the truth.
inline testing::AssertionResult holds(const json& fit, const std::string& name, double truth) {
  const json p = parameter(fit, name);
  if (p["identified"] == false) return testing::AssertionSuccess();
  if (p["low"].get<double>() <= truth && truth <= p["high"].get<double>()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << name << ": " << truth << " is not in " << p.dump();
}

// The parameters that lie outside their intervals.
inline std::vector<std::string> list_misses(const json& fit, const Bristles& truth) {
  std::vector<std::string> misses;
  for (const auto& [name, value] :
       {std::pair("stiffness", truth.stiffness), std::pair("damping", truth.damping),
        std::pair("coulomb.forward", truth.coulomb), std::pair("breakaway.forward", truth.breakaway),
        std::pair("stribeck_velocity.forward", truth.stribeck_velocity), std::pair("viscous.forward", truth.viscous)})
    if (const auto held = holds(fit, name, value); !held) misses.emplace_back(held.message());
  return misses;
}

}  // namespace stickslip::judgement
