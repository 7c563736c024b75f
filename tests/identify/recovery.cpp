// Without noise the truth comes back; with nuisances, splits, outliers and other losses too.
#include <gtest/gtest.h>

#include <cmath>

#include "fit_kit.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

using tests::catch_complaint;
using tests::Dice;
using tests::found;
using tests::hold;
using tests::Known;
using tests::known;

// The largest relative distance of free parameters from the truth.
double astray(const FitReport& fit, const ParamGroup& truth) {
  const auto all = tests::sort_by_travel(fit);
  double worst = 0.0;
  std::size_t at = 0;
  for (std::size_t f = 0; f < truth.table.size(); ++f)
    for (std::size_t o = 0; o < truth.lengths[f]; ++o, ++at) {
      const double right = truth.values[truth.table[f].first + o];
      if (all[at].free && all[at].identified)
        worst = std::max(worst, std::abs(all[at].value - right) / std::max(std::abs(right), 1e-3));
    }
  return worst;
}

struct Law {
  const char* name;
  std::size_t elements;
};

TEST(recovery, the_truth_comes_back_to_six_digits_without_noise) {
  for (const Law& law : {Law{"lugre", 0}, Law{"stribeck", 0}, Law{"maxwell-slip", 3}, Law{"dahl", 0}}) {
    const Known k = known(law.name, law.elements, 0.0, 31);
    const FitReport fit = identify({k.recording}, {.law = law.name, .elements = law.elements, .threads = 2});
    EXPECT_TRUE(fit.completed);
    EXPECT_EQ(fit.message, "done") << law.name;
    EXPECT_LT(astray(fit, k.truth), 1e-6) << law.name;
    EXPECT_GT(fit.train[0].r2, 1.0 - 1e-10) << law.name;
    std::size_t identified = 0;
    for (const FittedParameter& p : fit.parameters) identified += p.free && p.identified ? 1 : 0;
    EXPECT_GE(identified, 2U) << law.name;
  }
}

TEST(recovery, bouc_wen_comes_back_with_intervals_as_wide_as_its_error) {
  const ParamGroup truth =
      tests::usual("bouc-wen", 0, {{"stiffness", 8e4}, {"coulomb", 1.3}, {"unloading", 0.8}, {"viscous", 30.0}});
  Dice dice(8);
  const auto motion = tests::rich_motion("bouc-wen", truth, tests::kit_step);
  const Recording run = tests::recorded("bouc-wen", 0, truth, motion, tests::kit_step, 0.01, dice);
  const FitReport fit = identify({run}, {.law = "bouc-wen", .threads = 2});
  EXPECT_EQ(fit.message, "done");
  for (const char* name : {"stiffness", "coulomb", "unloading", "viscous"}) {
    const FittedParameter& p = found(fit, name);
    EXPECT_TRUE(p.free && p.identified) << name << ": " << p.remark;
    // Four intervals of 95 % all hold the truth in four of five fits; half as wide again, in 99 of 100.
    EXPECT_LT(std::abs(p.value - truth[name]), 1.5 * (p.high - p.low) / 2.0) << name;
    EXPECT_LT(p.high - p.low, 0.3 * p.value) << name;
  }
  EXPECT_FALSE(found(fit, "exponent").free);
}

// ---- nuisances

// Two runs of the same law along different motions.
std::vector<Recording> two_runs(const ParamGroup& truth, const std::string& law) {
  Dice dice(1);
  auto first = tests::rich_motion(law, truth, tests::kit_step);
  auto second = first;
  first.resize(1400);
  second.resize(1100);
  for (Contact<double>& c : second) c.velocity *= -1.3, c.displacement *= -1.3;
  std::vector<Recording> both;
  for (auto* motion : {&first, &second}) {
    both.push_back(tests::recorded(law, 0, truth, *motion, tests::kit_step, 0.0, dice));
    both.back().record.name = both.size() == 1 ? "first" : "second";
  }
  return both;
}

const ParamGroup& dahl_truth() {
  static const ParamGroup truth = tests::usual("dahl", 0, {{"stiffness", 8e4}, {"coulomb", 1.3}});
  return truth;
}

FitOptions with(std::vector<NuisanceWish> nuisances) {
  return {.law = "dahl", .nuisances = std::move(nuisances), .threads = 2};
}

double acceleration(const Record& r, std::size_t k) {
  const std::size_t before = k > 0 ? k - 1 : 0;
  const std::size_t after = std::min(k + 1, r.motion.size() - 1);
  return (r.motion[after].velocity - r.motion[before].velocity) / (double(after - before) * r.step);
}

