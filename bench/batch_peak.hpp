// The rate of fused multiply-adds that a core reaches with the registers of a target.
#pragma once

#include "batch/target.hpp"

namespace stickslip::bench {

// Nanoseconds per fused multiply-add and lane, median of repeats.
template <class T>
double nanoseconds_per_fma(batch::Target target, std::size_t repeats);

}  // namespace stickslip::bench
