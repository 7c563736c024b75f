// Experiment files.
//
//   [experiment]
//   base = "stick-slip"        # one of the built-in experiments
//   [law]
//   name = "gms"               # default: that of the experiment
//   elements = 5               # for a law with elements
//   coulomb = 1.5              # both directions; or [1.5, 2], or coulomb.back = 2
//   [plant] [drive] [solver] [run]
//
// What is left out has the experiment's own value. [drive] table = "current.csv" names a table that drives an
// experiment which takes one (input_table.hpp); read_recipe takes the name relative to the file's own folder. A number
// may carry its unit: coulomb = "1.5 N".
//
// The spec of a sweep is such a file with
//
//   [sweep]
//   method = "latin-hypercube"  # or "grid", "random"
//   samples = 200               # not of a grid
//   seed = 1                    # not for a grid; default: 1
//   figures = ["period"]        # default: all
//   [[sweep.parameter]]
//   name = "plant.mass"
//   from = 1                    # or values = [1, 2, 5]
//   to = "10 kg"
//   scale = "log"               # or "linear"; default: that of the parameter
//   count = 5                   # of a grid
#pragma once

#include <string>
#include <string_view>

#include "stickslip/experiment.hpp"
#include "stickslip/sweep.hpp"

namespace stickslip::io {

// Throw std::invalid_argument with file, line, key and remedy.
experiment::Recipe recipe_from_toml(std::string_view text, const std::string& file);
experiment::Recipe read_recipe(const std::string& file);
sweep::SweepRecipe sweep_from_toml(std::string_view text, const std::string& file);
sweep::SweepRecipe read_sweep(const std::string& file);

// The complete experiment, every value with its unit and meaning beside it; reads back as the same experiment.
std::string toml_text(const experiment::Experiment& experiment);

}  // namespace stickslip::io
