// Derivatives of a sampled signal by polynomials fitted around each sample: no delay, a stated bandwidth.
//
//   x(t + u) ~ sum_j c_j u^j over 2 M + 1 samples with the weights (1 - (k/(M+1))^2)^3;   x' = c_1,   x'' = 2 c_2
//
// Cubic for the first derivative, quartic for the second. The weights fall smoothly to zero, so that noise beyond the
// bandwidth is damped without the side lobes of equal weights (Savitzky and Golay 1964; Cleveland 1979).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stickslip::measurement {

// Half width M for a signal that was recorded in steps of `resolution` (0: none): the widest whose fit takes away no
// more than one and a half times the noise, in nine of ten parts of the signal. The noise of a part is that of its
// fifth differences, step/sqrt(12) at least. M is at least 2.
std::size_t half_width_for(std::span<const double> values, double resolution);

// The smallest half width whose first derivative has at most that bandwidth, in cycles per sample.
std::size_t find_half_width(double bandwidth, std::size_t count);

// Frequency at which the derivative of that order has 1/sqrt(2) of its true size, in cycles per sample.
double find_bandwidth(std::size_t half_width, int order);

// Derivative of order 1 or 2 per sample^order. The first and last M values come from the outermost window.
std::vector<double> derivative(std::span<const double> values, std::size_t half_width, int order);

}  // namespace stickslip::measurement
