#include "stickslip/numerics/low_pass.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "stickslip/param.hpp"

namespace stickslip::numerics {

// The bilinear transform of (s^2 + 2 c s + 1) with s scaled by tan(pi f h); the two pairs of poles have
// c = cos(pi/8) and cos(3 pi/8).
LowPass::LowPass(double frequency, double step) {
  if (!(frequency > 0.0) || !(frequency * step < 0.5))
    throw std::invalid_argument("forces cannot be compared below " + to_text(frequency) +
                                " Hz: the frequency must lie between 0 and half the sample rate, " +
                                to_text(0.5 / step) + " Hz");
  const double w = std::tan(std::numbers::pi * frequency * step);
  for (int i = 0; i < 2; ++i) {
    const double c = std::cos(std::numbers::pi * (i == 0 ? 1.0 : 3.0) / 8.0);
    const double norm = 1.0 + 2.0 * c * w + w * w;
    sections_[i] = {w * w / norm, 2.0 * w * w / norm, w * w / norm, 2.0 * (w * w - 1.0) / norm,
                    (1.0 - 2.0 * c * w + w * w) / norm};
  }
  margin_ = std::size_t(3.0 / (frequency * step)) + 10;
}

// From a state as if the first value had always been there.
void LowPass::run(std::vector<double>& signal) const {
  for (const Section& s : sections_) {
    double s1 = (1.0 - s.b0) * signal.front();
    double s2 = (s.b2 - s.a2) * signal.front();
    for (double& x : signal) {
      const double y = s.b0 * x + s1;
      s1 = s.b1 * x - s.a1 * y + s2;
      s2 = s.b2 * x - s.a2 * y;
      x = y;
    }
  }
}

namespace {

// The signal mirrored about its first and last value, again and again: a short one goes on along its trend.
double mirror(const std::vector<double>& signal, std::ptrdiff_t at) {
  const auto last = std::ptrdiff_t(signal.size()) - 1;
  const std::ptrdiff_t turns = (at >= 0 ? at : at - 2 * last + 1) / (2 * last);  // rounded down
  const std::ptrdiff_t rest = at - turns * 2 * last;
  const double inside =
      rest <= last ? signal[std::size_t(rest)] : 2.0 * signal.back() - signal[std::size_t(2 * last - rest)];
  return inside + 2.0 * double(turns) * (signal.back() - signal.front());
}

}  // namespace

void LowPass::operator()(std::vector<double>& signal) const {
  const std::size_t n = signal.size();
  if (n < 2) return;
  const auto margin = std::ptrdiff_t(margin_);
  std::vector<double> longer;
  longer.reserve(n + 2 * margin_);
  for (std::ptrdiff_t k = -margin; k < std::ptrdiff_t(n) + margin; ++k) longer.push_back(mirror(signal, k));
  for (int way = 0; way < 2; ++way) {
    run(longer);
    std::reverse(longer.begin(), longer.end());
  }
  std::copy(longer.begin() + margin, longer.begin() + margin + std::ptrdiff_t(n), signal.begin());
}

}  // namespace stickslip::numerics
