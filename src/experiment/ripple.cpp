#include "ripple.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace stickslip::experiment {
namespace {

// Without the line through the first and the last sample, and without the last one.
std::vector<double> without_line(std::span<const double> samples) {
  const std::size_t n = samples.size() - 1;
  const double rise = (samples[n] - samples[0]) / double(n);
  std::vector<double> rest;
  for (std::size_t i = 0; i < n; ++i) rest.push_back(samples[i] - samples[0] - rise * double(i));
  return rest;
}

// The n-th roots of unity, exp(2 pi i k/n).
std::vector<std::complex<double>> roots_of_unity(std::size_t n) {
  std::vector<std::complex<double>> all;
  for (std::size_t k = 0; k < n; ++k) all.push_back(std::polar(1.0, 2.0 * std::numbers::pi * double(k) / double(n)));
  return all;
}

// Takes the k-th harmonic of the window out. The harmonics are orthogonal: the order does not matter.
void remove_harmonic(std::vector<double>& samples, std::size_t k, std::span<const std::complex<double>> roots) {
  const std::size_t n = samples.size();
  const auto next = [n, k](std::size_t j) { return j + k < n ? j + k : j + k - n; };  // of the roots, k further
  double real = 0.0;
  double imaginary = 0.0;
  for (std::size_t i = 0, j = 0; i < n; ++i, j = next(j)) {
    real += samples[i] * roots[j].real();
    imaginary += samples[i] * roots[j].imag();
  }
  const double weight = (k == 0 || 2 * k == n ? 1.0 : 2.0) / double(n);
  for (std::size_t i = 0, j = 0; i < n; ++i, j = next(j))
    samples[i] -= weight * (real * roots[j].real() + imaginary * roots[j].imag());
}

// Lowest point between a maximum and higher ground, or the end, in one direction.
template <class Iterator>
double lowest_before_higher(Iterator from, Iterator end, double height) {
  double low = height;
  for (; from != end && !(*from > height); ++from) low = std::min(low, *from);
  return low;
}

double find_prominence(std::span<const double> samples, std::size_t top) {
  const double height = samples[top];
  const auto at = samples.begin() + std::ptrdiff_t(top);
  const double right = lowest_before_higher(at, samples.end(), height);
  const double left = lowest_before_higher(std::make_reverse_iterator(at), samples.rend(), height);
  return height - std::max(left, right);
}

}  // namespace

std::vector<double> high_pass(std::span<const double> samples, double step, double cutoff) {
  return high_pass(samples, step, std::span(&cutoff, 1)).front();
}

std::vector<std::vector<double>> high_pass(std::span<const double> samples, double step,
                                           std::span<const double> cutoffs) {
  std::vector<std::vector<double>> all(cutoffs.size());
  if (samples.size() < 2) return all;
  std::vector<double> rest = without_line(samples);
  const auto roots = roots_of_unity(rest.size());
  constexpr double rounding = 1e-9;  // a bin that lies on the cutoff is at or below it
  const double spacing = 1.0 / (double(rest.size()) * step);
  std::size_t k = 0;
  for (std::size_t c = 0; c < cutoffs.size(); ++c) {
    for (; k <= rest.size() / 2 && double(k) * spacing <= cutoffs[c] * (1.0 + rounding); ++k)
      remove_harmonic(rest, k, roots);
    all[c] = rest;
  }
  return all;
}

double rms(std::span<const double> samples) {
  double sum = 0.0;
  for (const double s : samples) sum += s * s;
  return samples.empty() ? 0.0 : std::sqrt(sum / double(samples.size()));
}

std::size_t peak_count(std::span<const double> samples, double prominence) {
  std::size_t count = 0;
  for (std::size_t i = 1; i + 1 < samples.size(); ++i) {
    if (!(samples[i] > samples[i - 1])) continue;
    std::size_t last = i;
    while (last + 1 < samples.size() && samples[last + 1] == samples[i]) ++last;
    const bool falls = last + 1 < samples.size() && samples[last + 1] < samples[i];
    if (falls && find_prominence(samples, i) >= prominence) ++count;
    i = last;
  }
  return count;
}

}  // namespace stickslip::experiment
