#include "typed_law.hpp"

namespace stickslip {

std::unique_ptr<AnyLaw> make_law(std::string_view name, std::size_t elements) {
  const std::size_t n = elements > 0 ? elements : usual_elements;
  return FrictionLaws::with(name, n, [n](auto law) -> std::unique_ptr<AnyLaw> {
    using Law = decltype(law);
    return std::make_unique<TypedLaw<Law>>(default_params<Law>(n));
  });
}

}  // namespace stickslip
