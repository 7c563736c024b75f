// What a user trusts a law with: that it holds under dither and load, and that a fixed step can carry it.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "stickslip/solve/fixed_step.hpp"
#include "stickslip/solve/solve.hpp"
#include "subject.hpp"

namespace stickslip::scorecard {

using namespace solve;

namespace {

// Nothing below a picometre is motion; a nanometre is what the best encoders see.
Score holds(double gained) {
  const double size = std::abs(gained);
  return size < 1e-12 ? Score::yes : size < 1e-9 ? Score::partly : Score::no;
}

// Smallest and largest displacement of a run.
struct Range {
  double least = 0.0, most = 0.0;
  void take(double x) { least = std::min(least, x), most = std::max(most, x); }
  double width() const { return most - least; }
};

// A mass pushed to and fro beyond break-away for two seconds.
Push sway(const Subject& s) { return {.force = Excitation::sine(1.5 * s.breakaway(), 1.0), .end = 2.0, .step = 1e-2}; }

constexpr double allowed_deviation = 0.1;

bool carries(const Subject& s, double step, double wanted) {
  constexpr std::size_t room = 64;  // unknowns of the largest law with its usual number of elements, and the mass
  const Push push = sway(s);
  const auto model = s.model(push);
  const Erased<room> system(*model);
  std::array<double, room> x{};
  const auto start = model->start();
  std::copy(start.begin(), start.end(), x.begin());
  Range range;
  const double bound = 1e6 * wanted;
  FixedStep<Erased<room>> integrator(system, {.method = FixedMethod::ode3, .step = step});
  const SolveReport report = integrator.run(0.0, x, push.end, [&](double, const auto& state) {
    range.take(state[0]);
    return std::abs(state[0]) < bound;
  });
  return report.succeeded() && std::abs(range.width() / wanted - 1.0) < allowed_deviation;
}

}  // namespace

ScoreCell drift_under_dither(const Subject& s) {
  constexpr double start = 2.0;
  constexpr double cycles = 40.0;  // of 1 s each
  std::vector<Segment> force;
  add_smooth_ramp(force, 0.0, 0.0, 0.3 * s.breakaway(), start);
  force.push_back({.start = start, .offset = 0.3 * s.breakaway(), .amplitude = 0.2 * s.breakaway(), .frequency = 1.0});
  const MassRun run =
      s.run_push({.force = Excitation(std::move(force)), .end = start + cycles, .relative_tolerance = 1e-10});
  const auto& x = run.displacement;
  const double end = start + cycles;
  const double gained = (run.mean(x, end - 10.0, end) - run.mean(x, end - 20.0, end - 10.0)) / 10.0;
  return {gained, holds(gained)};
}

ScoreCell creep_under_load(const Subject& s) {
  constexpr double end = 100.0;
  std::vector<Segment> force;
  add_smooth_ramp(force, 0.0, 0.0, 0.9 * s.breakaway(), 2.0);
  force.push_back({.start = 2.0, .offset = 0.9 * s.breakaway()});
  const MassRun run = s.run_push({.force = Excitation(std::move(force)), .end = end, .relative_tolerance = 1e-10});
  const auto& x = run.displacement;
  const double gained = run.mean(x, end - 10.0, end) - run.mean(x, end / 2.0 - 10.0, end / 2.0);
  return {gained, holds(gained)};
}

// Steps of a quarter of a decade, from 0.1 s to 1 us: the largest that succeeds together with the next shorter one.
ScoreCell largest_ode3_step(const Subject& s) {
  Range range;
  for (const double x : s.run_push(sway(s)).displacement) range.take(x);
  bool longer = false;
  constexpr int quarters = 20;
  for (int k = 0; k <= quarters; ++k) {
    const double step = std::pow(10.0, -1.0 - double(k) / 4.0);
    const bool passes = carries(s, step, range.width());
    if (passes && longer) {
      const double found = std::pow(10.0, -1.0 - double(k - 1) / 4.0);
      return {found, found >= 0.99e-3 ? Score::yes : found >= 0.99e-5 ? Score::partly : Score::no};
    }
    longer = passes;
  }
  return {0.0, Score::no, "not even 1 us is short enough"};
}

}  // namespace stickslip::scorecard