TEST(nuisances, an_offset_of_each_recording_comes_back) {
  auto runs = two_runs(dahl_truth(), "dahl");
  for (double& f : runs[0].record.force) f += 0.7;
  for (double& f : runs[1].record.force) f -= 0.2;
  const FitReport fit = identify(runs, with({{"offset"}}));
  EXPECT_NEAR(fit.parameter("offset of first").value, 0.7, 1e-6);
  EXPECT_NEAR(fit.parameter("offset of second").value, -0.2, 1e-6);
  EXPECT_LT(astray(fit, dahl_truth()), 1e-6);
}

TEST(nuisances, a_common_offset_is_one_parameter) {
  auto runs = two_runs(dahl_truth(), "dahl");
  for (Recording& r : runs)
    for (double& f : r.record.force) f += 0.7;
  const FitReport fit = identify(runs, with({{"offset", true}}));
  ASSERT_EQ(fit.nuisances.size(), 1U);
  EXPECT_NEAR(fit.parameter("offset").value, 0.7, 1e-6);
}

TEST(nuisances, a_gain_between_two_recordings_comes_back) {
  auto runs = two_runs(dahl_truth(), "dahl");
  for (double& f : runs[1].record.force) f *= 1.7;
  const FitReport fit = identify(runs, with({{"gain"}}));
  ASSERT_EQ(fit.nuisances.size(), 1U);
  EXPECT_NEAR(fit.parameter("gain of second").value, 1.7, 1e-6);
  EXPECT_LT(astray(fit, dahl_truth()), 1e-6);
}

TEST(nuisances, one_gain_for_all_is_refused) {
  const std::string said = catch_complaint([] { identify({known("dahl", 0, 0.0, 1).recording}, with({{"gain"}})); });
  EXPECT_NE(said.find("leave it out"), std::string::npos) << said;
}

// The force of four samples later was recorded.
TEST(nuisances, a_delay_of_whole_samples_comes_back) {
  auto runs = two_runs(dahl_truth(), "dahl");
  runs.resize(1);
  auto& force = runs[0].record.force;
  force.insert(force.begin(), 4, force.front());
  force.resize(runs[0].record.motion.size());
  const FitReport fit = identify(runs, with({{"delay"}}));
  // The last four samples have no force any more; straight lines between samples bend the rest.
  EXPECT_NEAR(fit.parameter("delay").value, 4.0 * tests::kit_step, 0.02 * tests::kit_step);
  EXPECT_LT(astray(fit, dahl_truth()), 1e-2);
}

TEST(nuisances, inertia_and_gravity_come_back) {
  auto runs = two_runs(dahl_truth(), "dahl");
  for (Recording& r : runs)
    for (std::size_t k = 0; k < r.record.force.size(); ++k)
      r.record.force[k] += 2.5 * acceleration(r.record, k) + 0.4 * std::cos(r.record.motion[k].displacement);
  const FitReport fit = identify(runs, with({{"inertia", true}, {"gravity", true}}));
  EXPECT_NEAR(fit.parameter("inertia").value, 2.5, 1e-5);
  EXPECT_NEAR(fit.parameter("gravity_cos").value, 0.4, 1e-5);
}

TEST(nuisances, a_force_of_the_wrong_sign_is_turned_and_that_is_said) {
  auto runs = two_runs(dahl_truth(), "dahl");
  for (double& f : runs[1].record.force) f = -f;
  const FitReport fit = identify(runs, with({{"sign"}}));
  EXPECT_LT(astray(fit, dahl_truth()), 1e-6);
  ASSERT_EQ(fit.notes.size(), 1U);
  EXPECT_TRUE(fit.notes[0].starts_with("second: sign:")) << fit.notes[0];
}

// ---- parts for the test

FitOptions quick() { return {.law = "dahl", .budget = 200, .threads = 2, .intervals = false}; }

TEST(split, a_share_is_fitted_and_the_rest_is_scored) {
  const Recording r = known("dahl", 0, 0.01, 8).recording;
  FitOptions o = quick();
  o.train = 0.6;
  const FitReport fit = identify({r}, o);
  const std::size_t n = r.record.motion.size();
  EXPECT_EQ(fit.train[0].samples + fit.test[0].samples, n - 1);
  EXPECT_NEAR(double(fit.train[0].samples), 0.6 * double(n), 1.0);
  const auto& use = fit.traces[0].use;
  EXPECT_TRUE(std::is_sorted(use.begin(), use.end()));
}

