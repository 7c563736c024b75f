// What a user of the library writes; built by two tests, against an installed and against an embedded library.
#include <stickslip/friction/all.hpp>
#include <stickslip/friction/catalogue.hpp>

int main() {
  const auto settled = stickslip::LuGre::steady_state(stickslip::LuGre::Params<double>{}, {.velocity = 1.0});
  const bool right = settled > 1.3999 && settled < 1.4001;  // coulomb 1 N + viscous 0.4 N.s/m * 1 m/s
  return right && stickslip::law_info("lugre").name == "lugre" ? 0 : 1;
}
