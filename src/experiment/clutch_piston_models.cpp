// Every law in the seals of a clutch piston.
#include "clutch_piston.hpp"
#include "machine.hpp"

namespace stickslip::experiment {

using namespace plant;

std::unique_ptr<HybridModel> clutch_piston_model(const Experiment& e, Excitation pressure, Excitation shaft_speed) {
  return machine_with_law<ClutchPiston>(e, make_set<ClutchPistonParams<double>>(e.plant), std::move(pressure),
                                        std::move(shaft_speed));
}

}  // namespace stickslip::experiment
