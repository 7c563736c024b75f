#include "batch/drive.hpp"
#include "batch/one_lane.hpp"

namespace stickslip::batch::scalar {

constinit const LawKernels<double> doubles = kernels_of<OneLane<double>>(SizedLaws{});
constinit const LawKernels<float> floats = kernels_of<OneLane<float>>(SizedLaws{});

}  // namespace stickslip::batch::scalar
