// What does an element of a Maxwell-slip law cost per step and candidate, in SIMD lanes and against the plain loop?
//
// Ten elements, one core. The plain loop is the same template on double, compiled with -O3.
#include <exception>
#include <iostream>

#include "batch_cases.hpp"
#include "stickslip/friction/gms.hpp"
#include "stickslip/friction/maxwell_slip.hpp"
#include "stickslip/friction/mgms.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;

struct Size {
  std::size_t repeats;
  std::size_t candidates;
  std::size_t samples;
};

template <class Law>
void add_rows(bench::Table& table, const Size& size, const Record& record) {
  const auto matrix = bench::candidates<Law>(size.candidates);
  const double elements = double(Law::elements);
  const double units = double(size.candidates) * double(size.samples) * elements;
  const auto plain = bench::timed(size.repeats, units, [&] { bench::keep(bench::plain_losses<Law>(matrix, record)); });
  table.add({std::string(Law::name) + " plain loop", to_text(plain), "1"});
  for (const batch::Target t : batch::list_targets()) {
    if (batch::law_kernels<double>(t).lanes == 1) continue;
    auto lanes = bench::lanes_time<Law, double>(size.repeats, matrix, record, t);
    lanes.median /= elements;
    table.add({std::string(Law::name) + " double " + std::string(to_name(t)), to_text(lanes),
               bench::digits(plain.median / lanes.median)});
    auto narrow = bench::lanes_time<Law, float>(size.repeats, matrix, record, t);
    narrow.median /= elements;
    table.add({std::string(Law::name) + " float " + std::string(to_name(t)), to_text(narrow),
               bench::digits(plain.median / narrow.median)});
  }
}

void measure(const Size& size) {
  std::cout << "machine: " << bench::machine() << "\nrepeats: " << size.repeats << " of " << size.candidates
            << " candidates x " << size.samples << " samples x 10 elements, one core\n\n"
            << "ns per candidate, step and element (median, half the quartile distance):\n";
  // Strokes of 0.2 mm and more: elements stick, slip and turn.
  const Record record = bench::record(size.samples, 2e-2);
  bench::Table table({"", "ns", "x plain loop"});
  add_rows<MaxwellSlip<10>>(table, size, record);
  add_rows<Gms<10>>(table, size, record);
  add_rows<Mgms<10>>(table, size, record);
  std::cout << table.text();
  const auto matrix = bench::candidates<Mgms<10>>(size.candidates);
  Batch batch("mgms", 10, {record}, {.device = Device::cpu, .threads = 1});
  std::cout << "instructions per candidate, step and element, mgms on " << to_name(batch::choose_target()) << ": "
            << bench::instructions_text(double(size.candidates) * double(size.samples) * 10.0,
                                        [&] {
                                          bench::keep(batch.losses({size.candidates, matrix}));
                                        })
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "candidates", "samples"});
    measure({.repeats = bench::option(argc, argv, "repeats", 11),
             .candidates = bench::option(argc, argv, "candidates", 512),
             .samples = bench::option(argc, argv, "samples", 2000)});
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
