// The batch engine: the same losses whatever threads, blocks and neighbours, and the scalar law's own.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include "batch/kernels.hpp"
#include "stickslip/batch/batch.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/accuracy.hpp"
#include "trials.hpp"

namespace stickslip::conformance {

using namespace batch;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Records and parameter sets of a law.
struct Case {
  const TrialLaw& law;
  std::vector<Record> records = {};
  std::vector<double> matrix = {};
  std::size_t candidates = 0;

  Candidates all() const { return {candidates, matrix}; }
  std::size_t width() const { return matrix.size() / candidates; }
  std::span<const double> row(std::size_t c) const { return std::span(matrix).subspan(c * width(), width()); }
};

// Records along random motions, "measured" on a set of the law's own.
Case drawn(std::size_t index, std::size_t candidates, std::vector<std::size_t> lengths) {
  Case c{trial_laws()[index]};
  Random rng = random_for("engine", c.law.name);
  for (const std::size_t steps : lengths) {
    const Trial t = c.law.draw(rng, log_uniform(rng, 1e-4, 1e-2), steps);
    Record r{.name = "run " + std::to_string(steps), .step = t.h, .motion = t.motion, .force = {0.0}};
    for (const auto& f : c.law.on_double(t)) r.force.push_back(f.value);
    for (std::size_t k = 0; k <= steps; ++k) r.weight.push_back(k % 7 == 3 ? 0.0 : 1.0 + 0.1 * double(k % 3));
    for (std::size_t k = 0; k <= steps; ++k) r.acceleration.push_back(uniform(rng, -1.0, 1.0));
    c.records.push_back(std::move(r));
  }
  for (; c.candidates < candidates; ++c.candidates) {
    const Trial t = c.law.draw(rng, 1e-3, 1);
    c.matrix.insert(c.matrix.end(), t.params.begin(), t.params.end());
  }
  return c;
}

// The mean loss by the law on double, written out.
double loss_on_double(const Case& c, std::size_t candidate, Loss kind, double huber) {
  double sum = 0.0;
  double samples = 0.0;
  for (const Record& r : c.records) {
    const auto row = c.row(candidate);
    const Forces forces = c.law.on_double({{row.begin(), row.end()}, r.motion, r.step});
    for (std::size_t k = 1; k < r.motion.size(); ++k) {
      if (r.weight[k] == 0.0) continue;
      samples += 1.0;
      const Force<double>& f = forces[k - 1];
      const double e = std::abs(r.weight[k] * (f.value + f.inertia * r.acceleration[k] - r.force[k]));
      if (kind == Loss::squares) sum += e * e;
      if (kind == Loss::absolute) sum += e;
      if (kind == Loss::huber) sum += e > huber ? huber * (e - huber / 2.0) : e * e / 2.0;
    }
  }
  return sum / samples;
}

class engine : public testing::TestWithParam<std::size_t> {};

TEST_P(engine, gives_the_bits_of_one_thread_for_any_threads_and_blocks) {
  const Case c = drawn(GetParam(), 203, {40, 61});
  const auto once = Batch(c.law.name, 0, c.records, {.device = Device::cpu, .threads = 1}).losses(c.all());
  for (const std::size_t threads : {1UL, 2UL, 7UL})
    for (const std::size_t block : {0UL, 1UL, 5UL, 16UL, 64UL, 1000UL}) {
      Batch batch(c.law.name, 0, c.records, {.device = Device::cpu, .threads = threads, .block = block});
      EXPECT_EQ(batch.losses(c.all()), once) << threads << " threads, blocks of " << block;
    }
}

TEST_P(engine, gives_a_candidate_the_same_loss_alone_and_among_others) {
  const Case c = drawn(GetParam(), 37, {50});
  Batch batch(c.law.name, 0, c.records, {.device = Device::cpu, .threads = 1});
  const auto together = batch.losses(c.all());
  for (std::size_t i = 0; i < c.candidates; ++i) EXPECT_EQ(batch.losses({1, c.row(i)})[0], together[i]) << i;
}

TEST_P(engine, gives_the_mean_loss_of_the_law_on_double) {
  const Case c = drawn(GetParam(), 64, {40, 61});
  for (const Loss kind : {Loss::squares, Loss::absolute, Loss::huber}) {
    const double huber = 0.3;
    Batch batch(c.law.name, 0, c.records, {.loss = kind, .huber = huber, .device = Device::cpu});
    const auto losses = batch.losses(c.all());
    std::size_t far = 0;
    for (std::size_t i = 0; i < c.candidates; ++i) {
      const double truth = loss_on_double(c, i, kind, huber);
      // Runs that switch by rounding may differ; tests/batch/agreement.cpp tells them apart.
      if (!(std::abs(losses[i] - truth) <= 1e-9 * (truth + 1e-12))) ++far;
    }
    EXPECT_LE(far, 2U);
    EXPECT_EQ(batch.report().not_finite + batch.report().invalid, 0U);
  }
}

TEST_P(engine, gives_force_traces_whose_loss_is_the_loss) {
  const Case c = drawn(GetParam(), 19, {40, 61});
  Batch batch(c.law.name, 0, c.records, {.device = Device::cpu});
  const auto losses = batch.losses(c.all());
  const auto forces = batch.forces(c.all());
  const std::size_t length = forces.size() / c.candidates;
  ASSERT_EQ(length, 101U);
  for (std::size_t i = 0; i < c.candidates; ++i) {
    double sum = 0.0;
    std::size_t at = i * length;
    for (const Record& r : c.records)
      for (std::size_t k = 1; k < r.motion.size(); ++k, ++at)
        sum += std::pow(r.weight[k] * (forces[at] - r.force[k]), 2.0);
    EXPECT_NEAR(sum / double(batch.report().samples), losses[i], 1e-12 * losses[i]) << i;
  }
}

// Longer than a block of steps; losses are computed in one go.
TEST_P(engine, gives_blocks_that_together_are_the_whole) {
  const Case c = drawn(GetParam(), 5, {700, 1201});
  Batch batch(c.law.name, 0, c.records, {.device = Device::cpu});
  const auto losses = batch.losses(c.all());
  std::vector<std::vector<double>> forces(c.candidates);
  batch.visit_forces(c.all(), [&](const ForceBlock& block) {
    for (std::size_t i = 0; i < c.candidates; ++i)
      forces[i].insert(forces[i].end(), block.candidate(i).begin(), block.candidate(i).end());
  });
  std::vector<double> together;
  for (std::size_t i = 0; i < c.candidates; ++i) {
    double sum = 0.0;
    std::size_t at = 0;
    for (const Record& r : c.records)
      for (std::size_t k = 1; k < r.motion.size(); ++k, ++at)
        sum += std::pow(r.weight[k] * (forces[i][at] - r.force[k]), 2.0);
    EXPECT_NEAR(sum / double(batch.report().samples), losses[i], 1e-12 * losses[i]) << i;
    together.insert(together.end(), forces[i].begin(), forces[i].end());
  }
  EXPECT_EQ(batch.forces(c.all()), together);
}

TEST_P(engine, gives_the_same_bits_along_records_that_are_kept_elsewhere) {
  const Case c = drawn(GetParam(), 5, {40, 700});
  std::vector<CompactRecord> compact_ones;
  for (const Record& r : c.records) compact_ones.push_back(compact(r));
  std::vector<RecordView> views;
  for (const CompactRecord& r : compact_ones) views.push_back(r.view());
  Batch own(c.law.name, 0, c.records, {.device = Device::cpu});
  Batch shared(c.law.name, 0, std::span<const RecordView>(views), {.device = Device::cpu});
  EXPECT_EQ(own.losses(c.all()), shared.losses(c.all()));
  EXPECT_EQ(own.forces(c.all()), shared.forces(c.all()));
  const std::vector<std::size_t> free{0};
  EXPECT_EQ(own.residuals(c.row(0), free).slopes, shared.residuals(c.row(0), free).slopes);
}

TEST_P(engine, gives_residuals_whose_mean_square_is_the_loss_and_slopes_that_differences_confirm) {
  const Case c = drawn(GetParam(), 1, {30});
  Batch batch(c.law.name, 0, c.records, {.device = Device::cpu});
  const auto set = c.row(0);
  std::vector<std::size_t> free(c.width());
  for (std::size_t i = 0; i < free.size(); ++i) free[i] = i;
  const Residuals r = batch.residuals(set, free);
  double squares = 0.0;
  for (const double x : r.values) squares += x * x;
  const double loss = batch.losses({1, set})[0];
  EXPECT_NEAR(squares / double(batch.report().samples), loss, 1e-9 * loss + 1e-24);
  // A random direction that stays inside: along it differences and slopes must meet in most samples (not at switches).
  std::vector<double> there(set.begin(), set.end());
  std::vector<double> way(set.size());
  for (std::size_t i = 0; i < set.size(); ++i) way[i] = set[i] * 1e-7, there[i] += way[i];
  if (!complaint(batch.table(), {}, there).empty()) GTEST_SKIP() << "the step leaves the bounds";
  std::vector<double> moved;
  try {
    moved = batch.residuals(there, {}).values;
  } catch (const std::invalid_argument&) {
    GTEST_SKIP() << "the step leaves the relations";
  }
  double scale = 1e-12;
  for (std::size_t k = 0; k < moved.size(); ++k) scale = std::max(scale, std::abs(r.values[k]));
  std::size_t far = 0;
  for (std::size_t k = 0; k < moved.size(); ++k) {
    double along = 0.0;
    for (std::size_t i = 0; i < way.size(); ++i) along += r.slopes[k * way.size() + i] * way[i];
    if (!(std::abs(moved[k] - r.values[k] - along) < 1e-3 * std::abs(along) + 1e-9 * scale)) ++far;
  }
  EXPECT_LE(far, moved.size() / 10);
}

TEST_P(engine, a_bad_candidate_gets_an_infinite_loss_and_disturbs_nobody) {
  Case c = drawn(GetParam(), 40, {30});
  const auto untouched = Batch(c.law.name, 0, c.records, {.device = Device::cpu}).losses(c.all());
  for (std::size_t i = 3; i < c.candidates; i += 10) c.matrix[i * c.width()] = i % 20 == 3 ? std::nan("") : -1e300;
  Batch batch(c.law.name, 0, c.records, {.device = Device::cpu});
  const auto losses = batch.losses(c.all());
  for (std::size_t i = 0; i < c.candidates; ++i) EXPECT_EQ(losses[i], i % 10 == 3 ? infinity : untouched[i]) << i;
  EXPECT_EQ(batch.report().invalid, 4U);
  EXPECT_EQ(batch.report().candidates, 40U);
}

INSTANTIATE_TEST_SUITE_P(laws, engine, testing::Range(std::size_t(0), FrictionLaws::names.size()),
                         [](const auto& law) { return test_name(FrictionLaws::names[law.param]); });

// ---- what does not depend on the law

Case of_lugre(std::size_t candidates, std::vector<std::size_t> lengths) {
  for (std::size_t i = 0; i < trial_laws().size(); ++i)
    if (trial_laws()[i].name == "lugre") return drawn(i, candidates, std::move(lengths));
  throw std::logic_error("lugre");
}

std::string refusal(const std::vector<Record>& records, std::string_view law = "lugre") {
  try {
    Batch(law, 0, records, {});
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

TEST(engine_inputs, a_run_that_leaves_the_finite_numbers_is_counted_and_infinite) {
  Case c = of_lugre(3, {20});
  for (Contact<double>& x : c.records[0].motion) x.velocity = 1e200, x.displacement = 1e200;
  for (std::size_t i = 0; i < 3; ++i) c.matrix[i * c.width() + 1] = 1e9;  // damping
  Batch batch("lugre", 0, c.records, {.device = Device::cpu});
  const auto losses = batch.losses(c.all());
  EXPECT_EQ(losses, std::vector<double>(3, infinity));
  EXPECT_EQ(batch.report().not_finite, 3U);
}

TEST(engine_inputs, are_refused_with_record_sample_and_remedy) {
  const Case good = of_lugre(1, {5});
  EXPECT_EQ(refusal({}), "a batch needs a record");
  auto records = good.records;
  records[0].step = -1.0;
  EXPECT_EQ(refusal(records), "record 'run 5': the sample time is -1 s; it must be positive");
  records = good.records;
  records[0].motion[2].load = std::nan("");
  EXPECT_EQ(refusal(records), "record 'run 5': load at sample 2 is nan; cut the record there or fill the gap");
  records = good.records;
  records[0].force.pop_back();
  EXPECT_EQ(refusal(records), "record 'run 5': force has 5 samples, the motion 6");
  records = good.records;
  records[0].force[4] = infinity;
  EXPECT_EQ(refusal(records),
            "record 'run 5': force at sample 4 is inf; give the sample the weight 0 and any finite value");
  records = good.records;
  records[0].name.clear();
  records[0].motion.resize(1);
  EXPECT_EQ(refusal(records), "record 1: has 1 samples; two are needed");
  EXPECT_NE(refusal(good.records, "lugrr").find("lugre"), std::string::npos);
}

TEST(engine_inputs, a_matrix_of_another_size_is_refused) {
  const Case c = of_lugre(2, {5});
  Batch batch("lugre", 0, c.records);
  EXPECT_THROW(batch.losses({3, c.matrix}), std::invalid_argument);
  EXPECT_THROW(batch.residuals(c.row(0), std::vector<std::size_t>{99}), std::invalid_argument);
}

TEST(engine_run, cancels_between_blocks_and_says_so) {
  const Case c = of_lugre(400, {20});
  std::atomic<bool> stop = false;
  std::size_t told = 0;
  BatchOptions options{.device = Device::cpu, .threads = 2, .block = 16};
  options.watch.cancelled = [&] { return stop.load(); };
  options.watch.progress = [&](std::size_t done, std::size_t all) {
    EXPECT_EQ(all, 25U);
    told = done;
    stop = done >= 5;
  };
  Batch batch("lugre", 0, c.records, options);
  const auto losses = batch.losses(c.all());
  EXPECT_FALSE(batch.report().completed);
  const auto finite =
      std::size_t(std::count_if(losses.begin(), losses.end(), [](double x) { return std::isfinite(x); }));
  EXPECT_EQ(finite, told * 16);
  const auto left = std::size_t(std::count_if(losses.begin(), losses.end(), [](double x) { return std::isnan(x); }));
  EXPECT_EQ(left, 400 - finite);
}

TEST(engine_run, reports_what_was_given_and_used) {
  const Case c = of_lugre(4, {20});
  Batch batch("lugre", 0, c.records, {.precision = Precision::fp32, .threads = 2});
  batch.losses(c.all());
  const BatchReport& r = batch.report();
  EXPECT_EQ(r.given.device, Device::automatic);
  EXPECT_EQ(r.used.device, Device::cpu);  // too little work for any device
  EXPECT_EQ(r.used.precision, Precision::fp32);
  EXPECT_EQ(r.used.threads, 2U);
  EXPECT_EQ(r.used.target, batch::to_name(batch::choose_target()));
  EXPECT_FALSE(r.reason.empty());
  EXPECT_EQ(r.candidate_steps, 80.0);
}

TEST(engine_run, float_lies_as_near_as_its_bound_says) {
  const Case c = of_lugre(64, {50});
  const auto exact = Batch("lugre", 0, c.records, {.device = Device::cpu}).losses(c.all());
  const auto rough =
      Batch("lugre", 0, c.records, {.device = Device::cpu, .precision = Precision::fp32}).losses(c.all());
  for (std::size_t i = 0; i < 64; ++i) EXPECT_NEAR(rough[i], exact[i], 10.0 * accuracy::float_relative * exact[i]);
}

TEST(engine_run, serves_element_laws_of_every_compiled_size) {
  for (const std::size_t n : {1UL, 3UL, 10UL, 15UL, 40UL}) {
    const Case c = drawn(0, 1, {20});
    const auto p = FrictionLaws::with("gms", n, [n](auto law) {
      const auto set = default_params<decltype(law)>(n);
      return std::vector<double>(scalars(set).begin(), scalars(set).end());
    });
    Batch batch("gms", n, c.records, {.device = Device::cpu});
    ASSERT_EQ(batch.width(), p.size());
    EXPECT_TRUE(std::isfinite(batch.losses({1, p})[0]));
  }
}

TEST(engine_device, without_a_device_the_wish_for_one_is_refused_with_the_reason) {
  if (cuda_missing().empty()) GTEST_SKIP() << "there is a CUDA device here";
  const Case c = of_lugre(1, {5});
  try {
    Batch("lugre", 0, c.records, {.device = Device::cuda});
    FAIL() << "accepted";
  } catch (const std::runtime_error& e) {
    EXPECT_EQ(std::string(e.what()), cuda_missing());
  }
}

}  // namespace
}  // namespace stickslip::conformance
