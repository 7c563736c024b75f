// A law's parameters as a group. Apart from the list of experiments, so that who wants a law alone carries none.
#include "stickslip/friction/all.hpp"
#include "stickslip/param_group.hpp"

namespace stickslip {

ParamGroup law_group(std::string_view law, std::size_t elements) {
  return FrictionLaws::with(law, elements == 0 ? usual_elements : elements, [elements](auto type) {
    using Law = decltype(type);
    ParamGroup group = make_group("law", default_params<Law>(elements == 0 ? usual_elements : elements));
    group.fixed_lengths = true;
    for (std::size_t k = 0; k < group.table.size(); ++k)
      if (group.table[k].shape == Shape::elements && elements != 0) group.lengths[k] = elements;
    return group;
  });
}

}  // namespace stickslip
