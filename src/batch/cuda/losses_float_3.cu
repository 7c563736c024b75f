#include "batch/cuda/table.cuh"

namespace stickslip::batch::cuda {

template <>
LaunchLaw<float> launcher<float, 3>(std::size_t law) {
  return launcher_among<float, 3>(law, SizedLaws{});
}

}  // namespace stickslip::batch::cuda
