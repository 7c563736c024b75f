// Steps are for control loops: they allocate nothing.
#include <gtest/gtest.h>

#include "../support/count_allocations.hpp"
#include "stickslip.h"

namespace {

TEST(capi, steps_allocate_nothing) {
  for (std::size_t index = 0; index < stickslip_law_count(); ++index) {
    stickslip_law_info info;
    ASSERT_EQ(stickslip_describe_law(index, &info), STICKSLIP_OK);
    stickslip_law* const law = stickslip_create(STICKSLIP_API_VERSION, info.name, 0, nullptr, 0);
    ASSERT_GT(allocations, 0U);  // the counter reaches into the library
    const std::size_t before = allocations;
    stickslip_contact now = STICKSLIP_AT_REST;
    stickslip_force force;
    for (int k = 0; k < 100; ++k) {
      now.velocity = 1e-3 * (k % 20 - 10);
      now.displacement += 1e-4 * now.velocity;
      EXPECT_EQ(stickslip_step(law, &now, 1e-4, &force), STICKSLIP_OK);
      EXPECT_EQ(stickslip_force_at(law, &now, &force), STICKSLIP_OK);
    }
    EXPECT_EQ(allocations, before) << info.name;
    stickslip_destroy(law);
  }
}

}  // namespace
