// An experiment by name, law and settings, run.
#pragma once

#include <string>
#include <vector>

#include "stickslip/experiment.hpp"

namespace stickslip::experiment {

// "law.coulomb=2" and the like; the laws on the experiment's own contact, as the papers compare them.
inline Recipe make_recipe(std::string base, std::string law, const std::vector<std::string>& settings) {
  Recipe recipe{.base = std::move(base), .law = std::move(law), .law_values = LawValues::matched};
  for (const std::string& s : settings) {
    const auto dot = s.find('.');
    const auto equals = s.find('=');
    recipe.settings.push_back(
        {s.substr(0, dot), s.substr(dot + 1, equals - dot - 1), value_from_text(s.substr(equals + 1))});
  }
  return recipe;
}

// With tolerances at which the solver's own error stays below the references' digits.
inline ExperimentResult run_precisely(std::string base, std::string law, std::vector<std::string> settings = {}) {
  settings.insert(settings.begin(), {"solver.relative_tolerance=1e-13", "solver.absolute_tolerance=1e-20"});
  return run(experiment(make_recipe(std::move(base), std::move(law), settings)));
}

inline double figure(const ExperimentResult& r, std::string_view name, std::size_t k = 0) {
  return r.figure(name).values.at(k);
}

}  // namespace stickslip::experiment
