// Suite 3: sliding at constant speed settles to steady_state, through both faces.
#include "law_traits.hpp"
#include "reference.hpp"

namespace stickslip::conformance {
namespace {

template <class Law>
class SteadyState : public testing::Test {
 protected:
  static constexpr std::array<double, 3> speeds{0.1, 1.0, 10.0};  // in units of the law's own velocity

  // A contact that slides at v, pushed along.
  static Contact<double> sliding(Contact<double> c, double v, const Scales& scale) {
    c.velocity = v;
    c.applied = std::copysign(3.0 * scale.force + 2.0 * scale.damping * std::abs(v), v);
    return c;
  }

  // Travel and time after which nothing of the start is left: e^-40 of it.
  static double settling_time(const Scales& scale, double v) {
    return 40.0 * std::max(scale.far / std::abs(v), scale.time);
  }

  static double settled_by_steps(const ParamsOf<Law>& p, Contact<double> c, double h) {
    StateOf<Law> s{};
    for (int i = 0; i < 20; ++i) {
      const Contact<double> before = c;
      c.displacement += c.velocity * h;
      s = Law::advance(p, before, c, s, h);
    }
    return Law::force(p, c, s).value;
  }

  // By the continuous face: the speed rises smoothly in a fortieth of the time and then stays.
  static double settled_by_flow(const ParamsOf<Law>& p, const Contact<double>& c, double time) {
    using System = ImposedContact<Law>;
    const Motion motion{.kind = Motion::Kind::ramp,
                        .speed = c.velocity,
                        .period = time / 40.0,
                        .push = std::abs(c.applied),
                        .surroundings = c};
    Referee<System> flow({p, motion}, 0.0, System::unknowns({}), time / 40.0);
    return flow.advance_to(time) ? flow.force() : std::numeric_limits<double>::quiet_NaN();
  }
};

using SettlingLaws = With<Settles, UsualLaws>;
TYPED_TEST_SUITE(SteadyState, SettlingLaws, LawNames);

// e^-40 of the start remains, and sums of 64 elements round to 1e-14: what is left is the referee's own error of 1e-10
// per step.
constexpr double settled = 1e-7;

TYPED_TEST(SteadyState, long_steps_at_constant_speed_end_in_it) {
  Random rng = random_for("steady state", TypeParam::name);
  for (int i = 0; i < 50 && !this->HasFailure(); ++i) {
    auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    Traits<TypeParam>::make_settling(p);
    const auto surroundings = random_surroundings(rng);
    const Scales scale = Traits<TypeParam>::scales(p, surroundings);
    for (const double speed : this->speeds)
      for (const double v : {speed * scale.velocity, -speed * scale.velocity}) {
        const auto c = this->sliding(surroundings, v, scale);
        const double expected = TypeParam::steady_state(p, c);
        EXPECT_NEAR(this->settled_by_steps(p, c, this->settling_time(scale, v)), expected, settled * std::abs(expected))
            << "v = " << v << " m/s, draw " << i;
      }
  }
}

TYPED_TEST(SteadyState, the_continuous_face_flows_into_it) {
  Random rng = random_for("steady flow", TypeParam::name);
  for (int i = 0; i < 3 && !this->HasFailure(); ++i) {
    auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    Traits<TypeParam>::smoothen(p);
    Traits<TypeParam>::make_settling(p);
    const auto surroundings = random_surroundings(rng);
    const Scales scale = Traits<TypeParam>::scales(p, surroundings);
    for (const double v : {scale.velocity, -scale.velocity}) {
      const auto c = this->sliding(surroundings, v, scale);
      const double expected = TypeParam::steady_state(p, c);
      EXPECT_NEAR(this->settled_by_flow(p, c, this->settling_time(scale, v)), expected, settled * std::abs(expected))
          << "v = " << v << " m/s, draw " << i;
    }
  }
}

}  // namespace
}  // namespace stickslip::conformance
