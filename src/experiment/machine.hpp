// A machine template with an experiment's law in it. Whoever includes this compiles the machine for every law: one file
// per machine.
#pragma once

#include <memory>
#include <utility>

#include "experiment/builtin.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip::experiment {

// Machine<Law>(plant, law parameters, rest...) for the law that the experiment names.
template <template <class> class Machine, class Plant, class... Rest>
std::unique_ptr<HybridModel> machine_with_law(const Experiment& e, const Plant& plant, Rest... rest) {
  return FrictionLaws::with(e.law_name, e.elements == 0 ? usual_elements : e.elements,
                            [&](auto law) -> std::unique_ptr<HybridModel> {
                              using Law = decltype(law);
                              const auto p = set_of<typename Law::template Params<double>>(e.law);
                              return std::make_unique<Machine<Law>>(plant, p, std::move(rest)...);
                            });
}

}  // namespace stickslip::experiment
