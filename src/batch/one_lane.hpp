// OneLane<T>: a double or float with the face of lanes (lanes.hpp): for processors without vector instructions, for the
// plain loop that the lanes are compared with, and for a thread of a CUDA device.
#pragma once

#include <concepts>
#include <cstddef>

#include "stickslip/scalar.hpp"

#if defined(__CUDACC__)
#include "cuda/exponential.cuh"
#endif

namespace stickslip::batch {

template <class T>
struct OneLane {
  using Number = T;
  static constexpr std::size_t count = 1;

  T v = T(0);

  OneLane() = default;
  template <class U>
  requires std::convertible_to<U, T> STICKSLIP_HD constexpr OneLane(U number)
      : v(static_cast<T>(number)) {}  // NOLINT: a number is a lane

  STICKSLIP_HD static OneLane load(const T* from) { return *from; }
  STICKSLIP_HD void store(T* to) const { *to = v; }

  STICKSLIP_HD friend OneLane operator+(OneLane a, OneLane b) { return a.v + b.v; }
  STICKSLIP_HD friend OneLane operator-(OneLane a, OneLane b) { return a.v - b.v; }
  STICKSLIP_HD friend OneLane operator*(OneLane a, OneLane b) { return a.v * b.v; }
  STICKSLIP_HD friend OneLane operator/(OneLane a, OneLane b) { return a.v / b.v; }
  STICKSLIP_HD friend OneLane operator-(OneLane a) { return -a.v; }

  STICKSLIP_HD friend bool operator<(OneLane a, OneLane b) { return a.v < b.v; }
  STICKSLIP_HD friend bool operator>(OneLane a, OneLane b) { return a.v > b.v; }
  STICKSLIP_HD friend bool operator<=(OneLane a, OneLane b) { return a.v <= b.v; }
  STICKSLIP_HD friend bool operator>=(OneLane a, OneLane b) { return a.v >= b.v; }

  STICKSLIP_HD friend OneLane abs(OneLane a) { return std::abs(a.v); }
  STICKSLIP_HD friend OneLane sqrt(OneLane a) { return std::sqrt(a.v); }
  STICKSLIP_HD friend OneLane exp(OneLane a) { return std::exp(a.v); }
  STICKSLIP_HD friend OneLane log(OneLane a) { return std::log(a.v); }
  STICKSLIP_HD friend OneLane tanh(OneLane a) { return std::tanh(a.v); }
  STICKSLIP_HD friend OneLane sin(OneLane a) { return std::sin(a.v); }

#if defined(__CUDA_ARCH__)
  __device__ friend OneLane falling(OneLane a) { return cuda::falling(a.v); }
  __device__ friend OneLane decay(OneLane a) { return cuda::decay(a.v); }
  __device__ friend OneLane reciprocal(OneLane a) { return cuda::reciprocal(a.v); }
#else
  STICKSLIP_HD friend OneLane decay(OneLane a) { return -std::expm1(-a.v); }
#endif
};

}  // namespace stickslip::batch
