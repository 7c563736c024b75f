// A step along the path finds its root in few passes wherever the path begins, and exactly.
#include "stickslip/friction/path_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stickslip {
namespace {

// dy/dx = 1 - sign(r) |r|^m, r = r0 + y/d: a deflection of size d that grows from the share r0 of its end.
struct Growth {
  double r0, d, m;
  int* calls;

  Slope<double> operator()(double y) const {
    ++*calls;
    const double r = r0 + y / d;
    const double raised = std::pow(std::abs(r), m - 1.0);
    return {1.0 - r * raised, -m * raised / d};
  }
};

// Where f is 0 at most, from any y.
constexpr auto range = [](double y) { return std::abs(y) + 1.0; };

double excess(const Growth& f, double start, double reach, double y) { return y - start - reach * f(y).value; }

TEST(path_step, a_stage_takes_few_passes_from_the_first_touch_to_steady_sliding) {
  constexpr double d = 1e-5;
  for (const double m : {1.0, 2.0, 5.0})
    for (const double r0 : {-0.99, -0.5, 0.0, 0.3, 0.9, 0.999999, 1.0 - 1e-16, 1.0, 1.2})
      for (const double reach : {1e-4 * d, 1e-2 * d, 0.3 * d, 3.0 * d}) {
        int calls = 0;
        const Growth f{r0, d, m, &calls};
        const double y = implicit_stage(0.0, reach, f, range);
        EXPECT_LE(calls, reach < d ? 8 : 14) << "m " << m << " r0 " << r0 << " reach/d " << reach / d;
        EXPECT_NEAR(excess(f, 0.0, reach, y), 0.0, 1e-12 * std::abs(y) + 4e-15 * reach);
      }
}

// An L-stable method of order 2 damps a stiff deflection by 4.8 d/(m path) in one step.
TEST(path_step, a_long_path_ends_where_the_deflection_is_full) {
  constexpr double d = 1e-5;
  for (const double m : {1.0, 2.0, 5.0})
    for (const double path : {1e-3, 1.0, 1e3}) {
      int calls = 0;
      const Growth f{0.2, d, m, &calls};
      const double y = path_step(
          0.0, path, [&f](double at, double) { return f(at); }, range);
      EXPECT_NEAR(y, 0.8 * d, 4.0 * d * d / path + 1e-12 * d) << "m " << m << " path " << path;
      EXPECT_LE(calls, 140);
    }
}

// f = -1e80 at the start: the bracket that its reach spans is not closed by any number of halvings.
TEST(path_step, a_wild_growth_is_followed_to_its_zero) {
  constexpr double d = 1e-5;
  int calls = 0;
  const Growth f{1e4, d, 20.0, &calls};
  const auto near = [](double y) { return std::abs(y) + 2e4 * d; };
  const double y = implicit_stage(0.0, 1e-3, f, near);
  EXPECT_NEAR(1e4 + y / d, 1.26, 0.01);  // r: 1 - r^20 = -100 = y/reach
  EXPECT_NEAR(excess(f, 0.0, 1e-3, y), 0.0, 1e-9 * std::abs(y));
  EXPECT_LE(calls, 101);
}

}  // namespace
}  // namespace stickslip
