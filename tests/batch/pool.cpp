// The pool does every piece once, on any number of threads, and ends in order when it is cancelled or a piece fails.
#include "stickslip/batch/pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

namespace stickslip::batch {
namespace {

class pool : public testing::TestWithParam<std::size_t> {};

TEST_P(pool, does_every_piece_once) {
  Pool workers(GetParam());
  for (const std::size_t count : {0UL, 1UL, 2UL, 1000UL}) {
    std::vector<std::atomic<int>> times(count);
    EXPECT_EQ(workers.run(count, [&](std::size_t i, std::size_t) { ++times[i]; }), count);
    EXPECT_TRUE(std::all_of(times.begin(), times.end(), [](const auto& n) { return n == 1; }));
  }
}

TEST_P(pool, names_a_thread_below_its_number_and_none_twice_at_a_time) {
  Pool workers(GetParam());
  EXPECT_EQ(workers.threads(), GetParam());
  std::vector<std::atomic<int>> inside(workers.threads());
  std::atomic<bool> met = false;
  workers.run(500, [&](std::size_t, std::size_t thread) {
    if (++inside.at(thread) != 1) met = true;
    --inside[thread];
  });
  EXPECT_FALSE(met);
}

TEST_P(pool, tells_how_far_it_is_and_stops_when_asked) {
  Pool workers(GetParam());
  std::size_t told = 0;
  bool rising = true;
  const Watch watch{.cancelled = [&told] { return told >= 10; },
                    .progress =
                        [&](std::size_t done, std::size_t all) {
                          rising = rising && done == told + 1 && all == 1000;
                          told = done;
                        }};
  std::atomic<std::size_t> begun = 0;
  const std::size_t done = workers.run(
      1000, [&](std::size_t, std::size_t) { ++begun; }, watch);
  EXPECT_TRUE(rising);
  EXPECT_EQ(done, begun);
  EXPECT_EQ(done, told);
  EXPECT_GE(done, 10U);
  EXPECT_LT(done, 10 + GetParam());
}

TEST_P(pool, hands_on_the_exception_of_a_piece_and_works_again_afterwards) {
  Pool workers(GetParam());
  const auto fails = [](std::size_t i, std::size_t) {
    if (i == 7) throw std::runtime_error("piece 7");
  };
  EXPECT_THROW(workers.run(100, fails), std::runtime_error);
  std::atomic<int> done = 0;
  EXPECT_EQ(workers.run(50, [&](std::size_t, std::size_t) { ++done; }), 50U);
  EXPECT_EQ(done, 50);
}

// Every piece waits for all others to have begun, so that each is on a thread of its own; on a machine that is busy
// short pieces may all be done by the calling thread.
TEST_P(pool, has_all_its_threads_at_work_at_once_and_returns_when_the_last_has_left) {
  Pool workers(GetParam());
  for (int job = 0; job < 3; ++job) {
    std::atomic<std::size_t> inside = 0;
    std::atomic<std::size_t> left = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const std::size_t done = workers.run(GetParam(), [&](std::size_t, std::size_t thread) {
      ++inside;
      while (inside < GetParam() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
      if (thread > 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++left;
    });
    EXPECT_EQ(inside, GetParam());
    EXPECT_EQ(done, GetParam());
    EXPECT_EQ(left, GetParam());
  }
}

// Two thousand pieces of 5 ms are seconds of work: nobody goes on with them when one has failed.
TEST_P(pool, begins_no_further_piece_after_an_exception) {
  Pool workers(GetParam());
  constexpr std::size_t count = 2000;
  std::atomic<std::size_t> begun = 0;
  const auto fails = [&](std::size_t i, std::size_t) {
    ++begun;
    if (i == 7) throw std::runtime_error("piece 7");
    if (i > 7) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  };
  EXPECT_THROW(workers.run(count, fails), std::runtime_error);
  EXPECT_LT(begun, count / 2);
}

INSTANTIATE_TEST_SUITE_P(threads, pool, testing::Values(1, 2, 7));

}  // namespace
}  // namespace stickslip::batch
