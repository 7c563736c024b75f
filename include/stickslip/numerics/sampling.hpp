// Samples of the unit cube, the same on every machine: no distribution of the standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stickslip::numerics {

// Places in [0, 1)^axes, sample by sample. Random: the first samples of a longer table are those of a shorter one.
std::vector<double> random_places(std::size_t samples, std::size_t axes, std::uint64_t seed);

// Latin hypercube: along every axis each of the parts [k/N, (k+1)/N) holds one sample, anywhere in it; the order of the
// parts is drawn anew for every axis (McKay, Beckman and Conover 1979).
std::vector<double> hypercube_places(std::size_t samples, std::size_t axes, std::uint64_t seed);

}  // namespace stickslip::numerics
