// Fits that are killed and go on, and fits that are stopped.
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "fit_kit.hpp"

namespace stickslip::identify {
namespace {

using tests::known;
using tests::list_bits;

struct Answer {
  std::uint64_t key;
  std::vector<double> numbers;
};

struct Notebook {
  std::map<std::size_t, Answer> answers;
  std::size_t recalled = 0, kept = 0;

  FitMemory memory() {
    FitMemory m;
    m.recall = [this](std::size_t number, std::uint64_t key, std::vector<double>& answer) {
      const auto at = answers.find(number);
      if (at == answers.end() || at->second.key != key) return false;
      answer = at->second.numbers;
      ++recalled;
      return true;
    };
    m.keep = [this](std::size_t number, std::uint64_t key, const std::vector<double>& answer) {
      answers[number] = {key, answer};
      ++kept;
    };
    return m;
  }

  // As a run that was killed after that many pieces of work left it.
  Notebook first(std::size_t count) const {
    Notebook part;
    for (const auto& [number, answer] : answers)
      if (part.answers.size() < count) part.answers.emplace(number, answer);
    return part;
  }
};

Recording brief(const std::string& law, std::size_t elements) {
  Recording r = known(law, elements, 0.01, 41).recording;
  r.record.motion.resize(400);
  r.record.force.resize(400);
  return r;
}

void expect_same_bits_from_any_prefix(const std::string& law, std::size_t elements) {
  const Recording r = brief(law, elements);
  FitOptions o{.law = law, .elements = elements, .budget = 100, .threads = 2};
  const FitReport plain = identify({r}, o);
  Notebook whole;
  o.memory = whole.memory();
  EXPECT_EQ(list_bits(plain), list_bits(identify({r}, o))) << law;
  ASSERT_GT(whole.kept, 5U);
  for (const std::size_t count : {std::size_t{1}, whole.kept / 2, whole.kept}) {
    Notebook part = whole.first(count);
    o.memory = part.memory();
    const FitReport resumed = identify({r}, o);
    EXPECT_EQ(list_bits(plain), list_bits(resumed)) << law << " after " << count << " of " << whole.kept;
    EXPECT_EQ(plain.evaluations, resumed.evaluations);
    EXPECT_EQ(part.recalled, count);
    EXPECT_EQ(part.kept, whole.kept - count);
  }
}

TEST(memory, a_fit_that_recalls_a_part_of_its_work_ends_with_the_same_bits) {
  expect_same_bits_from_any_prefix("lugre", 0);
  expect_same_bits_from_any_prefix("maxwell-slip", 2);
}

TEST(memory, answers_to_another_question_are_not_taken) {
  Notebook whole;
  FitOptions o{.law = "dahl", .budget = 200, .threads = 1};
  o.memory = whole.memory();
  identify({brief("dahl", 0)}, o);
  o.seed = 99;
  whole.recalled = 0;
  identify({brief("dahl", 0)}, o);
  EXPECT_EQ(whole.recalled, 0U);
}

TEST(cancelled, a_fit_keeps_the_best_so_far_and_says_so) {
  const Recording r = brief("lugre", 0);
  std::size_t evaluations = 0;
  FitOptions o{.law = "lugre", .strategy = "ga", .threads = 1, .intervals = false};
  o.progress = [&](const FitProgress& p) { evaluations = p.evaluations; };
  o.cancelled = [&] { return evaluations > 1000; };
  const FitReport fit = identify({r}, o);
  EXPECT_FALSE(fit.completed);
  EXPECT_EQ(fit.message, "interrupted: the best so far");
  EXPECT_LT(fit.evaluations, 2000U);
  ASSERT_FALSE(fit.parameters.empty());
  EXPECT_EQ(fit.loss, fit.convergence.back().loss);
  EXPECT_EQ(fit.traces.size(), 1U);
}

TEST(cancelled, a_fit_that_is_stopped_in_its_polish_keeps_what_was_polished) {
  const Recording r = brief("lugre", 0);
  std::string stage;
  FitOptions o{.law = "lugre", .budget = 200, .threads = 1};
  o.progress = [&](const FitProgress& p) { stage = p.stage; };
  o.cancelled = [&] { return stage.starts_with("polish"); };
  const FitReport fit = identify({r}, o);
  EXPECT_FALSE(fit.completed);
  EXPECT_TRUE(fit.convergence.back().stage.starts_with("polish")) << fit.convergence.back().stage;
}

TEST(cancelled, before_the_first_candidate_there_is_nothing_to_keep) {
  FitOptions o{.law = "dahl"};
  o.cancelled = [] { return true; };
  try {
    identify({brief("dahl", 0)}, o);
    FAIL() << "there is no result, but it was returned";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("no result to keep"), std::string::npos);
  }
}

}  // namespace
}  // namespace stickslip::identify