// What lies in the part for the test does not move the fit.
TEST(split, the_part_for_the_test_is_not_seen_by_the_fit) {
  Recording r = known("dahl", 0, 0.01, 8).recording;
  FitOptions o = quick();
  o.train = 0.6;
  const FitReport before = identify({r}, o);
  for (std::size_t k = r.record.force.size() * 7 / 10; k < r.record.force.size(); ++k) r.record.force[k] *= -3.0;
  const FitReport after = identify({r}, o);
  EXPECT_EQ(found(before, "coulomb").value, found(after, "coulomb").value);
  EXPECT_GT(after.test[0].rmse, 10.0 * before.test[0].rmse);
}

TEST(split, blocks_take_turns) {
  const Recording r = known("dahl", 0, 0.01, 8).recording;
  FitOptions o = quick();
  o.blocks = 4;
  const FitReport fit = identify({r}, o);
  std::string turns;
  const auto letter = [](Use use) { return use == Use::fitted ? 'f' : use == Use::scored ? 's' : '-'; };
  for (const Use use : fit.traces[0].use)
    if (turns.empty() || turns.back() != letter(use)) turns += letter(use);
  EXPECT_EQ(turns, "fsfs");
  EXPECT_NEAR(double(fit.train[0].samples), double(fit.test[0].samples), 3.0);
}

TEST(split, a_whole_recording_is_kept) {
  auto runs = two_runs(dahl_truth(), "dahl");
  for (double& f : runs[1].record.force) f *= 2.0;
  runs[1].test = true;
  const FitReport fit = identify(runs, quick());
  EXPECT_LT(astray(fit, dahl_truth()), 1e-6);
  EXPECT_EQ(fit.train[0].samples, runs[0].record.motion.size() - 1);
  ASSERT_EQ(fit.test.size(), 2U);
  EXPECT_EQ(fit.test[1].name, "second");
  EXPECT_LT(fit.test[0].r2, 0.9);
}

TEST(split, samples_of_weight_zero_are_left_out_of_fit_and_score) {
  Known k = known("dahl", 0, 0.0, 8);
  Record& r = k.recording.record;
  r.weight.assign(r.motion.size(), 1.0);
  for (std::size_t i = 300; i < 400; ++i) r.weight[i] = 0.0, r.force[i] = 50.0;
  const FitReport fit = identify({k.recording}, quick());
  EXPECT_LT(astray(fit, k.truth), 1e-6);
  EXPECT_EQ(fit.train[0].samples, r.motion.size() - 1 - 100);
  EXPECT_LT(fit.train[0].largest, 1e-4);
}

TEST(split, what_leaves_nothing_is_refused) {
  Recording r = known("dahl", 0, 0.0, 8).recording;
  FitOptions o = quick();
  o.train = 0.0;
  EXPECT_NE(catch_complaint([&] { identify({r}, o); }).find("must lie above 0"), std::string::npos);
  o.train = 0.5;
  o.blocks = 4;
  EXPECT_NE(catch_complaint([&] { identify({r}, o); }).find("exclude each other"), std::string::npos);
  o.train = 1.0;
  o.blocks = 1;
  EXPECT_NE(catch_complaint([&] { identify({r}, o); }).find("take 2 at least"), std::string::npos);
  r.test = true;
  EXPECT_NE(catch_complaint([&] { identify({r}, quick()); }).find("every recording is kept"), std::string::npos);
}

// ---- other losses

TEST(losses, huber_beats_squares_with_outliers_in_one_of_twenty_samples) {
  Known k = known("dahl", 0, 0.005, 9);
  Dice dice(2);
  for (double& f : k.recording.record.force)
    if (dice.unit() < 0.05) f += 8.0;
  FitOptions o{.law = "dahl", .threads = 2};
  const FitReport squares = identify({k.recording}, o);
  o.loss = FitLoss::huber;
  const FitReport huber = identify({k.recording}, o);
  o.loss = FitLoss::absolute;
  const FitReport absolute = identify({k.recording}, o);
  EXPECT_GT(astray(squares, k.truth), 3.0 * astray(huber, k.truth));
  EXPECT_LT(astray(huber, k.truth), 0.02);
  EXPECT_LT(astray(absolute, k.truth), 0.02);
}

