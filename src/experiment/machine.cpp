#include "stickslip/experiment/machine.hpp"

#include <cmath>

#include "builtin.hpp"

namespace stickslip::experiment {

bool solves(std::string_view base) { return built_in(base).solves(); }

std::string_view preset_field(std::string_view base) { return built_in(base).preset_field(); }

double natural_duration(const Experiment& e) { return built_in(e.base).natural_duration(e); }

double natural_output_step(const Experiment& e) { return built_in(e.base).natural_output_step(e); }

// Both columns and unknowns in numbers that do not repeat.
std::vector<std::size_t> list_shown_unknowns(const HybridModel& model) {
  const std::size_t n = model.size();
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = 0.1 + std::sqrt(double(i) + 2.0) / 64.0;
  std::vector<double> values(model.columns().size());
  model.observe(0.0, x.data(), values.data());
  std::vector<std::size_t> shown(values.size(), n);
  for (std::size_t c = 0; c < values.size(); ++c)
    for (std::size_t i = 0; i < n; ++i)
      if (values[c] == x[i]) shown[c] = i;
  return shown;
}

double usual_size(std::string_view unit) {
  if (unit == "m" || unit == "m3") return 1e-3;
  if (unit == "m/s" || unit == "rad") return 1e-2;
  if (unit == "Pa") return 1e5;
  return 1.0;
}

}  // namespace stickslip::experiment
