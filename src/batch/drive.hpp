// The loop behind kernels.hpp, for sources that are compiled once per target.
#pragma once

#include "batch/kernels.hpp"
#include "batch/lanes.hpp"

namespace stickslip::batch {
namespace {  // NOLINT(google-build-namespaces): a copy per object is the purpose

// The columns that a law looks at; the others are not loaded.
template <class Law>
struct Columns {
  static constexpr bool velocity = includes(Law::reads | Law::may_read, Reads::velocity);
  static constexpr bool displacement = includes(Law::reads | Law::may_read, Reads::displacement);
  static constexpr bool applied = includes(Law::reads | Law::may_read, Reads::applied);
  static constexpr bool mass = includes(Law::reads | Law::may_read, Reads::mass);
  static constexpr bool load = includes(Law::reads | Law::may_read, Reads::load);
  static constexpr bool pressure = includes(Law::reads | Law::may_read, Reads::pressure);
  static constexpr bool temperature = includes(Law::reads | Law::may_read, Reads::temperature);
};

template <class Law, class T, class Fetch>
Contact<Lanes<T>> contact_from(Fetch fetch) noexcept {
  using C = Columns<Law>;
  Contact<Lanes<T>> c;
  if constexpr (C::velocity) c.velocity = fetch(0);
  if constexpr (C::displacement) c.displacement = fetch(1);
  if constexpr (C::applied) c.applied = fetch(2);
  if constexpr (C::mass) c.mass = fetch(3);
  if constexpr (C::load) c.load = fetch(4);
  if constexpr (C::pressure) c.pressure = fetch(5);
  if constexpr (C::temperature) c.temperature = fetch(6);
  return c;
}

template <class Law, class T>
Contact<Lanes<T>> contact_at(const Drive<T>& d, std::size_t block, std::size_t step) noexcept {
  using S = Lanes<T>;
  if (!d.own_motions) {
    const T* row = d.motion + step * contact_columns;
    return contact_from<Law, T>([row](std::size_t i) { return S(row[i]); });
  }
  const T* row = d.motion + (block * (d.steps + 1) + step) * contact_columns * S::count;
  return contact_from<Law, T>([row](std::size_t i) { return S::load(row + i * S::count); });
}

// A parameter set or state from, and back to, the lanes of its scalars.
template <class Set, class T>
Set loaded(const T* from) noexcept {
  Set set;
  for (Lanes<T>& s : scalars(set)) s = Lanes<T>::load(from), from += Lanes<T>::count;
  return set;
}

template <class Set, class T>
void store(const Set& set, T* to) noexcept {
  for (const Lanes<T>& s : scalars(set)) s.store(to), to += Lanes<T>::count;
}

template <class Law, class T>
void drive_block(const Drive<T>& d, std::size_t block) noexcept {
  using S = Lanes<T>;
  using Params = typename Law::template Params<S>;
  using State = typename Law::template State<S>;
  const Params p = loaded<Params>(d.params + block * param_count<Params> * S::count);
  T* const kept = d.state + block * param_count<State> * S::count;
  State s = loaded<State>(static_cast<const T*>(kept));
  Contact<S> before = contact_at<Law>(d, block, 0);
  for (std::size_t k = 0; k < d.steps; ++k) {
    const Contact<S> after = contact_at<Law>(d, block, k + 1);
    s = Law::advance(p, before, after, s, S(d.h));
    const Force<S> f = Law::force(p, after, s);
    const std::size_t at = (block * d.steps + k) * S::count;
    f.value.store(d.force + at);
    if (d.inertia != nullptr) f.inertia.store(d.inertia + at);
    before = after;
  }
  store(s, kept);
}

template <class Law, class T>
void drive_law(const Drive<T>& d) noexcept {
  for (std::size_t block = 0; block < d.blocks; ++block) drive_block<Law>(d, block);
}

template <class T, class... Entries>
constexpr LawKernels<T> all_laws(LawList<Entries...>) {
  return {Lanes<T>::count, {&drive_law<typename Entries::Usual, T>...}};
}

}  // namespace
}  // namespace stickslip::batch
