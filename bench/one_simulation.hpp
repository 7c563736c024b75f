// The two simulations as plain functions for the peers, in C++17 because odeint's rosenbrock4 does not compile as
// C++20.
//
// Mass 1 kg on LuGre friction with the parameters of 004 Table 1: sigma_0 = 1e5 N/m, sigma_1 = sqrt(1e5) N s/m,
// sigma_2 = 0.4 N s/m, F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s. Unknowns x, v, w (integral of the control error), z.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

namespace stickslip::bench {

enum class Case { stick_slip, limit_cycle };

inline constexpr std::size_t unknowns = 4;

inline double find_end(Case c) { return c == Case::stick_slip ? 20.0 : 100.0; }  // [s]

// x at the end [m]: agreed by RK4 at 1, 2 and 4 us and by three adaptive codes at tight tolerances.
inline double find_truth(Case c) { return c == Case::stick_slip ? 1.272596412320 : 0.936109702766; }

struct Outcome {
  double position = 0.0;  // at the end [m]
  std::size_t steps = 0;  // accepted and rejected
  std::string failure;    // empty when the end was reached
};

constexpr double stiffness = 1e5, viscous = 0.4, coulomb = 1.0, breakaway = 1.5, stribeck_velocity = 1e-3;
inline const double damping = std::sqrt(1e5);

// The applied force is K (0.1 t - x) with K = 2 N/m, or -K_p (x - 1) - K_v v - K_i w with K_p = 3, K_v = 6, K_i = 4.
inline void slope(Case c, double t, const double* y, double* dydt) {
  const double v = y[1];
  const double z = y[3];
  const double ratio = v / stribeck_velocity;
  const double level = coulomb + (breakaway - coulomb) * std::exp(-ratio * ratio);
  const double rate = v - stiffness * std::abs(v) * z / level;
  const double friction = stiffness * z + damping * rate + viscous * v;
  const double applied = c == Case::stick_slip ? 2.0 * (0.1 * t - y[0]) : -3.0 * (y[0] - 1.0) - 6.0 * v - 4.0 * y[2];
  dydt[0] = v;
  dydt[1] = applied - friction;
  dydt[2] = c == Case::stick_slip ? 0.0 : y[0] - 1.0;
  dydt[3] = rate;
}

// d slope_i / d y_j as at(i, j), by hand.
template <class At>
void jacobian(Case c, const double* y, At at) {
  const double v = y[1];
  const double z = y[3];
  const double ratio = v / stribeck_velocity;
  const double dip = (breakaway - coulomb) * std::exp(-ratio * ratio);
  const double level = coulomb + dip;
  const double level_slope = -2.0 * ratio / stribeck_velocity * dip;
  const double speed = std::abs(v);
  const double direction = v < 0.0 ? -1.0 : 1.0;
  const double rate_v = 1.0 - stiffness * z * (direction / level - speed * level_slope / (level * level));
  const double rate_z = -stiffness * speed / level;
  const bool pulled = c == Case::stick_slip;
  for (std::size_t i = 0; i < unknowns; ++i)
    for (std::size_t j = 0; j < unknowns; ++j) at(i, j) = 0.0;
  at(0, 1) = 1.0;
  at(1, 0) = pulled ? -2.0 : -3.0;
  at(1, 1) = (pulled ? 0.0 : -6.0) - damping * rate_v - viscous;
  at(1, 2) = pulled ? 0.0 : -4.0;
  at(1, 3) = -stiffness - damping * rate_z;
  at(2, 0) = pulled ? 0.0 : 1.0;
  at(3, 1) = rate_v;
  at(3, 3) = rate_z;
}

// Relative tolerance; absolute tolerances are the same times 1 for x, v and w, and times 1e-5 for z, all of it times
// `floor`.
Outcome by_cvode(Case c, double tolerance, double floor = 1.0);
Outcome by_rosenbrock4(Case c, double tolerance);
Outcome by_dopri5(Case c, double tolerance);

inline constexpr double bristle_scale = 1e-5;  // [m] size of z

}  // namespace stickslip::bench
