// The answers of a library that was built without CUDA.
#include <stdexcept>

#include "device.hpp"

namespace stickslip::batch {
namespace {
constexpr const char* without = "this build has no CUDA; configure with STICKSLIP_WITH_CUDA=ON on a machine with nvcc";
}

DeviceState device_state() { return {.name = {}, .missing = without}; }

template <>
DeviceSums<double> device_losses(const DeviceJob<double>&) {
  throw std::runtime_error(without);
}
template <>
DeviceSums<float> device_losses(const DeviceJob<float>&) {
  throw std::runtime_error(without);
}

}  // namespace stickslip::batch
