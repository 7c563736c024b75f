#include "stickslip/numerics/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "stickslip/numerics/random.hpp"

namespace stickslip::numerics {

std::vector<double> random_places(std::size_t samples, std::size_t axes, std::uint64_t seed) {
  Generator generator(seed);
  std::vector<double> places(samples * axes);
  for (double& u : places) u = generator.unit();
  return places;
}

std::vector<double> hypercube_places(std::size_t samples, std::size_t axes, std::uint64_t seed) {
  Generator generator(seed);
  std::vector<double> places(samples * axes);
  std::vector<std::size_t> part(samples);
  const double n = double(samples);
  for (std::size_t k = 0; k < axes; ++k) {
    std::iota(part.begin(), part.end(), std::size_t(0));
    for (std::size_t i = samples; i > 1; --i) std::swap(part[i - 1], part[generator.below(i)]);
    for (std::size_t i = 0; i < samples; ++i) {
      const double end = std::nextafter(double(part[i] + 1) / n, 0.0);  // rounding must not carry it into the next part
      places[i * axes + k] = std::min((double(part[i]) + generator.unit()) / n, end);
    }
  }
  return places;
}

}  // namespace stickslip::numerics
