// What does a CUDA device make of a batch, beside JAX (jit, vmap, scan) on the same machine in the same run?
//
// LuGre and ten-element Maxwell slip along 2000 samples, squared error reduced on the device. `device` is the time of
// the kernels, `call` the whole of Batch::losses: checking, copies, reduction over records. JAX is timed with its
// parameters on the device already, as the kernels are.
#include <array>
#include <cstdio>
#include <exception>
#include <iostream>

#include "batch_cases.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/maxwell_slip.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;

template <class Law>
void add_row(bench::Table& table, const char* name, std::size_t repeats, std::size_t count, std::size_t samples,
             Precision precision, double elements) {
  const auto matrix = bench::candidates<Law>(count);
  Batch batch(Law::name, 0, {bench::record(samples)}, {.device = Device::cuda, .precision = precision});
  std::vector<double> losses;
  std::vector<double> kernels;
  const auto call = bench::timed(repeats, 1e6, [&] {
    losses = batch.losses({count, matrix});
    kernels.push_back(batch.report().device_seconds * 1e3);
  });
  kernels.erase(kernels.begin());  // the first call warms up
  const double device = bench::summarise(kernels).median;
  const double steps = double(count) * double(samples) * elements;
  table.add({std::string(name) + (precision == Precision::fp32 ? " fp32" : " fp64"), std::to_string(count),
             bench::digits(device), bench::digits(call.median), bench::digits(steps / device * 1e3)});
}

// The rows that the script beside this program prints, or why there are none.
void print_jax(std::size_t samples) {
#if defined(STICKSLIP_BENCH_JAX)
  const std::string command = std::string(STICKSLIP_BENCH_JAX) + " " + std::to_string(samples) + " 2>/dev/null";
  std::cout << "\nJAX (jit, vmap, scan; ms per batch, candidate-steps/s):\n" << std::flush;
  if (std::system(command.c_str()) != 0) std::cout << "  not here: python3 with jax is needed\n";  // NOLINT
#else
  (void)samples;
  std::cout << "\nJAX: no python3 was found when this was configured\n";
#endif
}

void measure(std::size_t repeats, std::size_t most, std::size_t samples) {
  std::cout << "samples: " << samples << ", repeats: " << repeats << '\n';
  if (const auto why = cuda_missing(); !why.empty()) {
    std::cout << "skipped: " << why << '\n';
    return;
  }
  bench::Table table({"", "candidates", "device ms", "call ms", "steps/s on the device"});
  for (const std::size_t count : {std::size_t(4096), std::size_t(65536), std::size_t(1) << 20U}) {
    if (count > most) continue;
    add_row<LuGre>(table, "lugre", repeats, count, samples, Precision::fp64, 1.0);
    add_row<LuGre>(table, "lugre", repeats, count, samples, Precision::fp32, 1.0);
    add_row<MaxwellSlip<10>>(table, "maxwell-slip", repeats, count, samples, Precision::fp64, 10.0);
    add_row<MaxwellSlip<10>>(table, "maxwell-slip", repeats, count, samples, Precision::fp32, 10.0);
  }
  std::cout << table.text();
  print_jax(samples);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "candidates", "samples"});
    measure(bench::option(argc, argv, "repeats", 11), bench::option(argc, argv, "candidates", std::size_t(1) << 20U),
            bench::option(argc, argv, "samples", 2000));
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
