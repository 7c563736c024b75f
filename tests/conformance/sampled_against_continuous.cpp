// Suite 6: the sampled face approaches the continuous one at its stated order, and stays finite and bounded for steps
// up to a million times too long.
#include <limits>
#include <span>

#include "law_traits.hpp"
#include "reference.hpp"

namespace stickslip::conformance {
namespace {

constexpr int coarsest = 64;  // steps over the motion
constexpr int halvings = 5;

// The forces of the continuous face at the ends of the coarsest steps; empty when the referee gave up.
template <class Law>
std::vector<double> reference_forces(const ParamsOf<Law>& p, const Motion& motion) {
  using System = ImposedContact<Law>;
  Referee<System> flow({p, motion}, 0.0, System::unknowns({}), motion.span() / 400.0);
  std::vector<double> forces;
  for (int i = 1; i <= coarsest; ++i) {
    if (!flow.advance_to(motion.span() * i / coarsest)) return {};
    forces.push_back(flow.force());
  }
  return forces;
}

// Mean error of the sampled face at the same instants. The mean, because a force that jumps (a relay, a reset) may have
// jumped in one face and not yet in the other when a sample falls on the jump.
template <class Law>
double mean_error(const ParamsOf<Law>& p, const Motion& motion, const std::vector<double>& reference, int refinement) {
  const int steps = coarsest * refinement;
  const double h = motion.span() / steps;
  StateOf<Law> s{};
  double sum = 0.0;
  for (int i = 1; i <= steps; ++i) {
    const Contact<double> after = motion.at(motion.span() * i / steps);
    s = Law::advance(p, motion.at(motion.span() * (i - 1) / steps), after, s, h);
    if (i % refinement != 0) continue;
    sum += std::abs(Law::force(p, after, s).value - reference[std::size_t(i / refinement - 1)]);
  }
  return sum / coarsest;
}

// Slope of log2(error) over the number of halvings, by least squares, with its sign turned.
double slope(std::span<const double> errors) {
  const double mean = double(errors.size() - 1) / 2.0;
  double product = 0.0;
  double square = 0.0;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    product += (double(k) - mean) * std::log2(errors[k]);
    square += (double(k) - mean) * (double(k) - mean);
  }
  return -product / square;
}

// The best of the slopes over the last three or more errors: coarse steps may not show the order yet, and a turn that
// falls on a step's end makes one error too good. A lower order shows in none of them.
double measured_order(const std::vector<double>& errors) {
  double best = -1.0;
  for (std::size_t count = 3; count <= errors.size(); ++count)
    best = std::max(best, slope(std::span(errors).last(count)));
  return best;
}

template <class Law>
class SampledAgainstContinuous : public testing::Test {
 protected:
  // Errors of all halvings, each the mean over a few motions that differ in period, so that the place of a turn or a
  // jump inside its step averages out.
  static std::vector<double> measure_errors(const ParamsOf<Law>& p, Motion motion) {
    std::vector<double> errors(halvings + 1, 0.0);
    const double period = motion.period;
    for (const double stretch : {1.0, 1.043, 1.091, 1.137}) {
      motion.period = stretch * period;
      const auto reference = reference_forces<Law>(p, motion);
      if (reference.empty()) ADD_FAILURE() << "the continuous face could not be integrated";
      if (reference.empty()) return {};
      for (int k = 0, refinement = 1; k <= halvings; ++k, refinement *= 2)
        errors[std::size_t(k)] += mean_error<Law>(p, motion, reference, refinement) / 4.0;
    }
    return errors;
  }

  static void expect_order(const ParamsOf<Law>& p, Motion::Kind kind, const Contact<double>& surroundings) {
    const Scales scale = Traits<Law>::scales(p, surroundings);
    const Motion motion{.kind = kind,
                        .speed = scale.velocity,
                        .period = 10.0 * scale.near / scale.velocity,
                        .push = 3.0 * (scale.force + scale.damping * scale.velocity),
                        .rest = 0.01 * scale.force,
                        .surroundings = surroundings};
    auto errors = measure_errors(p, motion);
    // The referee errs by 1e-10 per step and unknown, over some thousand steps and ten elements.
    const double floor = 1e-6 * scale.force;
    while (!errors.empty() && errors.back() <= floor) errors.pop_back();
    if (errors.size() < 4) return;  // at the floor before an order can show
    EXPECT_GE(measured_order(errors), Traits<Law>::order - 0.3)
        << testing::PrintToString(errors) << " N, force scale " << scale.force << " N";
    EXPECT_LT(errors.back(), 1e-2 * scale.force);
  }

