// Suite 1: a contact seen from the other side is the same contact. Mirrored motion gives the mirrored force when both
// directions have the same parameters, and when they do not, once forward and back have changed places.
#include "law_traits.hpp"
#include "reference.hpp"

namespace stickslip::conformance {
namespace {

template <class Law>
class Symmetry : public testing::Test {
 protected:
  static constexpr int draws = 20;
  static constexpr int continuous_draws = 5;  // the referee is slow, and the continuous face has no steps to get wrong

  // Largest |F(motion; p) + F(-motion; q)| through the sampled face [N].
  static double sampled_difference(const ParamsOf<Law>& p, const ParamsOf<Law>& q, const std::vector<Sample>& motion,
                                   const Contact<double>& start) {
    Contact<double> before = start;
    StateOf<Law> s{}, m{};
    double worst = 0.0;
    for (const Sample& sample : motion) {
      s = Law::advance(p, before, sample.contact, s, sample.h);
      m = Law::advance(q, mirrored(before), mirrored(sample.contact), m, sample.h);
      const auto f = Law::force(p, sample.contact, s);
      const auto g = Law::force(q, mirrored(sample.contact), m);
      // At standstill nobody knows which side's inertia the body will feel.
      const double inertia = sample.contact.velocity == 0.0 ? 0.0 : std::abs(f.inertia - g.inertia);
      worst = std::max({worst, std::abs(f.value + g.value), inertia});
      before = sample.contact;
    }
    return worst;
  }

  // The same through the continuous face, over a motion with reversals.
  static double continuous_difference(const ParamsOf<Law>& p, const ParamsOf<Law>& q, Motion motion) {
    Motion mirror = motion;
    mirror.speed = -motion.speed;
    mirror.rest = -motion.rest;
    using System = ImposedContact<Law>;
    Referee<System> one({p, motion}, 0.0, System::unknowns({}), motion.period / 50.0);
    Referee<System> other({q, mirror}, 0.0, System::unknowns({}), motion.period / 50.0);
    double worst = 0.0;
    for (int i = 1; i <= 20; ++i) {
      const double t = motion.span() * i / 20.0;
      if (!one.advance_to(t) || !other.advance_to(t)) return std::numeric_limits<double>::infinity();
      worst = std::max(worst, std::abs(one.force() + other.force()));
    }
    return worst;
  }

  // Both faces compute with the same numbers but their signs, so only sums in another order may differ.
  static constexpr double rounding = 1e-12;

  struct Case {
    Contact<double> surroundings;
    std::vector<Sample> samples;
    Motion motion;
    double tolerance;  // [N]
  };
  static Case random_case(Random& rng, const ParamsOf<Law>& p) {
    const auto surroundings = random_surroundings(rng);
    const Scales scale = Traits<Law>::scales(p, surroundings);
    const MotionRange range{1e-2 * scale.velocity, 1e2 * scale.velocity, 1e-2 * scale.near / scale.velocity,
                            1e2 * scale.near / scale.velocity, scale.force};
    const Motion motion{.kind = Motion::Kind::reversals,
                        .speed = scale.velocity,
                        .period = 20.0 * scale.near / scale.velocity,
                        .push = 3.0 * scale.force,
                        .rest = 0.01 * scale.force,
                        .surroundings = surroundings};
    return {surroundings, random_samples(rng, range, surroundings, 100), motion,
            rounding * (scale.force + scale.damping * range.fastest)};
  }

  static void expect_mirrored(Random& rng, Draw sides, int draw) {
    auto p = draw_params<Law>(rng, sides);
    Traits<Law>::make_symmetric(p);
    const Case c = random_case(rng, p);
    EXPECT_LE(sampled_difference(p, mirrored_params(p), c.samples, c.surroundings), c.tolerance);
    if (draw >= continuous_draws) return;
    Traits<Law>::smoothen(p);
    EXPECT_LE(continuous_difference(p, mirrored_params(p), c.motion), c.tolerance);
  }
};

TYPED_TEST_SUITE(Symmetry, LawsInTwoSizes, LawNames);

TYPED_TEST(Symmetry, mirrored_motion_gives_the_mirrored_force) {
  Random rng = random_for("symmetry", TypeParam::name);
  for (int i = 0; i < this->draws && !this->HasFailure(); ++i) this->expect_mirrored(rng, Draw::same_sides, i);
}

TYPED_TEST(Symmetry, swapped_sides_give_the_mirrored_force) {
  Random rng = random_for("swapped sides", TypeParam::name);
  for (int i = 0; i < this->draws && !this->HasFailure(); ++i) this->expect_mirrored(rng, Draw::any_sides, i);
}

TYPED_TEST(Symmetry, options_that_prefer_one_direction_are_told_apart) {
  Random rng = random_for("one-sided", TypeParam::name);
  for (const auto& p : Traits<TypeParam>::one_sided()) {
    const auto c = this->random_case(rng, p);
    EXPECT_GT(this->sampled_difference(p, p, c.samples, c.surroundings), 1e6 * c.tolerance);
  }
}

}  // namespace
}  // namespace stickslip::conformance
