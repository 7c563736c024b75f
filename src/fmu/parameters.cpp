#include "parameters.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/units.hpp"

namespace stickslip::fmu {

void add_parameters(Sheet& sheet, const ParamGroup& group, const Field& field, std::size_t field_index,
                    std::size_t group_index, std::vector<ScalarPlace>& places) {
  const bool at_start = field.name.starts_with("start_");
  for (std::size_t i = 0; i < group.lengths[field_index]; ++i) {
    Variable v{.name = std::string(group.name) + "." + scalar_name(field, i),
               .unit = field.choices.empty() ? std::string(field.unit) : std::string(),
               .doc = std::string(field.doc),
               .kind = Kind::parameter,
               .index = sheet.parameters++,
               .causality = Causality::parameter,
               .variability = field.choices.empty() && !at_start ? Variability::tunable : Variability::fixed,
               .initial = Initial::exact,
               .start = group.values[field.first + i],
               .lower = field.lower,
               .upper = field.upper};
    if (!find_unit(field.unit)) {  // a power that is itself a parameter
      v.doc += " Unit: " + v.unit + ".";
      v.unit.clear();
    }
    if (!field.choices.empty())
      v.choices =
          add_choices(sheet, std::string(group.name) + "_" + std::string(field.name), field.choices, field.lower);
    sheet.variables.push_back(std::move(v));
    places.push_back({group_index, field.first + i});
  }
}

std::vector<double> typical_states(const std::string& law, std::size_t elements, const std::vector<double>& params) {
  constexpr double pi = 3.14159265358979323846;
  constexpr double speed = 0.1;      // [m/s]
  constexpr double frequency = 1.0;  // [Hz]
  constexpr int steps = 200;         // of one period
  const auto typed = make_law(law, elements);
  typed->set_params(params);
  std::vector<double> state = typed->rest();
  std::vector<double> most(state.size(), 0.0);
  Contact<double> before;
  for (int k = 1; k <= steps; ++k) {
    const double h = 1.0 / (frequency * steps);
    Contact<double> after = before;
    after.velocity = speed * std::sin(2.0 * pi * frequency * k * h);
    after.displacement += (before.velocity + after.velocity) / 2.0 * h;
    typed->step(before, after, state, h);
    before = after;
    for (std::size_t i = 0; i < state.size(); ++i) most[i] = std::max(most[i], std::abs(state[i]));
  }
  for (double& m : most) m = m > 0.0 && std::isfinite(m) ? std::pow(10.0, std::round(std::log10(m))) : 1.0;
  return most;
}

}  // namespace stickslip::fmu
