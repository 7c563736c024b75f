#include "experiment/ripple.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace stickslip {
namespace {

// Without the line through the first and the last sample, and without the last one.
std::vector<double> without_line(std::span<const double> samples) {
  const std::size_t n = samples.size() - 1;
  const double rise = (samples[n] - samples[0]) / double(n);
  std::vector<double> rest;
  for (std::size_t i = 0; i < n; ++i) rest.push_back(samples[i] - samples[0] - rise * double(i));
  return rest;
}

// Takes the k-th harmonic of the window out. The harmonics are orthogonal: the order does not matter.
void remove_harmonic(std::vector<double>& samples, std::size_t k) {
  const auto n = double(samples.size());
  const auto turned = [&](std::size_t i) {
    const auto turns = double((k * i) % samples.size()) / n;  // reduced, so that no digit is lost far from the start
    return std::polar(1.0, 2.0 * std::numbers::pi * turns);
  };
  std::complex<double> sum = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) sum += samples[i] * std::conj(turned(i));
  const double weight = k == 0 || 2 * k == samples.size() ? 1.0 / n : 2.0 / n;
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] -= weight * std::real(sum * turned(i));
}

// Lowest point between a maximum and higher ground, or the end, in one direction.
template <class Iterator>
double lowest_before_higher(Iterator from, Iterator end, double height) {
  double low = height;
  for (; from != end && !(*from > height); ++from) low = std::min(low, *from);
  return low;
}

double prominence_of(std::span<const double> samples, std::size_t top) {
  const double height = samples[top];
  const auto at = samples.begin() + std::ptrdiff_t(top);
  const double right = lowest_before_higher(at, samples.end(), height);
  const double left = lowest_before_higher(std::make_reverse_iterator(at), samples.rend(), height);
  return height - std::max(left, right);
}

}  // namespace

std::vector<double> high_passed(std::span<const double> samples, double step, double cutoff) {
  if (samples.size() < 2) return {};
  std::vector<double> rest = without_line(samples);
  constexpr double rounding = 1e-9;  // a bin that lies on the cutoff is at or below it
  const double spacing = 1.0 / (double(rest.size()) * step);
  for (std::size_t k = 0; k <= rest.size() / 2 && double(k) * spacing <= cutoff * (1.0 + rounding); ++k)
    remove_harmonic(rest, k);
  return rest;
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
    if (falls && prominence_of(samples, i) >= prominence) ++count;
    i = last;
  }
  return count;
}

}  // namespace stickslip
