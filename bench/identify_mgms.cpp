// How fast, and how surely, are 24 parameters of a seal found?
//
// MGMS of ten elements over five pressures, three seals, seeds 1, 2, ... for noise and search: pooled R2 and time of
// our strategy, of the paper's genetic algorithm alone and followed by least squares, and of pagmo's own genetic
// algorithm with the same evaluator, where it was built in; then scipy's differential evolution
// (identify_mgms_scipy.py).
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "harness.hpp"
#include "seals.hpp"

namespace {

using namespace stickslip;

struct Contender {
  std::string name, strategy;
  bool polish;
  std::size_t budget;
};

struct Outcome {
  std::size_t good = 0;  // R2 >= 0.99
  std::vector<double> r2, seconds;
  std::size_t evaluations = 0;
};

Outcome outcome_of(const Contender& c, const bench::SealShape& seal, std::size_t seeds, std::size_t threads) {
  Outcome all;
  for (std::size_t seed = 1; seed <= seeds; ++seed) {
    const auto recordings = bench::seal_recordings(seal, seed);
    FitReport fit;
    all.seconds.push_back(bench::seconds_of([&] {
      fit = identify(recordings, {.law = "mgms",
                                  .elements = 10,
                                  .loss = FitLoss::squares,
                                  .strategy = c.strategy,
                                  .seed = seed,
                                  .budget = c.budget,
                                  .threads = threads,
                                  .device = Device::cpu,
                                  .polish = c.polish,
                                  .intervals = false});
    }));
    all.r2.push_back(fit.train[0].r2);
    all.good += fit.train[0].r2 >= 0.99 ? 1U : 0U;
    all.evaluations = fit.evaluations;
  }
  return all;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::vector<Contender> contenders(std::size_t budget) {
  std::vector<Contender> all{{"ours (projection)", "auto", true, 0},
                             {"the paper's GA alone", "ga", false, budget},
                             {"the paper's GA, then least squares", "ga", true, budget}};
  for (const StrategyInfo& s : strategies())
    if (s.name == "pagmo-sga") all.push_back({"pagmo sga alone", "pagmo-sga", false, budget});
  return all;
}

void measure(std::size_t seeds, std::size_t threads, std::size_t budget) {
  std::cout << "machine: " << bench::machine() << "\nMGMS, 10 elements, 5 pressures x 500 samples, " << seeds
            << " seeds, " << threads << " threads\n\n";
  bench::Table table({"seal, strategy", "R2 >= 0.99", "R2 least", "R2 median", "ms median", "ms most", "evaluations"});
  for (const bench::SealShape& seal : bench::seal_shapes)
    for (const Contender& c : contenders(budget)) {
      const Outcome o = outcome_of(c, seal, seeds, threads);
      table.add({seal.name + ", " + c.name, std::to_string(o.good) + " of " + std::to_string(seeds),
                 bench::digits(*std::min_element(o.r2.begin(), o.r2.end())), bench::digits(median(o.r2)),
                 bench::digits(1e3 * median(o.seconds)),
                 bench::digits(1e3 * *std::max_element(o.seconds.begin(), o.seconds.end())),
                 std::to_string(o.evaluations)});
    }
  std::cout << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"seeds", "threads", "budget"});
    measure(bench::option(argc, argv, "seeds", 10), bench::option(argc, argv, "threads", 2),
            bench::option(argc, argv, "budget", 9000));
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
