// The model whose parameters a trial has drawn.
#pragma once

#include "batch/trials.hpp"
#include "stickslip/friction/elements.hpp"
#include "stickslip/io/model.hpp"

namespace stickslip::tests {

inline io::Model make_model(const conformance::TrialLaw& law, const conformance::Trial& trial) {
  io::Model model{.file = "trial.toml", .law = std::string(law.name)};
  model.elements = law_info(law.name).has_elements ? usual_elements : 0;
  model.group = law_group(law.name, model.elements);
  model.group.values = trial.params;
  return model;
}

}  // namespace stickslip::tests
