// The lanes' functions applied to arrays, for every target.
#pragma once

#include <cstddef>

#include "batch/target.hpp"

namespace stickslip::batch {

// out[i] = function(in[i]) for i < n; n is a multiple of 16, arrays are aligned to 64 bytes.
template <class T>
struct MathKernels {
  using Apply = void (*)(const T* in, T* out, std::size_t n);
  Apply exp, falling, decay, log, sqrt, tanh, sin, abs;
  // 1 or 0 for a < b, a <= b, a > b, a >= b; chosen = a where !(a < b) && (a <= b || a > 0), else -b.
  void (*compare)(const T* a, const T* b, T* below, T* not_above, T* above, T* not_below, T* chosen, std::size_t n);
  bool (*any_below)(const T* a, const T* b);
  std::size_t lanes;
};

#define STICKSLIP_DECLARE(target)                \
  namespace target {                             \
  extern const MathKernels<double> math_doubles; \
  extern const MathKernels<float> math_floats;   \
  }
STICKSLIP_FOR_EACH_TARGET(STICKSLIP_DECLARE)
#undef STICKSLIP_DECLARE

}  // namespace stickslip::batch
