// Experiments in words: parameters for --help, and the tables of docs/experiments.md.
#include "experiments.hpp"

#include "terminal.hpp"
#include "words.hpp"

namespace stickslip::cli {

using namespace experiment;

namespace {

using text::show_unit;

std::string figures(const ExperimentInfo& info) {
  std::vector<Row> rows;
  for (const FigureInfo& f : info.figures) rows.push_back({code(f.name), show_unit(f.unit), std::string(f.meaning)});
  return markdown_table({"figure", "unit", "meaning"}, rows) + "\n";
}

Row parameter_row(const ParamGroup& group, const Field& f) {
  return {code(std::string(group.name) + "." + std::string(f.name)), code(value_text(group, f)), show_unit(f.unit),
          bounds_in_words(f), std::string(f.doc)};
}

void add_rows(std::vector<Row>& rows, const ParamGroup& group) {
  for (const Field& f : group.table) rows.push_back(parameter_row(group, f));
}

const Row parameter_titles{"parameter", "default", "unit", "bounds", "meaning"};

// The options of the solver as most experiments have them.
ParamGroup usual_solver() { return experiment::experiment({.base = "stick-slip"}).solver; }

// The groups that make the experiment what it is, with the options of the solver in which it differs from the others;
// those of the law are on its own page.
std::string own_parameters(const Experiment& e) {
  std::vector<Row> rows;
  for (const ParamGroup* group : {&e.plant, &e.drive, &e.run}) add_rows(rows, *group);
  const ParamGroup usual = usual_solver();
  for (const Field& f : e.solver.table)
    if (value_text(e.solver, f) != value_text(usual, f)) rows.push_back(parameter_row(e.solver, f));
  return markdown_table(parameter_titles, rows) + "\n";
}

std::string law_values(const Experiment& e) {
  std::string text;
  for (const Field& f : e.law.table)
    text += (text.empty() ? "" : ", ") + code(std::string(f.name) + " = " + value_text(e.law, f));
  return "Law when none is asked for: " + code(e.law_name) + " with " + text + ".\n\n";
}

}  // namespace

std::string group_help(const ParamGroup& group) {
  if (group.table.empty()) return {};
  std::vector<Row> rows;
  for (const Field& f : group.table)
    rows.push_back({std::string(group.name) + "." + std::string(f.name), value_text(group, f), show_unit(f.unit),
                    bounds_in_words(f), std::string(f.doc)});
  return "\n" + table(rows, 2, terminal_width());
}

std::string experiments_markdown() {
  std::string text;
  for (const ExperimentInfo& info : experiment_catalogue()) {
    const Experiment e = experiment::experiment({.base = std::string(info.name)});
    text += "## " + std::string(info.name) + "\n\n" + std::string(info.title) +
            ". Source: " + std::string(info.source) + ".\n\n" + law_values(e) + figures(info) + own_parameters(e);
  }
  std::vector<Row> rows;
  add_rows(rows, usual_solver());
  return text +
         "## Solver\n\nThe same for every experiment that solves equations of motion, but for defaults of its own that "
         "stand in its table.\n\n" +
         markdown_table(parameter_titles, rows) + "\n";
}

}  // namespace stickslip::cli
