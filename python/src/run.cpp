// Experiments and the scorecard.
#include "convert.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/linearisation.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/scorecard.hpp"
#include "stickslip/io/toml.hpp"
#include "stickslip/scorecard.hpp"

namespace stickslip::python {

using namespace experiment;
using namespace io;
using namespace scorecard;
using namespace solve;

namespace {

Recipe recipe_from(const std::string& base, const std::string& law, std::size_t elements, const py::list& settings) {
  Recipe recipe = base.ends_with(".toml") ? read_recipe(base) : Recipe{.base = base};
  if (!law.empty()) recipe.law = law;
  if (elements > 0) recipe.elements = elements;
  for (Setting& s : settings_from(settings)) recipe.settings.push_back(std::move(s));
  load_table(recipe);
  return recipe;
}

py::list event_list(const SolveReport& report) {
  py::list all;
  for (const Event& e : report.events) all.append(py::make_tuple(e.t, e.guard_name, e.from, e.to));
  return all;
}

// The columns look into the result, which lives as long as one of them.
void add_columns(py::dict& d, const std::shared_ptr<ExperimentResult>& result) {
  auto kept = std::make_unique<std::shared_ptr<ExperimentResult>>(result);
  const py::capsule owner(kept.release(), [](void* p) { delete static_cast<std::shared_ptr<ExperimentResult>*>(p); });
  py::dict columns, units;
  const auto add = [&](const Column& c, std::span<const double> values) {
    columns[py::str(c.name)] = make_view(values, owner);
    units[py::str(c.name)] = c.unit;
  };
  const Trajectory& t = result->trajectory;
  if (!result->table.columns.empty())
    for (std::size_t k = 0; k < result->table.columns.size(); ++k)
      add(result->table.columns[k], result->table.values[k]);
  else if (!t.columns().empty())
    for (std::size_t k = 0; k < t.columns().size(); ++k) add(t.columns()[k], t.column(k));
  d["columns"] = columns;
  d["units"] = units;
}

py::dict run_experiment(const std::string& base, const std::string& law, std::size_t elements, const py::list& settings,
                        const std::string& output) {
  const Experiment e = experiment::experiment(recipe_from(base, law, elements, settings));
  if (!output.empty()) prepare_directory(output);
  auto result = std::make_shared<ExperimentResult>();
  {
    const py::gil_scoped_release free;
    *result = run(e);
    if (!output.empty()) write_results(*result, STICKSLIP_VERSION, output);
  }
  py::dict d;
  d["json"] = summary_json(*result, STICKSLIP_VERSION);
  d["text"] = summary_text(*result);
  d["completed"] = result->completed;
  d["message"] = result->message;
  d["events"] = event_list(result->report);
  d["toml"] = toml_text(e);
  add_columns(d, result);
  return d;
}

py::tuple linearise_experiment(const std::string& base, const std::string& law, std::size_t elements,
                               const py::list& settings, double at, const std::string& output) {
  const Experiment e = experiment::experiment(recipe_from(base, law, elements, settings));
  if (!output.empty()) prepare_directory(output);
  Linearisation l;
  {
    const py::gil_scoped_release free;
    l = linearise(e, at);
    if (!output.empty()) write_linearisation(l, STICKSLIP_VERSION, output);
  }
  return py::make_tuple(linearisation_text(l), linearisation_json(l, STICKSLIP_VERSION));
}

py::list experiment_list() {
  py::list all;
  for (const ExperimentInfo& e : experiment_catalogue())
    all.append(py::make_tuple(std::string(e.name), std::string(e.title), std::string(e.law)));
  return all;
}

py::tuple measured_scorecard(const std::vector<std::string>& laws, const py::object& progress) {
  Listener listener(progress);
  struct Interrupted {};
  Scorecard card;
  try {
    const py::gil_scoped_release free;
    card = scorecard::scorecard({.laws = laws, .progress = [&listener](std::string_view row) {
                                   listener.tell(std::string(row));
                                   if (listener.cancelled()) throw Interrupted{};
                                 }});
  } catch (const Interrupted&) {
    listener.rethrow();
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  }
  std::vector<std::vector<int>> scores;
  for (const ScoreRow& row : card.rows) {
    scores.emplace_back();
    for (const ScoreCell& cell : row.cells) scores.back().push_back(int(cell.verdict));
  }
  return py::make_tuple(scorecard_json(card, STICKSLIP_VERSION), scorecard_text(card), scores);
}

}  // namespace

void add_runs(py::module_& m) {
  m.def("experiment_list", &experiment_list);
  m.def("run", &run_experiment);
  m.def("linearise", &linearise_experiment);
  m.def("scorecard", &measured_scorecard);
}

}  // namespace stickslip::python
