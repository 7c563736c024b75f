#include "kernels.hpp"

namespace stickslip::batch {

template <>
const LawKernels<double>& law_kernels(Target target) {
#define STICKSLIP_ENTRY(name) &name::doubles,
  static constexpr std::array tables{STICKSLIP_FOR_EACH_TARGET(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
  return *tables[index(target)];
}

template <>
const LawKernels<float>& law_kernels(Target target) {
#define STICKSLIP_ENTRY(name) &name::floats,
  static constexpr std::array tables{STICKSLIP_FOR_EACH_TARGET(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
  return *tables[index(target)];
}

}  // namespace stickslip::batch
