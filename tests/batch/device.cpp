// Every law gives the same losses on a CUDA device as on the processor. Skips where there is no device.
#include <gtest/gtest.h>

#include <cmath>

#include "stickslip/batch/batch.hpp"
#include "stickslip/friction/accuracy.hpp"
#include "trials.hpp"

namespace stickslip::conformance {

using namespace batch;

namespace {

constexpr std::size_t candidates = 100000;
constexpr double most_excused = 0.02;  // candidates that meet a switching point: tests/batch/agreement.cpp

struct Input {
  std::vector<Record> records;
  std::vector<double> matrix;
};

Input drawn(const TrialLaw& law) {
  Random rng = random_for("device", law.name);
  Input in;
  for (const std::size_t steps : {accuracy::steps, accuracy::steps / 2 + 7}) {
    const Trial t = law.draw(rng, log_uniform(rng, 1e-4, 1e-2), steps);
    Record r{.step = t.h, .motion = t.motion, .force = std::vector<double>(steps + 1, 0.0)};
    for (std::size_t k = 0; k <= steps; ++k) r.acceleration.push_back(uniform(rng, -1.0, 1.0));
    in.records.push_back(std::move(r));
  }
  for (std::size_t c = 0; c < candidates; ++c) {
    const Trial t = law.draw(rng, 1e-3, 1);
    in.matrix.insert(in.matrix.end(), t.params.begin(), t.params.end());
  }
  return in;
}

std::vector<double> losses_on(Device device, Precision precision, const TrialLaw& law, const Input& in) {
  Batch batch(law.name, 0, in.records, {.loss = Loss::absolute, .device = device, .precision = precision});
  const auto losses = batch.losses({candidates, in.matrix});
  EXPECT_EQ(batch.report().used.device, device);
  return losses;
}

class device : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (const auto why = cuda_missing(); !why.empty()) GTEST_SKIP() << why;
  }

  // The measured force is zero: the loss is the mean size of the force, the scale of its errors.
  static void expect_near(const std::vector<double>& found, const std::vector<double>& truth, double bound) {
    std::size_t far = 0;
    for (std::size_t c = 0; c < candidates; ++c)
      if (!(std::abs(found[c] - truth[c]) <= bound * truth[c])) ++far;
    EXPECT_LE(double(far), most_excused * double(candidates));
    testing::Test::RecordProperty("excused", std::to_string(far));
  }
};

TEST_P(device, gives_the_losses_of_the_processor) {
  const TrialLaw& law = trial_laws()[GetParam()];
  const Input in = drawn(law);
  const auto truth = losses_on(Device::cpu, Precision::fp64, law, in);
  expect_near(losses_on(Device::cuda, Precision::fp64, law, in), truth, accuracy::device_relative);
  expect_near(losses_on(Device::cuda, Precision::fp32, law, in), truth, accuracy::device_float_relative);
}

INSTANTIATE_TEST_SUITE_P(laws, device, testing::Range(std::size_t(0), FrictionLaws::names.size()),
                         [](const auto& law) { return test_name(FrictionLaws::names[law.param]); });

}  // namespace
}  // namespace stickslip::conformance
