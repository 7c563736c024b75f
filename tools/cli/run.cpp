// `stickslip run`: an experiment, its settings, its results.
#include <algorithm>

#include "common.hpp"
#include "experiments.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/toml.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace stickslip::cli {

using namespace experiment;
using namespace io;

namespace {

struct RunRequest {
  std::string experiment;  // a name, or a file that ends in .toml
  std::string law;
  std::size_t elements = 0;
  bool matched = false;
  std::vector<std::string> settings;  // "group.key=value"
  std::string solver;
  std::string output;  // directory
  std::string write;   // file for the complete experiment, in place of a run
  bool json = false;
  bool list = false;
  bool markdown = false;
};

bool is_file(const std::string& name) { return name.ends_with(".toml"); }

// --law beside a file with parameters of another law would drop them without a word.
void choose_law(Recipe& recipe, const RunRequest& o) {
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
void choose_model(Recipe& recipe, const RunRequest& o) {
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

Recipe make_recipe(const RunRequest& o) {
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

std::string experiments_text() {
  std::vector<Row> rows{{"name", "law", "what", "figures"}};
  for (const ExperimentInfo& e : experiment_catalogue()) {
    std::vector<std::string> figures;
    for (const FigureInfo& f : e.figures) figures.emplace_back(f.name);
    rows.push_back({std::string(e.name), std::string(e.law), std::string(e.title), join(figures)});
  }
  return table(rows, 0, terminal_width());
}

// One experiment: its figures, and the parameters of every group as the options set them; empty when none is named.
std::string experiment_help(const RunRequest& o) {
  if (o.experiment.empty()) return {};
  const Experiment e = experiment::experiment(make_recipe(o));
  const ExperimentInfo& info = experiment_info(e.base);
  std::string text = e.base + ": " + std::string(info.title) + "\n" + std::string(info.source) + "\n\nfigures\n";
  std::vector<Row> rows;
  for (const FigureInfo& f : info.figures)
    rows.push_back({std::string(f.name), text::shown_unit(f.unit), std::string(f.meaning)});
  text += table(rows, 2, terminal_width()) + "\nparameters, with the law " + e.law_name + " (--set group.key=value)\n";
  for (const ParamGroup* group : e.groups()) text += group_help(*group);
  return text;
}

Answer run(const RunRequest& o) {
  if (o.list) return {experiments_text()};
  if (o.markdown) return {experiments_markdown()};
  const Experiment e = experiment::experiment(make_recipe(o));
  if (!o.write.empty()) {
    write_file(o.write, toml_text(e));
    return {"written: " + o.write + "\n"};
  }
  if (!o.output.empty()) prepare_directory(o.output);
  const ExperimentResult result = stickslip::experiment::run(e);
  if (!o.output.empty()) write_results(result, STICKSLIP_VERSION, o.output);
  Answer answer{o.json ? summary_json(result, STICKSLIP_VERSION) : summary_text(result),
                result.completed ? Ending::done : Ending::failed};
  if (!o.json && !result.completed) answer.text += "This run did not reach its end.\n";
  if (!o.json && !o.output.empty())
    answer.text += "written: " + o.output + "/{trajectory.csv,summary.json,report.html,experiment.toml}\n";
  return answer;
}

std::vector<std::string> solver_names() {
  for (const Field& field : experiment::experiment({.base = "stick-slip"}).solver.table)
    if (field.name == "method") return split(field.choices, '|');
  return {};
}

}  // namespace

Command run_command() {
  const auto r = std::make_shared<RunRequest>();
  return {
      .options = {{"EXPERIMENT",
                   &r->experiment,
                   "Built-in experiment (see --list), or a .toml file",
                   {},
                   [] { return names_in(experiment_catalogue()); }},
                  {"--law NAME", &r->law, "Law, or the model.toml of a fit (default: the experiment's)", {}, law_names},
                  {"--matched", &r->matched,
                   "Give the law the friction of the experiment's own contact (default: the law's own table)"},
                  elements_option(r->elements),
                  settings_option(r->settings),
                  {"--solver NAME",
                   &r->solver,
                   join(solver_names()) + "; short for --set solver.method=NAME",
                   {},
                   solver_names},
                  output_directory(r->output, "trajectory.csv, summary.json, report.html, experiment.toml"),
                  {"--write FILE", &r->write, "Write the complete experiment to this .toml file and do not run it"},
                  json_flag(r->json, "summary.json"),
                  list_flag(r->list, "the built-in experiments"),
                  {"--markdown", &r->markdown, "Print the tables of docs/experiments.md", "For the documentation"}},
      .examples = {"stickslip run stick-slip --law lugre --set plant.mass=2 -o out"},
      .notes = "stickslip run EXPERIMENT --help lists its figures and parameters.",
      .fails_when = "the run did not reach its end",
      .work = [r] { return run(*r); },
      .help = [r] { return experiment_help(*r); }};
}

}  // namespace stickslip::cli
