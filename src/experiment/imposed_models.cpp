// Every law under an imposed motion.
#include "experiment/builtin.hpp"
#include "stickslip/friction/all.hpp"
#include "stickslip/plant/imposed.hpp"

namespace stickslip {

std::unique_ptr<HybridModel> make_imposed(const Experiment& e, Excitation displacement) {
  const auto plant = set_of<ImposedParams<double>>(e.plant);
  return FrictionLaws::with(e.law_name, e.elements == 0 ? usual_elements : e.elements,
                            [&](auto law) -> std::unique_ptr<HybridModel> {
                              using Law = decltype(law);
                              const auto p = set_of<typename Law::template Params<double>>(e.law);
                              return std::make_unique<Imposed<Law>>(plant, p, std::move(displacement));
                            });
}

}  // namespace stickslip
