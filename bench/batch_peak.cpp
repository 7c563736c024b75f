#include "batch_peak.hpp"

#include "batch_peak_kernels.hpp"
#include "harness.hpp"

namespace stickslip::bench {

using namespace batch;

// Nobody asks for the peak of plain code.
namespace scalar {
constinit const PeakKernel<double> peak_double{nullptr, 1, 1};
constinit const PeakKernel<float> peak_float{nullptr, 1, 1};
}  // namespace scalar

namespace {

template <class T>
double measured(const PeakKernel<T>& kernel, std::size_t repeats) {
  constexpr std::size_t rounds = 100000;
  return timed(repeats, double(rounds * kernel.chains * kernel.lanes), [&] { keep(kernel.run(rounds)); }).median;
}

}  // namespace

template <>
double nanoseconds_per_fma<double>(batch::Target target, std::size_t repeats) {
#define STICKSLIP_ENTRY(name) &name::peak_double,
  static constexpr const PeakKernel<double>* all[] = {STICKSLIP_FOR_EACH_TARGET(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
  return measured(*all[index(target)], repeats);
}

template <>
double nanoseconds_per_fma<float>(batch::Target target, std::size_t repeats) {
#define STICKSLIP_ENTRY(name) &name::peak_float,
  static constexpr const PeakKernel<float>* all[] = {STICKSLIP_FOR_EACH_TARGET(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
  return measured(*all[index(target)], repeats);
}

}  // namespace stickslip::bench
