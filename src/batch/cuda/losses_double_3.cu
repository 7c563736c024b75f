#include "batch/cuda/table.cuh"

namespace stickslip::batch::cuda {

template <>
LaunchLaw<double> launcher<double, 3>(std::size_t law) {
  return launcher_among<double, 3>(law, SizedLaws{});
}

}  // namespace stickslip::batch::cuda
