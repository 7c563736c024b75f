// The closed loop: a body on a contact under a recorded force, and the loss of its motion.
#include "stickslip/batch/closed_loop.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "stickslip/friction/all.hpp"
#include "stickslip/stable_contact.hpp"

namespace stickslip::batch {

using namespace solve;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A body on a weak spring, pushed to and fro beyond break-away.
MotionRecord pushed(std::size_t samples = 400) {
  MotionRecord r{.name = "push", .step = 1e-3, .mass = 2.0, .spring = 50.0, .damper = 3.0};
  for (std::size_t k = 0; k <= samples; ++k)
    r.applied.push_back(6.0 * std::sin(2.0 * std::numbers::pi * double(k) / double(samples)));
  return r;
}

std::vector<double> usual(std::string_view law) {
  return FrictionLaws::with(law, [](auto type) {
    const auto p = default_params<decltype(type)>();
    return std::vector<double>(scalars(p).begin(), scalars(p).end());
  });
}

// The usual set with its first parameters stretched by c %.
std::vector<double> make_matrix(std::string_view law, std::size_t count) {
  std::vector<double> all;
  for (std::size_t c = 0; c < count; ++c) {
    auto p = usual(law);
    p[0] *= 1.0 + 0.01 * double(c);
    all.insert(all.end(), p.begin(), p.end());
  }
  return all;
}

class closed_loop : public testing::TestWithParam<std::string_view> {};

TEST_P(closed_loop, recognises_its_own_parameters_and_no_others) {
  MotionRecord r = pushed();
  r.displacement = ClosedLoopBatch(GetParam(), 0, {r}).motions(usual(GetParam()))[0].displacement;
  ClosedLoopBatch batch(GetParam(), 0, {r});
  const auto matrix = make_matrix(GetParam(), 3);
  const auto losses = batch.losses({3, matrix});
  EXPECT_EQ(losses[0], 0.0);
  EXPECT_GT(losses[1], 0.0);
  EXPECT_GT(losses[2], 0.0);
}

TEST_P(closed_loop, gives_the_same_bits_for_any_threads_and_blocks) {
  MotionRecord r = pushed(60);
  r.velocity.assign(61, 0.0);
  const auto matrix = make_matrix(GetParam(), 23);
  const auto once = ClosedLoopBatch(GetParam(), 0, {r, r}, {.threads = 1}).losses({23, matrix});
  for (const std::size_t threads : {2UL, 7UL})
    for (const std::size_t block : {1UL, 5UL, 100UL}) {
      ClosedLoopBatch batch(GetParam(), 0, {r, r}, {.threads = threads, .block = block});
      EXPECT_EQ(batch.losses({23, matrix}), once);
    }
}

INSTANTIATE_TEST_SUITE_P(laws, closed_loop, testing::ValuesIn(FrictionLaws::names), [](const auto& law) {
  std::string name(law.param);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST(closed_loop_motion, is_that_of_the_real_time_contact) {
  const MotionRecord r = pushed();
  const auto motion = ClosedLoopBatch("lugre", 0, {r}).motions(usual("lugre"))[0];
  StableContact<LuGre> contact;
  for (std::size_t k = 1; k < r.applied.size(); ++k) {
    const double held = -r.spring * contact.displacement() - r.damper * contact.velocity();
    contact.step_mass({r.applied[k - 1] + held, r.applied[k] + held, -r.spring, -r.damper}, r.mass, r.step);
    ASSERT_NEAR(motion.displacement[k], contact.displacement(), 1e-14) << k;
    ASSERT_NEAR(motion.velocity[k], contact.velocity(), 1e-12) << k;
  }
}

TEST(closed_loop_motion, converges_with_more_steps_per_sample) {
  MotionRecord r = pushed();
  const auto end = [&r](std::size_t substeps) {
    r.substeps = substeps;
    return ClosedLoopBatch("lugre", 0, {r}).motions(usual("lugre"))[0].displacement.back();
  };
  const double fine = end(64);
  const double coarse_error = std::abs(end(4) - fine);
  const double middle_error = std::abs(end(16) - fine);
  EXPECT_LT(middle_error, coarse_error / 4.0);
  EXPECT_LT(middle_error, 1e-6);
}

TEST(closed_loop_loss, is_infinite_for_invalid_candidates_which_are_counted) {
  MotionRecord r = pushed(20);
  r.displacement.assign(21, 0.0);
  auto matrix = make_matrix("lugre", 3);
  matrix[0] = std::nan("");
  matrix[2 * matrix.size() / 3] = -1.0;
  ClosedLoopBatch batch("lugre", 0, {r});
  const auto losses = batch.losses({3, matrix});
  EXPECT_EQ(losses[0], infinity);
  EXPECT_TRUE(std::isfinite(losses[1]));
  EXPECT_EQ(losses[2], infinity);
  EXPECT_EQ(batch.report().invalid, 2U);
  EXPECT_EQ(batch.report().samples, 20U);
}

std::string refusal(const MotionRecord& r) {
  try {
    ClosedLoopBatch("lugre", 0, {r}).losses({1, usual("lugre")});
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

TEST(closed_loop_inputs, are_refused_with_the_record_and_the_reason) {
  MotionRecord r = pushed(5);
  EXPECT_EQ(refusal(r), "record 'push' has no measured motion to compare with");
  r.displacement.assign(6, 0.0);
  EXPECT_EQ(refusal(r), "accepted");
  r.mass = 0.0;
  EXPECT_EQ(refusal(r), "record 'push': mass is 0; it must be positive");
  r.mass = 1.0;
  r.velocity.assign(6, 0.0);
  EXPECT_EQ(refusal(r), "record 'push': has both a displacement and a velocity to compare with; give one of them");
  r.velocity.clear();
  r.displacement.pop_back();
  EXPECT_EQ(refusal(r), "record 'push': displacement has 5 samples, the applied force 6");
  r.displacement.assign(6, 0.0);
  r.applied[3] = std::nan("");
  EXPECT_EQ(refusal(r), "record 'push': applied at sample 3 is nan");
}

}  // namespace
}  // namespace stickslip::batch
