// Sampled faces far from their defaults: every parameter of a law within four decades, motions drawn at random. State
// and force stay finite, and the force within the law's own bound; energy is given away by no law that claims to keep
// it; and a step that is a little longer does not lead elsewhere.
//
//   STICKSLIP_RANDOM_EXCITATIONS=100000   so many motions of every law, in place of some hundreds
#include <cstdio>
#include <cstdlib>

#include "energy_account.hpp"

namespace stickslip::conformance {
namespace {

std::size_t motions() {
  const char* const text = std::getenv("STICKSLIP_RANDOM_EXCITATIONS");
  return text == nullptr ? 300 : std::strtoull(text, nullptr, 10);
}

constexpr std::size_t motions_per_draw = 5;
constexpr int pieces = 4;

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

// "stiffness = 2e5, coulomb = 1, coulomb.back = 1, ...", in full digits.
template <class P>
std::string to_text(const P& p) {
  std::string text;
  for (const Field& f : fields<P>)
    for (std::size_t i = 0; i < f.width; ++i)
      text += (text.empty() ? "" : ", ") + scalar_name(f, i) + " = " + stickslip::to_text(scalars(p)[f.first + i]);
  return text;
}

std::string to_text(const std::vector<Piece>& motion) {
  std::string text;
  for (const Piece& piece : motion)
    text += (text.empty() ? "" : "; ") + stickslip::to_text(piece.velocity) + " m/s for " +
            stickslip::to_text(piece.duration) + " s under " + stickslip::to_text(piece.applied) + " N";
  return text;
}

// A law, its parameters and a motion, from a seed.
template <class Law>
struct Excited {
  explicit Excited(std::size_t number) : rng(random_for("random excitations", Law::name)) {
    rng.seed(rng() + number);
    const double reach = std::pow(10.0, uniform(rng, 0.0, 4.0));
    params = random_params<Law>(rng, Draw::any_sides, {reach, reach});
    surroundings = random_surroundings(rng);
    scales = Traits<Law>::scales(params, surroundings);
  }

  Random rng;
  ParamsOf<Law> params;
  Contact<double> surroundings;
  Scales scales;
};

// ---- finite and bounded

// What is wrong with a motion, in words; empty when nothing is.
template <class Law>
std::string fault(const ParamsOf<Law>& p, const std::vector<Piece>& motion, Contact<double> c) {
  constexpr int steps = 8;
  StateOf<Law> s{};
  double fastest = 0.0;
  for (const Piece& piece : motion) {
    fastest = std::max(fastest, std::abs(piece.velocity));
    for (int i = 0; i < steps; ++i) {
      const Contact<double> before = c;
      c.velocity = piece.velocity;
      c.applied = piece.applied;
      const double h = piece.duration / steps;
      c.displacement += (before.velocity + c.velocity) / 2.0 * h;
      s = Law::advance(p, before, c, s, h);
      const auto f = Law::force(p, c, s);
      if (!all_finite(scalars(s))) return "the state is not finite";
      if (!std::isfinite(f.value) || !std::isfinite(f.inertia)) return "the force is not finite";
      const double bound = Traits<Law>::bound(p, c, fastest);
      if (!(std::abs(f.value) <= bound))
        return "the force is " + stickslip::to_text(f.value) + " N, beyond " + stickslip::to_text(bound);
    }
  }
  return {};
}

// ---- continuous in the length of a step

// The choices in a state: modes, which change from one step length to the next.
template <class Law>
std::vector<double> modes(const StateOf<Law>& s) {
  std::vector<double> all;
  for (const Field& f : fields<StateOf<Law>>)
    if (!f.choices.empty())
      for (std::size_t i = f.first; i < f.first + f.width; ++i) all.push_back(scalars(s)[i]);
  for (const double value : Traits<Law>::turning(s)) all.push_back(value > 0.0 ? 1.0 : value < 0.0 ? -1.0 : 0.0);
  return all;
}

// One step of a length at constant velocity.
template <class Law>
struct OneStep {
  ParamsOf<Law> params;
  Contact<double> before;
  StateOf<Law> state;

  struct End {
    double force;
    std::vector<double> modes;
  };
  End operator()(double h) const {
    Contact<double> after = before;
    after.displacement += before.velocity * h;
    const auto s = Law::advance(params, before, after, state, h);
    return {Law::force(params, after, s).value, modes<Law>(s)};
  }

