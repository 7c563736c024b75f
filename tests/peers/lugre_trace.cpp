// Prints time and LuGre force at the default parameters, by the sampled face, for lugre_by_scipy.py.
#include <cstdio>

#include "sine.hpp"
#include "stickslip/friction/lugre.hpp"

int main() {
  using namespace stickslip;
  const LuGre::Params<double> p;
  LuGre::State<double> state;
  constexpr int rows = 25;
  for (int i = 0; i < rows; ++i) {
    const double from = peers::end * i / rows;
    const double to = peers::end * (i + 1) / rows;
    state = peers::sampled<LuGre>(p, state, from, to, 1000);
    std::printf("%.17g %.17g\n", to, LuGre::force(p, peers::contact(to), state).value);
  }
}
