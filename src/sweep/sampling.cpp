#include "sampling.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stickslip::sweep {
namespace {

// A number as the sum of two, 106 binary digits: rounding stays far below the last digit of the result.
struct Wide {
  double high, low;
};

Wide sum(double high, double low) {
  const double s = high + low;
  return {s, low - (s - high)};
}

Wide product(Wide a, Wide b) {
  const double p = a.high * b.high;
  return sum(p, std::fma(a.high, b.low, std::fma(a.low, b.high, std::fma(a.high, b.high, -p))));
}

Wide square_root(Wide a) {
  const double s = std::sqrt(a.high);
  return sum(s, (std::fma(-s, s, a.high) + a.low) / (2.0 * s));
}

// from (to/from)^u as a product of square roots, one for every binary digit of u; next_digit() gives them in turn.
template <class Digit>
double geometric(double from, double to, Digit next_digit) {
  constexpr int digits = 110;  // 2^-110 of any ratio is nothing
  const Wide start = square_root({from, 0.0});
  const Wide end = square_root({to, 0.0});
  const double q = end.high / start.high;
  Wide root = sum(q, (std::fma(-q, start.high, end.high) + std::fma(-q, start.low, end.low)) / start.high);
  Wide x{from, 0.0};
  for (int k = 0; k < digits; ++k, root = square_root(root))
    if (next_digit()) x = product(x, root);
  return std::clamp(x.high, from, to);
}

// To 15 decimal digits of a number of the given size.
double round_to(double x, double size) {
  constexpr int digits = 15;
  constexpr double log10_of_2 = 0.30103;
  const int exponent = int(std::floor(std::ilogb(size) * log10_of_2));
  std::array<char, 700> text{};  // any double fits
  const char* end = std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::fixed,
                                  std::max(0, digits - 1 - exponent))
                        .ptr;
  double value = x;
  std::from_chars(text.data(), end, value);
  return value == 0.0 ? 0.0 : value;  // not -0
}

}  // namespace

double along(double from, double to, Scale scale, double u) {
  if (scale == Scale::linear) return std::clamp(std::fma(u, to - from, from), from, to);
  double rest = u;
  return geometric(from, to, [&rest] {
    rest *= 2.0;
    const bool digit = rest >= 1.0;
    if (digit) rest -= 1.0;
    return digit;
  });
}

double grid_point(double from, double to, Scale scale, std::size_t i, std::size_t count) {
  if (i == 0) return from;
  if (i + 1 == count) return to;
  if (scale == Scale::linear) {
    const double x = along(from, to, scale, double(i) / double(count - 1));
    return std::clamp(round_to(x, std::max(std::abs(from), std::abs(to))), from, to);
  }
  std::size_t rest = i;  // of i / (count - 1), digit by digit
  const double x = geometric(from, to, [&rest, count] {
    rest *= 2;
    const bool digit = rest >= count - 1;
    if (digit) rest -= count - 1;
    return digit;
  });
  return std::clamp(round_to(x, x), from, to);
}

}  // namespace stickslip::sweep
