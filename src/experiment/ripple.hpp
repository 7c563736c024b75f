// What lies above a frequency in a sampled signal, and how often it rises and falls.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stickslip::experiment {

// What is left of one window of samples, ends included, without the line through its ends and without the harmonics of
// the window up to `cutoff` [Hz], that frequency included: the discrete Fourier transform with these bins set to zero.
// Without the line the two ends are one point of a periodic signal, so that the last sample is left out: the result has
// one less. `step` is the time between samples [s].
std::vector<double> high_pass(std::span<const double> samples, double step, double cutoff);

// The same for several cutoffs, which rise: each begins with what the one before has left.
std::vector<std::vector<double>> high_pass(std::span<const double> samples, double step,
                                           std::span<const double> cutoffs);

// Root of the mean square.
double rms(std::span<const double> samples);

// Local maxima whose prominence is at least the given one: the height above the higher of the two lowest points that
// separate the maximum from higher ground, or from the end, on either side. A flat top counts once.
std::size_t peak_count(std::span<const double> samples, double prominence);

}  // namespace stickslip::experiment
