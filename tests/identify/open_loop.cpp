// Forces compared along a recorded motion: residuals, their slopes, and the losses of many points.
#include <gtest/gtest.h>

#include <cmath>

#include "fit_kit.hpp"
#include "identify/problem.hpp"

namespace stickslip::identify {
namespace {

using tests::Dice;
using tests::known;

std::unique_ptr<Objective> make_objective(std::vector<Recording> recordings, const FitOptions& options) {
  return open_loop(recordings, choose_uses(recordings, options), options);
}

// Two short recordings of the law with a pressure and an acceleration of their own.
std::vector<Recording> two(const std::string& law, std::size_t elements) {
  std::vector<Recording> all;
  for (const std::uint64_t seed : {5U, 6U}) {
    Recording r = known(law, elements, 0.02, seed).recording;
    r.record.name = "run" + std::to_string(seed);
    r.record.motion.resize(900);
    r.record.force.resize(900);
    for (std::size_t k = 0; k < 900; ++k) r.record.motion[k].pressure = 1e5 * (1.0 + 0.5 * std::sin(0.01 * double(k)));
    all.push_back(std::move(r));
  }
  return all;
}

// The truth of the first recording with nuisances that are not zero.
std::vector<double> point_near_truth(const Objective& o, const std::string& law, std::size_t elements) {
  std::vector<double> point = o.coordinates().point(known(law, elements, 0.02, 5).truth.values);
  for (std::size_t i = 0; i < point.size(); ++i)  // away from bounds, beyond which there is nothing to compare
    if (o.coordinates()[i].scale == Scale::linear && point[i] <= o.coordinates()[i].floor) point[i] += 0.1;
  for (const Nuisance& n : o.nuisances()) {
    const bool is_gain = n.kind == Nuisance::Kind::gain;
    point.push_back(is_gain                           ? 1.2
                    : n.kind == Nuisance::Kind::delay ? 0.4 * tests::kit_step
                    : n.kind == Nuisance::Kind::area  ? 1e-6
                                                      : 0.1);
  }
  return point;
}

struct Slopes_of {
  std::vector<double> residuals, slopes;
};

Slopes_of evaluated(const LeastSquaresProblem& p, const std::vector<double>& at) {
  Slopes_of s{std::vector<double>(p.residuals), std::vector<double>(p.residuals * at.size())};
  EXPECT_TRUE(p.evaluate(at, s.residuals, s.slopes));
  return s;
}

const std::vector<NuisanceWish> all_nuisances{{"offset"},  {"gain"},    {"delay"},
                                              {"inertia"}, {"gravity"}, {"area", true}};

class SmoothLaws : public testing::TestWithParam<std::string> {};

// Central differences with steps of 1e-6 of the coordinate, against dual numbers through the simulation.
TEST_P(SmoothLaws, have_exact_slopes_that_equal_differences_along_every_coordinate_and_nuisance) {
  const std::string law = GetParam();
  for (const double compare_below : {0.0, 60.0}) {
    const auto o =
        make_objective(two(law, 0), {.law = law, .compare_below = compare_below, .nuisances = all_nuisances});
    const auto at = point_near_truth(*o, law, 0);
    const std::size_t n = at.size();
    EXPECT_EQ(n, o->coordinates().count() + 2 + 1 + 2 + 2 + 4 + 1);
    const LeastSquaresProblem problem = o->problem(Slopes::exact);
    const auto exact = evaluated(problem, at);
    std::vector<double> up(problem.residuals), down(problem.residuals);
    for (std::size_t c = 0; c < n; ++c) {
      auto moved = at;
      const double way = 1e-6 * std::max(std::abs(at[c]), 0.1);
      moved[c] = at[c] + way;
      problem.evaluate(moved, up, {});
      moved[c] = at[c] - way;
      problem.evaluate(moved, down, {});
      double largest = 0.0, worst = 0.0, size = 0.0;
      for (std::size_t k = 0; k < up.size(); ++k) {
        size = std::max(size, std::abs(exact.residuals[k]));
        largest = std::max(largest, std::abs(exact.slopes[k * n + c]));
        worst = std::max(worst, std::abs(exact.slopes[k * n + c] - (up[k] - down[k]) / (2.0 * way)));
      }
      EXPECT_LT(worst, 1e-5 * largest + 1e-14 * size / way)
          << "axis " << c << ", compared below " << compare_below << " Hz";
    }
  }
}

TEST_P(SmoothLaws, have_the_same_residuals_and_slopes_on_lanes_as_exactly) {
  const std::string law = GetParam();
  const auto o = make_objective(two(law, 0), {.law = law, .nuisances = {{"offset"}, {"inertia"}}});
  const auto at = point_near_truth(*o, law, 0);
  const auto exact = evaluated(o->problem(Slopes::exact), at);
  const auto lanes = evaluated(o->problem(Slopes::differences), at);
  ASSERT_EQ(exact.residuals.size(), lanes.residuals.size());
  for (std::size_t k = 0; k < exact.residuals.size(); ++k)
    EXPECT_NEAR(exact.residuals[k], lanes.residuals[k], 1e-10) << k;
  const std::size_t n = at.size();
  for (std::size_t c = 0; c < n; ++c) {
    double largest = 0.0, worst = 0.0;
    for (std::size_t k = 0; k < exact.residuals.size(); ++k) {
      largest = std::max(largest, std::abs(exact.slopes[k * n + c]));
      worst = std::max(worst, std::abs(exact.slopes[k * n + c] - lanes.slopes[k * n + c]));
    }
    EXPECT_LT(worst, 1e-5 * largest + 1e-7) << "axis " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(laws, SmoothLaws, testing::Values("lugre", "dahl", "tanh", "modified-lugre", "bliman-sorine"),
                         [](const auto& law) {
                           std::string name = law.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// What losses() says of a point is the mean loss of the residuals with the nuisances that nuisances_at() finds.
void expect_losses_of_residuals(const std::string& law, std::vector<Recording> recordings, const FitOptions& options) {
  const auto o = make_objective(std::move(recordings), options);
  const std::size_t n = o->coordinates().count();
  Dice dice(12);
  std::vector<double> points;
  constexpr std::size_t count = 6;
  const auto truth = o->coordinates().point(known(law, options.elements, 0.02, 5).truth.values);
  for (std::size_t i = 0; i < count * n; ++i)  // around the truth: inertia has a lower bound that wild points meet
    points.push_back(std::clamp(truth[i % n] + 0.02 * (dice.unit() - 0.5) * (1.0 + std::abs(truth[i % n])),
                                o->coordinates()[i % n].floor, o->coordinates()[i % n].ceiling));
  const auto losses = o->losses(points);
  const LeastSquaresProblem problem = o->problem(Slopes::exact);
  ASSERT_EQ(losses.size(), count);
  for (std::size_t c = 0; c < count; ++c) {
    std::vector<double> at(points.begin() + std::ptrdiff_t(c * n), points.begin() + std::ptrdiff_t((c + 1) * n));
    const auto nuisances = o->nuisances_at(at);
    at.insert(at.end(), nuisances.begin(), nuisances.end());
    std::vector<double> residuals(problem.residuals);
    ASSERT_TRUE(problem.evaluate(at, residuals, {}));
    EXPECT_NEAR(losses[c], mean_loss(residuals, options), 1e-8 * losses[c]) << c;
  }
}

// The recordings with what the nuisances stand for in them.
std::vector<Recording> disturbed(const std::string& law, std::size_t elements) {
  std::vector<Recording> all = two(law, elements);
  for (Recording& r : all)
    for (std::size_t k = 1; k + 1 < r.record.motion.size(); ++k) {
      const double a = (r.record.motion[k + 1].velocity - r.record.motion[k - 1].velocity) / (2.0 * tests::kit_step);
      r.record.force[k] += 0.3 + 50.0 * a + 1e-6 * r.record.motion[k].pressure;
    }
  return all;
}

TEST(open_loop_losses, are_those_of_the_residuals_at_the_best_linear_nuisances) {
  expect_losses_of_residuals("lugre", two("lugre", 0), {.law = "lugre"});
  expect_losses_of_residuals("lugre", disturbed("lugre", 0),
                             {.law = "lugre", .nuisances = {{"offset"}, {"inertia", true}, {"area"}}});
  expect_losses_of_residuals("maxwell-slip", disturbed("maxwell-slip", 3),
                             {.law = "maxwell-slip", .elements = 3, .nuisances = {{"offset", true}, {"inertia"}}});
}

TEST(open_loop_losses, are_those_of_the_residuals_for_other_losses) {
  for (const FitLoss loss : {FitLoss::absolute, FitLoss::relative, FitLoss::huber})
    for (const double huber : {0.0, 0.05})
      expect_losses_of_residuals("dahl", two("dahl", 0), {.law = "dahl", .loss = loss, .huber = huber});
}

TEST(open_loop_losses, are_those_of_the_residuals_with_weights_and_a_low_pass) {
  auto recordings = disturbed("lugre", 0);
  for (Recording& r : recordings)
    for (std::size_t k = 0; k < r.record.motion.size(); ++k)
      r.record.weight.push_back(k % 300 < 40 ? 0.0 : 1.0 + 0.5 * std::sin(0.1 * double(k)));
  expect_losses_of_residuals("lugre", recordings, {.law = "lugre", .nuisances = {{"offset"}, {"inertia"}}});
  expect_losses_of_residuals("lugre", recordings,
                             {.law = "lugre", .compare_below = 60.0, .nuisances = {{"offset"}, {"inertia"}}});
}

TEST(open_loop, samples_of_weight_zero_are_neither_fitted_nor_counted) {
  auto recordings = two("dahl", 0);
  recordings[0].record.weight.assign(900, 1.0);
  for (std::size_t k = 100; k < 200; ++k) recordings[0].record.weight[k] = 0.0;
  const auto o = make_objective(recordings, {.law = "dahl"});
  EXPECT_EQ(o->samples(), 899U + 899U - 100U);
  const std::vector<std::size_t> breaks{799U};
  EXPECT_EQ(o->breaks(), breaks);
}

TEST(open_loop, one_gain_of_several_recordings_stays_one) {
  const auto o = make_objective(two("dahl", 0), {.law = "dahl", .nuisances = {{"gain"}}});
  ASSERT_EQ(o->nuisances().size(), 1U);
  EXPECT_EQ(o->nuisances()[0].name, "gain of run6");
}

}  // namespace
}  // namespace stickslip::identify
