// Experiment files.
//
//   [experiment]
//   base = "stick-slip"        # one of the built-in experiments
//   [law]
//   name = "gms"               # the experiment's own when it is left out
//   elements = 5               # for a law with elements
//   coulomb = 1.5              # both directions; or [1.5, 2], or coulomb.back = 2
//   [plant] [drive] [solver] [run]
//
// What is left out has the experiment's own value. [drive] table = "current.csv" names a table that drives an
// experiment which takes one (input_table.hpp); read_recipe takes the name relative to the file's own folder. A number
// may carry its unit: coulomb = "1.5 N".
#pragma once

#include <string>
#include <string_view>

#include "stickslip/experiment.hpp"

namespace stickslip {

// Throw std::invalid_argument with file, line, key and remedy.
Recipe recipe_from_toml(std::string_view text, const std::string& file);
Recipe read_recipe(const std::string& file);

// The complete experiment, every value with its unit and meaning beside it; reads back as the same experiment.
std::string toml_text(const Experiment& experiment);

}  // namespace stickslip
