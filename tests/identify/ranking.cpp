// Which law follows unseen data best.
#include <gtest/gtest.h>

#include <algorithm>

#include "fit_kit.hpp"
#include "stickslip/identify/rank.hpp"

namespace stickslip::identify {
namespace {

using tests::catch_complaint;
using tests::Dice;
using tests::known;

RankOptions quick(std::vector<std::string> laws) {
  RankOptions o{.laws = std::move(laws), .elements = 3};
  o.fit.budget = 200;
  o.fit.threads = 2;
  o.fit.intervals = false;
  return o;
}

std::size_t find_place(const RankReport& r, const std::string& law) {
  for (std::size_t i = 0; i < r.rows.size(); ++i)
    if (r.rows[i].law == law) return i;
  ADD_FAILURE() << law << " is not in the list";
  return r.rows.size();
}

TEST(rank, bristles_beat_coulomb_on_data_of_bristles) {
  const RankReport r = rank({known("lugre", 0, 0.01, 51).recording}, quick({"coulomb", "lugre", "dahl"}));
  EXPECT_EQ(r.rows[0].law, "lugre") << r.verdict.reason;
  EXPECT_EQ(r.chosen, 0U);
  EXPECT_FALSE(r.rows[find_place(r, "coulomb")].inside_noise);
  EXPECT_GT(r.rows[find_place(r, "coulomb")].behind, 2.0);
  EXPECT_GT(r.rows[0].test_r2, 0.99);
  EXPECT_TRUE(r.completed);
  ASSERT_FALSE(r.notes.empty());
  EXPECT_EQ(r.notes[0], "every second of 10 blocks in time was kept for the test");
}

// Coulomb and viscous friction is the stribeck law without its dip; the baseline takes part though nobody named it.
TEST(rank, laws_that_hold_the_truth_cannot_be_told_apart_and_the_simplest_is_chosen) {
  const ParamGroup truth = tests::usual("stribeck", 0, {{"breakaway", 1.2}, {"coulomb", 1.2}, {"viscous", 20.0}});
  Dice dice(6);
  const Recording r = tests::recorded("stribeck", 0, truth, tests::sines({{0.02, 6, 900}, {0.06, 8, 900}}),
                                      tests::kit_step, 0.03, dice);
  const RankReport ranked = rank({r}, quick({"lugre", "stribeck", "coulomb"}));
  EXPECT_FALSE(ranked.winner) << ranked.verdict.reason;
  EXPECT_EQ(ranked.rows[0].law, "coulomb-viscous") << ranked.verdict.reason;
  EXPECT_LT(ranked.rows[0].parameters, ranked.rows[find_place(ranked, "lugre")].parameters);
  EXPECT_TRUE(ranked.rows[find_place(ranked, "lugre")].inside_noise);
  EXPECT_FALSE(ranked.rows[find_place(ranked, "coulomb")].inside_noise);
  EXPECT_TRUE(ranked.verdict.reason.find("as well as any other law") != std::string::npos) << ranked.verdict.reason;
}

TEST(rank, a_law_that_lacks_its_column_is_skipped_with_the_reason) {
  const RankReport r = rank({known("dahl", 0, 0.01, 51).recording}, quick({"mgms", "dahl"}));
  EXPECT_EQ(r.rows[0].law, "dahl");
  EXPECT_EQ(r.rows.back().law, "mgms");
  EXPECT_EQ(r.rows.back().skipped, "needs a column pressure");
  EXPECT_EQ(r.verdict.reason.find("mgms"), std::string::npos);
}

TEST(rank, laws_that_cannot_be_fitted_at_all_are_refused) {
  const std::string said = catch_complaint([] { rank({known("dahl", 0, 0.01, 51).recording}, quick({"mgms"})); });
  EXPECT_EQ(said, "none of the laws could be fitted: needs a column pressure");
}

TEST(rank, a_wrong_name_is_refused_before_the_first_fit) {
  RankOptions o = quick({"dahl", "lugree"});
  std::size_t steps = 0;
  o.fit.progress = [&](const FitProgress&) { ++steps; };
  const std::string said = catch_complaint([&] { rank({known("dahl", 0, 0.01, 51).recording}, o); });
  EXPECT_NE(said.find("did you mean lugre"), std::string::npos) << said;
  EXPECT_EQ(steps, 0U);
}

TEST(rank, whole_recordings_are_the_test_where_some_are_marked) {
  Recording fitted = known("dahl", 0, 0.01, 51).recording;
  Recording kept = fitted;
  kept.record.name = "kept";
  kept.test = true;
  const RankReport r = rank({fitted, kept}, quick({"dahl"}));
  EXPECT_TRUE(r.notes.empty());
  EXPECT_EQ(r.rows[0].fit.train[0].samples, fitted.record.motion.size() - 1);
  EXPECT_EQ(r.rows[0].fit.test[0].samples, kept.record.motion.size() - 1);
}

TEST(rank, a_ranking_that_is_stopped_shows_the_laws_that_were_done) {
  RankOptions o = quick({"dahl", "lugre"});
  std::size_t fits = 0;
  o.fit.progress = [&](const FitProgress& p) { fits += p.stage == "search: spread" ? 1U : 0U; };
  o.fit.cancelled = [&] { return fits > 1; };
  const RankReport r = rank({known("dahl", 0, 0.01, 51).recording}, o);
  EXPECT_FALSE(r.completed);
  ASSERT_FALSE(r.rows.empty());
  EXPECT_TRUE(std::any_of(r.rows.begin(), r.rows.end(), [](const RankRow& row) { return row.law == "dahl"; }));
}

}  // namespace
}  // namespace stickslip::identify
