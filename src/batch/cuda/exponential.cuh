// exp(-x), 1 - exp(-x) for x >= 0 and 1/x for x > 0 on the device; src/batch/exponential.hpp has the method.
//
// double: errors as in ulp.hpp. float: by the special function unit, to 2 units of the last place of the result and, for
// exp, a rounding of its argument besides (x 2^-24).
#pragma once

namespace stickslip::batch::cuda {

// Coefficients in constant memory: an instruction takes them from there, not from a register that another one must fill.
// Each source has its own copy. exp(r) - 1 - r = r^2 q(r): even and odd coefficients of q(-r), the highest first.
static __constant__ double exponential_even[5] = {2.76200758799833666e-7, 0.0000248015213223686933,
                                                  0.00138888889171967191, 0.0416666666666241619, 0.500000000000000102};
static __constant__ double exponential_odd[5] = {-2.51003758325612337e-8, -2.75572684803100255e-6,
                                                 -0.000198412698630405453, -0.00833333333333006445,
                                                 -0.166666666666666675};
static __constant__ double exponential_ln2[3] = {-0x1.71547652b82fep+0, 0x1.62e42fefa0000p-1, 0x1.cf79abc9e3b3ap-40};

#if defined(__CUDA_ARCH__)

// An estimate to 20 bits, refined twice.
__device__ __forceinline__ double reciprocal(double x) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  r = fma(r, fma(-x, r, 1.0), r);
  return fma(r, fma(-x, r, 1.0), r);
}

struct Reduced {
  double power;  // 2^n
  double p;      // exp(r) - 1
};

// exp(-x), 0 <= x <= 708. The polynomial's even and odd halves are independent: half the latency.
__device__ __forceinline__ Reduced reduce(double x) {
  constexpr double rounder = 0x1.8p52;
  const double bits = fma(x, exponential_ln2[0], rounder);
  const double n = bits - rounder;
  const double r = fma(n, exponential_ln2[2], fma(n, exponential_ln2[1], x));  // -r of the method
  const double square = r * r;
  double even = exponential_even[0];
  double odd = exponential_odd[0];
#pragma unroll
  for (int i = 1; i < 5; ++i) {
    even = fma(even, square, exponential_even[i]);
    odd = fma(odd, square, exponential_odd[i]);
  }
  const int exponent = (__double2loint(bits) + 1023) << 20;
  return {__hiloint2double(exponent, 0), fma(square, fma(odd, r, even), -r)};
}

// NaN stays: it is not above the limit.
__device__ __forceinline__ double falling(double x) {
  const Reduced y = reduce(x > 708.0 ? 708.0 : x);
  return fma(y.power, y.p, y.power);
}

__device__ __forceinline__ double decay(double x) {
  const Reduced y = reduce(x > 40.0 ? 40.0 : x);
  return fma(-y.power, y.p, 1.0 - y.power);
}

__device__ __forceinline__ float reciprocal(float x) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}

__device__ __forceinline__ float falling(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * -1.44269504F));
  return y;
}

// Below 0.25 the Taylor polynomial: its first term left out is x^6/6!, 1e-6 of x there.
__device__ __forceinline__ float decay(float x) {
  float series = fmaf(x, 1.0F / 120.0F, -1.0F / 24.0F);
  series = fmaf(x, series, 1.0F / 6.0F);
  series = fmaf(x, series, -0.5F);
  series = fmaf(x * x, series, x);
  const float difference = 1.0F - falling(x);
  return x < 0.25F ? series : difference;
}

#endif

}  // namespace stickslip::batch::cuda
