#include "stickslip/experiment/machine.hpp"

#include "builtin.hpp"

namespace stickslip::experiment {

bool solves(std::string_view base) { return built_in(base).solves(); }

std::string_view preset_field(std::string_view base) { return built_in(base).preset_field(); }

double natural_duration(const Experiment& e) { return built_in(e.base).natural_duration(e); }

double natural_output_step(const Experiment& e) { return built_in(e.base).natural_output_step(e); }

}  // namespace stickslip::experiment
