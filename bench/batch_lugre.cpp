// What does a step of LuGre cost per candidate, in SIMD lanes, against the plain loop and against what the processor
// can?
//
// One core. The plain loop is the same template on double, compiled with -O3. The bound is the number of floating-point
// operations of a step at the rate of fused multiply-adds measured in the same run.
#include <exception>
#include <iostream>

#include "batch_cases.hpp"
#include "batch_peak.hpp"
#include "counted.hpp"
#include "stickslip/friction/lugre.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;

struct Size {
  std::size_t repeats;
  std::size_t candidates;
  std::size_t samples;
};

// Floating-point operations of a step that does not reverse, its loss included.
double operations_per_step() {
  using bench::Counted;
  LuGre::Params<Counted> p;
  Contact<Counted> before;
  Contact<Counted> after;
  before.velocity = 1e-3;
  after.velocity = 1.1e-3;
  Stepper<LuGre, Counted> stepper(p, before);
  LuGre::State<Counted> s;
  const auto geometry = stepper.geometry(before, after, Counted(1e-4));
  Counted::operations = 0;
  const bool keeps_direction = stepper.keeps_direction(geometry);
  const Counted f = stepper.step_same_direction(geometry, s).value;
  const Counted sum = Counted(0.0) + loss_term(Loss::squares, (f - Counted(0.3)) * Counted(1.0), Counted(1.0));
  bench::keep(sum);
  bench::keep(keeps_direction);
  return double(Counted::operations);
}

template <class T>
void add_row(bench::Table& table, const Size& size, const std::vector<double>& matrix, const Record& record,
             batch::Target target, double plain) {
  const auto lanes = bench::lanes_time<LuGre, T>(size.repeats, matrix, record, target);
  const double at_peak = operations_per_step() * bench::nanoseconds_per_fma<T>(target, size.repeats);
  table.add({std::string(sizeof(T) == 8 ? "double " : "float ") + std::string(to_name(target)), to_text(lanes),
             bench::digits(plain / lanes.median), bench::digits(at_peak),
             bench::digits(100.0 * at_peak / lanes.median)});
}

void measure(const Size& size) {
  const auto matrix = bench::candidates<LuGre>(size.candidates);
  const Record record = bench::record(size.samples);
  const double units = double(size.candidates) * double(size.samples);
  std::cout << "machine: " << bench::machine() << "\nrepeats: " << size.repeats << " of " << size.candidates
            << " candidates x " << size.samples << " samples, one core\n"
            << "operations of a step: " << operations_per_step() << "\n\n";
  std::vector<double> losses;
  const auto plain =
      bench::timed(size.repeats, units, [&] { bench::keep(losses = bench::plain_losses<LuGre>(matrix, record)); });
  std::cout << "ns per candidate and step (median, half the quartile distance):\n";
  bench::Table table({"", "ns", "x plain loop", "ns at FMA peak", "% of peak"});
  table.add({"plain loop", to_text(plain), "1"});
  for (const batch::Target t : batch::list_targets()) {
    if (batch::law_kernels<double>(t).lanes == 1) continue;
    add_row<double>(table, size, matrix, record, t, plain.median);
    add_row<float>(table, size, matrix, record, t, plain.median);
  }
  Batch batch("lugre", 0, {record}, {.device = Device::cpu, .threads = 1});
  std::vector<double> engine;
  const auto whole = bench::timed(size.repeats, units, [&] {
    bench::keep(engine = batch.losses({size.candidates, matrix}));
  });
  table.add({"Batch::losses", to_text(whole), bench::digits(plain.median / whole.median)});
  std::cout << table.text();
  double worst = 0.0;
  for (std::size_t c = 0; c < losses.size(); ++c) worst = std::max(worst, std::abs(engine[c] - losses[c]) / losses[c]);
  std::cout << "largest relative difference of a loss from the plain loop's: " << bench::digits(worst) << '\n';
  std::cout << "instructions per candidate and step, " << batch.report().used.target << ": "
            << bench::instructions_text(units,
                                        [&] {
                                          bench::keep(engine = batch.losses({size.candidates, matrix}));
                                        })
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "candidates", "samples"});
    measure({.repeats = bench::option(argc, argv, "repeats", 11),
             .candidates = bench::option(argc, argv, "candidates", 4096),
             .samples = bench::option(argc, argv, "samples", 2000)});
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
