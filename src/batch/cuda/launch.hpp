// One launch: many candidates along one record; all pointers are the device's.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "stickslip/batch/loss.hpp"

namespace stickslip::batch::cuda {

template <class T>
struct Launch {
  std::size_t candidates;
  std::size_t steps;
  T h;
  Loss loss;
  T huber;
  const double* params;   // [candidate][scalar]
  const T* motion;        // [sample 0..steps][column]
  const T* measured;      // [sample 1..steps]
  const T* weight;        // the same
  const T* acceleration;  // the same
  T* sums;                // [candidate]
};

template <class T>
using LaunchLaw = void (*)(const Launch<T>&, cudaStream_t);

// The launchers are spread over several sources, so that they compile side by side: source s has those whose position
// in SizedLaws leaves the rest s.
inline constexpr std::size_t sources = 4;
template <class T, std::size_t source>
LaunchLaw<T> launcher(std::size_t law);

}  // namespace stickslip::batch::cuda
