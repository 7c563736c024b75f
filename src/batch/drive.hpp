// The loop behind kernels.hpp, for sources that are compiled once per target. S is a scalar with many candidates in it:
// Lanes<T>, or one of them, OneLane<T>.
#pragma once

#include <cstring>
#include <type_traits>
#include <utility>

#include "columns.hpp"
#include "kernels.hpp"
#include "residual.hpp"
#include "stickslip/friction/stepper.hpp"

namespace stickslip::batch {
namespace {  // NOLINT(google-build-namespaces): a copy per object is the purpose

// A parameter set from the lanes of its scalars.
template <class Set, class S>
Set load_set(const typename S::Number* from) noexcept {
  Set set;
  for (S& s : scalars(set)) s = S::load(from), from += S::count;
  return set;
}

// One vector of candidates on its way along a record.
template <class Law, class S>
class Runner {
  using T = typename S::Number;
  using Params = typename Law::template Params<S>;

 public:
  STICKSLIP_HOT Runner(const Drive<T>& d, std::size_t vector) noexcept
      : vector_(vector),
        stepper_(load_set<Params, S>(d.params + vector * param_count<Params> * S::count), contact_at(d, vector, 0)) {}

  using StepGeometry = typename Stepper<Law, S>::StepGeometry;
  STICKSLIP_HOT static StepGeometry geometry(const Drive<T>& d, const Contact<S>& before,
                                             const Contact<S>& after) noexcept {
    return Stepper<Law, S>::geometry(before, after, S(d.h));
  }

  // One step along a motion that all candidates share.
  STICKSLIP_HOT bool keeps_direction(const StepGeometry& geometry) const noexcept {
    return stepper_.keeps_direction(geometry);
  }
  STICKSLIP_HOT void step_same_direction(const Drive<T>& d, std::size_t k, const StepGeometry& geometry) noexcept {
    leave(d, k, stepper_.step_same_direction(geometry, state_));
  }
  STICKSLIP_HOT void step(const Drive<T>& d, std::size_t k, const Contact<S>& before,
                          const Contact<S>& after) noexcept {
    leave(d, k, stepper_.step(before, after, state_, S(d.h)));
  }

  // One step along the candidates' own motions.
  STICKSLIP_HOT void own_step(const Drive<T>& d, std::size_t k) noexcept {
    leave(d, k, stepper_.step(contact_at(d, vector_, k), contact_at(d, vector_, k + 1), state_, S(d.h)));
  }

  // Sums of short stretches are added up, so that rounding errors do not grow with the length of the record.
  STICKSLIP_HOT void end_stretch() noexcept {
    total_ = total_ + sum_;
    sum_ = S(0);
  }

  STICKSLIP_HOT void finish(const Scoring<T>& scoring) const noexcept {
    if (scoring.loss != nullptr) total_.store(scoring.loss + vector_ * S::count);
  }

  // Goes on where the part before ended, and leaves the run for the part behind.
  STICKSLIP_HOT void resume(const Drive<T>& d) noexcept {
    static_assert(std::is_trivially_copyable_v<Runner>);
    if (d.from > 0) std::memcpy(static_cast<void*>(this), d.runs + vector_ * sizeof(Runner), sizeof(Runner));
  }
  STICKSLIP_HOT void suspend(const Drive<T>& d) const noexcept {
    if (d.runs != nullptr) std::memcpy(d.runs + vector_ * sizeof(Runner), this, sizeof(Runner));
  }

  STICKSLIP_HOT static Contact<S> shared_contact(const Drive<T>& d, std::size_t k) noexcept {
    return contact_from<Law, S>([&d, k](std::size_t i) { return S(d.columns[i][k]); });
  }

 private:
  STICKSLIP_HOT void leave(const Drive<T>& d, std::size_t k, const Force<S>& f) noexcept {
    const std::size_t at = (vector_ * d.part + k - d.from) * S::count;
    if (d.force != nullptr) f.value.store(d.force + at);
    if (d.inertia != nullptr) f.inertia.store(d.inertia + at);
    if (d.scoring.loss != nullptr) score(d.scoring, k, f);
  }

