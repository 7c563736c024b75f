// Searches: the same seed gives the same bits, for any number of threads.
#include <gtest/gtest.h>

#include <algorithm>

#include "fit_kit.hpp"
#include "identify/search.hpp"

namespace stickslip::identify {
namespace {

using tests::catch_complaint;
using tests::Known;
using tests::known;
using tests::list_bits;

// The first 800 samples: presliding and reversals.
Recording brief(const std::string& law, std::size_t elements) {
  Recording r = known(law, elements, 0.01, 21).recording;
  r.record.motion.resize(800);
  r.record.force.resize(800);
  return r;
}

TEST(strategies, the_same_seed_gives_the_same_bits_for_any_number_of_threads) {
  struct Law {
    const char* name;
    std::size_t elements;
  };
  for (const Law& law : {Law{"lugre", 0}, Law{"maxwell-slip", 3}}) {
    const Recording r = brief(law.name, law.elements);
    FitOptions o{.law = law.name, .elements = law.elements, .seed = 5, .budget = 300, .threads = 1};
    const FitReport one = identify({r}, o);
    for (const std::size_t threads : {2U, 3U}) {
      o.threads = threads;
      const FitReport more = identify({r}, o);
      EXPECT_EQ(list_bits(one), list_bits(more)) << law.name << " on " << threads << " threads";
      EXPECT_EQ(one.evaluations, more.evaluations);
    }
  }
}

TEST(strategies, every_strategy_repeats_itself_and_another_seed_searches_elsewhere) {
  const Recording r = brief("dahl", 0);
  for (const StrategyInfo& s : strategies()) {
    if (s.name == "projection") continue;  // for laws of elements
    FitOptions o{.law = "dahl",
                 .strategy = std::string(s.name),
                 .seed = 2,
                 .budget = 300,
                 .threads = 1,
                 .polish = false,
                 .intervals = false};
    const FitReport first = identify({r}, o);
    EXPECT_EQ(list_bits(first), list_bits(identify({r}, o))) << s.name;
    o.seed = 3;
    EXPECT_NE(list_bits(first), list_bits(identify({r}, o))) << s.name;
  }
}

TEST(strategies, without_polish_the_best_candidate_is_the_answer) {
  const Recording r = brief("dahl", 0);
  FitOptions o{.law = "dahl", .strategy = "ga", .budget = 400, .threads = 1, .polish = false};
  const FitReport rough = identify({r}, o);
  o.polish = true;
  const FitReport fine = identify({r}, o);
  EXPECT_LT(fine.loss, rough.loss);
  EXPECT_EQ(rough.loss, rough.convergence.back().loss);
  for (const ConvergencePoint& p : rough.convergence) EXPECT_TRUE(p.stage.starts_with("genetic search")) << p.stage;
}

// 25 + 20 + 15 + 30 individuals, then nine of ten of each anew: 23 + 18 + 14 + 27 = 82 in every generation (of 22.5
// and 13.5 the half goes up), as the options of the toolbox say; 100 generations.
TEST(strategies, the_genetic_algorithm_has_the_published_sizes) {
  const Recording r = brief("dahl", 0);
  std::vector<std::size_t> evaluations;
  FitOptions o{.law = "dahl", .strategy = "ga", .threads = 1, .polish = false, .intervals = false};
  o.progress = [&](const FitProgress& p) { evaluations.push_back(p.evaluations); };
  const FitReport fit = identify({r}, o);
  ASSERT_GE(evaluations.size(), 2U);
  EXPECT_EQ(evaluations[0], 90U);
  EXPECT_EQ(evaluations[1], 90U + 82U);
  EXPECT_EQ(fit.evaluations, 90U + 100U * 82U);
  EXPECT_EQ(fit.strategy, "ga");
  EXPECT_EQ(fit.reason, "asked for");
}

TEST(strategies, pagmos_are_offered_only_where_pagmo_was_built_in) {
  std::size_t pagmos = 0;
  for (const StrategyInfo& s : strategies()) pagmos += s.name.starts_with("pagmo-") ? 1U : 0U;
#ifdef STICKSLIP_TEST_PAGMO
  EXPECT_EQ(pagmos, 4U);
#else
  EXPECT_EQ(pagmos, 0U);
  EXPECT_NE(catch_complaint([] { identify({brief("dahl", 0)}, {.law = "dahl", .strategy = "pagmo-sade"}); }), "");
#endif
}

TEST(strategies, auto_takes_projection_for_elements_and_says_why) {
  const FitOptions quick{.law = "maxwell-slip", .elements = 2, .budget = 100, .threads = 1, .intervals = false};
  const FitReport fit = identify({brief("maxwell-slip", 2)}, quick);
  EXPECT_EQ(fit.strategy, "projection");
  EXPECT_NE(fit.reason.find("linear in its stiffnesses"), std::string::npos);
}

TEST(strategies, projection_simulates_as_many_candidates_more_as_a_budget_says) {
  const Recording r = brief("maxwell-slip", 3);
  FitOptions o{.law = "maxwell-slip", .elements = 3, .threads = 1, .polish = false, .intervals = false};
  const std::size_t usual = identify({r}, o).evaluations;
  o.budget = 300;
  EXPECT_EQ(identify({r}, o).evaluations, usual + o.budget);
}

TEST(strategies, the_genetic_search_has_the_sizes_that_are_asked_for) {
  const Recording r = brief("dahl", 0);
  FitOptions o{.law = "dahl", .strategy = "ga", .threads = 1, .polish = false, .intervals = false};
  o.population = 180;  // 50 + 40 + 30 + 60, of which 45 + 36 + 27 + 54 are renewed
  o.generations = 7;
  EXPECT_EQ(identify({r}, o).evaluations, 180U + 7U * 162U);
  const FitReport plain = identify({r}, o);
  for (double FitOptions::*rate : {&FitOptions::crossover_rate, &FitOptions::mutation_rate}) {
    FitOptions other = o;
    other.*rate = 0.5;
    EXPECT_NE(list_bits(plain), list_bits(identify({r}, other)));
  }
  o.migration_period = 2;
  EXPECT_NE(list_bits(plain), list_bits(identify({r}, o)));
}

TEST(strategies, options_of_the_genetic_search_are_refused_where_they_have_no_effect) {
  FitOptions o{.law = "dahl", .strategy = "multistart"};
  o.population = 50;
  EXPECT_EQ(catch_complaint([&] { identify({brief("dahl", 0)}, o); }),
            "{option population} has no effect: the strategy is multistart; take {option strategy: ga}, or leave it "
            "out");
}

TEST(strategies, what_cannot_be_done_is_refused_with_the_remedy) {
  const Recording r = brief("dahl", 0);
  EXPECT_EQ(catch_complaint([&] { identify({r}, {.law = "dahl", .strategy = "projection"}); }),
            "the law dahl has no elements whose stiffnesses enter linearly: take multistart");
  EXPECT_NE(catch_complaint([&] { identify({r}, {.law = "dahl", .strategy = "genetic"}); }).find("There are: auto"),
            std::string::npos);
  EXPECT_NE(catch_complaint([&] { identify({r}, {.law = "dal"}); }).find("did you mean dahl"), std::string::npos);
  EXPECT_EQ(catch_complaint([] { identify({}, {.law = "dahl"}); }), "a fit needs a recording");
  EXPECT_NE(catch_complaint([&] { identify({r}, {.law = "dahl", .nuisances = {{"ofset"}}}); }).find("offset"),
            std::string::npos);
}

TEST(strategies, a_law_of_which_nothing_is_free_is_only_scored) {
  const Known k = known("dahl", 0, 0.0, 21);
  const FitReport fit = identify({k.recording}, {.law = "dahl",
                                                 .fixed = {tests::hold("stiffness", k.truth.list("stiffness")[0]),
                                                           tests::hold("coulomb", k.truth.list("coulomb")[0])}});
  EXPECT_EQ(fit.free_count, 0U);
  EXPECT_NEAR(fit.train[0].r2, 1.0, 1e-12);
}

}  // namespace
}  // namespace stickslip::identify
