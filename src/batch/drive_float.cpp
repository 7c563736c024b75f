#include "batch/drive.hpp"

namespace stickslip::batch::STICKSLIP_TARGET_NAME {

constinit const LawKernels<float> floats = all_laws<float>(FrictionLaws{});

}  // namespace stickslip::batch::STICKSLIP_TARGET_NAME
