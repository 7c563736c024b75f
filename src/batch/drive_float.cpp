#include "drive.hpp"
#include "lanes.hpp"

namespace stickslip::batch::STICKSLIP_TARGET_NAME {

constinit const LawKernels<float> floats = make_kernels<Lanes<float>>(SizedLaws{});

}  // namespace stickslip::batch::STICKSLIP_TARGET_NAME
