// What the benchmarks share: timing by the median of repeats, and tables.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace stickslip::bench {

// Makes the compiler believe that somebody reads the value.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// Times of one repeat each, per unit of work.
struct Timing {
  double median = 0.0;  // [ns]
  double spread = 0.0;  // half the distance between the quartiles over the median
};

Timing summarise(std::vector<double> nanoseconds);

// Runs the work once to warm up and then `repeats` times; `units` is the amount of work in one run.
template <class Work>
Timing timed(std::size_t repeats, double units, Work work) {
  using Clock = std::chrono::steady_clock;
  work();
  std::vector<double> all;
  for (std::size_t i = 0; i < repeats; ++i) {
    const auto start = Clock::now();
    work();
    all.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count() / units);
  }
  return summarise(std::move(all));
}

// Wall time of one run [s], for work that takes too long to be repeated.
template <class Work>
double measure_seconds(Work work) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Rows of texts, printed with aligned columns: the first to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// "12.3", with three significant digits.
std::string digits(double value);

// "12.3 +-4 %"
std::string to_text(const Timing& timing);

// How many instructions the work takes, per unit; or why this machine does not tell.
std::string instructions_text(double units, const std::function<void()>& work);

// The processor's name as the system tells it.
std::string machine();

// The value behind --name=, or `otherwise`. Stops the program with exit code 2 when it is no positive number, or when
// an argument is none of the known ones.
std::size_t option(int argc, char** argv, const std::string& name, std::size_t otherwise);
void refuse_other_options(int argc, char** argv, const std::vector<std::string>& known);

}  // namespace stickslip::bench
