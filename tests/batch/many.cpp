// Plain code and lanes agree on a hundred thousand random candidates of every law, within the bounds of
// friction/accuracy.hpp: mean |force| along a record that all of them share, as the engine computes it.
#include <gtest/gtest.h>

#include <cmath>

#include "batch/kernels.hpp"
#include "stickslip/friction/accuracy.hpp"
#include "trials.hpp"

namespace stickslip::conformance {

using namespace batch;

namespace {

using batch::AlignedVector;
using batch::Target;

constexpr std::size_t per_record = 4096;  // candidates; a multiple of all lanes
constexpr std::size_t steps = 40;
constexpr std::size_t record_count = 25;  // 102 400 candidates in all
constexpr double most_excused = 0.02;     // candidates that meet a switching point: agreement.cpp

struct Input {
  Trial motion;
  std::vector<double> matrix;
};

Input drawn(const TrialLaw& law, Random& rng) {
  Input in{law.draw(rng, log_uniform(rng, 1e-4, 1e-2), steps), {}};
  for (std::size_t c = 0; c < per_record; ++c) {
    const Trial t = law.draw(rng, 1e-3, 1);
    in.matrix.insert(in.matrix.end(), t.params.begin(), t.params.end());
  }
  return in;
}

template <class T>
std::vector<double> losses_on(Target target, const TrialLaw& law, const Input& in) {
  const auto& kernels = batch::law_kernels<T>(target);
  const std::size_t width = in.matrix.size() / per_record;
  AlignedVector<T> params(in.matrix.size());
  for (std::size_t c = 0; c < per_record; ++c)
    for (std::size_t i = 0; i < width; ++i)
      params[batch::place(c, i, width, kernels.lanes)] = T(in.matrix[c * width + i]);
  const auto record = batch::prepared<T>({.step = in.motion.h, .motion = in.motion.motion});
  AlignedVector<T> loss(per_record);
  auto d = batch::drive_along(record.arrays(), params, per_record / kernels.lanes);
  d.scoring = batch::scoring_along(record.arrays(), Loss::absolute, T(1), loss);
  kernels.drive[batch::law_position(law.name)](d);
  return {loss.begin(), loss.end()};
}

class many : public testing::TestWithParam<std::size_t> {
 protected:
  // The part of the candidates whose loss differs from plain double's by more than the bound.
  struct Tally {
    std::size_t far = 0;
    void add(const std::vector<double>& found, const std::vector<double>& truth, double bound) {
      for (std::size_t c = 0; c < truth.size(); ++c)
        if (!(std::abs(found[c] - truth[c]) <= bound * truth[c])) ++far;
    }
  };
};

TEST_P(many, candidates_get_the_loss_of_plain_code_on_every_target) {
  const TrialLaw& law = trial_laws()[GetParam()];
  Random rng = random_for("many", law.name);
  const auto targets = batch::list_targets();
  std::vector<Tally> doubles(targets.size());
  std::vector<Tally> floats(targets.size());
  for (std::size_t r = 0; r < record_count; ++r) {
    const Input in = drawn(law, rng);
    const auto truth = losses_on<double>(Target::scalar, law, in);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      if (targets[t] != Target::scalar)
        doubles[t].add(losses_on<double>(targets[t], law, in), truth, accuracy::lanes_relative);
      floats[t].add(losses_on<float>(targets[t], law, in), truth, accuracy::float_relative);
    }
  }
  constexpr double most = most_excused * double(per_record * record_count);
  for (std::size_t t = 0; t < targets.size(); ++t) {
    EXPECT_LE(double(doubles[t].far), most) << "double on " << to_name(targets[t]);
    EXPECT_LE(double(floats[t].far), most) << "float on " << to_name(targets[t]);
    RecordProperty("double_" + std::string(to_name(targets[t])), std::to_string(doubles[t].far));
    RecordProperty("float_" + std::string(to_name(targets[t])), std::to_string(floats[t].far));
  }
}

INSTANTIATE_TEST_SUITE_P(laws, many, testing::Range(std::size_t(0), FrictionLaws::names.size()),
                         [](const auto& law) { return test_name(FrictionLaws::names[law.param]); });

}  // namespace
}  // namespace stickslip::conformance
