// The energy of a law that is carried through a motion: work done on it against what it stores.
// The motions consist of pieces of constant velocity, cut into steps through the sampled face. The work of a step,
// integral F v dt, lies between the rectangles with F at its two ends when F is monotone in between:
//   work = (F0 + F1)/2 v h +- |F1 - F0| |v| h / 2.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "law_traits.hpp"

namespace stickslip::conformance {

// A law without stored energy has given back nothing it could have kept: from the start, its work is not negative.
template <class Law>
double stored(const ParamsOf<Law>& p, const Contact<double>& c, const StateOf<Law>& s) {
  if constexpr (HasStoredEnergy<Law>)
    return Law::stored_energy(p, c, s);
  else
    return 0.0;
}

// How much the force may rise above its two ends inside a step, per travel [N/m]: nothing when it is monotone, else as
// fast as the presliding stiffness of the stiffer side.
template <class Law>
double peak([[maybe_unused]] const ParamsOf<Law>& p, [[maybe_unused]] const Contact<double>& c) {
  if constexpr (Traits<Law>::monotone)
    return 0.0;
  else
    return std::max(Law::presliding_stiffness(p, c), Law::presliding_stiffness(mirrored_params(p), c));
}

// What a motion says about passivity. A margin is work + uncertainty + rounding - energy stored [J].
struct EnergyAccount {
  double work = 0.0;
  double uncertainty = 0.0;
  double worst_step = std::numeric_limits<double>::infinity();   // smallest margin of one step
  double worst_total = std::numeric_limits<double>::infinity();  // smallest margin since the start
  double drawn = 0.0;  // largest energy drawn since the start beyond every doubt [J]
};

inline constexpr int steps_per_piece = 32;  // a spring is then stretched with an uncertainty of 1.5 % in its last steps

// Runs a law through the pieces. Between two pieces the velocity jumps, which is a step of length zero.
template <class Law>
EnergyAccount account(const ParamsOf<Law>& p, const std::vector<Piece>& pieces, const Contact<double>& surroundings,
                      int steps = steps_per_piece) {
  EnergyAccount a;
  double rounding = 0.0;
  StateOf<Law> s{};
  Contact<double> c = surroundings;
  const double start = stored<Law>(p, c, s);
  for (const Piece& piece : pieces) {
    const Contact<double> stopped = c;
    c.velocity = piece.velocity;
    c.applied = piece.applied;
    s = Law::advance(p, stopped, c, s, 0.0);
    const double h = piece.duration / steps;
    double force0 = Law::force(p, c, s).value;
    double energy0 = stored<Law>(p, c, s);
    for (int i = 0; i < steps; ++i) {
      const Contact<double> before = c;
      c.displacement += c.velocity * h;
      s = Law::advance(p, before, c, s, h);
      const double force1 = Law::force(p, c, s).value;
      const double energy1 = stored<Law>(p, c, s);
      const double travel = c.velocity * h;
      const double work = (force0 + force1) / 2.0 * travel;
      const double doubt = (std::abs(force1 - force0) + peak<Law>(p, c) * std::abs(travel)) * std::abs(travel) / 2.0;
      // Sums over up to 64 elements and differences of displacements: some hundred roundings of the largest terms.
      const double slack =
          1e-13 *
          ((std::abs(force0) + std::abs(force1)) * (std::abs(travel) + std::abs(c.displacement)) + energy0 + energy1);
      a.work += work;
      a.uncertainty += doubt;
      rounding += slack;
      if (HasStoredEnergy<Law>) a.worst_step = std::min(a.worst_step, work + doubt + slack - (energy1 - energy0));
      a.worst_total = std::min(a.worst_total, a.work + a.uncertainty + rounding - (energy1 - start));
      a.drawn = std::max(a.drawn, energy1 - start - a.work - a.uncertainty - rounding);
      force0 = force1;
      energy0 = energy1;
    }
  }
  return a;
}

}  // namespace stickslip::conformance
