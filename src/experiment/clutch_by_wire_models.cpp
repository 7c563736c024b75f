// Every law in a clutch-by-wire actuator.
#include "clutch_by_wire.hpp"
#include "machine.hpp"

namespace stickslip::experiment {

using namespace plant;

std::unique_ptr<HybridModel> clutch_by_wire_with_law(const Experiment& e, const Excitation& target) {
  return machine_with_law<ClutchByWire>(e, make_set<ClutchByWireParams<double>>(e.plant), target);
}

}  // namespace stickslip::experiment
