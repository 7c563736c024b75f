// The loss of many candidates along one record, a candidate or two per thread.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "../columns.hpp"
#include "launch.hpp"
#include "../one_lane.hpp"
#include "../residual.hpp"
#include "stickslip/friction/stepper.hpp"

namespace stickslip::batch::cuda {

inline constexpr int threads_per_block = 128;
inline constexpr std::size_t tile_steps = 128;  // samples that lie in shared memory at a time

// What a step of a law needs of the record: the geometry of the step where the law has a use for it, the contact at its
// end, the measurement.
template <class Law, class T>
struct Sample {
  typename Stepper<Law, OneLane<T>>::StepGeometry geometry;
  T contact[column_count<Law>];
  T measured;
  T weight;
  T acceleration;
};

template <class Law, class T>
__device__ Contact<OneLane<T>> read_contact(const T* columns) {
  std::size_t next = 0;
  return contact_from<Law, OneLane<T>>([&](std::size_t) { return OneLane<T>(columns[next++]); });
}

template <class Law, class T>
__device__ Contact<OneLane<T>> contact_in(const T* row) {
  return contact_from<Law, OneLane<T>>([row](std::size_t i) { return OneLane<T>(row[i]); });
}

template <class Law, class T>
__device__ void copy_columns(const T* row, T* to) {
  std::size_t next = 0;
  contact_from<Law, OneLane<T>>([&](std::size_t i) { return to[next++] = row[i], OneLane<T>(T(0)); });
}

template <class Law, class T>
__device__ void stage(const Launch<T>& job, std::size_t k, Sample<Law, T>& to) {
  const T* before = job.motion + k * contact_columns;
  const T* after = before + contact_columns;
  to.geometry = Stepper<Law, OneLane<T>>::geometry(contact_in<Law>(before), contact_in<Law>(after), OneLane<T>(job.h));
  copy_columns<Law>(after, to.contact);
  to.measured = job.measured[k];
  to.weight = job.weight[k];
  to.acceleration = job.acceleration[k];
}

template <class Law, class T>
class Candidate {
  using S = OneLane<T>;
  using Params = typename Law::template Params<S>;

 public:
  __device__ Candidate(const Launch<T>& job, std::size_t index, const Contact<S>& start)
      : stepper_(read_params(job, index), start) {}

  __device__ __forceinline__ bool keeps_direction(const Sample<Law, T>& to) const {
    return stepper_.keeps_direction(to.geometry);
  }
  __device__ __forceinline__ void step_same_direction(const Launch<T>& job, Loss kind, const Sample<Law, T>& to) {
    score(job, kind, to, stepper_.step_same_direction(to.geometry, state_));
  }
  __device__ __forceinline__ void step(const Launch<T>& job, Loss kind, const Contact<S>& before,
                                       const Contact<S>& after, const Sample<Law, T>& sample) {
    score(job, kind, sample, stepper_.step(before, after, state_, S(job.h)));
  }

  __device__ void end_stretch() {
    total_ = total_ + sum_;
    sum_ = S(T(0));
  }

  __device__ T total() const { return total_.v; }

 private:
  __device__ __forceinline__ void score(const Launch<T>& job, Loss kind, const Sample<Law, T>& sample,
                                        const Force<S>& f) {
    const S residual = weighted_residual<Law>(f, S(sample.measured), S(sample.weight), S(sample.acceleration));
    sum_ = sum_ + loss_term(kind, residual, S(job.huber));
  }

  __device__ static Params read_params(const Launch<T>& job, std::size_t index) {
    Params p;
    S* to = reinterpret_cast<S*>(&p);
    const double* from = job.params + index * param_count<Params>;
    for (std::size_t i = 0; i < param_count<Params>; ++i) to[i] = S(T(from[i]));
    return p;
  }

  Stepper<Law, S> stepper_;
  typename Law::template State<S> state_;
  S sum_ = S(T(0));
  S total_ = S(T(0));
};

// Two candidates in float share what depends on the motion alone; in double they would need too many registers.
template <class Law, class T>
inline constexpr std::size_t per_thread = HasRun<Law, OneLane<T>> && sizeof(T) == 4 ? 2 : 1;

// The candidates of a thread, side by side.
template <class Law, class T, std::size_t... i>
class Crew {
  using S = OneLane<T>;

 public:
  __device__ Crew(const Launch<T>& job, std::size_t first, std::size_t stride, const Contact<S>& start)
      : own_{Candidate<Law, T>(job, min(first + i * stride, job.candidates - 1), start)...} {}

