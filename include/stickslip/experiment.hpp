// Experiments: a law in one of the classic friction tests, its parameters at run time, and what comes out of a run.
//
//   const Experiment e = experiment({.base = "stick-slip", .law = "dahl", .settings = {{"plant", "mass", {{2.0}}}}});
//   const ExperimentResult r = run(e);
//   r.figure("period").values[0];
//
// Parameters come in five groups: law, plant, drive, solver, run. Each is a table of fields (param.hpp) and a row of
// numbers, so that files, the command line and reports read and write all of them in one way.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/hybrid.hpp"
#include "stickslip/param_group.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip::experiment {

// ---- experiments

// A course of a quantity over time that drives an experiment in place of its own; straight lines between the points,
// constant outside. No points: there is none.
struct InputTable {
  std::string file = {};            // where it was read, for complaints and for files that are written
  std::vector<double> times = {};   // [s], rising
  std::vector<double> values = {};  // in the unit of the experiment's column
  std::string where = {};           // where it was asked for
};

// Where the parameters of a law come from that no setting gives.
enum class LawValues : std::uint8_t {
  usual,      // the experiment's own law: the values of its source; every other law: the law's own table
  law_table,  // the law's own table, also for the experiment's own law: a model is the same model everywhere
  matched,    // the experiment's contact, wherever the law has a parameter of that name: to compare laws on one contact
};

// Where the value of a law's parameter came from.
enum class Origin : std::uint8_t { law_table, experiment, given };
using stickslip::to_text;
std::string_view to_text(Origin origin);

// What a person asks for. An empty law, and elements = 0, stand for the experiment's own choice.
struct Recipe {
  std::string base;
  std::string law = {};
  std::size_t elements = 0;
  std::vector<Setting> settings = {};
  InputTable table = {};
  std::string law_where = {};  // where the law and the number of elements were asked for
  std::string elements_where = {};
  LawValues law_values = LawValues::usual;
};

struct Experiment {
  std::string base;
  std::string law_name;
  std::size_t elements = 0;  // of a law that has elements, otherwise 0
  ParamGroup law, plant, drive, solver, run;
  InputTable table = {};                 // in place of the drive's own course
  std::vector<Origin> law_origins = {};  // of the values in `law`, one for each field of its table

  std::vector<const ParamGroup*> groups() const;
};

// Checks everything and builds the experiment, or throws std::invalid_argument: an unknown name, a law that makes no
// sense in this experiment (with the reason), a setting that does not fit.
Experiment experiment(const Recipe& recipe);

// The column that an experiment takes from an input table; without a name for one that takes none. Throws UnknownName.
Column table_column(std::string_view base);

// What a figure of an experiment means.
struct FigureInfo {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};

// A built-in experiment.
struct ExperimentInfo {
  std::string_view name;
  std::string_view title;
  std::string_view source;
  std::string_view law;  // the one it takes when none is asked for
  std::span<const FigureInfo> figures;
};

std::span<const ExperimentInfo> experiment_catalogue();
// Throws UnknownName.
const ExperimentInfo& experiment_info(std::string_view name);

// Why a law makes no sense in an experiment; empty when it does.
std::string refusal(std::string_view base, const LawInfo& law);

// ---- results

struct Figure {
  const FigureInfo* info;
  std::vector<double> values = {};
  bool is_list = false;
  std::string missing = {};  // why there is no value; otherwise empty
};

// What an experiment without a trajectory leaves: columns of equal length.
struct ResultTable {
  std::vector<Column> columns = {};
  std::vector<std::vector<double>> values = {};
};

struct ExperimentResult {
  Experiment experiment;
  double duration = 0.0;     // [s] of simulated time that was asked for
  double output_step = 0.0;  // [s] between rows, besides those at events
  double period = 0.0;       // [s] after which the drive repeats itself; 0: it does not
  bool completed = false;
  std::string message;                  // how the run ended, in one line
  std::vector<std::string> notes = {};  // what a reader of the figures should know, a sentence each
  std::vector<Figure> figures;
  solve::Trajectory trajectory;
  ResultTable table;          // in place of a trajectory
  solve::SolveReport report;  // its events are those of the law

  // Throws UnknownName.
  const Figure& figure(std::string_view name) const;
};

ExperimentResult run(const Experiment& experiment);

// The model that an experiment solves, without what watches it. Throws std::invalid_argument for an experiment that
// solves none (step-size).
std::unique_ptr<HybridModel> make_model(const Experiment& experiment);

}  // namespace stickslip::experiment
