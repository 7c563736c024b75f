// How far the force of a law lies from a measured one: weight (force - measured), Force::inertia included.
#pragma once

#include "stickslip/friction.hpp"

namespace stickslip::batch {

template <class Law, class S>
STICKSLIP_HOT S weighted_residual(const Force<S>& f, const S& measured, const S& weight,
                                  const S& acceleration) noexcept {
  S force = f.value;
  if constexpr (has_inertia<Law>) force = fused(f.inertia, acceleration, force);
  return (force - measured) * weight;
}

}  // namespace stickslip::batch
