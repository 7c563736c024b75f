#pragma once

#include <cstddef>

#include "batch/target.hpp"

namespace stickslip::bench {

// Makes `rounds` rounds of `chains` independent multiply-adds each and returns a number that depends on all.
template <class T>
struct PeakKernel {
  T (*run)(std::size_t rounds);
  std::size_t chains;
  std::size_t lanes;
};

#define STICKSLIP_DECLARE(target)              \
  namespace target {                           \
  extern const PeakKernel<double> peak_double; \
  extern const PeakKernel<float> peak_float;   \
  }
STICKSLIP_FOR_EACH_TARGET(STICKSLIP_DECLARE)
#undef STICKSLIP_DECLARE

}  // namespace stickslip::bench
