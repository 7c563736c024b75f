// Break-away and sliding torque of an actuator along its travel, as polynomials; 004, 5.1-5.2.
//
//   C_s(theta, direction) = b_0 + b_1 theta + ... + b_d theta^d         (47), by least squares over break-away ramps
//   C_r(theta, direction) = C_s(theta, direction)/beta,  beta = mean C_s/mean C_r      (46), (49)
//
// Magnitudes in both directions. The ramps are read as in `breakaway`, and corrected in the same way. The mean sliding
// torque, from `two-sinusoids`, gives beta. 004's own coefficients (Tables 4 and 5) are lost.
//
// Columns as of `breakaway`.
#pragma once

#include "stickslip/identify/method_result.hpp"

namespace stickslip::identify {

// Groups "plant", "sensor", "polynomials".
MethodSettings torque_polynomials_settings();

// Estimates forward[k], back[k], mean.forward, mean.back; with a sliding torque ratio.forward, ratio.back.
MethodResult estimate_torque_polynomials(std::span<const measurement::Dataset> files, const MethodSettings& settings);

}  // namespace stickslip::identify
