// A machine template with an experiment's law in it, compiled once for all laws (plant/bound_law.hpp).
#pragma once

#include <memory>
#include <utility>

#include "builtin.hpp"
#include "stickslip/plant/bound_law.hpp"

namespace stickslip::experiment {

// The law that the experiment names, with its parameters.
std::shared_ptr<const plant::ContactLaw> contact_law(const Experiment& e);

// Machine<ErasedLaw>(plant, law, rest...) for the law that the experiment names.
template <template <class> class Machine, class Plant, class... Rest>
std::unique_ptr<HybridModel> machine_with_law(const Experiment& e, const Plant& plant, Rest... rest) {
  return std::make_unique<Machine<plant::ErasedLaw>>(plant, contact_law(e), std::move(rest)...);
}

}  // namespace stickslip::experiment
