// Long recordings: memory grows with the rows by a stated number of bytes for each, whatever the length.
//
// Figures are per row of four columns (time, displacement, velocity, force): their numbers are 32 bytes. Memory is the
// largest resident set of the program, so that tests with fewer rows stand for ten million.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdio>

#include "../support/mutate.hpp"
#include "hostile.hpp"

extern char** environ;

namespace stickslip::tests {
namespace {

class LongRecordings : public Hostile {
 protected:
  static constexpr double numbers = 4 * sizeof(double);  // [byte] of a row
  static constexpr double most_by_fits = 3.0;            // times the numbers

  // A carriage to and fro at 1 kHz, Coulomb and viscous friction with noise.
  std::string recording(std::size_t rows) const {
    const std::string file = in("run" + std::to_string(rows) + ".csv");
    std::ofstream out(file);
    out << "time[s],displacement[m],velocity[m/s],force[N]\n";
    Dice dice(1);
    char line[200];
    for (std::size_t i = 0; i < rows; ++i) {
      const double t = 1e-3 * double(i), w = 4.4, v = 0.044 * std::cos(w * t);
      const double noise = 1e-3 * double(dice() % 1000) / 1000.0;
      const int length = std::snprintf(line, sizeof line, "%.3f,%.9g,%.9g,%.6g\n", t, 0.01 * std::sin(w * t), v,
                                       std::tanh(1e4 * v) * 2.0 + 30.0 * v + noise);
      out.write(line, length);
    }
    return file;
  }

  // [byte] The largest resident set of the program.
  static double select_memory(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), STICKSLIP_PROGRAM);
    std::vector<char*> words;
    for (std::string& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawn(&child, STICKSLIP_PROGRAM, &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 1;
    rusage used{};
    EXPECT_TRUE(failed == 0 && wait4(child, &status, 0, &used) == child);
    EXPECT_EQ(status, 0) << arguments[1];
    return 1024.0 * double(used.ru_maxrss);
  }

  // [byte] per row, from the difference of two lengths: what the program itself takes is in both.
  double memory_per_row(std::size_t few, std::size_t many, const std::vector<std::string>& options) const {
    const auto memory = [&](std::size_t rows) {
      std::vector<std::string> arguments = options;
      arguments.insert(arguments.begin() + 1, recording(rows));
      return select_memory(std::move(arguments));
    };
    return (memory(many) - memory(few)) / double(many - few);
  }
};

TEST_F(LongRecordings, inspect_needs_less_than_three_times_the_numbers_whatever_the_length) {
  const double first = memory_per_row(200'000, 600'000, {"inspect"});
  const double next = memory_per_row(600'000, 2'000'000, {"inspect"});
  EXPECT_LT(first, 3.0 * numbers);
  EXPECT_LT(next, 3.0 * numbers);
  RecordProperty("bytes_per_row", std::to_string(next));
}

// Arrays of a megabyte go back to the system when they are freed, as those of ten million rows always do.
TEST_F(LongRecordings, a_fit_needs_a_stated_multiple_of_the_numbers_whatever_the_length) {
  setenv("MALLOC_MMAP_THRESHOLD_", "1048576", 1);
  const std::vector<std::string> quick{"identify", "--law", "coulomb-viscous", "--no-intervals", "--threads", "1"};
  std::vector<std::string> whole = quick;
  whole.erase(whole.begin() + 3);
  const double without = memory_per_row(600'000, 1'500'000, quick);
  const double with = memory_per_row(600'000, 1'500'000, whole);
  EXPECT_LT(without, most_by_fits * numbers);
  EXPECT_LT(with, most_by_fits * numbers);
  RecordProperty("bytes_per_row", std::to_string(without));
  RecordProperty("bytes_per_row_with_intervals", std::to_string(with));
}

}  // namespace
}  // namespace stickslip::tests
