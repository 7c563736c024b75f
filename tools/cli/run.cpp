// `stickslip run`: an experiment, its settings, its results.
#include "common.hpp"
#include "experiment_request.hpp"
#include "experiments.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/toml.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace stickslip::cli {

using namespace experiment;
using namespace io;

namespace {

struct RunRequest : ExperimentRequest {
  std::string output;  // directory
  std::string write;   // file for the complete experiment, in place of a run
  bool json = false;
  bool list = false;
  bool markdown = false;
};

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
    rows.push_back({std::string(f.name), text::show_unit(f.unit), std::string(f.meaning)});
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

}  // namespace

Command run_command() {
  const auto r = std::make_shared<RunRequest>();
  std::vector<Option> options = experiment_options(*r);
  append(options, {output_directory(r->output, "trajectory.csv, summary.json, report.html, experiment.toml"),
                   {"--write FILE", &r->write, "Write the complete experiment to this .toml file and do not run it"},
                   json_flag(r->json, "summary.json"),
                   list_flag(r->list, "the built-in experiments"),
                   {"--markdown", &r->markdown, "Print the tables of docs/experiments.md", "For the documentation"}});
  return {.options = std::move(options),
          .examples = {"stickslip run stick-slip --law lugre --set plant.mass=2 -o out"},
          .notes = "stickslip run EXPERIMENT --help lists its figures and parameters.",
          .fails_when = "the run did not reach its end",
          .work = [r] { return run(*r); },
          .help = [r] { return experiment_help(*r); }};
}

}  // namespace stickslip::cli
