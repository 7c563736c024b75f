#include "math_kernels.hpp"

#include "batch/lanes.hpp"

namespace stickslip::batch {
namespace {

template <class T, class Function>
void apply(const T* in, T* out, std::size_t n, Function function) {
  for (std::size_t i = 0; i < n; i += Lanes<T>::count) function(Lanes<T>::load(in + i)).store(out + i);
}

template <class T>
void compare(const T* a, const T* b, T* below, T* not_above, T* above, T* not_below, T* chosen, std::size_t n) {
  using S = Lanes<T>;
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

template <class T>
bool any_below(const T* a, const T* b) {
  return possible(Lanes<T>::load(a) < Lanes<T>::load(b));
}

template <class T>
constexpr MathKernels<T> kernels() {
  using In = const T*;
  using N = std::size_t;
  return {[](In in, T* out, N n) { apply(in, out, n, [](Lanes<T> x) { return exp(x); }); },
          [](In in, T* out, N n) { apply(in, out, n, [](Lanes<T> x) { return log(x); }); },
          [](In in, T* out, N n) { apply(in, out, n, [](Lanes<T> x) { return sqrt(x); }); },
          [](In in, T* out, N n) { apply(in, out, n, [](Lanes<T> x) { return tanh(x); }); },
          [](In in, T* out, N n) { apply(in, out, n, [](Lanes<T> x) { return sin(x); }); },
          [](In in, T* out, N n) { apply(in, out, n, [](Lanes<T> x) { return abs(x); }); },
          &compare<T>,
          &any_below<T>,
          Lanes<T>::count};
}

}  // namespace

namespace STICKSLIP_TARGET_NAME {

constinit const MathKernels<double> math_doubles = kernels<double>();
constinit const MathKernels<float> math_floats = kernels<float>();

}  // namespace STICKSLIP_TARGET_NAME
}  // namespace stickslip::batch
