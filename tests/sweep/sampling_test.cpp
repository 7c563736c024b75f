// Samples: where they lie, and that they are the same everywhere.
#include "sweep/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "stickslip/numerics/random.hpp"
#include "stickslip/numerics/sampling.hpp"
#include "stickslip/sweep.hpp"

namespace stickslip::sweep {
namespace {

TEST(hypercube, has_one_sample_in_every_part_of_every_axis) {
  for (const std::size_t n : {1UL, 2UL, 7UL, 1000UL}) {
    constexpr std::size_t axes = 3;
    const auto places = numerics::hypercube_places(n, axes, 42);
    for (std::size_t k = 0; k < axes; ++k) {
      std::set<std::size_t> parts;
      for (std::size_t i = 0; i < n; ++i) parts.insert(std::size_t(places[i * axes + k] * double(n)));
      EXPECT_EQ(parts.size(), n);
      EXPECT_LT(*parts.rbegin(), n);
    }
  }
}

TEST(hypercube, puts_its_samples_anywhere_in_their_parts_and_shuffles_each_axis_by_itself) {
  constexpr std::size_t n = 2000;
  const auto places = numerics::hypercube_places(n, 2, 1);
  double mean = 0.0;
  double correlation = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    mean += (places[2 * i] * double(n) - std::floor(places[2 * i] * double(n))) / double(n);
    correlation += 12.0 * (places[2 * i] - 0.5) * (places[2 * i + 1] - 0.5) / double(n);
  }
  EXPECT_NEAR(mean, 0.5, 5.0 * std::sqrt(1.0 / 12.0 / double(n)));  // five standard deviations of a mean
  EXPECT_NEAR(correlation, 0.0, 5.0 / std::sqrt(double(n)));        // and of a correlation of nothing
}

TEST(random_places, are_those_of_the_seed_and_of_no_other) {
  const auto a = numerics::random_places(50, 2, 7);
  EXPECT_EQ(a, numerics::random_places(50, 2, 7));
  EXPECT_NE(a, numerics::random_places(50, 2, 8));
  const auto longer = numerics::random_places(60, 2, 7);
  EXPECT_TRUE(std::equal(a.begin(), a.end(), longer.begin()));
}

TEST(hypercube, is_that_of_the_seed_and_of_no_other) {
  EXPECT_EQ(numerics::hypercube_places(50, 2, 7), numerics::hypercube_places(50, 2, 7));
  EXPECT_NE(numerics::hypercube_places(50, 2, 7), numerics::hypercube_places(50, 2, 8));
}

TEST(along, is_exact_at_the_start_and_a_power_between) {
  EXPECT_EQ(along(2.0, 10.0, Scale::linear, 0.0), 2.0);
  EXPECT_EQ(along(2.0, 10.0, Scale::linear, 0.25), 4.0);
  EXPECT_EQ(along(1e-3, 1e5, Scale::log, 0.0), 1e-3);
  EXPECT_EQ(along(1.0, 16.0, Scale::log, 0.5), 4.0);
  numerics::Generator g(9);
  for (int i = 0; i < 1000; ++i) {
    const double u = g.unit();
    // std::pow is good to its last bit; the exponent's rounding adds ln(1e8) of one.
    EXPECT_NEAR(along(1e-3, 1e5, Scale::log, u) / (1e-3 * std::pow(1e8, u)), 1.0, 20.0 * 1.2e-16);
  }
}

TEST(along, stays_between_its_ends) {
  const double last = std::nextafter(1.0, 0.0);
  for (const Scale scale : {Scale::linear, Scale::log}) {
    EXPECT_LE(along(0.1, 0.3, scale, last), 0.3);
    EXPECT_GE(along(0.1, 0.3, scale, 0x1p-53), 0.1);
  }
  EXPECT_GT(along(1e-300, 1e300, Scale::log, 0.75), 1e149);
}

TEST(grid_point, is_a_number_as_a_person_writes_it) {
  for (std::size_t i = 0; i < 11; ++i) {
    EXPECT_EQ(to_text(grid_point(0.0, 1.0, Scale::linear, i, 11)), i == 10  ? "1"
                                                                   : i == 0 ? "0"
                                                                            : "0." + std::to_string(i));
    EXPECT_EQ(grid_point(-0.7, 0.3, Scale::linear, i, 11), double(int(i) - 7) / 10.0);
  }
  EXPECT_EQ(to_text(grid_point(0.5, 4.0, Scale::log, 1, 4)), "1");
  double decade = 1e-12;
  for (std::size_t i = 0; i < 25; ++i) {
    const double x = grid_point(1e-12, 1e12, Scale::log, i, 25);
    EXPECT_NEAR(x / decade, 1.0, 1e-13);
    EXPECT_LE(to_text(x).size(), 6U) << to_text(x);  // "1e-09", "100000"
    decade *= 10.0;
  }
  EXPECT_EQ(grid_point(0.1, 1.0 / 3.0, Scale::linear, 4, 5), 1.0 / 3.0);  // the ends are not rounded
}

// The doubles next to 1.1 and 9.9 have 3.3000000000000003 between them; a person who asks for 1.1 to 9.9 wants 3.3.
TEST(grid_point, is_rounded_to_the_digits_of_a_person_on_a_logarithmic_axis) {
  EXPECT_EQ(to_text(grid_point(1.1, 9.9, Scale::log, 1, 3)), "3.3");
  EXPECT_EQ(to_text(grid_point(4.1, 36.9, Scale::log, 1, 3)), "12.3");
  EXPECT_EQ(to_text(grid_point(8.3e-7, 74.7e-7, Scale::log, 1, 3)), "2.49e-06");
}

TEST(grid_point, keeps_fifteen_digits) {
  EXPECT_EQ(to_text(grid_point(1.0, 2.0, Scale::log, 1, 3)), "1.4142135623731");  // sqrt(2) = 1.41421356237309505
  EXPECT_EQ(to_text(grid_point(1.0, 4.0, Scale::log, 1, 4)), "1.5874010519682");  // 4^(1/3) = 1.58740105196819947
  EXPECT_EQ(to_text(grid_point(1.0, 3.0, Scale::log, 1, 3)), "1.73205080756888");
}

}  // namespace
}  // namespace stickslip::sweep
