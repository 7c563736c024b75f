#include "drive.hpp"
#include "lanes.hpp"

namespace stickslip::batch::STICKSLIP_TARGET_NAME {

constinit const LawKernels<double> doubles = make_kernels<Lanes<double>>(SizedLaws{});

}  // namespace stickslip::batch::STICKSLIP_TARGET_NAME
