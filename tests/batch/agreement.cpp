// Every law gives the same force on float and on SIMD lanes as on double, within the bounds of friction/accuracy.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "batch/kernels.hpp"
#include "stickslip/friction/accuracy.hpp"
#include "tally.hpp"

namespace stickslip::conformance {

using namespace batch;

namespace {

using batch::AlignedVector;
using batch::Target;

constexpr std::size_t group = 16;   // candidates that share a sample time: the lanes of AVX-512 in float
constexpr std::size_t groups = 64;  // 1024 candidates per law

constexpr Bounds lanes_bounds{accuracy::lanes_relative, accuracy::lanes_disturbance};
constexpr Bounds float_bounds{accuracy::float_relative, accuracy::float_disturbance};

// One group of trials with the same sample time.
using Trials = std::vector<Trial>;

// The numbers of every candidate, laid out for the lanes.
template <class T>
AlignedVector<T> packed(const std::vector<std::vector<double>>& candidates, std::size_t lanes) {
  const std::size_t width = candidates.front().size();
  AlignedVector<T> all(group * width);
  for (std::size_t c = 0; c < group; ++c)
    for (std::size_t i = 0; i < width; ++i) all[batch::place(c, i, width, lanes)] = T(candidates[c][i]);
  return all;
}

std::vector<double> flattened(const std::vector<Contact<double>>& motion) {
  std::vector<double> all;
  for (const auto& c : motion)
    for (const auto member : contact_members) all.push_back(c.*member);
  return all;
}

template <class T>
std::vector<Forces> unpacked(const AlignedVector<T>& force, const AlignedVector<T>& inertia, std::size_t lanes) {
  std::vector<Forces> all(group, Forces(accuracy::steps));
  for (std::size_t c = 0; c < group; ++c)
    for (std::size_t k = 0; k < accuracy::steps; ++k) {
      const std::size_t at = batch::place(c, k, accuracy::steps, lanes);
      all[c][k] = {double(force[at]), double(inertia[at])};
    }
  return all;
}

// The inputs of a group, laid out for the lanes of a target.
template <class T>
struct Batch {
  const batch::LawKernels<T>& kernels;
  AlignedVector<T> motion, params, force, inertia;

  Batch(const Trials& trials, Target target)
      : kernels(batch::law_kernels<T>(target)), force(group * accuracy::steps), inertia(group * accuracy::steps) {
    std::vector<std::vector<double>> motions, parameters;
    for (const Trial& t : trials) {
      motions.push_back(flattened(t.motion));
      parameters.push_back(t.params);
    }
    motion = packed<T>(motions, kernels.lanes);
    params = packed<T>(parameters, kernels.lanes);
  }

  batch::Drive<T> drive(double h) {
    return {.vectors = group / kernels.lanes,
            .steps = accuracy::steps,
            .h = T(h),
            .motion = motion.data(),
            .own_motions = true,
            .params = params.data(),
            .force = force.data(),
            .inertia = inertia.data()};
  }
};

// The forces of every candidate of the group, from the kernel of a target.
template <class T>
std::vector<Forces> forces_in_lanes(std::size_t law, const Trials& trials, Target target) {
  Batch<T> inputs(trials, target);
  inputs.kernels.drive[batch::law_position(trial_laws()[law].name)](inputs.drive(trials.front().h));
  return unpacked(inputs.force, inputs.inertia, inputs.kernels.lanes);
}

// Another way to compute the forces of a group.
struct Other {
  std::string name;
  std::function<std::vector<Forces>(const Trials&)> forces;
};

class agreement : public testing::TestWithParam<std::size_t> {
 protected:
  const TrialLaw& law() const { return trial_laws()[GetParam()]; }

  Trials draw_group(Random& rng) const {
    const double h = log_uniform(rng, 1e-4, 1e-2);
    Trials trials;
    for (std::size_t c = 0; c < group; ++c) trials.push_back(law().draw(rng, h, accuracy::steps));
    return trials;
  }

  void expect_agreement(const Bounds& bounds, const std::vector<Other>& others) const {
    Random rng = random_for("agreement", law().name);
    std::vector<Tally> tallies(others.size(), Tally(law(), bounds));
    for (std::size_t g = 0; g < groups; ++g) {
      const Trials trials = draw_group(rng);
      std::vector<Forces> on_double;
      for (const Trial& t : trials) on_double.push_back(law().on_double(t));
      for (std::size_t i = 0; i < others.size(); ++i) {
        const auto forces = others[i].forces(trials);
        for (std::size_t c = 0; c < group; ++c) tallies[i].add(trials[c], on_double[c], forces[c]);
      }
    }
    for (std::size_t i = 0; i < others.size(); ++i) tallies[i].expect_agreement(others[i].name);
  }

  template <class T>
  Other make_lanes(Target target) const {
    const std::string name = std::string(sizeof(T) == 8 ? "double" : "float") + "_" + std::string(to_name(target));
    return {name, [=, law = GetParam()](const Trials& trials) { return forces_in_lanes<T>(law, trials, target); }};
  }
};

TEST_P(agreement, lanes_of_double_give_the_force_of_double_on_every_target) {
  std::vector<Other> others;
  for (const Target target : batch::list_targets()) others.push_back(make_lanes<double>(target));
  expect_agreement(lanes_bounds, others);
}

TEST_P(agreement, float_and_its_lanes_give_the_force_of_double_on_every_target) {
  const auto scalar = [this](const Trials& trials) {
    std::vector<Forces> all;
    for (const Trial& trial : trials) all.push_back(law().on_float(trial));
    return all;
  };
  std::vector<Other> others{{"float", scalar}};
  for (const Target target : batch::list_targets()) others.push_back(make_lanes<float>(target));
  expect_agreement(float_bounds, others);
}

TEST_P(agreement, a_motion_that_all_candidates_share_gives_the_forces_of_copies_of_it) {
  Random rng = random_for("shared motion", law().name);
  Trials trials = draw_group(rng);
  for (Trial& t : trials) t.motion = trials.front().motion;
  const std::size_t position = batch::law_position(law().name);
  for (const Target target : batch::list_targets()) {
    Batch<double> copies(trials, target);
    Batch<double> shared(trials, target);
    const auto once = flattened(trials.front().motion);
    shared.motion.assign(once.begin(), once.end());
    auto drive = shared.drive(trials.front().h);
    drive.own_motions = false;
    for (std::size_t i = 0; i < contact_columns; ++i) drive.columns[i] = {shared.motion.data() + i, contact_columns};
    shared.kernels.drive[position](drive);
    copies.kernels.drive[position](copies.drive(trials.front().h));
    // A law may make a plain step of a shared motion in another order of operations (friction/stepper.hpp).
    double scale = 0.0;
    double worst = 0.0;
    for (std::size_t i = 0; i < shared.force.size(); ++i) {
      scale = std::max(scale, std::abs(copies.force[i]));
      worst = std::max(worst, std::abs(shared.force[i] - copies.force[i]));
    }
    EXPECT_LE(worst, accuracy::lanes_relative * scale) << to_name(target);
  }
}

INSTANTIATE_TEST_SUITE_P(laws, agreement, testing::Range(std::size_t(0), FrictionLaws::names.size()),
                         [](const auto& law) { return test_name(FrictionLaws::names[law.param]); });

}  // namespace
}  // namespace stickslip::conformance
