// exp(-x) and 1 - exp(-x) in lanes, for x >= 0.
//
//   exp(-x) = 2^(n/m) (1 + p),   p = r + r^2 q(r) = exp(r) - 1,   n = round(-m x/ln 2),   r = -x - n ln 2/m
//
// With AVX-512 m = 16: the sixteen powers 2^(j/16) lie in registers, and q is a polynomial of degree 4 (1 for float).
// Elsewhere m = 1 and q has degree 9 (4 for float). Coefficients: interpolation of (exp(r) - 1 - r)/r^2 at the
// Chebyshev points of |r| <= ln 2/(2 m); relative error of p below 1.3e-15 (2.2e-7 for float), of 1 + p below 3e-17
// (4e-9).
#pragma once

#include <hwy/highway.h>

#include <bit>
#include <cstddef>

namespace stickslip::batch {
namespace {  // NOLINT(google-build-namespaces): a copy per object is the purpose

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
inline constexpr bool has_wide_tables = true;
#else
inline constexpr bool has_wide_tables = false;
#endif

template <class T>
struct Exponential {
  using Tag = hn::ScalableTag<T>;
  using Vector = hn::Vec<Tag>;
  static constexpr bool is_double = sizeof(T) == 8;
  static constexpr int mantissa = is_double ? 52 : 23;           // bits
  static constexpr int part_bits = has_wide_tables ? 4 : 0;      // log2 m
  static constexpr double parts = has_wide_tables ? 16.0 : 1.0;  // m

  // exp(-x) for x >= 0; where that would be subnormal, a number next to zero.
  static Vector falling(Vector x) {
    const Reduced y = reduce(hn::Min(all(is_double ? 708.0 : 87.0), x));
    return hn::MulAdd(y.power, y.p, y.power);
  }

  // 1 - exp(-x) for x >= 0. Beyond the limit it is 1 to the last bit.
  static Vector decay(Vector x) {
    const Reduced y = reduce(hn::Min(all(is_double ? 40.0 : 20.0), x));
    return hn::NegMulAdd(y.power, y.p, hn::Sub(all(1.0), y.power));
  }

 private:
  static Vector all(double x) { return hn::Set(Tag(), T(x)); }

  // ln 2 in two pieces: products of the first with n are exact.
  static constexpr double ln2_high = is_double ? 0x1.62e42fefa0000p-1 : 0x1.62e000p-1;
  static constexpr double ln2_low = is_double ? 0x1.cf79abc9e3b3ap-40 : 0x1.0bfbe8p-15;
  static constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  // Adding it leaves a number rounded to an integer in the lowest bits.
  static constexpr double rounder = is_double ? 0x1.8p52 : 0x1.8p23;

  struct Reduced {
    Vector power;  // 2^(n/m)
    Vector p;      // exp(r) - 1
  };

  // exp(-x). The smallest operand stands second in Min, so that NaN stays.
  static Reduced reduce(Vector x) {
    const Vector bits = hn::MulAdd(x, all(-parts * inverse_ln2), all(rounder));
    const Vector n = hn::Sub(bits, all(rounder));
    const Vector coarse = hn::MulAdd(n, all(ln2_high / parts), x);
    const Vector minus_r = hn::MulAdd(n, all(ln2_low / parts), coarse);
    return {power_of_two(bits), hn::MulSub(hn::Mul(minus_r, minus_r), quadratic(minus_r), minus_r)};
  }

  // 2^(n/m) from the bits of n: bits beyond the part go into the exponent; those of the part, which land in the
  // mantissa, are taken off the table beforehand.
  static Vector power_of_two(Vector bits) {
    const hn::RebindToSigned<Tag> integers;
    const auto shifted = hn::ShiftLeft<mantissa - part_bits>(hn::BitCast(integers, bits));
    return hn::BitCast(Tag(), hn::Add(shifted, hn::BitCast(integers, power_of_part(bits))));
  }

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  struct alignas(64) Powers {
    T values[16];
  };
  // 2^(j/16), less j in the bits that power_of adds it to.
  static constexpr Powers powers = [] {
    constexpr double exact[16] = {
        0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
        0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
        0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
        0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
    using Bits = hwy::MakeUnsigned<T>;
    Powers all{};
    for (std::size_t j = 0; j < 16; ++j)
      all.values[j] = std::bit_cast<T>(Bits(std::bit_cast<Bits>(T(exact[j])) - (Bits(j) << (mantissa - part_bits))));
    return all;
  }();

  static Vector power_of_part(Vector bits) {
    const T* table = powers.values;
    if constexpr (is_double)
      return Vector{
          _mm512_permutex2var_pd(_mm512_load_pd(table), _mm512_castpd_si512(bits.raw), _mm512_load_pd(table + 8))};
    else
      return Vector{_mm512_permutexvar_ps(_mm512_castps_si512(bits.raw), _mm512_load_ps(table))};
  }
#else
  static Vector power_of_part(Vector) { return all(1.0); }
#endif

  template <std::size_t n>
  static Vector polynomial(Vector x, const double (&c)[n]) {
    Vector sum = all(c[n - 1]);
    for (std::size_t i = n - 1; i-- > 0;) sum = hn::MulAdd(sum, x, all(c[i]));
    return sum;
  }

  // (exp(r) - 1 - r)/r^2 from -r
  static Vector quadratic(Vector minus_r) {
    if constexpr (has_wide_tables && is_double) {
      constexpr double c[]{0.5, -0.166666666653016909, 0.0416666666649604497, -0.00833344970125345675,
                           0.00138890343485994635};
      // In pairs: half the latency of Horner's rule.
      const Vector square = hn::Mul(minus_r, minus_r);
      const Vector low = hn::MulAdd(all(c[1]), minus_r, all(c[0]));
      const Vector high = hn::MulAdd(all(c[3]), minus_r, all(c[2]));
      return hn::MulAdd(hn::MulAdd(all(c[4]), square, high), square, low);
    } else if constexpr (has_wide_tables) {
      constexpr double c[]{0.500009774918030103, -0.166668621645904772};
      return polynomial(minus_r, c);
    } else if constexpr (is_double) {
      constexpr double c[]{0.500000000000000102,     -0.166666666666666675,   0.0416666666666241619,
                           -0.00833333333333006445,  0.00138888889171967191,  -0.000198412698630405453,
                           0.0000248015213223686933, -2.75572684803100255e-6, 2.76200758799833666e-7,
                           -2.51003758325612337e-8};
      return polynomial(minus_r, c);
    } else {
      constexpr double c[]{0.5, -0.166665770255979882, 0.041666554662050534, -0.0083631730745137109,
                           0.00139261761199355789};
      return polynomial(minus_r, c);
    }
  }
};

}  // namespace
}  // namespace stickslip::batch
