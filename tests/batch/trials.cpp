#include "trials.hpp"

#include <algorithm>

#include "conformance/law_traits.hpp"
#include "conformance/motion.hpp"

namespace stickslip::conformance {
namespace {

// Stretches of 1 to 20 samples with a velocity that ramps to its next value, stands still, or jumps; the applied force
// changes at every stretch. The displacement is the integral of a velocity that changes linearly within a step.
std::vector<Contact<double>> random_motion(Random& rng, const Scales& scales, const Contact<double>& surroundings,
                                           double h, std::size_t steps) {
  const MotionRange range{1e-2 * scales.velocity, 1e1 * scales.velocity, h, h, scales.force};
  std::vector<Contact<double>> motion{surroundings};
  while (motion.size() <= steps) {
    const double start = motion.back().velocity;
    const double target = random_velocity(rng, range);
    const double applied = uniform(rng, -2.0, 2.0) * range.push;
    const int length = int(uniform(rng, 1.0, 20.0));
    const bool jumps = chance(rng, 0.2);
    for (int i = 1; i <= length && motion.size() <= steps; ++i) {
      Contact<double> c = motion.back();
      c.velocity = jumps || i == length ? target : start + (target - start) * i / length;
      c.displacement += (motion.back().velocity + c.velocity) / 2.0 * h;
      c.applied = applied;
      motion.push_back(c);
    }
  }
  return motion;
}

void round_to_float(Trial& trial) {
  for (double& x : trial.params) x = double(float(x));
  for (Contact<double>& c : trial.motion)
    for (const auto member : contact_members) c.*member = double(float(c.*member));
  trial.h = double(float(trial.h));
}

template <class Law>
Trial draw(Random& rng, double h, std::size_t steps) {
  const auto p = draw_params<Law>(rng, Draw::any_sides);
  const auto surroundings = random_surroundings(rng);
  Trial trial{{scalars(p).begin(), scalars(p).end()},
              random_motion(rng, Traits<Law>::scales(p, surroundings), surroundings, h, steps),
              h};
  round_to_float(trial);
  return trial;
}

template <class Law, class S>
Forces forces_on(const Trial& trial) {
  const auto p = set_on<typename Law::template Params<S>>(trial.params);
  typename Law::template State<S> s;
  Forces forces;
  for (std::size_t k = 1; k < trial.motion.size(); ++k) {
    const auto after = contact_on<S>(trial.motion[k]);
    s = Law::advance(p, contact_on<S>(trial.motion[k - 1]), after, s, S(trial.h));
    const Force<S> f = Law::force(p, after, s);
    forces.push_back({double(f.value), double(f.inertia)});
  }
  return forces;
}

template <class Law>
TrialLaw describe_trial() {
  const StateOf<Law> rest;
  return {Law::name,  fields<ParamsOf<Law>>,   fields<StateOf<Law>>,  {scalars(rest).begin(), scalars(rest).end()},
          &draw<Law>, &forces_on<Law, double>, &forces_on<Law, float>};
}

}  // namespace

std::span<const TrialLaw> trial_laws() {
  static const auto all = [] {
    std::vector<TrialLaw> laws;
    FrictionLaws::for_each([&laws](auto law) { laws.push_back(describe_trial<decltype(law)>()); });
    return laws;
  }();
  return all;
}

std::string test_name(std::string_view law) {
  std::string name(law);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

Trial disturbed(Random& rng, const TrialLaw& law, Trial trial, double part) {
  const auto moved = [&](double x) { return x * (chance(rng, 0.5) ? 1.0 + part : 1.0 - part); };
  for (const Field& f : law.params)
    for (std::size_t i = f.first; f.choices.empty() && i < f.first + f.width; ++i)
      trial.params[i] = moved(trial.params[i]);
  Contact<double> before;
  Contact<double> shifted;
  for (Contact<double>& c : trial.motion) {
    const bool rests = c.displacement == before.displacement;
    before = c;
    for (const auto member : contact_members) c.*member = moved(c.*member);
    if (rests) c.displacement = shifted.displacement;
    shifted = c;
  }
  return trial;
}

}  // namespace stickslip::conformance
