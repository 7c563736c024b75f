// Ten thousand guesses at the parameters of a seal, each driven along the same recorded motion: the true one has the
// least loss.
#include "stickslip/batch/batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

int main() {
  using namespace stickslip;
  using namespace stickslip::batch;

  // A "measurement": two seconds at 1 kHz, to and fro across the Stribeck velocity.
  Record run{.name = "stroke", .step = 1e-3, .motion = std::vector<Contact<double>>(2001)};
  for (std::size_t k = 0; k < run.motion.size(); ++k) run.motion[k].velocity = 5e-3 * std::sin(0.01 * double(k));
  Batch seal("lugre", 0, {run});
  std::vector<double> truth(seal.width());
  const auto set = [&](std::vector<double>& p, double coulomb, double breakaway) {
    // In the order of the table: stiffness, damping, coulomb (two sides), breakaway, stribeck_velocity, exponent,
    // viscous.
    p = {1e5, 10.0, coulomb, coulomb, breakaway, breakaway, 1e-3, 1e-3, 2.0, 2.0, 0.4, 0.4};
  };
  set(truth, 1.1, 1.7);
  run.force = seal.forces({1, truth});
  run.force.insert(run.force.begin(), 0.0);  // the first sample is not compared

  // Guesses on a grid.
  std::vector<double> guesses;
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 100; ++j) {
      std::vector<double> p;
      set(p, 0.6 + 0.01 * i, 1.0 + 0.01 * j);
      guesses.insert(guesses.end(), p.begin(), p.end());
    }
  Batch batch("lugre", 0, {run}, {.loss = Loss::squares});
  const std::vector<double> losses = batch.losses({10000, guesses});
  const auto best = std::size_t(std::min_element(losses.begin(), losses.end()) - losses.begin());
  const double* found = guesses.data() + best * batch.width();
  std::printf("%zu guesses, %zu of them inadmissible; best: F_c = %.2f N, F_s = %.2f N, loss %.1e N2\n",
              batch.report().candidates, batch.report().invalid, found[2], found[4], losses[best]);
  return std::abs(found[2] - 1.1) < 1e-9 && std::abs(found[4] - 1.7) < 1e-9 && losses[best] < 1e-20 ? 0 : 1;
}
