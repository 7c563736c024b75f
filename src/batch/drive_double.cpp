#include "batch/drive.hpp"

namespace stickslip::batch::STICKSLIP_TARGET_NAME {

constinit const LawKernels<double> doubles = all_laws<double>(FrictionLaws{});

}  // namespace stickslip::batch::STICKSLIP_TARGET_NAME
