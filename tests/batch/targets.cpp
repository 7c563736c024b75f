// The choice of the SIMD target.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "batch/kernels.hpp"
#include "batch/target.hpp"

namespace stickslip::batch {
namespace {

std::string refusal(std::string_view wish, const std::vector<Target>& possible) {
  try {
    target_for(wish, possible);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(target, the_fastest_possible_one_is_taken_when_nobody_asks_for_another) {
  const auto possible = list_targets();
  ASSERT_FALSE(possible.empty());
  EXPECT_EQ(target_for("", possible), possible.back());
}

TEST(target, a_wish_for_a_possible_one_is_granted) {
  for (const Target t : list_targets()) EXPECT_EQ(target_for(to_name(t), list_targets()), t);
}

TEST(target, an_unknown_one_is_refused_with_the_possible_ones) {
  const Target first = list_targets().front();
  EXPECT_EQ(refusal("avx9", {first}),
            "STICKSLIP_TARGET = avx9 cannot run here; possible on this processor: " + std::string(to_name(first)));
}

#if defined(__x86_64__)
TEST(target, a_known_one_that_the_processor_lacks_is_refused) {
  EXPECT_EQ(refusal("avx512", {Target::sse4, Target::avx2}),
            "STICKSLIP_TARGET = avx512 cannot run here; possible on this processor: sse4, avx2");
}

TEST(target, every_one_fills_its_registers) {
  EXPECT_EQ(law_kernels<double>(Target::scalar).lanes, 1U);
  EXPECT_EQ(law_kernels<double>(Target::sse4).lanes, 2U);
  EXPECT_EQ(law_kernels<float>(Target::sse4).lanes, 4U);
  EXPECT_EQ(law_kernels<double>(Target::avx2).lanes, 4U);
  EXPECT_EQ(law_kernels<float>(Target::avx2).lanes, 8U);
  EXPECT_EQ(law_kernels<double>(Target::avx512).lanes, 8U);
  EXPECT_EQ(law_kernels<float>(Target::avx512).lanes, 16U);
}
#endif

}  // namespace
}  // namespace stickslip::batch
