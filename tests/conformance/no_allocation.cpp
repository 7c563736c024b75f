// Suite 7: nothing in a law's two faces allocates or throws. operator new of this program counts.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <new>

#include "../support/count_allocations.hpp"
#include "laws.hpp"

namespace stickslip::conformance {
namespace {

// What a step of a simulation calls, all of it noexcept. The sum keeps the compiler from leaving anything out.
template <class Law>
struct EveryFunction {
  using P = ParamsOf<Law>;
  using State = StateOf<Law>;
  using C = Contact<double>;

  static double sum_up(const State& s) noexcept {
    double sum = 0.0;
    for (const double x : scalars(s)) sum += x;
    return sum;
  }

  static double talents(const P& p, const C& c, const State& s) noexcept {
    double sum = 0.0;
    if constexpr (HasSteadyState<Law>) {
      static_assert(noexcept(Law::steady_state(p, c)));
      sum += Law::steady_state(p, c);
    }
    if constexpr (HasStoredEnergy<Law>) {
      static_assert(noexcept(Law::stored_energy(p, c, s)));
      sum += Law::stored_energy(p, c, s);
    }
    if constexpr (HasPreslidingStiffness<Law>) {
      static_assert(noexcept(Law::presliding_stiffness(p, c)));
      sum += Law::presliding_stiffness(p, c);
    }
    if constexpr (HasHold<Law>) {
      static_assert(noexcept(Law::holds(s)));
      sum += Law::holds(s) ? 1.0 : 0.0;
    }
    if constexpr (HasHold<Law>) {
      static_assert(noexcept(Law::holds(s)));
      sum += Law::holds(s) ? 1.0 : 0.0;
    }
    return sum;
  }

  static double modes(const P& p, const C& c, const State& s) noexcept {
    double sum = 0.0;
    if constexpr (HasGuards<Law>) {
      static_assert(noexcept(Law::guards(p, c, s)));
      static_assert(noexcept(Law::reset(p, c, s, std::size_t(0))));
      const auto g = Law::guards(p, c, s);
      for (std::size_t k = 0; k < g.size(); ++k) sum += g[k] + sum_up(Law::reset(p, c, s, k));
    }
    return sum;
  }

  static double call(const P& p, const C& before, const C& after) noexcept {
    static_assert(noexcept(Law::advance(p, before, after, State{}, 1e-3)));
    static_assert(noexcept(Law::force(p, after, State{})));
    static_assert(noexcept(Law::rate(p, after, State{})));
    const State s = Law::advance(p, before, after, State{}, 1e-3);
    return Law::force(p, after, s).value + sum_up(Law::rate(p, after, s)) + talents(p, after, s) + modes(p, after, s);
  }
};

TEST(allocation, is_counted_by_this_program) {
  const std::size_t before = allocations;
  delete new int(1);
  EXPECT_EQ(allocations, before + 1);
}

TEST(allocation, does_not_happen_in_any_function_of_any_law_in_any_size) {
  FrictionLaws::for_each_size([](auto law) {
    using Law = decltype(law);
    const auto p = defaults<Law>();
    double sum = 0.0;
    const std::size_t before = allocations;
    for (const double v : {0.0, 1e-3, -1e-3, 10.0}) {
      const Contact<double> from{.velocity = -v, .applied = 0.1};
      const Contact<double> to{.velocity = v, .displacement = v * 1e-3, .applied = 2.0};
      sum += EveryFunction<Law>::call(p, from, to);
    }
    EXPECT_EQ(allocations, before) << Law::name;
    EXPECT_TRUE(std::isfinite(sum)) << Law::name;
  });
}

}  // namespace
}  // namespace stickslip::conformance
