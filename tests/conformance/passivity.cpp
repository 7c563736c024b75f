// Suite 2: friction takes energy. The work done on a law is never less than the energy it stores, step by step and from
// the start, over 10 000 random motions; laws that are known to give energy away do so in a counterexample.
//
// The motions consist of pieces of constant velocity, cut into steps through the sampled face. The work of a step,
// integral F v dt, lies between the rectangles with F at its two ends when F is monotone in between:
//   work = (F0 + F1)/2 v h +- |F1 - F0| |v| h / 2.
#include <limits>

#include "law_traits.hpp"

namespace stickslip::conformance {
namespace {

// A law without stored energy has given back nothing it could have kept: from the start, its work is not negative.
template <class Law>
double stored(const ParamsOf<Law>& p, const Contact<double>& c, const StateOf<Law>& s) {
  if constexpr (HasStoredEnergy<Law>)
    return Law::stored_energy(p, c, s);
  else
    return 0.0;
}

// How much the force may rise above its two ends inside a step, per travel [N/m]: nothing when it is monotone, else as
// fast as the presliding stiffness of the stiffer side.
template <class Law>
double peak([[maybe_unused]] const ParamsOf<Law>& p, [[maybe_unused]] const Contact<double>& c) {
  if constexpr (Traits<Law>::monotone)
    return 0.0;
  else
    return std::max(Law::presliding_stiffness(p, c), Law::presliding_stiffness(mirrored_params(p), c));
}

// What a motion says about passivity. A margin is work + uncertainty + rounding - energy stored [J].
struct EnergyAccount {
  double work = 0.0;
  double uncertainty = 0.0;
  double worst_step = std::numeric_limits<double>::infinity();   // smallest margin of one step
  double worst_total = std::numeric_limits<double>::infinity();  // smallest margin since the start
  double drawn = 0.0;  // largest energy drawn since the start beyond every doubt [J]
};

constexpr int steps_per_piece = 32;  // a spring is then stretched with an uncertainty of 1.5 % in its last steps

// Runs a law through the pieces. Between two pieces the velocity jumps, which is a step of length zero.
template <class Law>
EnergyAccount account(const ParamsOf<Law>& p, const std::vector<Piece>& pieces, const Contact<double>& surroundings,
                      int steps = steps_per_piece) {
  EnergyAccount a;
  double rounding = 0.0;
  StateOf<Law> s{};
  Contact<double> c = surroundings;
  const double start = stored<Law>(p, c, s);
  for (const Piece& piece : pieces) {
    const Contact<double> stopped = c;
    c.velocity = piece.velocity;
    c.applied = piece.applied;
    s = Law::advance(p, stopped, c, s, 0.0);
    const double h = piece.duration / steps;
    double force0 = Law::force(p, c, s).value;
    double energy0 = stored<Law>(p, c, s);
    for (int i = 0; i < steps; ++i) {
      const Contact<double> before = c;
      c.displacement += c.velocity * h;
      s = Law::advance(p, before, c, s, h);
      const double force1 = Law::force(p, c, s).value;
      const double energy1 = stored<Law>(p, c, s);
      const double travel = c.velocity * h;
      const double work = (force0 + force1) / 2.0 * travel;
      const double doubt = (std::abs(force1 - force0) + peak<Law>(p, c) * std::abs(travel)) * std::abs(travel) / 2.0;
      // Sums over up to 64 elements and differences of displacements: some hundred roundings of the largest terms.
      const double slack =
          1e-13 *
          ((std::abs(force0) + std::abs(force1)) * (std::abs(travel) + std::abs(c.displacement)) + energy0 + energy1);
      a.work += work;
      a.uncertainty += doubt;
      rounding += slack;
      if (HasStoredEnergy<Law>) a.worst_step = std::min(a.worst_step, work + doubt + slack - (energy1 - energy0));
      a.worst_total = std::min(a.worst_total, a.work + a.uncertainty + rounding - (energy1 - start));
      a.drawn = std::max(a.drawn, energy1 - start - a.work - a.uncertainty - rounding);
      force0 = force1;
      energy0 = energy1;
    }
  }
  return a;
}

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
    auto p = drawn_params<TypeParam>(rng, Draw::any_sides);
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
