// The journal of a fit: what was done comes back bit by bit, and nothing else does.
#include "stickslip/io/fit_journal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <set>

#include "../support/fit_report.hpp"
#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

using tests::contains;
using tests::origin_by_hand;

class FitMemoryFile : public tests::InFolder {
 protected:
  JournalLines task() const { return description(options, origin_by_hand()); }
  std::string refusal() const {
    try {
      const FitJournal journal(folder.string(), task());
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "no refusal";
  }
  FitOptions options{.law = "gms", .seed = 3};
  const std::vector<double> odd{-0.0, 1.0 / 3.0, std::nan("7"), 5e-324, -INFINITY};
};

TEST_F(FitMemoryFile, gives_back_every_bit_after_a_restart) {
  {
    FitJournal journal(folder.string(), task());
    const FitMemory memory = journal.memory();
    memory.keep(0, 42, odd);
    memory.keep(1, 43, {});
    memory.keep(0, 99, {2.0});  // another law's piece with the same number
  }
  FitJournal journal(folder.string(), task());
  EXPECT_EQ(journal.done_before(), 3U);
  std::vector<double> answer{7.0};
  ASSERT_TRUE(journal.recall(0, 42, answer));
  ASSERT_EQ(answer.size(), odd.size());
  for (std::size_t k = 0; k < odd.size(); ++k)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(answer[k]), std::bit_cast<std::uint64_t>(odd[k])) << k;
  EXPECT_TRUE(journal.recall(1, 43, answer));
  EXPECT_TRUE(answer.empty());
  EXPECT_TRUE(journal.recall(0, 99, answer));
  EXPECT_EQ(answer, std::vector<double>{2.0});
  EXPECT_FALSE(journal.recall(0, 43, answer));
  EXPECT_FALSE(journal.recall(2, 42, answer));
}

TEST_F(FitMemoryFile, is_cut_at_every_byte_and_goes_on) {
  {
    FitJournal journal(folder.string(), task());
    journal.keep(0, 1, {1.5, 2.5});
    journal.keep(1, 2, {3.5});
  }
  const std::string whole = to_text(in("fit.journal"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    written("fit.journal", whole.substr(0, length));
    {
      FitJournal journal(folder.string(), task());
      std::vector<double> answer;
      if (!journal.recall(0, 1, answer)) journal.keep(0, 1, {1.5, 2.5});
      if (!journal.recall(1, 2, answer)) journal.keep(1, 2, {3.5});
    }
    ASSERT_EQ(to_text(in("fit.journal")), whole) << "cut at " << length;
  }
}

TEST_F(FitMemoryFile, leaves_out_an_entry_that_was_changed) {
  {
    FitJournal journal(folder.string(), task());
    journal.keep(0, 1, {1.0});
    journal.keep(1, 2, {2.0});
  }
  std::string text = to_text(in("fit.journal"));
  const auto one = text.find("3ff0000000000000");
  ASSERT_NE(one, std::string::npos);
  text[one] = '4';
  written("fit.journal", text);
  FitJournal journal(folder.string(), task());
  std::vector<double> answer;
  EXPECT_FALSE(journal.recall(0, 1, answer));
  EXPECT_TRUE(journal.recall(1, 2, answer));
}

TEST_F(FitMemoryFile, of_another_task_is_refused_with_what_differs) {
  { FitJournal journal(folder.string(), task()); }
  options.seed = 4;
  EXPECT_TRUE(contains(refusal(), "belongs to another fit: seed is 3 there and 4 here. Give -o another directory"));
  options.seed = 3;
  options.compare_below = 50.0;
  EXPECT_TRUE(contains(refusal(), "compare_below is 0 there and 50 here"));
  options.compare_below = 0.0;
  options.threads = 3;  // changes no bit of the result
  EXPECT_EQ(refusal(), "no refusal");
}

TEST_F(FitMemoryFile, in_use_is_refused) {
  const FitJournal journal(folder.string(), task());
  EXPECT_TRUE(contains(refusal(), "another fit is running in the directory"));
}

TEST_F(FitMemoryFile, is_gone_when_the_work_is_complete) {
  FitJournal journal(folder.string(), task());
  journal.keep(0, 1, {1.0});
  journal.remove();
  EXPECT_FALSE(std::filesystem::exists(in("fit.journal")));
}

// ---- laws that share a memory

using Asked = std::set<std::pair<std::size_t, std::uint64_t>>;

FitMemory noting(Asked& asked) {
  return {.recall =
              [&asked](std::size_t number, std::uint64_t key, std::vector<double>&) {
                asked.emplace(number, key);
                return false;
              },
          .keep = [](std::size_t, std::uint64_t, const std::vector<double>&) {}};
}

std::vector<Recording> sliding_to_and_fro() {
  Recording r;
  r.record.name = "run";
  r.record.step = 1e-3;
  for (int i = 0; i < 300; ++i) {
    const double v = 0.02 * std::sin(0.05 * i);
    const double force = std::tanh(500.0 * v) + 3.0 * v;
    r.record.motion.push_back({.velocity = v, .displacement = -4e-4 * std::cos(0.05 * i), .applied = force});
    r.record.force.push_back(force);
  }
  Recording other = r;
  other.record.name = "check";
  other.test = true;
  return {r, other};
}

Asked asked_by(const std::string& law, bool ranked) {
  Asked asked;
  FitOptions options{.budget = 50, .threads = 1, .intervals = false};
  options.memory = noting(asked);
  if (ranked) {
    rank(sliding_to_and_fro(), {.laws = {law}, .fit = options});
  } else {
    options.law = law;
    identify::identify(sliding_to_and_fro(), options);
  }
  return asked;
}

std::size_t common(const Asked& a, const Asked& b) {
  return std::size_t(std::count_if(a.begin(), a.end(), [&b](const auto& one) { return b.contains(one); }));
}

TEST(laws_that_are_ranked, never_ask_for_each_others_work) {
  // By themselves the two laws search the same box and ask for the same points: a shared memory would mix them up.
  ASSERT_GT(common(asked_by("stribeck", false), asked_by("karnopp", false)), 0U);
  const Asked first = asked_by("stribeck", true);
  EXPECT_FALSE(first.empty());
  // Both compare with the baseline, whose work is the same.
  const Asked baseline = asked_by("coulomb-viscous", true);
  const Asked second = asked_by("karnopp", true);
  EXPECT_EQ(common(first, second), baseline.size());
  EXPECT_EQ(common(first, baseline), baseline.size());
}

}  // namespace
}  // namespace stickslip::io
