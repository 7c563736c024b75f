// What does a step of a wheel cost per blade, and does it stay the same from three blades to a thousand?
//
//   bench_blade_wheel [--repeats=5] [--steps=30000]      steps of a bundle of three; larger wheels take fewer
#include <cstdio>

#include "harness.hpp"
#include "stickslip/friction/backlash.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/maxwell_slip.hpp"
#include "stickslip/plant/ring_step.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::plant;

constexpr double frequency = 105.0;  // [Hz] between the resonances of free and of sticking blades
constexpr double cycle_steps = 64.0;

template <class Law>
typename Law::template Params<double> contact() {
  typename Law::template Params<double> p;
  if constexpr (requires { p.coulomb = 0.5; }) {
    p.stiffness = 5e3;
    p.coulomb = 0.5;
  }
  if constexpr (requires { p.breakaway = 0.5; }) p.breakaway = 0.5;
  if constexpr (requires { p.damping = 0.0; }) p.damping = 0.0;
  return p;
}

template <class Law>
void measure(bench::Table& table, std::size_t repeats, std::size_t work) {
  std::vector<std::string> row{std::string(Law::name)};
  double passes = 0.0;
  double three = 0.0;
  double last = 0.0;
  for (const std::size_t blades : {3UL, 30UL, 1000UL}) {
    BladeWheelParams<double> plant;
    plant.blades = double(blades);
    RingStep<Law> ring(plant, contact<Law>(), {1.0, frequency, double(blades) / 3.0, false}, 1.0);
    const std::size_t steps = work * 3 / blades + 1;
    const auto run = [&] {
      for (std::size_t k = 0; k < steps; ++k) ring.step(1.0 / (frequency * cycle_steps));
    };
    const bench::Timing timing = bench::timed(repeats, double(steps * blades), run);
    row.push_back(bench::to_text(timing));
    passes = double(ring.effort().passes) / double(ring.effort().steps);
    if (blades == 3) three = timing.median;
    last = timing.median;
  }
  row.push_back(bench::digits(last / three));
  row.push_back(bench::digits(passes));
  table.add(row);
}

}  // namespace

int main(int argc, char** argv) {
  bench::refuse_other_options(argc, argv, {"repeats", "steps"});
  const std::size_t repeats = bench::option(argc, argv, "repeats", 5);
  const std::size_t steps = bench::option(argc, argv, "steps", 30000);
  bench::Table table({"ns per blade and step", "3 blades", "30 blades", "1000 blades", "1000 over 3", "passes"});
  measure<Backlash>(table, repeats, steps);
  measure<LuGre>(table, repeats, steps);
  measure<MaxwellSlip<10>>(table, repeats, steps);
  std::printf("%s\n%s", bench::machine().c_str(), table.text().c_str());
  return 0;
}
