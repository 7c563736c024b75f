// Student's t.
#include <cmath>
#include <numbers>

#include "stickslip/numerics/statistics.hpp"

namespace stickslip::numerics {
namespace {

// The regularised incomplete beta function by its continued fraction (Lentz). A&S 26.5.8.
double continued_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  constexpr double enough = 1e-15;
  double c = 1.0;
  double d = 1.0 / (std::abs(1.0 - (a + b) * x / (a + 1.0)) < tiny ? tiny : 1.0 - (a + b) * x / (a + 1.0));
  double result = d;
  for (int m = 1; m < 1000; ++m) {
    for (const bool even : {true, false}) {
      const double step = even ? m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
                               : -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
      d = 1.0 + step * d;
      c = 1.0 + step / c;
      d = 1.0 / (std::abs(d) < tiny ? tiny : d);
      c = std::abs(c) < tiny ? tiny : c;
      result *= c * d;
      if (!even && std::abs(c * d - 1.0) < enough) return result;
    }
  }
  return result;
}

double incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1.0) / (a + b + 2.0) ? front * continued_fraction(a, b, x) / a
                                       : 1.0 - front * continued_fraction(b, a, 1.0 - x) / b;
}

double student_distribution(double t, double degrees) {
  const double tail = 0.5 * incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t));
  return t > 0.0 ? 1.0 - tail : tail;
}

}  // namespace

double student_quantile(double probability, double degrees) {
  double low = -1e4;
  double high = 1e4;
  for (int i = 0; i < 200 && high - low > 1e-13 * std::abs(high + low); ++i) {
    const double middle = 0.5 * (low + high);
    (student_distribution(middle, degrees) < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace stickslip::numerics
