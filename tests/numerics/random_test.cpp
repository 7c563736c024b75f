// The generator: published numbers, and its distributions.
#include "stickslip/numerics/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stickslip::numerics {
namespace {

// Numbers of the paper's reference implementation for the seed 1234567.
TEST(generator, gives_the_published_numbers) {
  Generator g(1234567);
  for (const std::uint64_t wanted :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U, 16408922859458223821U})
    EXPECT_EQ(g.next(), wanted);
}

TEST(generator, draws_every_number_below_a_count_equally_often) {
  Generator g(3);
  std::vector<int> seen(7);
  constexpr int draws = 70000;
  for (int i = 0; i < draws; ++i) ++seen[g.below(7)];
  // Binomial with a standard deviation of 93: five of them.
  for (const int n : seen) EXPECT_NEAR(n, draws / 7, 465);
}

TEST(generator, stays_below_one) {
  Generator g(5);
  for (int i = 0; i < 10000; ++i) {
    const double u = g.unit();
    EXPECT_GE(u, 0.0);
    EXPECT_LT(u, 1.0);
  }
}

TEST(generator, below_one_there_is_only_zero) {
  Generator g(8);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(g.below(1), 0U);
}

TEST(generator, a_count_above_half_the_range_is_not_folded) {
  Generator g(8);
  constexpr std::uint64_t count = (1ULL << 63U) + 1U;
  for (int i = 0; i < 1000; ++i) EXPECT_LT(g.below(count), count);
}

struct Moments {
  double mean = 0.0, square = 0.0, fourth = 0.0, largest = 0.0;
};
template <class Draw>
Moments moments(Draw draw) {
  constexpr int draws = 100000;
  Moments m;
  for (int i = 0; i < draws; ++i) {
    const double x = draw();
    m.mean += x / draws;
    m.square += x * x / draws;
    m.fourth += x * x * x * x / draws;
    m.largest = std::max(m.largest, std::abs(x));
  }
  return m;
}

// Five standard deviations of each mean: 5/sqrt(1e5) = 0.016 of x, times sqrt(2) of x^2, times sqrt(96) of x^4.
TEST(generator, normal_numbers_have_the_moments_of_the_normal_distribution) {
  Generator g(21);
  const Moments m = moments([&g] { return g.normal(); });
  EXPECT_NEAR(m.mean, 0.0, 0.016);
  EXPECT_NEAR(m.square, 1.0, 0.0224);
  EXPECT_NEAR(m.fourth, 3.0, 0.155);
}

TEST(generator, portable_normal_numbers_stay_within_six_deviations) {
  Generator g(22);
  const Moments m = moments([&g] { return g.portable_normal(); });
  EXPECT_NEAR(m.mean, 0.0, 0.016);
  EXPECT_NEAR(m.square, 1.0, 0.0224);
  EXPECT_NEAR(m.fourth, 2.9, 0.155);  // 3 - 6/5/12, of the sum of twelve
  EXPECT_LT(m.largest, 6.0);
}

TEST(generator, a_deviation_scales_the_same_number) {
  Generator one(5);
  Generator two(5);
  EXPECT_EQ(2.0 * one.normal(), two.normal(2.0));
  EXPECT_EQ(two.normal(0.0), 0.0);
}

// Streams that measurements, fits and studies were made with: a change of one bit changes their figures.
TEST(generator, streams_stay_as_they_are) {
  Generator g(1);
  EXPECT_EQ(g.unit(), 0.5665615751722809);
  EXPECT_EQ(g.portable_normal(), 1.3127244228136599);
}

}  // namespace
}  // namespace stickslip::numerics
