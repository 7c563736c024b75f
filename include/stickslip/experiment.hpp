// Experiments: a law in one of the classic friction tests, its parameters at run time, and what comes out of a run.
//
//   const Experiment e = experiment({.base = "stick-slip", .law = "dahl", .settings = {{"plant", "mass", {{2.0}}}}});
//   const ExperimentResult r = run(e);
//   r.figure("period").values[0];
//
// Parameters come in five groups: law, plant, drive, solver, run. Each is a table of fields (param.hpp) and a row of
// numbers, so that files, the command line and reports read and write all of them in one way.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/hybrid.hpp"
#include "stickslip/param.hpp"
#include "stickslip/trajectory.hpp"

namespace stickslip {

// ---- parameters at run time

// A value as a person wrote it: a number, a list of numbers, or a text (a choice, or a number with its unit).
struct ParamValue {
  std::vector<double> numbers = {};
  std::string text = {};
  bool is_list = false;
};

// The value in "1.5", "1.5 N", "[1.5, 2]" or "R1".
ParamValue value_from_text(std::string_view text);

// A parameter set at run time.
struct ParamGroup {
  std::string_view name;  // "law", "plant", "drive", "solver" or "run"
  std::span<const Field> table;
  std::span<const Relation> relations;
  std::vector<double> values;        // in table order
  std::vector<std::size_t> lengths;  // per field, how many of its scalars are in use: less than its width in lists only
  bool fixed_lengths = false;        // true for the elements of a law: all lists have the same length

  // The value of a field with one scalar, and the scalars in use of any field. Throw UnknownName.
  double operator[](std::string_view field) const;
  std::span<const double> list(std::string_view field) const;

  bool operator==(const ParamGroup& other) const { return values == other.values && lengths == other.lengths; }
};

// What a list holds behind its last value, so that a typed set knows its length.
double list_end();
std::size_t length_of(std::span<const double> list);

template <ParamSet P>
ParamGroup group_of(std::string_view name, const P& set) {
  const auto all = scalars(set);
  ParamGroup group{name, fields<P>, relations<P>(), {all.begin(), all.end()}, {}, false};
  for (const Field& f : fields<P>)
    group.lengths.push_back(f.shape == Shape::elements ? length_of(all.subspan(f.first, f.width)) : f.width);
  return group;
}

template <ParamSet P>
P set_of(const ParamGroup& group) {
  P set;
  const auto all = scalars(set);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = group.values[i];
  return set;
}

// Puts a value into a field: "coulomb", "coulomb.back", "limit[3]". Throws std::invalid_argument with what is wrong:
// an unknown name (with the nearest), a unit, a choice or a length that does not fit, a number out of bounds.
void assign(ParamGroup& group, std::string_view key, const ParamValue& value);

// The first complaint about bounds and relations; empty when there is none.
std::string complaint(const ParamGroup& group);

// A law's parameters at their defaults; elements = 0: the usual number. Throws UnknownName, std::invalid_argument.
ParamGroup law_group(std::string_view law, std::size_t elements = 0);

// The value of a field as a person would write it, and as it stands in a file: "1.5", "[1, 2]", "\"R1\"".
std::string value_text(const ParamGroup& group, const Field& field);

// ---- experiments

// One line of a file, or one --set.
struct Setting {
  std::string group;
  std::string key;
  ParamValue value;
  std::string where = {};  // "seal.toml:12", "--set"; stands before every complaint about it
};

// "law.coulomb=1.5", typed at `where` ("--set"); std::invalid_argument says how to write it.
Setting setting_from_text(std::string_view text, std::string_view where = {});

// A course of a quantity over time that drives an experiment in place of its own; straight lines between the points,
// constant outside. No points: there is none.
struct InputTable {
  std::string file = {};            // where it was read, for complaints and for files that are written
  std::vector<double> times = {};   // [s], rising
  std::vector<double> values = {};  // in the unit of the experiment's column
  std::string where = {};           // where it was asked for
};

// What a person asks for. An empty law, and elements = 0, stand for the experiment's own choice.
struct Recipe {
  std::string base;
  std::string law = {};
  std::size_t elements = 0;
  std::vector<Setting> settings = {};
  InputTable table = {};
  std::string law_where = {};  // where the law and the number of elements were asked for
  std::string elements_where = {};
};

struct Experiment {
  std::string base;
  std::string law_name;
  std::size_t elements = 0;  // of a law that has elements, otherwise 0
  ParamGroup law, plant, drive, solver, run;
  InputTable table = {};  // in place of the drive's own course

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
  bool completed = false;
  std::string message;  // how the run ended, in one line
  std::vector<Figure> figures;
  Trajectory trajectory;
  ResultTable table;   // in place of a trajectory
  SolveReport report;  // its events are those of the law

  // Throws UnknownName.
  const Figure& figure(std::string_view name) const;
};

ExperimentResult run(const Experiment& experiment);

// The model that an experiment solves, without what watches it. Throws std::invalid_argument for an experiment that
// solves none (step-size).
std::unique_ptr<HybridModel> make_model(const Experiment& experiment);

}  // namespace stickslip
