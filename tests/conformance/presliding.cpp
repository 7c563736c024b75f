// Suite 4: presliding and stick. A law with a stiffness starts with it; a law without one does not remember a
// displacement; a force below break-away never moves the body.
#include <limits>
#include <numbers>

#include "law_traits.hpp"
#include "reference.hpp"

namespace stickslip::conformance {
namespace {

template <class Law>
class Presliding : public testing::Test {
 protected:
  static constexpr double pause = 1.0;  // [s] long against the inner time constants of every law

  // The force at rest after a displacement d in two steps, from standstill over d/pause and back to standstill.
  static double force_after(const ParamsOf<Law>& p, const Contact<double>& rest, double d, double push) {
    Contact<double> half = rest;
    half.velocity = d / pause;
    half.displacement = d / 2.0;
    half.applied = std::copysign(push, d);
    Contact<double> end = rest;
    end.displacement = d;
    const StateOf<Law> moving = Law::advance(p, rest, half, {}, pause);
    return Law::force(p, end, Law::advance(p, half, end, moving, pause)).value;
  }

  // The same by the continuous face: one smooth pulse, then standstill.
  static double force_after_pulse(const ParamsOf<Law>& p, const Contact<double>& rest, double d, double push) {
    using System = ImposedContact<Law>;
    const Motion pulse{.kind = Motion::Kind::standstill,
                       .speed = 2.0 * d / pause,
                       .period = pause,
                       .push = push,
                       .surroundings = rest};
    Referee<System> flow({p, pulse}, 0.0, System::unknowns({}), pause / 50.0);
    return flow.advance_to(1.9 * pause) ? flow.force() : std::numeric_limits<double>::quiet_NaN();
  }
};

template <class Law>
class WithStiffness : public Presliding<Law> {};
using SpringyLaws = With<Springs, LawsInTwoSizes>;
TYPED_TEST_SUITE(WithStiffness, SpringyLaws, LawNames);

template <class Law>
class WithoutStiffness : public Presliding<Law> {};
using StiffLaws = Without<Springs, LawsInTwoSizes>;
TYPED_TEST_SUITE(WithoutStiffness, StiffLaws, LawNames);

TYPED_TEST(WithStiffness, motion_starts_with_the_stated_stiffness) {
  Random rng = random_for("presliding", TypeParam::name);
  for (int i = 0; i < 30 && !this->HasFailure(); ++i) {
    auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    Traits<TypeParam>::keep_presliding(p);
    const auto rest = random_surroundings(rng);
    const Scales scale = Traits<TypeParam>::scales(p, rest);
    // A displacement of 1e-5 of the presliding range bends the curve by less than 1e-3 for every shape in the list.
    const double d = (i % 2 == 0 ? 1e-5 : -1e-5) * scale.near;
    // The stiffness is that of a start forward; a start back is a start forward seen from the other side.
    const double expected = TypeParam::presliding_stiffness(d > 0.0 ? p : mirrored_params(p), rest) * d;
    EXPECT_NEAR(this->force_after(p, rest, d, 1e-3 * scale.force), expected, 1e-3 * std::abs(expected));
    if (i >= 5) continue;  // the referee is slow, and the continuous face has no steps to get wrong
    EXPECT_NEAR(this->force_after_pulse(p, rest, d, 1e-3 * scale.force), expected, 1e-3 * std::abs(expected));
  }
}

TYPED_TEST(WithoutStiffness, a_law_does_not_remember_a_displacement) {
  Random rng = random_for("no presliding", TypeParam::name);
  for (int i = 0; i < 30 && !this->HasFailure(); ++i) {
    const auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    const auto rest = random_surroundings(rng);
    const Scales scale = Traits<TypeParam>::scales(p, rest);
    const double before = TypeParam::force(p, rest, {}).value;
    for (const double d : {1e-3 * scale.near, -scale.near, 100.0 * scale.far}) {
      EXPECT_EQ(this->force_after(p, rest, d, 3.0 * scale.force), before);
      EXPECT_EQ(this->force_after_pulse(p, rest, d, 3.0 * scale.force), before);
    }
  }
}

// Stick ---------------------------------------------------------------------------------------------------------------

// Between 5 % and 95 % of the level, once a second, starting at zero.
double biased_wave(double t, double level) {
  const double rise = std::min(t, 1.0);
  return level * rise * (0.5 + 0.45 * std::sin(2.0 * std::numbers::pi * t));
}

// Rises smoothly from zero to the level in one second.
double rise(double t, double level) {
  const double wave = std::sin(std::numbers::pi / 2.0 * std::min(t, 1.0));
  return level * wave * wave;
}

template <class Law>
class StickOf : public testing::Test {
 protected:
  using System = MassOnContact<Law>;

  static Referee<System> body(const ParamsOf<Law>& p, double (*applied)(double, double), double level) {
    Contact<double> light;
    light.mass = mass_for(p);
    return {System{p, light, applied, level}, 0.0, typename System::Unknowns{}, 0.02};
  }

