#include "run.hpp"

#include <algorithm>

#include "stickslip/io/input_table.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/toml.hpp"
#include "words.hpp"

namespace stickslip::cli {

using namespace experiment;
using namespace io;

namespace {

bool is_file(const std::string& name) { return name.ends_with(".toml"); }

// --law beside a file with parameters of another law would drop them without a word.
void choose_law(Recipe& recipe, const RunOptions& o) {
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
void choose_model(Recipe& recipe, const RunOptions& o) {
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
}

Recipe recipe_of(const RunOptions& o) {
  if (o.experiment.empty())
    throw std::invalid_argument("the experiment is missing: give a name (see stickslip run --list) or a .toml file");
  Recipe recipe = is_file(o.experiment) ? read_recipe(o.experiment) : Recipe{.base = o.experiment};
  if (!o.law.empty()) is_file(o.law) ? choose_model(recipe, o) : choose_law(recipe, o);
  if (o.elements < 0) throw std::invalid_argument("--elements " + std::to_string(o.elements) + " lies outside [1, 64]");
  if (o.elements > 0) {
    recipe.elements = std::size_t(o.elements);
    recipe.elements_where = "--elements " + std::to_string(o.elements);
  }
  for (const std::string& text : o.settings) recipe.settings.push_back(setting_from_text(text, "--set"));
  if (!o.solver.empty()) recipe.settings.push_back({"solver", "method", {.text = o.solver}, "--solver " + o.solver});
  load_table(recipe);
  return recipe;
}

// Rows in columns, the last one as long as it is.
std::string aligned(const std::vector<Row>& rows, std::size_t indent) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k == widths.size()) widths.push_back(0);
      widths[k] = std::max(widths[k], row[k].size());
    }
  std::string text;
  for (const Row& row : rows) {
    text += std::string(indent, ' ');
    for (std::size_t k = 0; k < row.size(); ++k)
      text += row[k] + (k + 1 < row.size() ? std::string(widths[k] - row[k].size() + 2, ' ') : "\n");
  }
  return text;
}

}  // namespace

std::string group_help(const ParamGroup& group) {
  if (group.table.empty()) return {};
  std::vector<Row> rows;
  for (const Field& f : group.table)
    rows.push_back({std::string(group.name) + "." + std::string(f.name), value_text(group, f),
                    f.unit == "1" ? "" : std::string(f.unit), bounds_in_words(f), std::string(f.doc)});
  return "\n" + aligned(rows, 2);
}

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const ExperimentInfo& e : experiment_catalogue()) names.emplace_back(e.name);
  return names;
}

std::string experiments_text() {
  std::vector<Row> rows{{"name", "law", "what", "figures"}};
  for (const ExperimentInfo& e : experiment_catalogue()) {
    std::vector<std::string> figures;
    for (const FigureInfo& f : e.figures) figures.emplace_back(f.name);
    rows.push_back({std::string(e.name), std::string(e.law), std::string(e.title), joined(figures)});
  }
  return aligned(rows, 0);
}

std::string experiment_help(const RunOptions& o) {
  const Experiment e = experiment::experiment(recipe_of(o));
  const ExperimentInfo& info = experiment_info(e.base);
  std::string text = e.base + ": " + std::string(info.title) + "\n" + std::string(info.source) + "\n\nfigures\n";
  std::vector<Row> rows;
  for (const FigureInfo& f : info.figures)
    rows.push_back({std::string(f.name), f.unit == "1" ? "" : std::string(f.unit), std::string(f.meaning)});
  text += aligned(rows, 2) + "\nparameters, with the law " + e.law_name + " (--set group.key=value)\n";
  for (const ParamGroup* group : e.groups()) text += group_help(*group);
  return text;
}

RunAnswer run(const RunOptions& o) {
  if (o.list) return {experiments_text()};
  if (o.markdown) return {experiments_markdown()};
  const Experiment e = experiment::experiment(recipe_of(o));
  if (!o.write.empty()) {
    write_file(o.write, toml_text(e));
    return {"written: " + o.write + "\n"};
  }
  if (!o.output.empty()) prepare_directory(o.output);
  const ExperimentResult result = run(e);
  if (!o.output.empty()) write_results(result, STICKSLIP_VERSION, o.output);
  RunAnswer answer{o.json ? summary_json(result, STICKSLIP_VERSION) : summary_text(result), !result.completed};
  if (!o.json && !result.completed) answer.text += "This run did not reach its end.\n";
  if (!o.json && !o.output.empty())
    answer.text += "written: " + o.output + "/{trajectory.csv,summary.json,report.html,experiment.toml}\n";
  return answer;
}

}  // namespace stickslip::cli
