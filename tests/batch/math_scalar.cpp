#include "batch/one_lane.hpp"
#include "math_apply.hpp"

namespace stickslip::batch::scalar {

constinit const MathKernels<double> math_doubles = kernels<OneLane<double>>();
constinit const MathKernels<float> math_floats = kernels<OneLane<float>>();

}  // namespace stickslip::batch::scalar
