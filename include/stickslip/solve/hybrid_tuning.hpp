// The simulation parameters of the hybrid law, derived from the machine by the conditions of 004 (11):
//
//   p_0 > 5/T_s            the velocity of a stopped body has died to 2 % (e^-5 < 0.02, hence S_2 = 0.02 S) one sample
//                          later
//   S < p_0 dx             it coasts by S/p_0 while it dies, less than the position sensor resolves
//   m S > u_max T_e        no step of the solver jumps over the band |v| < S in which a stop is seen
//
// E. Nouailletas, E. Mendes, D. Koenig 2010 (004), section 2.2, eqs. 9-11 and 24. The same for rotation: read rad, N.m
// and kg.m2.
//
// The third condition neglects friction beside u_max, as 004 does. While a body slows down, friction helps the applied
// force, so the speed lost in a step is at most (u_max + F_s) T_e/m; a step that shall miss no stop is chosen with
// that.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "stickslip/friction/hybrid.hpp"

namespace stickslip::solve {

// What is known of the machine.
struct HybridMachine {
  double mass = 1.0;               // m [kg]
  double largest_force = 0.0;      // u_max [N]
  double sample_time = 0.0;        // T_s of the sensors [s]
  double sensor_resolution = 0.0;  // dx [m]
};

// What the simulation needs.
struct HybridTuning {
  double stick_rate = 0.0;        // p_0 [1/s]
  double stick_velocity = 0.0;    // S [m/s]
  double release_velocity = 0.0;  // S_2 [m/s]
  double longest_step = 0.0;      // T_e max [s]
};

// 004's numbers: 5 time constants per sample, 2 % of S.
inline constexpr double decays_per_sample = 5.0;
inline constexpr double release_share = 0.02;

// A set that fulfils every condition, each with `margin` to spare: p_0 = margin 5/T_s, S = p_0 dx/margin, S_2 = 0.02 S,
// T_e = m S/(margin u_max). Throws std::invalid_argument when a number of the machine is not positive and finite, or
// when margin is not above 1.
HybridTuning tune(const HybridMachine& machine, double margin = 1.25);

// Every condition that a set violates, in words and with its numbers; empty when all hold. Numbers of the machine that
// are 0 are unknown, and conditions that need them are left out.
std::vector<std::string> violations(const HybridMachine& machine, const HybridTuning& tuning);

// The law's parameters with a tuning put in.
inline Hybrid::Params<double> with_tuning(Hybrid::Params<double> law, const HybridTuning& tuning) {
  law.stick_rate = tuning.stick_rate;
  law.stick_velocity = tuning.stick_velocity;
  law.release_velocity = tuning.release_velocity;
  return law;
}

// The longest step that cannot jump over the band |v| < S from where the body is now, [s]: what 004 leaves to future
// work. The speed changes by at most (|u| + F_s + sigma_2 |v|) h/m, where |u| bounds the applied force during the step.
// While the body slides faster than that, a step may bring it to the edge of the band; inside the band, one that
// changes the speed by at most S: it then sees the band, or the far side of it, at its end. `slack` in (0, 1) keeps
// away from equality. Never longer than `ceiling`.
inline double adapted_step(const Hybrid::Params<double>& law, double mass, double applied_bound, double velocity,
                           double ceiling, double slack = 0.9) noexcept {
  const double speed = std::abs(velocity);
  const double breakaway = std::max(law.breakaway.forward, law.breakaway.back);
  const double viscous = std::max(law.viscous.forward, law.viscous.back);
  const double fastest = (std::abs(applied_bound) + breakaway + viscous * speed) / mass;  // [m/s2]
  const double room = std::max(speed, law.stick_velocity);
  return fastest > 0.0 ? std::min(ceiling, slack * room / fastest) : ceiling;
}

}  // namespace stickslip::solve
