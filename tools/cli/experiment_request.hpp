// What `stickslip run` and `stickslip linearise` share: an experiment by name or file, its law and its settings.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "stickslip/experiment.hpp"

namespace stickslip::cli {

struct ExperimentRequest {
  std::string experiment;  // a name, or a file that ends in .toml
  std::string law;
  std::size_t elements = 0;
  bool matched = false;
  std::vector<std::string> settings;  // "group.key=value"
  std::string solver;
};

// Reads the files that it names. Throws std::invalid_argument.
experiment::Recipe make_recipe(const ExperimentRequest& request);

// The rows that fill it.
std::vector<Option> experiment_options(ExperimentRequest& request);

}  // namespace stickslip::cli
