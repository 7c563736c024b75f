#include "experiment_request.hpp"

#include <algorithm>

#include "common.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/io/toml.hpp"
#include "tables.hpp"

namespace stickslip::cli {

using namespace experiment;
using namespace io;

namespace {

bool is_file(const std::string& name) { return name.ends_with(".toml"); }

// --law beside a file with parameters of another law would drop them without a word.
void choose_law(Recipe& recipe, const ExperimentRequest& o) {
  const bool has_law_settings =
      std::any_of(recipe.settings.begin(), recipe.settings.end(), [](const Setting& s) { return s.group == "law"; });
  const std::string own(recipe.law.empty() ? experiment_info(recipe.base).law : recipe.law);
  if (has_law_settings && own != o.law)
    throw std::invalid_argument("--law " + o.law + ": the file " + o.experiment + " sets parameters of the law " + own +
                                "; take them out of its [law], or change the name there");
  recipe.law = o.law;
  recipe.law_where = "--law " + o.law;
}

// The law with its parameters out of a model's file; what --set says comes after it.
void choose_model(Recipe& recipe, const ExperimentRequest& o) {
  Model model = read_model(o.law);
  for (const Setting& s : recipe.settings)
    if (s.group == "law")
      throw std::invalid_argument("--law " + o.law + ": the file " + o.experiment +
                                  " sets parameters of a law itself (" + s.where + "); take them out of its [law]");
  recipe.law = model.law;
  recipe.law_where = "--law " + o.law;
  recipe.elements = model.elements;
  recipe.elements_where = model.elements > 0 ? "--law " + o.law : "";
  recipe.settings.insert(recipe.settings.end(), model.settings.begin(), model.settings.end());
  recipe.law_values = LawValues::law_table;
}

std::vector<std::string> solver_names() {
  for (const Field& field : experiment::experiment({.base = "stick-slip"}).solver.table)
    if (field.name == "method") return split(field.choices, '|');
  return {};
}

}  // namespace

Recipe make_recipe(const ExperimentRequest& o) {
  if (o.experiment.empty())
    throw std::invalid_argument("the experiment is missing: give a name (see stickslip run --list) or a .toml file");
  Recipe recipe = is_file(o.experiment) ? read_recipe(o.experiment) : Recipe{.base = o.experiment};
  if (!o.law.empty()) is_file(o.law) ? choose_model(recipe, o) : choose_law(recipe, o);
  if (o.matched && is_file(o.law))
    throw std::invalid_argument("--matched: the model " + o.law +
                                " has values of its own; leave --matched out, or name the law alone");
  if (o.matched) recipe.law_values = LawValues::matched;
  if (o.elements > 0) {
    recipe.elements = o.elements;
    recipe.elements_where = "--elements " + std::to_string(o.elements);
  }
  for (const std::string& text : o.settings) recipe.settings.push_back(setting_from_text(text, "--set"));
  if (!o.solver.empty()) recipe.settings.push_back({"solver", "method", {.text = o.solver}, "--solver " + o.solver});
  load_table(recipe);
  return recipe;
}

std::vector<Option> experiment_options(ExperimentRequest& r) {
  return {
      {"EXPERIMENT",
       &r.experiment,
       "Built-in experiment (see stickslip run --list), or a .toml file",
       {},
       [] { return names_in(experiment_catalogue()); }},
      {"--law NAME", &r.law, "Law, or the model.toml of a fit (default: the experiment's)", {}, law_names},
      {"--matched", &r.matched,
       "Give the law the friction of the experiment's own contact (default: the law's own table)"},
      elements_option(r.elements),
      settings_option(r.settings),
      {"--solver NAME", &r.solver, join(solver_names()) + "; short for --set solver.method=NAME", {}, solver_names}};
}

}  // namespace stickslip::cli
