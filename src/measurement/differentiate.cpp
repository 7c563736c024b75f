#include "differentiate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stickslip::measurement {
namespace {

constexpr std::size_t narrowest = 2;  // five samples for a quartic
constexpr int degree_of_smoothing = 3;
constexpr std::size_t most_terms = 5;

using Terms = std::array<double, most_terms>;

// Solves the symmetric positive definite G y = e by elimination.
Terms solve_terms(std::array<Terms, most_terms> g, Terms e, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t r = i + 1; r < n; ++r) {
      const double f = g[r][i] / g[i][i];
      for (std::size_t c = i; c < n; ++c) g[r][c] -= f * g[i][c];
      e[r] -= f * e[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t c = i + 1; c < n; ++c) e[i] -= g[i][c] * e[c];
    e[i] /= g[i][i];
  }
  return e;
}

// d^order/du^order of u^j at u.
double derived_power(std::size_t j, int order, double u) {
  if (int(j) < order) return 0.0;
  double factor = 1.0;
  for (int i = 0; i < order; ++i) factor *= double(int(j) - i);
  return factor * std::pow(u, double(int(j) - order));
}

// Weights of the samples -M..M, which give the derivative at sample `at` of the window's polynomial.
std::vector<double> kernel(std::size_t half, int order, int degree, std::ptrdiff_t at) {
  const auto m = std::ptrdiff_t(half);
  const double reach = double(m + 1);
  const std::size_t n = std::size_t(degree + 1);
  std::array<Terms, most_terms> g{};
  const auto weight = [reach](std::ptrdiff_t k) { return std::pow(1.0 - std::pow(double(k) / reach, 2.0), 3.0); };
  for (std::ptrdiff_t k = -m; k <= m; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) g[i][j] += weight(k) * std::pow(double(k) / reach, double(i + j));
  Terms e{};
  for (std::size_t j = 0; j < n; ++j) e[j] = derived_power(j, order, double(at) / reach);
  const Terms y = solve_terms(g, e, n);
  std::vector<double> h;
  for (std::ptrdiff_t k = -m; k <= m; ++k) {
    double sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) sum += y[j] * std::pow(double(k) / reach, double(j));
    h.push_back(weight(k) * sum / std::pow(reach, order));
  }
  return h;
}

int degree_for(int order) { return order == 0 ? degree_of_smoothing : order + 2; }

double apply_window(std::span<const double> h, const double* window) {
  double sum = 0.0;
  for (std::size_t k = 0; k < h.size(); ++k) sum += h[k] * window[k];
  return sum;
}

// The same of the distances from the middle of the window: the derivative of a constant is 0, not its rounding.
double derive_window(std::span<const double> h, const double* window) {
  const double middle = window[h.size() / 2];
  double sum = 0.0;
  for (std::size_t k = 0; k < h.size(); ++k) sum += h[k] * (window[k] - middle);
  return sum;
}

// The window moved on by 0 to 7 samples: eight sums at once, each in the order of one alone.
constexpr std::size_t together = 8;
std::array<double, together> apply_together(std::span<const double> h, const double* window, bool derives) {
  std::array<double, together> sums{}, middle{};
  for (std::size_t j = 0; j < together && derives; ++j) middle[j] = window[h.size() / 2 + j];
  for (std::size_t k = 0; k < h.size(); ++k)
    for (std::size_t j = 0; j < together; ++j) sums[j] += h[k] * (window[k + j] - middle[j]);
  return sums;
}

// What the window gives at the samples `from` to `end`, each the middle of its own.
template <class Take>
void apply_along(std::span<const double> h, std::span<const double> x, std::size_t from, std::size_t end, bool derives,
                 Take take) {
  const std::size_t half = h.size() / 2;
  std::size_t i = from;
  for (; i + together <= end; i += together) {
    const auto sums = apply_together(h, x.data() + (i - half), derives);
    for (std::size_t j = 0; j < together; ++j) take(i + j, sums[j]);
  }
  for (; i < end; ++i) take(i, (derives ? derive_window : apply_window)(h, x.data() + (i - half)));
}

std::vector<double> apply_filter(std::span<const double> x, std::size_t half, int order) {
  std::vector<double> out(x.size());
  const std::size_t width = 2 * half + 1;
  if (x.size() < width) return out;
  const auto middle = kernel(half, order, degree_for(order), 0);
  const bool derives = order > 0;
  const auto apply = derives ? derive_window : apply_window;
  apply_along(middle, x, half, x.size() - half, derives, [&out](std::size_t i, double value) { out[i] = value; });
  for (std::size_t k = 0; k < half; ++k) {
    const auto away = std::ptrdiff_t(k) - std::ptrdiff_t(half);
    out[k] = apply(kernel(half, order, degree_for(order), away), x.data());
    out[x.size() - 1 - k] = apply(kernel(half, order, degree_for(order), -away), x.data() + (x.size() - width));
  }
  return out;
}