  // So light that the body follows a force of 1 Hz even on a spring a thousand times softer than all together, and not
  // lighter, because the referee must follow its ringing (500 rad/s) and its damping [kg].
  static double mass_for(const ParamsOf<Law>& p) {
    double mass = 1.0;
    if constexpr (HasPreslidingStiffness<Law>) mass = Law::presliding_stiffness(p, Contact<double>{}) / 2.5e5;
    return std::max(mass, Traits<Law>::scales(p, {}).damping / 3e3);
  }

  // Smallest and largest displacement in a stretch of time; not a number when the referee gave up.
  struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    double middle() const { return (low + high) / 2.0; }
  };
  static Range range(Referee<System>& body, double from, double to) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    Range r;
    for (double t = from; t < to; t += 0.02) {
      if (!body.advance_to(t)) return {nan, nan};
      r.low = std::min(r.low, body.contact().displacement);
      r.high = std::max(r.high, body.contact().displacement);
    }
    return r;
  }

  // Whether the body comes farther than `goal` within some seconds. It ends there: a body that flies along on a stiff
  // bristle takes the referee seconds.
  static bool passes(Referee<System>& body, double goal, double seconds) {
    for (double t = 0.0; t < seconds; t += 0.02) {
      if (!body.advance_to(t)) return false;
      if (body.contact().displacement > goal) return true;
    }
    return false;
  }

  // How far the middle of the motion wanders between the third and the tenth cycle of a biased wave, and the largest
  // displacement in the tenth.
  struct Drift {
    double distance, farthest;
  };
  static Drift drift(const ParamsOf<Law>& p) {
    auto on_law = body(p, biased_wave, Traits<Law>::breakaway(p, {}));
    const Range early = range(on_law, 2.0, 3.0);
    const Range late = range(on_law, 9.0, 10.0);
    return {late.middle() - early.middle(), std::max(late.high, -late.low)};
  }
};

template <class Law>
class WithStick : public StickOf<Law> {};
using StickingLaws = With<Sticks, UsualLaws>;
TYPED_TEST_SUITE(WithStick, StickingLaws, LawNames);

template <class Law>
class WithoutStick : public StickOf<Law> {};
using CreepingLaws = Without<Sticks, UsualLaws>;
TYPED_TEST_SUITE(WithoutStick, CreepingLaws, LawNames);

template <class Law>
class WithHold : public testing::Test {};
using HoldingLaws = With<Holds, UsualLaws>;
TYPED_TEST_SUITE(WithHold, HoldingLaws, LawNames);

TYPED_TEST(WithHold, the_body_is_held_at_first) { EXPECT_TRUE(TypeParam::holds(StateOf<TypeParam>{})); }

TYPED_TEST(WithHold, sampled_friction_at_rest_is_the_applied_force_up_to_breakaway) {
  Random rng = random_for("held", TypeParam::name);
  for (int i = 0; i < 100 && !this->HasFailure(); ++i) {
    const auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    Contact<double> rest = random_surroundings(rng);
    rest.applied = uniform(rng, -1.0, 1.0) * Traits<TypeParam>::breakaway(p, rest);
    const auto s = TypeParam::advance(p, rest, rest, {}, log_uniform(rng, 1e-6, 1e3));
    EXPECT_TRUE(TypeParam::holds(s));
    EXPECT_EQ(TypeParam::force(p, rest, s).value, rest.applied);
  }
}

// A rigid law does not let the body move at all; an elastic one brings it back to the same place each cycle, but for
// the ringing of a mass on an undamped spring, which the first second's rise excites by 1 % at most.
TYPED_TEST(WithStick, a_force_below_breakaway_never_moves_the_body) {
  Random rng = random_for("stick", TypeParam::name);
  for (int i = 0; i < 4 && !this->HasFailure(); ++i) {
    auto p = i == 0 ? defaults<TypeParam>() : draw_params<TypeParam>(rng, Draw::any_sides);
    Traits<TypeParam>::keep_presliding(p);
    const auto drift = this->drift(p);
    EXPECT_LE(std::abs(drift.distance), 0.01 * drift.farthest) << "draw " << i;
    EXPECT_TRUE(TypeParam::stick == Stick::elastic || drift.farthest == 0.0) << "draw " << i;
  }
}

TYPED_TEST(WithStick, a_force_above_breakaway_moves_the_body) {
  const auto p = defaults<TypeParam>();
  const Scales scale = Traits<TypeParam>::scales(p, {});
  const double enough =
      TypeParam::stick == Stick::rigid ? 1.05 * Traits<TypeParam>::breakaway(p, {}) : 2.0 * scale.force;
  auto body = this->body(p, rise, enough);
  EXPECT_TRUE(this->passes(body, 10.0 * scale.far, 5.0));
}

TYPED_TEST(WithoutStick, a_biased_wave_below_breakaway_moves_the_body_on_and_on) {
  const auto drift = this->drift(defaults<TypeParam>());
  EXPECT_GT(drift.distance, 0.01 * drift.farthest) << "a law that does not drift may claim Stick::elastic";
}

}  // namespace
}  // namespace stickslip::conformance
