// Suite 2: friction takes energy. The work done on a law is never less than the energy it stores, step by step and from
// the start, over 10 000 random motions; laws that are known to give energy away do so in a counterexample.
//
#include "energy_account.hpp"
#include "law_traits.hpp"

namespace stickslip::conformance {
namespace {

template <class Law>
class PassivityOf : public testing::Test {
 protected:
  static constexpr int motions = 10'000;
  static constexpr int motions_per_draw = 5;
  static constexpr int pieces = 4;
};
TYPED_TEST_SUITE(PassivityOf, UsualLaws, LawNames);

template <class Law>
struct ClaimsPassivity : std::bool_constant<Law::passivity != Passivity::never> {};
template <class Law>
class ClaimedPassivity : public PassivityOf<Law> {};
using PassiveLaws = With<ClaimsPassivity, UsualLaws>;
TYPED_TEST_SUITE(ClaimedPassivity, PassiveLaws, LawNames);

TYPED_TEST(ClaimedPassivity, work_is_never_less_than_the_energy_stored) {
  Random rng = random_for("passivity", TypeParam::name);
  for (int i = 0; i < this->motions / this->motions_per_draw; ++i) {
    auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    Traits<TypeParam>::make_passive(p);
    ASSERT_EQ(complaint(p), "");
    const auto surroundings = random_surroundings(rng);
    const Scales scales = Traits<TypeParam>::scales(p, surroundings);
    for (int k = 0; k < this->motions_per_draw; ++k) {
      auto motion = random_pieces(rng, scales, this->pieces);
      for (Piece& piece : motion) Traits<TypeParam>::make_passive(p, piece);
      const auto a = account<TypeParam>(p, motion, surroundings);
      ASSERT_GE(a.worst_step, 0.0) << "in one step, draw " << i << ", motion " << k;
      ASSERT_GE(a.worst_total, 0.0) << "since the start, draw " << i << ", motion " << k;
    }
  }
}

TYPED_TEST(PassivityOf, a_law_that_is_not_always_passive_has_a_counterexample) {
  const auto examples = Traits<TypeParam>::counterexamples();
  EXPECT_EQ(examples.empty(), TypeParam::passivity == Passivity::always);
  for (const auto& example : examples) {
    EXPECT_EQ(complaint(example.params), "") << example.reason;
    const auto a = account<TypeParam>(example.params, example.motion, example.surroundings, 2000);
    EXPECT_GT(a.drawn, 10.0 * a.uncertainty) << example.reason;
  }
}

// The checker must be able to fail: laws that give energy away are found out by the same random motions. --------------

// A spring with a limit, as in backlash, that pushes back harder than it was pushed: F = k z (1 + gain) while
// unloading.
struct ToyLaw : MaxwellSlip<1> {
  static constexpr double gain = 0.01;
  template <class S>
  static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const bool unloads = s.pull[0] * c.velocity < S(0);
    return {s.pull[0] * (unloads ? S(1 + gain) : S(1)) + p.viscous * c.velocity};
  }
};

// Sliding friction that pushes at high speed, a viscous coefficient of the wrong sign.
struct PushingLaw : MaxwellSlip<1> {
  template <class S>
  static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {s.pull[0] - p.limit[0] * c.velocity};
  }
};

// How many of 1000 random motions the checker objects to.
template <class Law>
int objections() {
  Random rng = random_for("toys", "");
  const auto p = defaults<Law>();
  const Scales scales = table_scales<MaxwellSlip<1>>(p, {});
  int count = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto a = account<Law>(p, random_pieces(rng, {scales.force, scales.near, scales.far, 0.1, 0.0, 0.0}, 5), {});
    count += a.worst_step < 0.0 || a.worst_total < 0.0 ? 1 : 0;
  }
  return count;
}

TEST(passivity_checker, finds_nothing_wrong_with_the_law_that_the_toys_are_made_of) {
  EXPECT_EQ(objections<MaxwellSlip<1>>(), 0);
}

TEST(passivity_checker, objects_to_a_spring_that_returns_one_percent_more_than_it_took) {
  EXPECT_GT(objections<ToyLaw>(), 100);
}

TEST(passivity_checker, objects_to_friction_that_pushes_at_speed) { EXPECT_GT(objections<PushingLaw>(), 100); }

}  // namespace
}  // namespace stickslip::conformance
