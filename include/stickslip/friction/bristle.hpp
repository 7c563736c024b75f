// The sampled step of a bristle, shared by the LuGre family:
//
//   dz/dt = v - sigma_0 |v| z / g
//
// With the travelled path as the clock, tau = sigma_0 |dx| / g, this is dz/dtau = z_ss - z, z_ss = g sign(v)/sigma_0.
// Over a step in which v keeps its sign, z_ss is taken linear in tau between its two ends:
//
//   z1 = e^-tau z0 + (1 - m) z_ss1 + (m - e^-tau) z_ss0,      m = (1 - e^-tau)/tau
//
// All three weights are positive and add up to one, so z never leaves the range of z0 and z_ss: stable for every step.
// Exact for constant velocity and level; a small step moves z by exactly the path; a long one ends at z_ss of its end
// (a midpoint form would end half a step late). Order 2.
#pragma once

#include "stickslip/friction.hpp"

namespace stickslip {

// Relaxation of x towards a target that moves from target0 to target1 while the dimensionless time tau passes, given
// decay(tau) and mean_decay(tau): the three weights above, collected so that nothing cancels when tau is small.
template <class S>
STICKSLIP_HD S relax(const S& x, const S& target0, const S& target1, const S& decayed, const S& mean) noexcept {
  return fused(S(1) - mean, target1 - target0, fused(decayed, target0 - x, x));
}
template <class S>
STICKSLIP_HD S relax(const S& x, const S& target0, const S& target1, const S& tau) noexcept {
  const S mean = mean_decay(tau);
  return relax(x, target0, target1, tau * mean, mean);
}

// The bristle's deflection after a step of length h during which the velocity keeps its sign; level0 and level1 are g
// at the two ends.
template <class S>
STICKSLIP_HD S bristle_step(const S& deflection, const S& v0, const S& v1, const S& level0, const S& level1,
                            const S& stiffness, const S& h) noexcept {
  const S travel = (v0 + v1) / S(2) * h;
  const S tau = stiffness * abs(travel) * S(2) / (level0 + level1);
  const S reach = sign(travel) / stiffness;
  return relax(deflection, reach * level0, reach * level1, tau);
}

}  // namespace stickslip