  static void expect_order_for_random_parameters(Motion::Kind kind) {
    Random rng = random_for("order", Law::name);
    for (int i = 0; i < 4 && !testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE("draw " + std::to_string(i));
      auto p = i == 0 ? defaults<Law>() : draw_params<Law>(rng, Draw::any_sides);
      Traits<Law>::smoothen(p);
      expect_order(p, kind, i == 0 ? Contact<double>{} : random_surroundings(rng));
    }
  }
};
TYPED_TEST_SUITE(SampledAgainstContinuous, UsualLaws, LawNames);

TYPED_TEST(SampledAgainstContinuous, order_holds_for_smooth_motion) {
  this->expect_order_for_random_parameters(Motion::Kind::smooth);
}
TYPED_TEST(SampledAgainstContinuous, order_holds_for_reversals) {
  this->expect_order_for_random_parameters(Motion::Kind::reversals);
}
TYPED_TEST(SampledAgainstContinuous, order_holds_for_stops_and_starts) {
  this->expect_order_for_random_parameters(Motion::Kind::standstill);
}

// Robustness ----------------------------------------------------------------------------------------------------------

template <class Law>
class LongSteps : public testing::Test {
 protected:
  static bool all_finite(const StateOf<Law>& s) {
    const auto values = scalars(s);
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  }

  // Every force along the samples is finite and within the law's bound at that speed.
  static void expect_bounded(const ParamsOf<Law>& p, const std::vector<Sample>& samples, Contact<double> before) {
    StateOf<Law> s{};
    double fastest = 0.0;
    for (const Sample& sample : samples) {
      fastest = std::max(fastest, std::abs(sample.contact.velocity));
      s = Law::advance(p, before, sample.contact, s, sample.h);
      const auto f = Law::force(p, sample.contact, s);
      ASSERT_TRUE(all_finite(s)) << "h = " << sample.h << " s, v = " << sample.contact.velocity << " m/s";
      ASSERT_TRUE(std::isfinite(f.value) && std::isfinite(f.inertia));
      ASSERT_LE(std::abs(f.value), Traits<Law>::bound(p, sample.contact, fastest))
          << "h = " << sample.h << " s, v = " << sample.contact.velocity << " m/s";
      before = sample.contact;
    }
  }

  static std::vector<Sample> sampled(const Motion& motion, double h, int count) {
    std::vector<Sample> samples;
    for (int i = 1; i <= count; ++i) samples.push_back({h, motion.at(h * i)});
    return samples;
  }
};
TYPED_TEST_SUITE(LongSteps, LawsInTwoSizes, LawNames);

TYPED_TEST(LongSteps, up_to_a_million_times_too_long_stay_within_the_laws_own_scale) {
  Random rng = random_for("long steps", TypeParam::name);
  for (int i = 0; i < 10 && !this->HasFatalFailure(); ++i) {
    const auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    const auto surroundings = random_surroundings(rng);
    const Scales scale = Traits<TypeParam>::scales(p, surroundings);
    const Motion motion{.kind = Motion::Kind::reversals,
                        .speed = 10.0 * scale.velocity,
                        .period = scale.near / scale.velocity,
                        .push = 3.0 * scale.force,
                        .surroundings = surroundings};
    const double proper = motion.period / 1000.0;  // resolves the motion and the presliding in it
    for (double factor = 1.0; factor <= 1e6; factor *= 10.0) {
      SCOPED_TRACE("step " + std::to_string(factor) + " times too long, draw " + std::to_string(i));
      this->expect_bounded(p, this->sampled(motion, factor * proper, 300), surroundings);
    }
  }
}

TYPED_TEST(LongSteps, and_wild_motions_stay_within_the_laws_own_scale) {
  Random rng = random_for("wild motions", TypeParam::name);
  for (int i = 0; i < 200 && !this->HasFatalFailure(); ++i) {
    SCOPED_TRACE("draw " + std::to_string(i));
    const auto p = draw_params<TypeParam>(rng, Draw::any_sides);
    const auto surroundings = random_surroundings(rng);
    const double push = Traits<TypeParam>::scales(p, surroundings).force;
    const MotionRange range{1e-9, 1e3, 1e-9, 1e3, push};
    this->expect_bounded(p, random_samples(rng, range, surroundings, 200), surroundings);
  }
}

}  // namespace
}  // namespace stickslip::conformance