// Half of the run is worth a tenth of the force: only the relative loss weighs it as much.
TEST(losses, the_relative_loss_is_the_mean_relative_error) {
  const Known k = known("dahl", 0, 0.02, 9);
  const FitReport fit = identify({k.recording}, {.law = "dahl", .loss = FitLoss::relative, .threads = 2});
  const FitReport plain = identify({k.recording}, {.law = "dahl", .threads = 2});
  EXPECT_EQ(fit.loss_unit, "1");
  EXPECT_EQ(plain.loss_unit, "N2");
  // The score's floor is 5 % of the largest of the compared samples, the loss's of all: the same but for the first.
  EXPECT_NEAR(fit.loss, fit.train[0].relative, 1e-6);
  EXPECT_LE(fit.train[0].relative, plain.train[0].relative);
}

// ---- what the excitation cannot show

// Noise alone would make an interval; without any the bottom has none.
Recording moved(const std::string& law, const ParamGroup& truth, std::vector<Contact<double>> motion) {
  Dice dice(77);
  return tests::recorded(law, 0, truth, motion, tests::kit_step, 0.01, dice);
}

TEST(flags, coulombs_breakaway_cannot_be_told_from_sliding) {
  const ParamGroup truth = tests::usual("coulomb", 0, {{"coulomb", 1.2}, {"breakaway", 1.8}});
  const FitReport fit = identify({moved("coulomb", truth, tests::sines({{0.01, 3, 900}}))}, {.law = "coulomb"});
  EXPECT_TRUE(found(fit, "coulomb").identified);
  EXPECT_NEAR(found(fit, "coulomb").value, 1.2, 0.01);
  EXPECT_FALSE(found(fit, "breakaway").identified);
  EXPECT_NE(found(fit, "breakaway").remark.find("these data do not show it above coulomb"), std::string::npos)
      << found(fit, "breakaway").remark;
  ASSERT_FALSE(fit.advice.empty());
  EXPECT_NE(fit.advice[0].find("breakaway"), std::string::npos) << fit.advice[0];
}

// At a hundredth of the break-away force dz/dt = v: the damping of the bristles and viscous friction are one.
TEST(flags, viscous_friction_without_speed_is_flagged) {
  const ParamGroup truth = tests::usual("lugre", 0, {});
  const FitReport slow = identify({moved("lugre", truth, tests::sines({{1e-5, 4, 500}}))}, {.law = "lugre"});
  EXPECT_FALSE(found(slow, "viscous").identified) << found(slow, "viscous").low << " " << found(slow, "viscous").high;
  const FitReport fast = identify(
      {moved("lugre", truth, tests::sines({{1.5e-4, 4, 500}, {1e-3, 2, 300}, {2.0, 2, 300}}))}, {.law = "lugre"});
  EXPECT_TRUE(found(fast, "viscous").identified) << found(fast, "viscous").remark;
  EXPECT_NEAR(found(fast, "viscous").value, 0.4, 0.05);
}

// At 1e9 N/m the bristles slip after a nanometre, far less than the way between two samples.
TEST(flags, a_stiffness_without_presliding_is_flagged) {
  const ParamGroup truth = tests::usual("lugre", 0, {{"stiffness", 1e9}, {"damping", 0.0}});
  const FitReport fit = identify({moved("lugre", truth, tests::sines({{0.05, 3, 900}}))},
                                 {.law = "lugre", .fixed = {hold("damping", 0.0)}});
  EXPECT_TRUE(found(fit, "coulomb").identified) << found(fit, "coulomb").remark;
  EXPECT_FALSE(found(fit, "stiffness").identified)
      << found(fit, "stiffness").low << " " << found(fit, "stiffness").high;
}

// sign(v) coulomb of two directions and an offset are three numbers for two levels.
TEST(flags, an_offset_beside_a_level_for_each_direction_acts_only_together_with_them) {
  const ParamGroup truth = tests::usual("coulomb", 0, {{"coulomb", 1.2}, {"breakaway", 1.8}});
  const FitReport fit = identify({moved("coulomb", truth, tests::sines({{0.01, 3, 900}}))},
                                 {.law = "coulomb", .per_direction = {"coulomb"}, .nuisances = {{"offset"}}});
  for (const char* name : {"coulomb.forward", "coulomb.back", "offset"}) {
    EXPECT_FALSE(fit.parameter(name).identified) << name;
    EXPECT_NE(fit.parameter(name).remark.find("acts only together with"), std::string::npos)
        << name << ": " << fit.parameter(name).remark;
  }
}

}  // namespace
}  // namespace stickslip::identify