// Of the derivative at `frequency` [cycles per sample], over its true size.
double response(const std::vector<double>& h, int order, double frequency) {
  const double w = 2.0 * std::numbers::pi * frequency;
  const auto half = std::ptrdiff_t(h.size() / 2);
  double sum = 0.0;
  for (std::ptrdiff_t k = -half; k <= half; ++k)
    sum += h[std::size_t(k + half)] * (order == 1 ? std::sin(w * double(k)) : -std::cos(w * double(k)));
  return sum / std::pow(w, order);
}

// 2 for the next wider, and so on by about a fifth.
std::size_t wider(std::size_t half) { return half + std::max<std::size_t>(1, half / 5); }

// Parts of a signal, each long enough for the rms of white noise to be right within 13 %.
struct Parts {
  std::size_t length, count;
};

Parts split_parts(std::size_t size) {
  constexpr std::size_t usual = 50;
  constexpr std::size_t shortest = 32;  // samples
  const std::size_t length = std::max(shortest, size / usual);
  return {length, size / length};
}

constexpr std::array<double, 6> fifth{-1.0, 5.0, -10.0, 10.0, -5.0, 1.0};
constexpr double fifth_squares = 252.0;  // sum of the squared coefficients

// Noise of each part: it may differ, as that of an encoder does between rest and motion.
std::vector<double> noise_in_parts(std::span<const double> x, double least) {
  const Parts parts = split_parts(x.size());
  std::vector<double> noise;
  for (std::size_t p = 0; p < parts.count; ++p) {
    double sum = 0.0;
    for (std::size_t i = 0; i + fifth.size() <= parts.length; ++i)
      sum += std::pow(apply_window(fifth, x.data() + p * parts.length + i), 2.0);
    noise.push_back(std::max(least, std::sqrt(sum / double(parts.length - fifth.size() + 1) / fifth_squares)));
  }
  return noise;
}

// What smoothing takes away from each part, root mean square over the part's noise; sorted.
std::vector<double> differentiate_parts(std::span<const double> x, std::size_t half, const std::vector<double>& noise) {
  constexpr std::size_t enough = 16384;  // samples of a part: the rms of white noise within 1 %
  const auto h = kernel(half, 0, degree_of_smoothing, 0);
  const Parts parts = split_parts(x.size());
  std::vector<double> all;
  for (std::size_t p = 0; p < parts.count; ++p) {
    const std::size_t from = std::max(half, p * parts.length);
    std::size_t end = std::min(x.size() - half, (p + 1) * parts.length);
    if (end < from + parts.length / 2 || noise[p] == 0.0) continue;
    end = std::min(end, from + enough);
    double sum = 0.0;
    apply_along(h, x, from, end, false, [&](std::size_t i, double value) { sum += (x[i] - value) * (x[i] - value); });
    all.push_back(std::sqrt(sum / double(end - from)) / noise[p]);
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Of white noise of size 1.
double residual_expected(std::size_t half) {
  const auto h = kernel(half, 0, degree_of_smoothing, 0);
  double squares = 0.0;
  for (const double k : h) squares += k * k;
  return std::sqrt(std::max(0.0, 1.0 - 2.0 * h[half] + squares));
}

}  // namespace

std::size_t half_width_for(std::span<const double> x, double resolution) {
  constexpr double tolerated = 1.5;  // of the noise: chance does not reach it within 32 samples
  constexpr double share = 0.9;      // of the parts
  constexpr std::size_t widest =
      200;  // samples: noise alone would let the width grow without end, and the work with it
  const auto noise = noise_in_parts(x, resolution / std::sqrt(12.0));
  std::size_t best = narrowest;
  for (std::size_t half = narrowest; half <= std::min(widest, x.size() / 16) && 2 * half + 65 <= x.size();
       half = wider(half)) {
    const auto parts = differentiate_parts(x, half, noise);
    if (parts.empty() || parts[std::size_t(share * double(parts.size() - 1))] > tolerated * residual_expected(half))
      break;
    best = half;
  }
  return best;
}

std::size_t find_half_width(double bandwidth, std::size_t count) {
  std::size_t half = narrowest;
  while (2 * half + 3 <= count && find_bandwidth(half, 1) > bandwidth) ++half;
  return half;
}

double find_bandwidth(std::size_t half, int order) {
  const auto h = kernel(half, order, degree_for(order), 0);
  const double step = 0.01 / double(half);
  double low = step;
  while (low < 0.5 && response(h, order, low + step) > std::numbers::sqrt2 / 2.0) low += step;
  double high = low + step;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2.0;
    (response(h, order, middle) > std::numbers::sqrt2 / 2.0 ? low : high) = middle;
  }
  return std::min(low, 0.5);
}

std::vector<double> derivative(std::span<const double> values, std::size_t half_width, int order) {
  return apply_filter(values, half_width, order);
}

}  // namespace stickslip::measurement
