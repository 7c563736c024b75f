// Where samples lie. Nothing here calls a function whose last bit depends on the machine: no exp, no pow, no
// distribution of the standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stickslip/param.hpp"

namespace stickslip::sweep {

// Places in [0, 1)^axes, sample by sample. Random: the first samples of a longer table are those of a shorter one.
std::vector<double> random_places(std::size_t samples, std::size_t axes, std::uint64_t seed);

// Latin hypercube: along every axis each of the parts [k/N, (k+1)/N) holds one sample, anywhere in it; the order of the
// parts is drawn anew for every axis (McKay, Beckman and Conover 1979).
std::vector<double> hypercube_places(std::size_t samples, std::size_t axes, std::uint64_t seed);

// from + u (to - from), or from (to/from)^u; from at u = 0.
double along(double from, double to, Scale scale, double u);

// Point i of count, ends included and exact. Those between are rounded to 15 digits: 0.3, not 0.30000000000000004.
double grid_point(double from, double to, Scale scale, std::size_t i, std::size_t count);

}  // namespace stickslip::sweep
