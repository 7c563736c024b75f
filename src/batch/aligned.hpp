// Arrays for vector loads.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace stickslip::batch {

inline constexpr std::size_t alignment = 64;  // [B] one AVX-512 register, one cache line

template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}  // NOLINT: allocators convert

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(alignment))); }
  void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, std::align_val_t(alignment)); }

  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

// Where number i of a candidate stands in an array [block][number 0..width-1][lane].
constexpr std::size_t place(std::size_t candidate, std::size_t i, std::size_t width, std::size_t lanes) {
  return (candidate / lanes * width + i) * lanes + candidate % lanes;
}

}  // namespace stickslip::batch
