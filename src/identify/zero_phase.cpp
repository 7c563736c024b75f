#include "zero_phase.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stickslip::identify {
namespace {

// y = (b0 x + b1 x' + b2 x'' - a1 y' - a2 y''), primes for the samples before.
struct Section {
  double b0, b1, b2, a1, a2;
};

// Butterworth of second order by the bilinear rule, warped so that the cutoff is exact.
Section butterworth(double cutoff, double step) {
  const double k = std::tan(std::numbers::pi * cutoff * step);
  const double norm = 1.0 / (1.0 + std::numbers::sqrt2 * k + k * k);
  return {k * k * norm, 2.0 * k * k * norm, k * k * norm, 2.0 * (k * k - 1.0) * norm,
          (1.0 - std::numbers::sqrt2 * k + k * k) * norm};
}

// Starts as if the first value had been there for ever.
void run(const Section& s, std::vector<double>& signal) {
  std::array<double, 2> x{signal.front(), signal.front()};
  std::array<double, 2> y = x;
  for (double& value : signal) {
    const double next = s.b0 * value + s.b1 * x[0] + s.b2 * x[1] - s.a1 * y[0] - s.a2 * y[1];
    x = {value, x[0]};
    y = {next, y[0]};
    value = next;
  }
}

}  // namespace

std::vector<double> zero_phase(std::span<const double> signal, double step, double bandwidth) {
  std::vector<double> whole(signal.begin(), signal.end());
  constexpr double highest = 0.45;  // of the sample rate
  if (!(bandwidth > 0.0) || bandwidth * step > highest || signal.size() < 4) return whole;
  // Both runs together reach -3 dB where one has (w/w_c)^4 = sqrt(2) - 1; the bilinear rule bends tan(pi f T).
  const double wanted = std::tan(std::numbers::pi * bandwidth * step) / std::pow(std::numbers::sqrt2 - 1.0, 0.25);
  const Section section = butterworth(std::atan(wanted) / (std::numbers::pi * step), step);
  constexpr double periods = 3.0;  // of the cutoff, until the start is forgotten
  const auto pad = std::min(std::size_t(periods / (bandwidth * step)) + 1, signal.size() - 1);
  std::vector<double> longer;
  for (std::size_t k = pad; k > 0; --k) longer.push_back(2.0 * signal.front() - signal[k]);
  longer.insert(longer.end(), signal.begin(), signal.end());
  for (std::size_t k = 1; k <= pad; ++k) longer.push_back(2.0 * signal.back() - signal[signal.size() - 1 - k]);
  run(section, longer);
  std::reverse(longer.begin(), longer.end());
  run(section, longer);
  std::reverse(longer.begin(), longer.end());
  std::copy_n(longer.begin() + std::ptrdiff_t(pad), signal.size(), whole.begin());
  return whole;
}

}  // namespace stickslip::identify
