// The bodies of math_kernels.hpp for a scalar S that holds S::count numbers.
#pragma once

#include "math_kernels.hpp"
#include "stickslip/scalar.hpp"

namespace stickslip::batch {
namespace {  // NOLINT(google-build-namespaces): a copy per object is the purpose

template <class S, class T, class Function>
void apply(const T* in, T* out, std::size_t n, Function function) {
  for (std::size_t i = 0; i < n; i += S::count) function(S::load(in + i)).store(out + i);
}

template <class S, class T = typename S::Number>
void compare(const T* a, const T* b, T* below, T* not_above, T* above, T* not_below, T* chosen, std::size_t n) {
  for (std::size_t i = 0; i < n; i += S::count) {
    const S x = S::load(a + i);
    const S y = S::load(b + i);
    select(x < y, S(1), S(0)).store(below + i);
    select(x <= y, S(1), S(0)).store(not_above + i);
    select(x > y, S(1), S(0)).store(above + i);
    select(x >= y, S(1), S(0)).store(not_below + i);
    select(!(x < y) && (x <= y || x > S(0)), x, -y).store(chosen + i);
  }
}

template <class S, class T = typename S::Number>
bool any_below(const T* a, const T* b) {
  return possible(S::load(a) < S::load(b));
}

template <class S>
constexpr MathKernels<typename S::Number> kernels() {
  using T = typename S::Number;
  using In = const T*;
  using N = std::size_t;
  return {[](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return exp(x); }); },
          [](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return falling(x); }); },
          [](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return decay(x); }); },
          [](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return log(x); }); },
          [](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return sqrt(x); }); },
          [](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return tanh(x); }); },
          [](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return sin(x); }); },
          [](In in, T* out, N n) { apply<S>(in, out, n, [](S x) { return abs(x); }); },
          &compare<S>,
          &any_below<S>,
          S::count};
}

}  // namespace
}  // namespace stickslip::batch
