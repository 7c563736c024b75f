// Three synthetic seals at five pressures: MGMS of 64 elements, so that no law of ten is the truth; a ramp of 5 mm/s
// over 0.5 s, 1 ms between samples, 0.5 % noise.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "stickslip/identify/fit.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip::bench {

struct SealShape {
  std::string name;
  double first, last;  // travel of the first and the last element [m]
  double breakaway;    // sum of kbar_i z_i [N]
  double slope;        // of the stiffness with pressure [1/Pa]
  double coulomb_slope, coulomb_base;
};

inline const std::array seal_shapes{SealShape{"D-ring", 1.0e-4, 6.4e-4, 100.0, 1.0e-6, 3.2e-5, 38.6},
                                    SealShape{"O-ring", 0.5e-4, 4.0e-4, 60.0, 1.5e-6, 2.0e-5, 25.0},
                                    SealShape{"bonded seal", 1.5e-4, 9.0e-4, 160.0, 0.6e-6, 4.5e-5, 55.0}};

inline ParamGroup seal_truth(const SealShape& shape) {
  constexpr std::size_t n = 64;
  ParamGroup g = law_group("mgms", n);
  std::vector<double> travel, factor;
  for (std::size_t i = 0; i < n; ++i) {
    const double z = shape.first + (shape.last - shape.first) * double(i) / double(n - 1);
    travel.push_back(z);
    factor.push_back(shape.breakaway / double(n) / z);
  }
  assign(g, "travel", {travel, {}, true});
  assign(g, "stiffness_factor", {factor, {}, true});
  assign(g, "stiffness_slope", {{shape.slope}});
  assign(g, "coulomb_slope", {{shape.coulomb_slope}});
  assign(g, "coulomb_base", {{shape.coulomb_base}});
  return g;
}

// One recording per pressure.
inline std::vector<identify::Recording> seal_recordings(const SealShape& shape, std::uint64_t seed,
                                                        double noise = 0.005) {
  constexpr double step = 1e-3;
  constexpr std::size_t samples = 501;
  constexpr double speed = 5e-3;
  const ParamGroup truth = seal_truth(shape);
  numerics::Generator random(seed);
  std::vector<identify::Recording> all;
  for (const double bar : {5.0, 10.0, 15.0, 20.0, 25.0}) {
    identify::Recording r;
    r.record.name = shape.name + " at " + std::to_string(int(bar)) + " bar";
    r.record.step = step;
    for (std::size_t k = 0; k < samples; ++k)
      r.record.motion.push_back({.velocity = speed, .displacement = speed * step * double(k), .pressure = bar * 1e5});
    batch::Batch batch("mgms", 64, {r.record}, {.threads = 1});
    std::vector<double> force = batch.forces({1, truth.values});
    force.insert(force.begin(), 0.0);
    double largest = 0.0;
    for (const double f : force) largest = std::max(largest, f);
    for (const double f : force) r.record.force.push_back(f + random.normal(noise * largest));
    all.push_back(std::move(r));
  }
  return all;
}

}  // namespace stickslip::bench
