// The lanes' functions keep the errors that src/batch/ulp.hpp states, on every target that this processor has.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "batch/ulp.hpp"
#include "math_kernels.hpp"

namespace stickslip::batch {
namespace {

constexpr std::size_t samples = 1 << 16;
template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

template <class T>
struct alignas(64) Samples {
  std::array<T, samples> x{};
};

template <class T>
const MathKernels<T>& select_math(Target target);
template <>
const MathKernels<double>& select_math(Target target) {
#define STICKSLIP_ENTRY(name) &name::math_doubles,
  static constexpr std::array tables{STICKSLIP_FOR_EACH_TARGET(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
  return *tables[index(target)];
}
template <>
const MathKernels<float>& select_math(Target target) {
#define STICKSLIP_ENTRY(name) &name::math_floats,
  static constexpr std::array tables{STICKSLIP_FOR_EACH_TARGET(STICKSLIP_ENTRY)};
#undef STICKSLIP_ENTRY
  return *tables[index(target)];
}

// Distance of a result from the true value, in units of the last place of the true value rounded to T.
template <class T>
double ulps(T got, long double truth) {
  const T rounded = std::fabs(static_cast<T>(truth));
  const T next = std::nextafter(rounded, infinity<T>);
  return double(std::fabs(static_cast<long double>(got) - truth) / static_cast<long double>(next - rounded));
}

template <class T>
class lanes : public testing::Test {};
using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(lanes, Scalars);

template <class T>
Samples<T> between(double lowest, double highest) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(lowest, highest);
  Samples<T> s;
  for (T& x : s.x) x = static_cast<T>(number(random));
  return s;
}

// Both signs, magnitudes from 10^-decades to 10^decades.
template <class T>
Samples<T> of_all_sizes(double decades, bool negative_too) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> exponent(-decades, decades);
  Samples<T> s;
  for (T& x : s.x) x = static_cast<T>(std::pow(10.0, exponent(random)) * (negative_too && random() % 2 ? -1.0 : 1.0));
  return s;
}

template <class T>
void expect_within(double bound, const char* name, typename MathKernels<T>::Apply MathKernels<T>::*function,
                   long double (*truth)(long double), const Samples<T>& in) {
  for (const Target target : list_targets()) {
    Samples<T> out;
    (select_math<T>(target).*function)(in.x.data(), out.x.data(), samples);
    double worst = 0.0;
    T where = 0;
    for (std::size_t i = 0; i < samples; ++i) {
      const double error = ulps(out.x[i], truth(static_cast<long double>(in.x[i])));
      if (!(error <= worst)) worst = error, where = in.x[i];
    }
    EXPECT_LE(worst, bound) << name << '(' << where << ") on " << to_name(target);
    testing::Test::RecordProperty(std::string(name) + "_" + std::string(to_name(target)), std::to_string(worst));
  }
}

template <class T>
constexpr double exp_range = sizeof(T) == 8 ? 700.0 : 86.0;  // results stay normal numbers
template <class T>
constexpr double decades = sizeof(T) == 8 ? 300.0 : 37.0;

TYPED_TEST(lanes, exp_errs_by_the_stated_units) {
  using T = TypeParam;
  expect_within<T>(ulp::exp, "exp", &MathKernels<T>::exp, std::exp, between<T>(-exp_range<T>, exp_range<T>));
  expect_within<T>(ulp::exp, "exp", &MathKernels<T>::exp, std::exp, between<T>(-1.0, 1.0));
}

long double falling_truth(long double x) { return std::exp(-x); }
long double decay_truth(long double x) { return -std::expm1(-x); }

TYPED_TEST(lanes, falling_errs_by_the_stated_units) {
  using T = TypeParam;
  expect_within<T>(ulp::falling, "falling", &MathKernels<T>::falling, falling_truth, between<T>(0.0, exp_range<T>));
  expect_within<T>(ulp::falling, "falling", &MathKernels<T>::falling, falling_truth, between<T>(0.0, 1.0));
}

TYPED_TEST(lanes, decay_errs_by_the_stated_units_also_for_tiny_arguments) {
  using T = TypeParam;
  const auto decay = &MathKernels<T>::decay;
  expect_within<T>(ulp::decay, "decay", decay, decay_truth, between<T>(0.0, 60.0));
  expect_within<T>(ulp::decay, "decay", decay, decay_truth, between<T>(0.0, 0.1));
  expect_within<T>(ulp::decay, "decay", decay, decay_truth, of_all_sizes<T>(30.0, false));
}

TYPED_TEST(lanes, falling_and_decay_end_where_they_must) {
  using T = TypeParam;
  constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  alignas(64) const std::array<T, 16> in{nan, infinity<T>, 0, T(1e30)};
  for (const Target target : list_targets()) {
    alignas(64) std::array<T, 16> f{}, d{};
    select_math<T>(target).falling(in.data(), f.data(), 16);
    select_math<T>(target).decay(in.data(), d.data(), 16);
    EXPECT_TRUE(std::isnan(f[0]) && std::isnan(d[0])) << to_name(target);
    EXPECT_LT(f[1], T(2e-38)) << to_name(target);
    EXPECT_LT(f[3], T(2e-38)) << to_name(target);
    EXPECT_EQ(f[2], T(1)) << to_name(target);
    EXPECT_EQ(d[1], T(1)) << to_name(target);
    EXPECT_EQ(d[2], T(0)) << to_name(target);
    EXPECT_EQ(d[3], T(1)) << to_name(target);
  }
}

TYPED_TEST(lanes, log_errs_by_the_stated_units) {
  using T = TypeParam;
  expect_within<T>(ulp::log, "log", &MathKernels<T>::log, std::log, of_all_sizes<T>(decades<T>, false));
  expect_within<T>(ulp::log, "log", &MathKernels<T>::log, std::log, between<T>(0.5, 2.0));
}

TYPED_TEST(lanes, tanh_errs_by_the_stated_units) {
  using T = TypeParam;
  expect_within<T>(ulp::tanh, "tanh", &MathKernels<T>::tanh, std::tanh, between<T>(-20.0, 20.0));
  expect_within<T>(ulp::tanh, "tanh", &MathKernels<T>::tanh, std::tanh, of_all_sizes<T>(30.0, true));
}

TYPED_TEST(lanes, sin_errs_by_the_stated_units) {
  using T = TypeParam;
  expect_within<T>(ulp::sin, "sin", &MathKernels<T>::sin, std::sin, between<T>(-3.2, 3.2));
  expect_within<T>(ulp::sin, "sin", &MathKernels<T>::sin, std::sin, between<T>(-ulp::sin_range, ulp::sin_range));
}

TYPED_TEST(lanes, sqrt_and_abs_give_the_bits_of_the_scalar) {
  using T = TypeParam;
  const auto in = of_all_sizes<T>(decades<T>, true);
  for (const Target target : list_targets()) {
    Samples<T> magnitude;
    Samples<T> root;
    select_math<T>(target).abs(in.x.data(), magnitude.x.data(), samples);
    select_math<T>(target).sqrt(magnitude.x.data(), root.x.data(), samples);
    for (std::size_t i = 0; i < samples; ++i) {
      ASSERT_EQ(magnitude.x[i], std::fabs(in.x[i])) << to_name(target);
      ASSERT_EQ(root.x[i], std::sqrt(std::fabs(in.x[i]))) << to_name(target);
    }
  }
}

TYPED_TEST(lanes, edges_are_those_of_the_scalar_functions) {
  using T = TypeParam;
  constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  alignas(64) const std::array<T, 16> in{nan, infinity<T>, -infinity<T>, 0, -1, T(1e5), T(-1e5), T(-0.0)};
  for (const Target target : list_targets()) {
    const auto& math = select_math<T>(target);
    alignas(64) std::array<T, 16> e{}, l{}, t{};
    math.exp(in.data(), e.data(), 16);
    math.log(in.data(), l.data(), 16);
    math.tanh(in.data(), t.data(), 16);
    for (std::size_t i = 0; i < 8; ++i) {
      const auto same = [](T a, T b) { return a == b || (std::isnan(a) && std::isnan(b)); };
      EXPECT_TRUE(same(e[i], std::exp(in[i]))) << "exp(" << in[i] << ") = " << e[i] << " on " << to_name(target);
      EXPECT_TRUE(same(t[i], std::tanh(in[i]))) << "tanh(" << in[i] << ") = " << t[i] << " on " << to_name(target);
      if (in[i] != T(1e5)) {
        EXPECT_TRUE(same(l[i], std::log(in[i]))) << "log(" << in[i] << ") = " << l[i] << " on " << to_name(target);
      }
    }
  }
}

TYPED_TEST(lanes, comparisons_are_made_lane_by_lane_and_are_false_for_nan) {
  using T = TypeParam;
  alignas(64) std::array<T, 16> a{}, b{}, below{}, not_above{}, above{}, not_below{}, chosen{};
  for (std::size_t i = 0; i < 16; ++i) a[i] = T(i % 5) - T(2), b[i] = T(i % 3) - T(1);
  a[7] = std::numeric_limits<T>::quiet_NaN();
  for (const Target target : list_targets()) {
    select_math<T>(target).compare(a.data(), b.data(), below.data(), not_above.data(), above.data(), not_below.data(),
                                   chosen.data(), 16);
    for (std::size_t i = 0; i < 16; ++i) {
      EXPECT_EQ(below[i], T(a[i] < b[i])) << i;
      EXPECT_EQ(not_above[i], T(a[i] <= b[i])) << i;
      EXPECT_EQ(above[i], T(a[i] > b[i])) << i;
      EXPECT_EQ(not_below[i], T(a[i] >= b[i])) << i;
      EXPECT_EQ(chosen[i], !(a[i] < b[i]) && (a[i] <= b[i] || a[i] > 0) ? a[i] : -b[i]) << i;
    }
  }
}

TYPED_TEST(lanes, a_condition_is_possible_when_one_lane_fulfils_it) {
  using T = TypeParam;
  for (const Target target : list_targets()) {
    const auto& math = select_math<T>(target);
    alignas(64) std::array<T, 16> a{}, b{};
    EXPECT_FALSE(math.any_below(a.data(), b.data()));
    for (std::size_t lane = 0; lane < math.lanes; ++lane) {
      b.fill(0), b[lane] = 1;
      EXPECT_TRUE(math.any_below(a.data(), b.data())) << "lane " << lane << " on " << to_name(target);
    }
  }
}

}  // namespace
}  // namespace stickslip::batch
