// What does the way through Python cost: a LuGre simulation of a million steps, and the losses of 4096 candidates,
// beside the same loop in C++ and in NumPy?
//
// Both sides follow the same motion and check each other's sums of forces and losses. What counts is the processor's
// time of the process, one thread, median of the repeats: other programs on the machine change the ratios little.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <sstream>
#include <vector>

#include "harness.hpp"
#include "stickslip/batch/batch.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/friction/any_law.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;

constexpr double step = 1e-4;  // [s]

std::vector<double> velocities(std::size_t samples) {
  std::vector<double> v(samples);
  for (std::size_t k = 0; k < samples; ++k) v[k] = 3e-3 * std::sin(0.05 * double(k));
  return v;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

template <class Work>
double median_seconds(std::size_t repeats, Work work) {
  work();
  std::vector<double> all;
  for (std::size_t i = 0; i < repeats; ++i) {
    const double start = processor_seconds();
    work();
    all.push_back(processor_seconds() - start);
  }
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

struct Row {
  std::string name;
  double seconds;
  double check;  // sum of forces, or of losses
};

Row simulated(std::size_t steps, std::size_t repeats) {
  const auto law = make_law("lugre");
  const auto v = velocities(steps);
  std::vector<double> forces(steps);
  const auto work = [&] {
    auto state = law->rest();
    law->follow({.velocity = v}, step, state, forces);
    bench::keep(forces);
  };
  const double seconds = median_seconds(repeats, work);
  double sum = 0.0;
  for (const double f : forces) sum += f;
  return {"simulate", seconds, sum};
}

// Candidates differ in stiffness alone, row by row; one thread, as Python is asked to.
Row compared(std::size_t candidates, std::size_t samples, std::size_t repeats) {
  const auto v = velocities(samples);
  Record record{.name = "bench", .step = step};
  for (std::size_t k = 0; k < samples; ++k) record.motion.push_back({.velocity = v[k]});
  record.force.assign(samples, 1.0);
  Batch batch("lugre", 0, {record}, {.device = Device::cpu, .threads = 1});
  const ParamGroup base = law_group("lugre");
  std::vector<double> matrix;
  for (std::size_t i = 0; i < candidates; ++i) {
    matrix.insert(matrix.end(), base.values.begin(), base.values.end());
    matrix[i * base.values.size()] = 1e4 * double(i + 1);
  }
  std::vector<double> losses;
  const double seconds = median_seconds(repeats, [&] { losses = batch.losses({candidates, matrix}); });
  double sum = 0.0;
  for (const double loss : losses) sum += loss;
  return {"batch", seconds, sum};
}

std::vector<Row> by_python(std::size_t steps, std::size_t candidates, std::size_t samples, std::size_t repeats) {
  std::vector<Row> rows;
#ifdef STICKSLIP_BENCH_PYTHON
  std::ostringstream command;
  command << STICKSLIP_BENCH_PYTHON << ' ' << steps << ' ' << candidates << ' ' << samples << ' ' << repeats;
  FILE* pipe = popen(command.str().c_str(), "r");
  if (pipe == nullptr) return rows;
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  if (pclose(pipe) != 0) return rows;
  std::istringstream lines(text);
  for (Row r; lines >> r.name >> r.seconds >> r.check;) rows.push_back(r);
#else
  (void)steps, (void)candidates, (void)samples, (void)repeats;
#endif
  return rows;
}

bool agrees(double a, double b) { return std::abs(a - b) <= 1e-6 * (1.0 + std::abs(a)); }

}  // namespace

int main(int argc, char** argv) {
  bench::refuse_other_options(argc, argv, {"steps", "candidates", "samples", "repeats"});
  const std::size_t steps = bench::option(argc, argv, "steps", 1'000'000);
  const std::size_t candidates = bench::option(argc, argv, "candidates", 4096);
  const std::size_t samples = bench::option(argc, argv, "samples", 1000);
  const std::size_t repeats = bench::option(argc, argv, "repeats", 9);
  std::cout << bench::machine() << "\nlugre: " << steps << " steps; " << candidates << " candidates along " << samples
            << " samples; median of " << repeats << "\n\n";
  const Row own[] = {simulated(steps, repeats), compared(candidates, samples, repeats)};
  bench::Table table({"what", "ms", "times C++"});
  for (const Row& r : own) table.add({r.name + " in C++", bench::digits(r.seconds * 1e3), "1"});
  bool same = true;
  const auto rows = by_python(steps, candidates, samples, repeats);
  for (const Row& r : rows) {
    const Row& peer = own[r.name.starts_with("batch") ? 1 : 0];
    table.add({r.name + " in Python", bench::digits(r.seconds * 1e3), bench::digits(r.seconds / peer.seconds)});
    same = same && agrees(peer.check, r.check);
  }
  std::cout << table.text() << (rows.empty() ? "the Python package is not there\n" : "");
  if (!same) std::cerr << "Python's numbers are not those of C++\n";
  return same ? 0 : 1;
}
