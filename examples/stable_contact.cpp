// A slide of 10 g on stiff bristles is driven at 1 kHz, the rate of a motor controller: pushed below break-away it
// deflects and holds, pushed beyond it sets off. Explicit steps would have to be 1000 times shorter.
#include "stickslip/stable_contact.hpp"

#include <cmath>
#include <cstdio>

#include "stickslip/friction/elasto_plastic.hpp"

int main() {
  using Law = stickslip::ElastoPlastic;
  Law::Params<double> slide;
  slide.stiffness = 1e6;  // [N/m]
  slide.damping = 0.0;    // [N.s/m]
  slide.breakaway_deflection = 1.2e-6;
  slide.full_deflection = 1.5e-6;
  stickslip::solve::StableContact<Law> contact(slide);

  constexpr double h = 1e-3;      // [s]
  constexpr double mass = 0.010;  // [kg]
  const auto push = [&](double force, int samples) {
    for (int i = 0; i < samples; ++i) contact.step_mass(force, mass, h);
    std::printf("%4.1f N for %6d ms: at %10.4f um, %8.4f m/s\n", force, samples, 1e6 * contact.displacement(),
                contact.velocity());
  };

  push(0.5, 10);
  const double deflected = contact.displacement();
  push(0.5, 100'000);
  const double crept = contact.displacement() - deflected;
  push(2.0, 10);
  const bool slides = contact.velocity() > 0.0;
  push(0.0, 1000);
  const bool stopped = std::abs(contact.velocity()) < 1e-12;

  // 0.5 N on 1e6 N/m is 0.5 um; it stays there for 100 s.
  return std::abs(deflected - 0.5e-6) < 1e-12 && std::abs(crept) < 1e-15 && slides && stopped ? 0 : 1;
}
