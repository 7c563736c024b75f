// A seal is pulled from rest, ever faster: friction rises like a spring, breaks away and falls to its sliding level.
#include <cmath>
#include <cstdio>

#include "stickslip/friction/lugre.hpp"

int main() {
  using Law = stickslip::LuGre;
  Law::Params<double> seal;
  seal.stiffness = 1e7;           // [N/m]
  seal.coulomb = 50.0;            // [N]
  seal.breakaway = {80.0, 70.0};  // [N] forward, back
  if (!complaint(seal).empty()) return 1;

  constexpr double step = 0.01;           // [s]
  constexpr double acceleration = 0.005;  // [m/s2]
  stickslip::Contact<double> before;
  Law::State<double> state;
  for (int i = 1; i <= 80; ++i) {
    const stickslip::Contact<double> after{.velocity = acceleration * step * i};
    state = Law::advance(seal, before, after, state, step);
    before = after;
    if (i % 10 == 0) std::printf("%4.2f mm/s %6.2f N\n", 1e3 * after.velocity, Law::force(seal, after, state).value);
  }

  const double sliding = Law::steady_state(seal, before);
  const double reached = Law::force(seal, before, state).value;

  seal.breakaway.back = 40.0;
  std::printf("%s\n", complaint(seal).c_str());
  return std::abs(reached - sliding) < 0.01 * sliding ? 0 : 1;
}