  // From the sample before to this one.
  __device__ __forceinline__ void step(const Launch<T>& job, Loss kind, const Sample<Law, T>& before,
                                       const Sample<Law, T>& to) {
    if ((own_[i].keeps_direction(to) && ...)) {
      (own_[i].step_same_direction(job, kind, to), ...);
      return;
    }
    const Contact<S> from = read_contact<Law>(before.contact);
    const Contact<S> after = read_contact<Law>(to.contact);
    (own_[i].step(job, kind, from, after, to), ...);
  }

  __device__ void end_stretch() { (own_[i].end_stretch(), ...); }

  __device__ void leave(const Launch<T>& job, std::size_t first, std::size_t stride) const {
    ((first + i * stride < job.candidates ? void(job.sums[first + i * stride] = own_[i].total()) : void()), ...);
  }

 private:
  Candidate<Law, T> own_[sizeof...(i)];
};

// tile[0] is the last sample of the tile before.
template <class Law, class T, std::size_t... i>
__device__ __forceinline__ void run(const Launch<T>& job, Loss kind, Sample<Law, T>* tile, std::index_sequence<i...>) {
  const std::size_t stride = std::size_t(gridDim.x) * threads_per_block;
  const std::size_t first = std::size_t(blockIdx.x) * threads_per_block + threadIdx.x;
  Crew<Law, T, i...> crew(job, first, stride, contact_in<Law>(job.motion));
  if (threadIdx.x == 0) copy_columns<Law>(job.motion, tile[tile_steps].contact);
  for (std::size_t begin = 0; begin < job.steps; begin += tile_steps) {
    const int count = int(min(job.steps - begin, tile_steps));
    __syncthreads();
    if (threadIdx.x == 0) tile[0] = tile[tile_steps];
    __syncthreads();
    for (int k = int(threadIdx.x); k < count; k += threads_per_block) stage(job, begin + k, tile[k + 1]);
    __syncthreads();
    if (count == int(tile_steps)) {
#pragma unroll 4
      for (int k = 0; k < int(tile_steps); ++k) crew.step(job, kind, tile[k], tile[k + 1]);
    } else {
      for (int k = 0; k < count; ++k) crew.step(job, kind, tile[k], tile[k + 1]);
    }
    crew.end_stretch();
  }
  crew.leave(job, first, stride);
}

// With squares known to the compiler, nothing is asked of the loss in the loop.
template <class Law, class T>
inline constexpr int least_blocks = HasRun<Law, OneLane<T>> && sizeof(T) == 8 ? 5 : 1;  // on a multiprocessor

template <class Law, class T, std::size_t n, bool squares>
__global__ void __launch_bounds__(threads_per_block, (least_blocks<Law, T>)) compute_losses(const Launch<T> job) {
  __shared__ Sample<Law, T> tile[tile_steps + 1];
  run<Law, T>(job, squares ? Loss::squares : job.loss, tile, std::make_index_sequence<n>());
}

template <class Law, class T, std::size_t n, bool squares>
void launch_each(const Launch<T>& job, cudaStream_t stream) {
  const std::size_t per_block = n * threads_per_block;
  const auto blocks = unsigned((job.candidates + per_block - 1) / per_block);
  compute_losses<Law, T, n, squares><<<blocks, threads_per_block, 0, stream>>>(job);
}

// Several per thread where that still fills the device.
template <class Law, class T, bool squares>
void launch_by_size(const Launch<T>& job, cudaStream_t stream) {
  constexpr std::size_t many = 1 << 17;
  if constexpr (per_thread < Law, T >> 1) {
    if (job.candidates >= many) return launch_each<Law, T, per_thread<Law, T>, squares>(job, stream);
  }
  launch_each<Law, T, 1, squares>(job, stream);
}

template <class Law, class T>
void launch_losses(const Launch<T>& job, cudaStream_t stream) {
  if constexpr (HasRun<Law, OneLane<T>>) {
    if (job.loss == Loss::squares) return launch_by_size<Law, T, true>(job, stream);
  }
  launch_by_size<Law, T, false>(job, stream);
}

template <class T, class... Laws>
constexpr std::array<LaunchLaw<T>, sizeof...(Laws)> launchers_in(Types<Laws...>) {
  return {&launch_losses<Laws, T>...};
}

template <class Entry, class T>
constinit const typename Launchers<Entry, T>::Table Launchers<Entry, T>::table = launchers_in<T>(sizes<Entry>{});

}  // namespace stickslip::batch::cuda
