// Every law on a mass.
#include "machine.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip::experiment {

using namespace plant;

ParamGroup MassExperiment::plant() const { return make_group("plant", MassParams<double>{}); }

std::unique_ptr<HybridModel> make_mass(const Experiment& e, Excitation force) {
  return machine_with_law<Mass>(e, make_set<MassParams<double>>(e.plant), std::move(force));
}

std::unique_ptr<HybridModel> MassExperiment::model(const Experiment& e) const { return make_mass(e, excitation(e)); }

}  // namespace stickslip::experiment
