// Many candidates at once: every law's sampled face, driven along known motions in SIMD lanes.
//
// Candidates stand in blocks of `lanes`, and every array below holds the lanes of one number side by side, so that a
// vector load fetches them; place() in aligned.hpp finds one. All arrays are AlignedVectors.
#pragma once

#include <array>
#include <cstddef>

#include "batch/aligned.hpp"
#include "batch/target.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip::batch {

inline constexpr std::size_t contact_columns = 7;  // the numbers of a Contact, in its order

template <class T>
struct Drive {
  std::size_t blocks = 0;  // groups of `lanes` candidates
  std::size_t steps = 0;
  T h = 0;                    // [s]
  const T* motion = nullptr;  // [step 0..steps][column], or [block][step 0..steps][column][lane] for own_motions
  bool own_motions = false;   // every candidate has its own motion
  const T* params = nullptr;  // [block][scalar][lane], scalars in table order
  T* state = nullptr;         // [block][scalar][lane], from where it starts; afterwards where it ended
  T* force = nullptr;         // [block][step 1..steps][lane], Force::value
  T* inertia = nullptr;       // the same for Force::inertia, or null when nobody asks
};

template <class T>
using DriveLaw = void (*)(const Drive<T>&) noexcept;

// The laws of one target, in the order of FrictionLaws::names; element laws with their usual number of elements.
template <class T>
struct LawKernels {
  std::size_t lanes = 0;
  std::array<DriveLaw<T>, FrictionLaws::names.size()> drive{};
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
const LawKernels<T>& law_kernels(Target target = chosen_target());
template <>
const LawKernels<double>& law_kernels(Target target);
template <>
const LawKernels<float>& law_kernels(Target target);

}  // namespace stickslip::batch
