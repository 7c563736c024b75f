// Every law on a mass.
#include "experiment/builtin.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/plant/mass.hpp"

namespace stickslip {

std::unique_ptr<HybridModel> make_mass(const Experiment& e, Excitation force) {
  const auto plant = set_of<MassParams<double>>(e.plant);
  return FrictionLaws::with(e.law_name, e.elements == 0 ? usual_elements : e.elements,
                            [&](auto law) -> std::unique_ptr<HybridModel> {
                              using Law = decltype(law);
                              const auto p = set_of<typename Law::template Params<double>>(e.law);
                              return std::make_unique<Mass<Law>>(plant, p, std::move(force));
                            });
}

}  // namespace stickslip
