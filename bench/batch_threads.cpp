// How does a batch grow with the number of threads?
//
// LuGre, one record; the same work on 1, 2, 4, ... threads up to the processors of this machine, and the bits compared.
#include <exception>
#include <iostream>
#include <thread>

#include "batch_cases.hpp"
#include "stickslip/friction/lugre.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;

void measure(std::size_t repeats, std::size_t count, std::size_t samples) {
  const auto matrix = bench::candidates<LuGre>(count);
  const Record record = bench::record(samples);
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::cout << "machine: " << bench::machine() << ", " << most << " processors\nrepeats: " << repeats << " of " << count
            << " candidates x " << samples << " samples\n\n";
  bench::Table table({"threads", "ns per candidate and step", "x one thread", "same bits"});
  std::vector<double> first;
  double one = 0.0;
  for (std::size_t threads = 1; threads <= most; threads *= 2) {
    Batch batch("lugre", 0, {record}, {.device = Device::cpu, .threads = threads});
    std::vector<double> losses;
    const auto time = bench::timed(repeats, double(count) * double(samples), [&] {
      losses = batch.losses({count, matrix});
    });
    if (threads == 1) first = losses, one = time.median;
    table.add(
        {std::to_string(threads), to_text(time), bench::digits(one / time.median), losses == first ? "yes" : "NO"});
  }
  std::cout << table.text();
  Batch batch("lugre", 0, {record}, {.device = Device::cpu, .threads = 1});
  std::cout << "instructions per candidate and step, one thread: "
            << bench::instructions_text(double(count) * double(samples),
                                        [&] {
                                          bench::keep(batch.losses({count, matrix}));
                                        })
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "candidates", "samples"});
    measure(bench::option(argc, argv, "repeats", 11), bench::option(argc, argv, "candidates", 8192),
            bench::option(argc, argv, "samples", 2000));
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
