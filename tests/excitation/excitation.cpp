#include "stickslip/excitation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

namespace stickslip {
namespace {

constexpr double pi = std::numbers::pi;

// A ramp, a chirp on a parabola, a dither.
Excitation varied() {
  return Excitation({{.start = 0.0, .slope = 2.0},
                     {.start = 1.0,
                      .offset = 2.0,
                      .slope = -1.0,
                      .curvature = 0.5,
                      .amplitude = 0.3,
                      .frequency = 2.0,
                      .sweep = 1.5,
                      .phase = 0.4},
                     {.start = 3.0, .offset = 0.5, .amplitude = 0.1, .frequency = 20.0}});
}

TEST(excitation, a_segment_has_the_value_of_its_formula) {
  const auto f = varied();
  EXPECT_DOUBLE_EQ(f.value(0.25), 0.5);
  const double s = 0.7;
  EXPECT_DOUBLE_EQ(f.value(1.7),
                   2.0 - s + 0.5 * s * s + 0.3 * std::sin(2.0 * pi * (2.0 * s + 1.5 * s * s / 2.0) + 0.4));
  EXPECT_DOUBLE_EQ(f.value(-1.0), -2.0);  // the first segment goes on backwards
}

TEST(excitation, rate_and_second_are_the_derivatives_of_value) {
  const auto f = varied();
  constexpr double h = 1e-6;
  for (const double t : {0.3, 1.2, 1.9, 2.8, 3.3, 10.0}) {
    EXPECT_NEAR(f.rate(t), (f.value(t + h) - f.value(t - h)) / (2.0 * h), 1e-6) << t;
    EXPECT_NEAR(f.second(t), (f.rate(t + h) - f.rate(t - h)) / (2.0 * h), 1e-4) << t;
  }
}

TEST(excitation, corners_are_the_starts_of_later_segments) {
  const auto f = varied();
  EXPECT_EQ(f.next_corner(-5.0), 0.0);
  EXPECT_EQ(f.next_corner(0.0), 1.0);
  EXPECT_EQ(f.next_corner(1.0), 3.0);
  EXPECT_EQ(f.next_corner(3.0), std::numeric_limits<double>::infinity());
}

TEST(excitation, at_a_corner_the_new_segment_holds) {
  const Excitation step({{.start = 0.0, .offset = 1.0}, {.start = 2.0, .offset = 5.0}});
  EXPECT_EQ(step.value(std::nextafter(2.0, 0.0)), 1.0);
  EXPECT_EQ(step.value(2.0), 5.0);
}

TEST(excitation, the_longest_step_is_a_sixteenth_of_the_shortest_period_ahead) {
  const auto f = varied();
  EXPECT_EQ(f.longest_step(0.5), std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(f.longest_step(4.0), 1.0 / (16.0 * 20.0));
  EXPECT_LE(f.longest_step(1.0), 1.0 / (16.0 * 2.0));
  EXPECT_LT(f.longest_step(2.5), f.longest_step(1.1));  // the chirp becomes faster
}

TEST(excitation, a_table_is_a_row_of_straight_lines_and_constant_outside) {
  const std::vector<double> times{1.0, 2.0, 4.0};
  const std::vector<double> values{3.0, 5.0, -1.0};
  const auto f = Excitation::table(times, values);
  EXPECT_DOUBLE_EQ(f.value(0.0), 3.0);
  EXPECT_DOUBLE_EQ(f.value(1.5), 4.0);
  EXPECT_DOUBLE_EQ(f.value(3.0), 2.0);
  EXPECT_DOUBLE_EQ(f.value(9.0), -1.0);
  EXPECT_EQ(f.next_corner(1.0), 2.0);
}

TEST(excitation, the_rate_of_an_integral_is_the_excitation_and_it_has_no_jumps) {
  const Excitation f({{.start = 0.0, .slope = 2.0},
                      {.start = 1.0, .offset = -1.0, .amplitude = 0.3, .frequency = 2.0, .phase = 0.4},
                      {.start = 3.0, .offset = 4.0}});
  const auto sum = f.integral(7.0);
  EXPECT_DOUBLE_EQ(sum.value(0.0), 7.0);
  for (const double t : {0.5, 1.5, 2.9, 5.0}) EXPECT_NEAR(sum.rate(t), f.value(t), 1e-12) << t;
  for (const double t : {1.0, 3.0}) EXPECT_NEAR(sum.value(std::nextafter(t, 0.0)), sum.value(t), 1e-12) << t;
  EXPECT_THROW(varied().integral(), std::invalid_argument);
}

TEST(excitation, largest_sees_peaks_and_corners) {
  EXPECT_NEAR(Excitation::sine(2.0, 3.0, 0.5).largest(1.0), 2.5, 1e-3);
  EXPECT_NEAR(Excitation::ramp(-4.0).largest(2.0), 8.0, 1e-12);
}

// The message of a bad excitation says which segment and why.
std::string complaint_about(std::vector<Segment> segments) {
  try {
    const Excitation f(std::move(segments));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(excitation, bad_segments_are_refused_by_number) {
  EXPECT_EQ(complaint_about({}), "an excitation needs at least one segment");
  EXPECT_EQ(complaint_about({{.start = 0.0}, {.start = 0.0}}),
            "segment 2 starts at 0 s, not after its predecessor's 0 s");
  EXPECT_EQ(complaint_about({{.start = 0.0, .offset = std::nan("")}}),
            "segment 1 of the excitation has a number that is not finite");
  const std::vector<double> one{1.0};
  EXPECT_THROW(Excitation::table(one, {}), std::invalid_argument);
}

}  // namespace
}  // namespace stickslip