  // The jump of the force between steps that differ by rounding, within a millionth of h; 0 where a mode changes.
  double jump(double h, double least) const {
    constexpr double rounding = 1e-9;  // of a force that is the difference of far larger ones
    double low = h;
    double high = h * (1.0 + 1e-6);
    End at_low = (*this)(low);
    End at_high = (*this)(high);
    const double noticed = least + rounding * std::abs(at_low.force);
    for (int k = 0; k < 60 && std::abs(at_high.force - at_low.force) > noticed; ++k) {
      if (at_low.modes != at_high.modes) return 0.0;
      const double middle = (low + high) / 2.0;
      if (middle <= low || middle >= high) return std::abs(at_high.force - at_low.force);
      const End now = (*this)(middle);
      const bool in_lower_half = std::abs(now.force - at_low.force) > std::abs(at_high.force - now.force);
      (in_lower_half ? high : low) = middle;
      (in_lower_half ? at_high : at_low) = now;
    }
    return 0.0;
  }
};

// ---- the suite

template <class Law>
class RandomExcitations : public testing::Test {};
TYPED_TEST_SUITE(RandomExcitations, UsualLaws, LawNames);

TYPED_TEST(RandomExcitations, leave_state_and_force_finite_and_within_the_laws_own_bound) {
  std::size_t failed = 0;
  for (std::size_t i = 0; i < motions(); ++i) {
    Excited<TypeParam> one(i / motions_per_draw);
    one.rng.discard(1000 * (i % motions_per_draw));
    const auto motion = random_pieces(one.rng, one.scales, pieces);
    const std::string why = fault<TypeParam>(one.params, motion, one.surroundings);
    failed += why.empty() ? 0U : 1U;
    if (!why.empty() && failed <= 3)
      ADD_FAILURE() << "motion " << i << ": " << why << "\n" << to_text(one.params) << "\n" << to_text(motion);
  }
  EXPECT_EQ(failed, 0U) << "of " << motions();
}

TYPED_TEST(RandomExcitations, draw_no_energy_under_the_laws_own_condition) {
  std::size_t given_away = 0, outside = 0;
  for (std::size_t i = 0; i < motions(); ++i) {
    Excited<TypeParam> one(i / motions_per_draw);
    one.rng.discard(1000 * (i % motions_per_draw));
    auto motion = random_pieces(one.rng, one.scales, pieces);
    const auto gives_away = [&](const auto& p) {
      const auto a = account<TypeParam>(p, motion, one.surroundings);
      return a.worst_step < 0.0 || a.worst_total < 0.0;
    };
    outside += gives_away(one.params) ? 1U : 0U;
    if (TypeParam::passivity == Passivity::never) continue;
    auto p = one.params;
    Traits<TypeParam>::make_passive(p);
    for (Piece& piece : motion) Traits<TypeParam>::make_passive(p, piece);
    const bool wrong = gives_away(p);
    given_away += wrong ? 1U : 0U;
    if (wrong && given_away <= 3)
      ADD_FAILURE() << "motion " << i << ": " << account<TypeParam>(p, motion, one.surroundings).drawn << " J\n"
                    << to_text(p) << "\n"
                    << to_text(motion);
  }
  std::printf("%-20s energy drawn in %zu of %zu motions, under its condition (%s) in %zu\n", TypeParam::name.data(),
              outside, motions(), std::string(TypeParam::passive_when).c_str(), given_away);
}

TYPED_TEST(RandomExcitations, end_at_the_same_force_after_a_step_that_is_a_little_longer) {
  std::size_t failed = 0;
  for (std::size_t i = 0; i < motions(); ++i) {
    Excited<TypeParam> one(i / motions_per_draw);
    one.rng.discard(1000 * (i % motions_per_draw));
    OneStep<TypeParam> step{one.params, one.surroundings, {}};
    for (const Piece& piece : random_pieces(one.rng, one.scales, pieces)) {
      step.before.velocity = piece.velocity;
      step.before.applied = piece.applied;
      const double least = 1e-6 * (one.scales.force + one.scales.damping * std::abs(piece.velocity));
      const double h = piece.duration * log_uniform(one.rng, 1e-6, 1.0);
      const double jump = step.jump(h, least);
      failed += jump > 0.0 ? 1U : 0U;
      if (jump > 0.0 && failed <= 3)
        ADD_FAILURE() << "motion " << i << ": the force jumps by " << jump << " N at a step of " << h << " s\n"
                      << to_text(one.params);
      const Contact<double> before = step.before;
      step.before.displacement += piece.velocity * h;
      step.state = TypeParam::advance(step.params, before, step.before, step.state, h);
    }
  }
  EXPECT_EQ(failed, 0U) << "of " << motions();
}

}  // namespace
}  // namespace stickslip::conformance
