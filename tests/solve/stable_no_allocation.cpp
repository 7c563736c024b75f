// The stable step allocates nothing, throws nothing, and asks the law a bounded number of times. operator new of this
// program counts.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <new>

#include "../conformance/laws.hpp"
#include "../support/count_allocations.hpp"
#include "stickslip/stable_contact.hpp"

namespace stickslip::solve {
namespace {

// Three searches of at most most_trials + most_cuts + 1 evaluations.
template <class Law>
constexpr int most_evaluations = 3 * (StableStep<Law>::most_trials + StableStep<Law>::most_cuts + 1);

TEST(stable_step, allocates_nothing_and_works_within_its_bound_for_every_law) {
  const std::size_t counting = allocations;
  delete new int(1);
  ASSERT_EQ(allocations, counting + 1);

  FrictionLaws::for_each([](auto law) {
    using Law = decltype(law);
    StableContact<Law> contact(conformance::defaults<Law>());
    static_assert(noexcept(contact.step_mass(1.0, 1.0, 1e-3)));
    static_assert(noexcept(contact.step(1.0, 1e-3)));
    int most = 0;
    const std::size_t before = allocations;
    for (int k = 0; k < 300; ++k) {
      contact.step_mass(20.0 * std::sin(0.1 * k), 0.1, k % 3 == 0 ? 1e-2 : 1e-4);
      most = std::max(most, contact.effort().evaluations);
    }
    contact.step(0.1, 1e-3);
    EXPECT_EQ(allocations, before) << Law::name;
    EXPECT_LE(most, most_evaluations<Law>) << Law::name;
  });
}

}  // namespace
}  // namespace stickslip::solve
