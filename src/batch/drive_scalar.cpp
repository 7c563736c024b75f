#include "drive.hpp"
#include "one_lane.hpp"

namespace stickslip::batch::scalar {

constinit const LawKernels<double> doubles = make_kernels<OneLane<double>>(SizedLaws{});
constinit const LawKernels<float> floats = make_kernels<OneLane<float>>(SizedLaws{});

}  // namespace stickslip::batch::scalar
