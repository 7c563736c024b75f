// How long does a fit of the size of BAM's default take: 240 records x 1200 samples x 100 000 candidates?
//
// BAM (github.com/Rhoban/bam) identifies the friction of servo motors; its model M1 is Coulomb and viscous friction
// with load. Here the law `stribeck`, with load dependence, runs along motions of such a length: 2.9e10 steps. The peer
// in the same run is the plain loop, one candidate at a time on one core, measured on a few of them. BAM's own
// simulator took 224 ms per candidate for the same number of steps (M1, one core of a machine like the one of
// docs/performance.md), 6.2 h for 100 000.
#include <exception>
#include <iostream>

#include "batch_cases.hpp"
#include "stickslip/friction/stribeck.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;

struct Size {
  std::size_t records;
  std::size_t samples;
  std::size_t candidates;
};

std::vector<double> sets(std::size_t count) {
  auto all = bench::candidates<Stribeck>(count);
  constexpr std::size_t width = param_count<Stribeck::Params<double>>;
  for (std::size_t c = 0; c < count; ++c) {
    all[c * width + width - 2] = 0.05 + 0.1 * double(c % 7) / 7.0;  // mu
    all[c * width + width - 1] = 0.2;                               // mu_s
  }
  return all;
}

double time_plain_loop(const Size& size, const std::vector<Record>& records) {
  constexpr std::size_t few = 8;
  const auto matrix = sets(few);
  const auto time = bench::timed(3, double(few) * 1e9, [&] {
    for (const Record& r : records) bench::keep(bench::plain_losses<Stribeck>(matrix, r));
  });
  return time.median * double(size.candidates);
}

void add_row(bench::Table& table, Device device, Precision precision, const Size& size,
             const std::vector<Record>& records, const std::vector<double>& matrix, double plain) {
  Batch batch("stribeck", 0, records, {.device = device, .precision = precision});
  const std::size_t few = std::min<std::size_t>(size.candidates, 1000);
  batch.losses({few, std::span(matrix).first(few * batch.width())});  // warms up
  const double time = bench::measure_seconds([&] { bench::keep(batch.losses({size.candidates, matrix})); });
  const auto& used = batch.report().used;
  table.add({used.target + (precision == Precision::fp32 ? " fp32" : " fp64"),
             device == Device::cpu ? std::to_string(used.threads) : "", bench::digits(time),
             bench::digits(batch.report().candidate_steps / time), bench::digits(plain / time)});
}

void measure(const Size& size) {
  std::vector<Record> records;
  for (std::size_t r = 0; r < size.records; ++r)
    records.push_back(bench::record(size.samples, 2e-3 * (1.0 + 0.01 * double(r)), 0.026 * double(r)));
  const auto matrix = sets(size.candidates);
  std::cout << "machine: " << bench::machine() << '\n'
            << size.records << " records x " << size.samples << " samples x " << size.candidates << " candidates\n\n";
  const double plain = time_plain_loop(size, records);
  bench::Table table({"", "threads", "seconds", "steps/s", "x plain loop"});
  table.add({"plain loop, one core (from 8 candidates)", "1", bench::digits(plain),
             bench::digits(double(size.records * size.samples) * double(size.candidates) / plain), "1"});
  add_row(table, Device::cpu, Precision::fp64, size, records, matrix, plain);
  add_row(table, Device::cpu, Precision::fp32, size, records, matrix, plain);
  if (const auto why = cuda_missing(); why.empty()) {
    add_row(table, Device::cuda, Precision::fp64, size, records, matrix, plain);
    add_row(table, Device::cuda, Precision::fp32, size, records, matrix, plain);
  } else {
    std::cout << "device: " << why << '\n';
  }
  std::cout << table.text();
  const std::size_t few = std::min<std::size_t>(size.candidates, 1000);
  Batch batch("stribeck", 0, records, {.device = Device::cpu, .threads = 1});
  std::cout << "instructions per candidate and step, one thread: "
            << bench::instructions_text(
                   double(few) * double(size.records * size.samples),
                   [&] {
                     bench::keep(batch.losses({few, std::span(matrix).first(few * batch.width())}));
                   })
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"records", "candidates", "samples"});
    measure({.records = bench::option(argc, argv, "records", 240),
             .samples = bench::option(argc, argv, "samples", 1200),
             .candidates = bench::option(argc, argv, "candidates", 100000)});
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
