// What a motion does between its samples, as a fit takes it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "identify/sampling_bias.hpp"

namespace stickslip::identify {
namespace {

using batch::Record;

constexpr Reads all_columns = Reads(127);

// A divided record in full.
struct Fine {
  double step;
  std::vector<Contact<double>> motion;
};

Fine divide(const Record& r, std::size_t parts) {
  const batch::CompactRecord fine = divide_steps(batch::view(r), parts, all_columns);
  Fine all{fine.step, {}};
  for (std::size_t k = 0; k < fine.samples; ++k) all.motion.push_back(fine.view().motion[k]);
  return all;
}

// x = c t^3 + b t^2 + a t, sampled at 10 Hz.
Record cubic_motion() {
  Record r{.name = "cubic", .step = 0.1};
  for (int k = 0; k < 12; ++k) {
    const double t = 0.1 * k;
    r.motion.push_back(
        {.velocity = 3.0 * t * t - t + 0.2, .displacement = t * t * t - 0.5 * t * t + 0.2 * t, .pressure = 1e5 * t});
    r.force.push_back(2.0 * t);
  }
  return r;
}

TEST(between_samples, a_divided_record_passes_through_its_samples) {
  const Record r = cubic_motion();
  const Fine fine = divide(r, 4);
  ASSERT_EQ(fine.motion.size(), 4 * (r.motion.size() - 1) + 1);
  EXPECT_DOUBLE_EQ(fine.step, 0.025);
  for (std::size_t k = 0; k < fine.motion.size(); ++k) {
    if (k % 4 != 0) continue;
    EXPECT_EQ(fine.motion[k].velocity, r.motion[k / 4].velocity);
    EXPECT_EQ(fine.motion[k].displacement, r.motion[k / 4].displacement);
    EXPECT_EQ(fine.motion[k].pressure, r.motion[k / 4].pressure);
  }
}

TEST(between_samples, a_cubic_path_and_its_velocity_are_met_exactly) {
  const Fine fine = divide(cubic_motion(), 5);
  for (std::size_t k = 0; k < fine.motion.size(); ++k) {
    const double t = 0.02 * double(k);
    EXPECT_NEAR(fine.motion[k].displacement, t * t * t - 0.5 * t * t + 0.2 * t, 1e-14) << k;
    EXPECT_NEAR(fine.motion[k].pressure, 1e5 * t, 1e-9) << k;
    EXPECT_NEAR(fine.motion[k].velocity, 3.0 * t * t - t + 0.2, 1e-14) << k;
  }
}

TEST(between_samples, no_reversal_is_invented_where_none_was_seen) {
  Record r{.name = "stop", .step = 0.01};
  for (const double v : {0.5, 0.5, 0.001, 0.001, 0.6, 0.6, 0.0, 0.0, 0.0}) {
    r.motion.push_back({.velocity = v});
    r.force.push_back(0.0);
  }
  const Fine fine = divide(r, 8);
  const auto lowest = std::min_element(fine.motion.begin(), fine.motion.end(),
                                       [](const auto& a, const auto& b) { return a.velocity < b.velocity; });
  EXPECT_GE(lowest->velocity, 0.0);
}

// A body that rests and starts: slopes that are the mean of both sides would swing it back before the start.
TEST(between_samples, a_start_is_not_preceded_by_a_swing) {
  Record r{.name = "start", .step = 0.01};
  for (const double v : {1e-5, 2e-5, 1e-5, 0.0, 0.4, 0.8, 1.2}) {
    r.motion.push_back({.velocity = v});
    r.force.push_back(0.0);
  }
  const Fine fine = divide(r, 8);
  for (std::size_t k = 0; k < 24; ++k) {
    EXPECT_GE(fine.motion[k].velocity, 0.0) << k;
    EXPECT_LE(fine.motion[k].velocity, 2e-5) << k;
  }
}

// The velocity of a sine between its samples, once with positions and once with those of an encoder.
TEST(between_samples, positions_bend_the_velocity_unless_an_encoder_steps) {
  constexpr double w = 30.0, way = 1e-3, step = 0.01;
  const auto largest_error = [&](double encoder) {
    Record r{.name = "sine", .step = step};
    for (int k = 0; k < 200; ++k) {
      const double x = way * std::sin(w * step * k);
      r.motion.push_back({.velocity = way * w * std::cos(w * step * k),
                          .displacement = encoder > 0.0 ? encoder * std::round(x / encoder) : x});
      r.force.push_back(0.0);
    }
    const Fine fine = divide(r, 4);
    double error = 0.0;
    for (std::size_t k = 4; k + 5 < fine.motion.size(); ++k)
      error = std::max(error, std::abs(fine.motion[k].velocity - way * w * std::cos(w * step * double(k) / 4.0)));
    return error / (way * w);
  };
  EXPECT_LT(largest_error(0.0), 4e-4);   // of third order
  EXPECT_LT(largest_error(2e-5), 2e-2);  // of the velocities alone; an encoder's step, 2e-5/step over way w, makes 7e-2
}

}  // namespace
}  // namespace stickslip::identify
