// What does one step (advance, then force) of every law cost, on double and in SIMD lanes?
//
// Every law has its default parameters, varied by a few percent from candidate to candidate, and follows the same
// motion: a slow sine with a faster one on top, which slides, turns and presliding-loops. Scalar: one candidate after
// the other. Lanes: a block of candidates at a time, time per candidate and step.
#include <exception>
#include <iostream>
#include <utility>

#include "batch_cases.hpp"
#include "stickslip/friction/all.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;

struct Size {
  std::size_t repeats;
  std::size_t candidates;
  std::size_t steps;
};

template <class Law>
std::vector<std::string> row(const Size& size, const Record& record) {
  const auto matrix = bench::candidates<Law>(size.candidates);
  const auto scalar = bench::timed(size.repeats, double(size.candidates) * double(size.steps),
                                   [&] { bench::keep(bench::plain_losses<Law>(matrix, record)); });
  const auto lanes = bench::lanes_time<Law, double>(size.repeats, matrix, record, batch::choose_target());
  std::vector<std::string> cells{std::string(Law::name), to_text(scalar), to_text(lanes),
                                 bench::digits(scalar.median / lanes.median)};
  if constexpr (requires { Law::elements; }) {
    cells.push_back(bench::digits(scalar.median / double(Law::elements)));
    cells.push_back(bench::digits(lanes.median / double(Law::elements)));
  }
  return cells;
}

void measure(const Size& size) {
  const Record record = bench::record(size.steps);
  std::cout << "machine: " << bench::machine() << "\ntarget: " << to_name(batch::choose_target()) << ", "
            << batch::law_kernels<double>().lanes << " lanes of double\nrepeats: " << size.repeats << " of "
            << size.candidates << " candidates x " << size.steps << " steps\n\n"
            << "ns per candidate and step (median, half the quartile distance):\n";
  bench::Table table({"law", "scalar", "lanes", "ratio", "scalar/element", "lanes/element"});
  FrictionLaws::for_each([&](auto law) { table.add(row<decltype(law)>(size, record)); });
  std::cout << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"repeats", "candidates", "steps"});
    measure({.repeats = bench::option(argc, argv, "repeats", 11),
             .candidates = bench::option(argc, argv, "candidates", 64),
             .steps = bench::option(argc, argv, "steps", 1000)});
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
