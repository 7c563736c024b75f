// The precision of an evaluation, wherever one can be chosen.
#pragma once

namespace stickslip {

enum class Precision : unsigned char { fp64, fp32 };

}  // namespace stickslip
