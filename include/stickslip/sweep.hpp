// Sweeps: an experiment run many times, some of its parameters on a grid, in a Latin hypercube or at random.
//
//   const Sweep s = sweep({.experiment = {.base = "stick-slip"},
//                          .parameters = {{.name = "plant.mass", .from = 1.0, .to = 4.0, .count = 4},
//                                         {.name = "law.coulomb", .values = {1.0, 1.2}}}});
//   run(s, {.keep = [](const SweepRow& row) { ... }});
//
// The same recipe gives the same samples, bit for bit, on every machine, and the same rows on every number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/batch/pool.hpp"
#include "stickslip/experiment.hpp"
#include "stickslip/options.hpp"

namespace stickslip::sweep {

inline constexpr std::size_t most_samples = 1'000'000;  // of a sweep; more is a slip of the pen

enum class SweepMethod : unsigned char {
  grid,             // every combination; the last parameter changes fastest
  latin_hypercube,  // of N samples one in each of N equal parts of every parameter's range
  random,           // independent and uniform
};

using stickslip::to_text;
// "grid", "latin-hypercube", "random".
std::string_view to_text(SweepMethod method);

// ---- what a person asks for

struct SweptValue {
  ParamValue value = {};
  std::string where = {};  // "seals.toml:12"; stands before every complaint about it

  SweptValue() = default;
  SweptValue(double number) : value{.numbers = {number}} {}  // NOLINT: a number is a value
  SweptValue(ParamValue written, std::string place) : value(std::move(written)), where(std::move(place)) {}
};

// Either values or an interval.
struct SweepParameter {
  std::string name;  // "law.coulomb", "law.coulomb.back", "law.limit[3]"
  std::vector<SweptValue> values = {};
  std::optional<SweptValue> from = {}, to = {};
  std::size_t count = 0;            // points of an interval, ends included; for a grid, and only there
  std::optional<Scale> scale = {};  // along an interval; default: that of the parameter's table
  std::string where = {};
};

struct SweepRecipe {
  experiment::Recipe experiment;
  SweepMethod method = SweepMethod::grid;
  std::size_t samples = 0;  // of a hypercube, or at random
  std::uint64_t seed = 1;
  std::vector<std::string> figures = {};  // none: all that the experiment has
  std::vector<SweepParameter> parameters = {};
  std::string where = {};
  std::string samples_where = {}, figures_where = {};
};

// Puts in sweep.method, sweep.samples, sweep.seed or a parameter of the experiment. Throws std::invalid_argument; a
// parameter that is swept cannot be set.
void assign(SweepRecipe& recipe, const Setting& setting);

// ---- what is run

// One swept parameter, checked: a list of values, or an interval.
struct SweepAxis {
  std::string group, key;
  std::string_view unit;                // empty for a choice by name
  std::vector<ParamValue> values = {};  // of a list
  std::vector<std::string> texts = {};  // of a list: its values in a file, in SI units
  double from = 0.0, to = 0.0;          // of an interval
  std::size_t count = 0;
  Scale scale = Scale::linear;
  std::string where = {};

  bool is_list() const { return !values.empty(); }
  std::string name() const { return group + "." + key; }
};

struct Sweep {
  experiment::Recipe experiment;
  // What the recipe sets, besides swept parameters: "law.coulomb" and its value in a file, in SI units; sorted.
  std::vector<std::pair<std::string, std::string>> settings;
  SweepMethod method;
  std::size_t samples;
  std::uint64_t seed;
  std::vector<const experiment::FigureInfo*> figures;
  std::vector<SweepAxis> axes;
  std::vector<double> places;  // of a drawn sample in each axis' range, in [0, 1), sample by sample; none for a grid
};

// Checks everything, or throws std::invalid_argument: an unknown name, a value or figure that does not fit, too many
// samples, no sample that keeps the relations of its parameters.
Sweep sweep(const SweepRecipe& recipe);

// The value of a parameter in a sample (counted from 0), and as it stands in a table: "1.5", "R1", "1 2".
struct SampleValue {
  ParamValue value;
  std::string text;
};
SampleValue sample_value(const Sweep& sweep, std::size_t sample, std::size_t axis);

// The experiment of a sample; the places of its settings are left out, so that no complaint depends on a file's name.
experiment::Recipe sample_recipe(const Sweep& sweep, std::size_t sample);

struct SweepRow {
  std::size_t sample = 0;                         // counted from 0
  std::string status = "was not run";             // "done", or why there are no figures
  std::vector<std::vector<double>> figures = {};  // one list per figure of the sweep; none: no value
  std::string missing = {};                       // of a run that is done: why figures have no value

  bool done() const { return status == "done"; }
};

// One run. A run that fails leaves its reason in the row.
SweepRow run_sample(const Sweep& sweep, std::size_t sample);

// No two threads are in `keep` or in the watch at a time.
struct SweepOptions {
  std::size_t threads = 0;                                   // 0: as many as the machine has processors
  std::function<bool(std::size_t sample)> done_before = {};  // such a sample is not run again
  std::function<void(const SweepRow&)> keep = {};            // each row when it is there, in any order
  batch::Watch watch = {};                                   // asked and told between runs

  static std::span<const OptionRow> options();
};

struct SweepReport {
  std::size_t threads_given = 0, threads_used = 0;
  std::size_t samples = 0;
  std::size_t done_before = 0;
  std::size_t run = 0;     // now
  std::size_t failed = 0;  // of those
  double seconds = 0.0;    // by the clock

  bool completed() const { return done_before + run == samples; }
};

// Runs all samples that are not done before, in the order of their numbers. An exception of `keep` or of the watch ends
// the sweep and leaves from here.
SweepReport run(const Sweep& sweep, const SweepOptions& options);

}  // namespace stickslip::sweep