  STICKSLIP_HOT static Contact<S> contact_at(const Drive<T>& d, std::size_t vector, std::size_t k) noexcept {
    if (!d.own_motions) return shared_contact(d, k);
    const T* row = d.motion + (vector * (d.steps + 1) + k) * contact_columns * S::count;
    return contact_from<Law, S>([row](std::size_t i) { return S::load(row + i * S::count); });
  }

  STICKSLIP_HOT static S acceleration(const Scoring<T>& scoring, std::size_t k) noexcept {
    if constexpr (has_inertia<Law>)
      return S(scoring.acceleration[k]);
    else
      return S(0);
  }

  STICKSLIP_HOT void score(const Scoring<T>& scoring, std::size_t k, const Force<S>& f) noexcept {
    const S residual =
        weighted_residual<Law>(f, S(scoring.measured[k]), S(scoring.weight[k]), acceleration(scoring, k));
    sum_ = sum_ + loss_term(scoring.kind, residual, S(scoring.huber));
  }

  std::size_t vector_;
  Stepper<Law, S> stepper_;
  typename Law::template State<S> state_;
  S sum_ = S(0);
  S total_ = S(0);
};

inline constexpr std::size_t stretch = 256;  // steps

// Where a part of a motion that all share begins.
template <class R, class T>
STICKSLIP_HOT auto shared_start(const Drive<T>& d) noexcept {
  return d.own_motions ? decltype(R::shared_contact(d, 0)){} : R::shared_contact(d, d.from);
}

// Vectors `first` and following, as many as there are indices, side by side: while one waits for its own last result,
// the others use the processor.
template <class Law, class S, std::size_t... i>
void drive_together(const Drive<typename S::Number>& d, std::size_t first, std::index_sequence<i...>) noexcept {
  using R = Runner<Law, S>;
  R runners[] = {R(d, first + i)...};
  (runners[i].resume(d), ...);
  const std::size_t last = d.from + d.part;
  Contact<S> before = shared_start<R>(d);
  for (std::size_t begin = d.from; begin < last; begin += stretch) {
    const std::size_t end = last - begin < stretch ? last : begin + stretch;
    for (std::size_t k = begin; k < end; ++k) {
      if (d.own_motions) {
        (runners[i].own_step(d, k), ...);
        continue;
      }
      const Contact<S> after = R::shared_contact(d, k + 1);
      const typename R::StepGeometry geometry = R::geometry(d, before, after);
      if ((runners[i].keeps_direction(geometry) && ...))
        (runners[i].step_same_direction(d, k, geometry), ...);
      else
        (runners[i].step(d, k, before, after), ...);
      before = after;
    }
    (runners[i].end_stretch(), ...);
  }
  (runners[i].finish(d.scoring), ...);
  (runners[i].suspend(d), ...);
}

// As many vectors side by side as leave room for their numbers in the registers.
template <class Law, class S>
inline constexpr std::size_t together = HasRun<Law, S> ? vectors_together : 1;

template <class Law, class S>
void drive_law(const Drive<typename S::Number>& given) noexcept {
  constexpr std::size_t n = together<Law, S>;
  Drive<typename S::Number> d = given;
  if (d.part == 0) d.part = d.steps - d.from;
  std::size_t vector = 0;
  for (; vector + n <= d.vectors; vector += n) drive_together<Law, S>(d, vector, std::make_index_sequence<n>());
  for (; vector < d.vectors; ++vector) drive_together<Law, S>(d, vector, std::index_sequence<0>());
}

template <class S, class... Laws>
constexpr LawKernels<typename S::Number> make_kernels(Types<Laws...>) {
  return {S::count, {&drive_law<Laws, S>...}, {sizeof(Runner<Laws, S>)...}};
}

}  // namespace
}  // namespace stickslip::batch
