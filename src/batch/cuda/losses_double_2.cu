#include "batch/cuda/table.cuh"

namespace stickslip::batch::cuda {

template <>
LaunchLaw<double> launcher<double, 2>(std::size_t law) {
  return launcher_among<double, 2>(law, SizedLaws{});
}

}  // namespace stickslip::batch::cuda
