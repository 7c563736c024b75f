// One launch: many candidates along one record; all pointers are the device's.
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <cstddef>

#include "../sized_laws.hpp"
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

// The compiled sizes of an entry of the list of laws: One<Law> or Many<Law>.
template <class Entry>
using sizes = decltype(batch::detail::compiled_sizes(Entry{}));

// Its launchers, one per size. A source per entry, made from losses.cu.in, instantiates them for both scalars.
template <class Entry, class T>
struct Launchers {
  using Table = std::array<LaunchLaw<T>, sizes<Entry>::count>;
  static const Table table;
};

}  // namespace stickslip::batch::cuda
