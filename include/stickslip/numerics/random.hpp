// Random numbers: the same seed gives the same numbers on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace stickslip::numerics {

// SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  // In [0, 1), a multiple of 2^-53.
  double unit() { return double(next() >> 11U) * 0x1p-53; }

  // In [0, count), every number as likely as the others; count > 0.
  std::uint64_t below(std::uint64_t count) {
    // The numbers below 2^64 mod count would make the first remainders likelier: they are drawn again.
    const std::uint64_t surplus = (0 - count) % count;
    std::uint64_t drawn = next();
    while (drawn < surplus) drawn = next();
    return drawn % count;
  }

  // Nearly normal, mean 0, deviation 1, within [-6, 6): the sum of twelve numbers from [0, 1), less 6. Calls no
  // function whose last bit depends on the machine.
  double portable_normal() {
    constexpr int count = 12;  // their variance is 1/12 each
    double sum = -6.0;
    for (int i = 0; i < count; ++i) sum += unit();
    return sum;
  }

  // Normal, mean 0 (Box and Muller 1958). The last bit is that of the machine's log and cos.
  double normal(double deviation = 1.0) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - unit()));
    return deviation * radius * std::cos(2.0 * std::numbers::pi * unit());
  }

 private:
  std::uint64_t state_;
};

}  // namespace stickslip::numerics
