// Where samples lie. Nothing here calls a function whose last bit depends on the machine: no exp, no pow, no
// distribution of the standard library.
#pragma once

#include <cstddef>

#include "stickslip/param.hpp"

namespace stickslip::sweep {

// from + u (to - from), or from (to/from)^u; from at u = 0.
double along(double from, double to, Scale scale, double u);

// Point i of count, ends included and exact. Those between are rounded to 15 digits: 0.3, not 0.30000000000000004.
double grid_point(double from, double to, Scale scale, std::size_t i, std::size_t count);

}  // namespace stickslip::sweep
