// Many candidates at once: every law's sampled face, driven along known motions in SIMD lanes.
//
// Candidates stand in vectors of `lanes`, and every array below holds the lanes of one number side by side, so that a
// vector load fetches them; place() in aligned.hpp finds one. All arrays are AlignedVectors.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "aligned.hpp"
#include "prepared.hpp"
#include "sized_laws.hpp"
#include "stickslip/batch/loss.hpp"
#include "target.hpp"

namespace stickslip::batch {

// The loss of a run against a measurement, summed over its samples.
template <class T>
struct Scoring {
  Loss kind = Loss::squares;
  T huber = 1;                      // residual from which Loss::huber grows linearly
  const T* measured = nullptr;      // [step 1..steps], [N]
  const T* weight = nullptr;        // the same, [1/N]; the residual is weight (force - measured)
  const T* acceleration = nullptr;  // the same, [m/s2]; what Force::inertia is multiplied with
  T* loss = nullptr;                // [vector][lane]
};

template <class T>
struct Drive {
  std::size_t vectors = 0;  // groups of `lanes` candidates
  std::size_t steps = 0;
  T h = 0;                    // [s]
  const T* motion = nullptr;  // [vector][step 0..steps][column][lane], for own_motions
  bool own_motions = false;   // every candidate has its own motion
  const T* params = nullptr;  // [vector][scalar][lane], scalars in table order
  T* force = nullptr;         // [vector][step of the part][lane], Force::value; or null when nobody asks
  T* inertia = nullptr;       // the same for Force::inertia
  Scoring<T> scoring = {};    // without a place for the loss: nobody asks

  Strided<T> columns[contact_columns] = {};  // [step 0..steps], of the motion that all share
  std::size_t from = 0;                      // the first step of the part of the record that is driven along
  std::size_t part = 0;                      // its steps; 0: all
  std::byte* runs = nullptr;                 // [vector] what goes on in the next part, LawKernels::run_size bytes each
};

// Candidates along a record, and their loss there.
template <class T>
Drive<T> drive_along(const RecordArrays<T>& record, const AlignedVector<T>& params, std::size_t vectors) {
  Drive<T> d;
  d.vectors = vectors;
  d.steps = record.steps;
  d.h = record.h;
  d.params = params.data();
  std::copy(record.motion.begin(), record.motion.end(), d.columns);
  return d;
}
template <class T>
Scoring<T> scoring_along(const RecordArrays<T>& record, Loss kind, T huber, AlignedVector<T>& loss) {
  return {kind, huber, record.measured, record.weight, record.acceleration, loss.data()};
}

// A law with a Run steps so many vectors side by side (drive.hpp): more would not find room in the registers.
inline constexpr std::size_t vectors_together = 3;

template <class T>
using DriveLaw = void (*)(const Drive<T>&) noexcept;

// The laws of one target, in the order of SizedLaws.
template <class T>
struct LawKernels {
  std::size_t lanes = 0;
  std::array<DriveLaw<T>, sized_law_count> drive{};
  std::array<std::size_t, sized_law_count> run_size{};  // [B] of a vector's run, for Drive::runs
};

#define STICKSLIP_DECLARE(target)          \
  namespace target {                       \
  extern const LawKernels<double> doubles; \
  extern const LawKernels<float> floats;   \
  }
STICKSLIP_FOR_EACH_TARGET(STICKSLIP_DECLARE)
#undef STICKSLIP_DECLARE

// The kernels of a target. Ask once, outside every loop.
template <class T>
const LawKernels<T>& law_kernels(Target target = choose_target());
template <>
const LawKernels<double>& law_kernels(Target target);
template <>
const LawKernels<float>& law_kernels(Target target);

}  // namespace stickslip::batch
