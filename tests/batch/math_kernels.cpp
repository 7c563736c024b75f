#include "batch/lanes.hpp"
#include "math_apply.hpp"

namespace stickslip::batch::STICKSLIP_TARGET_NAME {

constinit const MathKernels<double> math_doubles = kernels<Lanes<double>>();
constinit const MathKernels<float> math_floats = kernels<Lanes<float>>();

}  // namespace stickslip::batch::STICKSLIP_TARGET_NAME
