// Every law, as machines ask it.
#include "machine.hpp"
#include "stickslip/friction/all.hpp"

namespace stickslip::experiment {

std::shared_ptr<const plant::ContactLaw> contact_law(const Experiment& e) {
  return FrictionLaws::with(e.law_name, e.elements == 0 ? usual_elements : e.elements,
                            [&](auto law) -> std::shared_ptr<const plant::ContactLaw> {
                              using Law = decltype(law);
                              const auto p = make_set<typename Law::template Params<double>>(e.law);
                              const std::size_t elements = e.elements == 0 ? element_force_count<Law>() : e.elements;
                              return std::make_shared<plant::TypedContactLaw<Law>>(p, elements);
                            });
}

}  // namespace stickslip::experiment
