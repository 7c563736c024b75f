// exp(-x), 1 - exp(-x) for x >= 0, and quotients on the device; src/batch/exponential.hpp has the method.
//
// double: errors as in ulp.hpp. float: exp by the special function unit, whose argument carries a rounding of x 2^-24;
// the quotient is right to 2 units of the last place.
#pragma once

namespace stickslip::batch::cuda {

#if defined(__CUDA_ARCH__)

struct Reduced {
  double power;  // 2^n
  double p;      // exp(r) - 1
};

__device__ __forceinline__ Reduced reduced(double x) {
  constexpr double rounder = 0x1.8p52;
  const double bits = fma(x, -0x1.71547652b82fep+0, rounder);
  const double n = bits - rounder;
  const double r = fma(n, 0x1.cf79abc9e3b3ap-40, fma(n, 0x1.62e42fefa0000p-1, x));  // -r of the comment
  double q = -2.51003758325612337e-8;
  q = fma(q, r, 2.76200758799833666e-7);
  q = fma(q, r, -2.75572684803100255e-6);
  q = fma(q, r, 0.0000248015213223686933);
  q = fma(q, r, -0.000198412698630405453);
  q = fma(q, r, 0.00138888889171967191);
  q = fma(q, r, -0.00833333333333006445);
  q = fma(q, r, 0.0416666666666241619);
  q = fma(q, r, -0.166666666666666675);
  q = fma(q, r, 0.500000000000000102);
  const int exponent = (__double2loint(bits) + 1023) << 20;
  return {__hiloint2double(exponent, 0), fma(r * r, q, -r)};
}

__device__ __forceinline__ double falling(double x) {
  const Reduced y = reduced(x < 708.0 ? x : (x >= 708.0 ? 708.0 : x));
  return fma(y.power, y.p, y.power);
}

__device__ __forceinline__ double decay(double x) {
  const Reduced y = reduced(x < 40.0 ? x : (x >= 40.0 ? 40.0 : x));
  return fma(-y.power, y.p, 1.0 - y.power);
}

__device__ __forceinline__ double quotient(double a, double b) { return a / b; }

__device__ __forceinline__ float falling(float x) { return exp2f(x * -1.44269504F); }

// Below 0.3 the Taylor polynomial: its first term left out is x^7/7!, 1e-7 of x there.
__device__ __forceinline__ float decay(float x) {
  float series = fmaf(x, -1.0F / 720.0F, 1.0F / 120.0F);
  series = fmaf(x, series, -1.0F / 24.0F);
  series = fmaf(x, series, 1.0F / 6.0F);
  series = fmaf(x, series, -0.5F);
  series = fmaf(x * x, series, x);
  return x < 0.3F ? series : 1.0F - falling(x);
}

__device__ __forceinline__ float quotient(float a, float b) { return __fdividef(a, b); }

#endif

}  // namespace stickslip::batch::cuda
