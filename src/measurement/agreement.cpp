#include "agreement.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip::measurement {
namespace {

std::vector<double> integral(std::span<const double> rate, double step) {
  std::vector<double> sum(rate.size());
  for (std::size_t i = 1; i < rate.size(); ++i) sum[i] = sum[i - 1] + (rate[i - 1] + rate[i]) / 2.0 * step;
  return sum;
}

struct Sums {
  double count = 0.0, a = 0.0, b = 0.0, aa = 0.0, ab = 0.0, bb = 0.0;

  void add(double x, double y) {
    ++count;
    a += x;
    b += y;
    aa += x * x;
    ab += x * y;
    bb += y * y;
  }
  // y = slope x + constant, or without the constant.
  Agreement line(bool with_constant) const {
    const double share = with_constant && count > 0.0 ? 1.0 / count : 0.0;
    const double xx = aa - share * a * a, xy = ab - share * a * b, yy = bb - share * b * b;
    constexpr double varies = 0.2;  // of the squares: the little by which a steady motion varies says nothing
    const double least = with_constant ? varies : 1e-12;
    if (!(xx > 1e-12 * aa) || !(yy > least * bb)) return {};
    return {xy / xx, xy / std::sqrt(xx * yy)};
  }
};

}  // namespace

Comparison::Comparison(std::span<const double> quantity, std::span<const double> rate, double step)
    : quantity_(quantity), integral_(integral(rate, step)) {}

Agreement Comparison::over(std::size_t window, std::ptrdiff_t shift) const {
  constexpr std::size_t most = 20000;  // pairs: enough for three digits of a slope
  const auto n = std::ptrdiff_t(quantity_.size()), reach = std::ptrdiff_t(window);
  const std::ptrdiff_t from = std::max<std::ptrdiff_t>(0, -shift), end = n - reach - std::max<std::ptrdiff_t>(0, shift);
  const std::ptrdiff_t stride = std::max<std::ptrdiff_t>(1, (end - from) / std::ptrdiff_t(most));
  Sums sums;
  for (std::ptrdiff_t i = from; i < end; i += stride)
    sums.add(integral_[std::size_t(i + shift + reach)] - integral_[std::size_t(i + shift)],
             quantity_[std::size_t(i + reach)] - quantity_[std::size_t(i)]);
  constexpr double close = 0.9;  // with a constant, which an offset of the rate brings; a steady motion shows none
  Agreement best = sums.line(true);
  if (std::abs(best.correlation) < close) best = sums.line(false);
  best.window = window;
  return best;
}

Agreement Comparison::best() const {
  Agreement best;
  for (std::size_t window = 1; window <= quantity_.size() / 4; window *= 2)
    if (const Agreement a = over(window, 0); std::abs(a.correlation) > std::abs(best.correlation)) best = a;
  return best;
}

}  // namespace stickslip::measurement
