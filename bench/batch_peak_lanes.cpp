#include "batch/lanes.hpp"
#include "batch_peak_kernels.hpp"

namespace stickslip::bench {
namespace {

constexpr std::size_t chains = 12;  // enough to hide the latency of each, few enough for the registers

template <class T>
T run(std::size_t rounds) {
  using S = batch::Lanes<T>;
  S x[chains];
  for (S& each : x) each = S(1);
  volatile T known_at_run_time[] = {T(0.999), T(1.1e-3)};
  const T first = known_at_run_time[0];
  const T second = known_at_run_time[1];
  const S factor = first;
  const S term = second;
  for (std::size_t k = 0; k < rounds; ++k)
    for (S& each : x) each = fused(each, factor, term);
  S sum(T(0));
  for (const S& each : x) sum = sum + each;
  alignas(64) T numbers[S::count];
  sum.store(numbers);
  return numbers[0];
}

}  // namespace

namespace STICKSLIP_TARGET_NAME {

constinit const PeakKernel<double> peak_double{&run<double>, chains, batch::Lanes<double>::count};
constinit const PeakKernel<float> peak_float{&run<float>, chains, batch::Lanes<float>::count};

}  // namespace STICKSLIP_TARGET_NAME
}  // namespace stickslip::bench
