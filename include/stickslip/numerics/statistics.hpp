// Middle, noise and Student's t of some values.
#pragma once

#include <span>
#include <vector>

namespace stickslip::numerics {

// The middle value; of an even number the upper one of the two in the middle. 0 of none; NaN when one of them is NaN.
double median(std::vector<double> values);
// The median of |x|.
double median_magnitude(std::span<const double> values);

// Standard deviation over the median of |x|, of normal values.
inline constexpr double deviation_per_median = 1.4826;

// Standard deviation of white noise on a smooth signal, from its third differences, which a smooth signal hardly has:
// their variance is 20 times that of a sample. The median is deaf to the few large ones at corners. 0 of fewer than
// four.
double white_noise(std::span<const double> signal);
// The same by the least of differences of third, fifth and seventh order: of a motion of few samples a period third
// differences are still large, and of noise all orders say the same.
double white_noise_beside_motion(std::span<const double> signal);

// The step of a signal that comes in steps, as behind an encoder: nearly all differences of neighbours are whole
// multiples of the smallest one. 0 of a signal that does not. Differences below 1e-9 of the largest value are rounding.
double find_step(std::span<const double> signal);

// Likewise of the stretches at neither of the two given limits, row behind row: what a sensor cuts off has no noise.
// Where no value leaves a limit for a few rows only, as those with noise do, long stretches alone count. 0 of fewer
// than 200 rows.
double white_noise_between(std::span<const double> signal, double low, double high);

// The value below which Student's t lies with that probability; degrees of freedom > 0, also broken ones.
double student_quantile(double probability, double degrees);

}  // namespace stickslip::numerics
