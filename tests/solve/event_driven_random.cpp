// Ten thousand random experiments: law, parameters, machine and force drawn at random. Every run ends, with numbers,
// and with its energy balance closed.
#include <gtest/gtest.h>

#include <cmath>

#include "law_traits.hpp"
#include "stickslip/plant/mass.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip::conformance {

using namespace plant;
using namespace solve;

namespace {

constexpr int runs_per_law = 500;  // twenty laws: 10 000 runs
constexpr double tolerance = 1e-6;

Excitation random_force(Random& rng, double size, double span) {
  std::vector<Segment> all;
  const int count = 1 + int(rng() % 4);
  for (int k = 0; k < count; ++k) {
    Segment s{.start = span * k / count, .offset = uniform(rng, -2.0, 2.0) * size};
    if (chance(rng, 0.5)) s.slope = uniform(rng, -4.0, 4.0) * size / span;
    if (chance(rng, 0.5)) {
      s.amplitude = uniform(rng, 0.0, 2.0) * size;
      s.frequency = uniform(rng, 0.5, 5.0) / span;
      s.phase = uniform(rng, 0.0, 6.0);
    }
    all.push_back(s);
  }
  return Excitation(std::move(all));
}

// Pushed, pulled by a spring, or controlled; stiff or soft against the friction at hand.
MassParams<double> random_machine(Random& rng, double size, double span) {
  MassParams<double> p;
  p.mass = log_uniform(rng, 0.1, 10.0);
  p.normal_force = uniform(rng, 0.0, 2.0);
  p.pressure = 1e5 * uniform(rng, 0.0, 2.0);
  const double travel = size / p.mass * span * span;  // of a body pushed by the friction force
  if (chance(rng, 0.3)) p.start_velocity = uniform(rng, -1.0, 1.0) * travel / span;
  if (chance(rng, 0.4)) {
    p.spring_stiffness = log_uniform(rng, 0.1, 100.0) * size / travel;
    p.drive_velocity = uniform(rng, -1.0, 1.0) * travel / span;
  } else if (chance(rng, 0.4)) {
    p.proportional_gain = log_uniform(rng, 0.1, 100.0) * size / travel;
    p.velocity_gain = uniform(rng, 0.0, 1.0) * std::sqrt(p.proportional_gain * p.mass);
    p.integral_gain = chance(rng, 0.5) ? p.proportional_gain / span : 0.0;
    p.target = uniform(rng, -1.0, 1.0) * travel;
  }
  return p;
}

// The largest imbalance over the largest of the energies that were exchanged.
double imbalance(const Trajectory& rows, const MassParams<double>& machine) {
  const auto v = rows.column("velocity");
  const auto in = rows.column("work_in");
  const auto out = rows.column("work_friction");
  const double at_start = machine.mass * machine.start_velocity * machine.start_velocity / 2.0;
  double exchanged = at_start;
  double worst = 0.0;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const double moving = machine.mass * v[i] * v[i] / 2.0;
    exchanged = std::max({exchanged, std::abs(in[i]), std::abs(out[i]), moving});
    worst = std::max(worst, std::abs(moving - at_start + out[i] - in[i]));
    if (!std::isfinite(moving + in[i] + out[i])) return std::numeric_limits<double>::quiet_NaN();
  }
  return exchanged > 0.0 ? worst / exchanged : 0.0;
}

// Limits small enough to end a run that chatters at once.
SolveOptions limited() {
  SolveOptions o;
  o.relative_tolerance = tolerance;
  o.most_steps = 100'000;
  o.most_events = 5'000;
  return o;
}

// Parameters for which a law contradicts itself make it chatter: a break-away below the sliding friction that follows
// (backlash-stribeck), a deflection kept beyond its limit (hybrid-presliding), thresholds that are drawn without the
// inequalities of 004 (11) (hybrid). Such a run ends with a message.
bool chatters(const SolveReport& report) {
  const bool events = report.ending == Ending::too_many_events || report.ending == Ending::zeno;
  return events && report.message.find("guard '") != std::string::npos;
}
template <class Law>
constexpr double most_that_chatter =
    std::is_same_v<Law, BacklashStribeck> || std::is_same_v<Law, HybridPresliding> ? 0.06
    : std::is_same_v<Law, Hybrid>                                                  ? 0.004
                                                                                   : 0.0;

template <class Law>
class RandomExperiments : public testing::Test {};
TYPED_TEST_SUITE(RandomExperiments, UsualLaws, LawNames);

TYPED_TEST(RandomExperiments, end_with_numbers_and_a_closed_energy_balance) {
  using Law = TypeParam;
  Random rng = random_for("random_experiments", Law::name);
  int chattering = 0;
  for (int run = 0; run < runs_per_law; ++run) {
    auto law = draw_params<Law>(rng, Draw::any_sides);
    Traits<Law>::smoothen(law);
    Contact<double> c;
    c.load = 1.0;
    c.pressure = 1e5;
    const double size = std::max(1e-6, Traits<Law>::scales(law, c).force);
    const double span = log_uniform(rng, 1e-3, 0.1);
    const auto machine = random_machine(rng, size, span);
    const Mass<Law> model(machine, law, random_force(rng, size, span));
    Trajectory rows;
    const auto report = record(model, span, limited(), {}, rows);
    chattering += chatters(report) ? 1 : 0;
    ASSERT_TRUE(report.succeeded() || chatters(report)) << "run " << run << ": " << report.brief();
    // A thousand errors of one step: the work is an integral along with the motion.
    ASSERT_LT(imbalance(rows, machine), 1000.0 * tolerance) << "run " << run << ": " << report.full();
  }
  EXPECT_LE(chattering, most_that_chatter<Law> * runs_per_law);
}

}  // namespace
}  // namespace stickslip::conformance
