// A source of noise.
#pragma once

#include "sweep/sampling.hpp"

namespace stickslip {

// Noise that is the same on every machine.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : generator_(seed) {}

  // Of deviation 1: the sum of twelve numbers from [0, 1), less 6.
  double normal() {
    constexpr int count = 12;  // their variance is 1/12 each
    double sum = -6.0;
    for (int i = 0; i < count; ++i) sum += generator_.unit();
    return sum;
  }
  double unit() { return generator_.unit(); }

 private:
  Generator generator_;
};

}  // namespace stickslip
