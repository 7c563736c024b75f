// `stickslip run`: an experiment, its settings, its results.
#pragma once

#include <string>
#include <vector>

#include "stickslip/experiment.hpp"

namespace stickslip::cli {

struct RunOptions {
  std::string experiment;  // a name, or a file that ends in .toml
  std::string law;
  int elements = 0;
  std::vector<std::string> settings;  // "group.key=value"
  std::string solver;
  std::string output;  // directory
  std::string write;   // file for the complete experiment, in place of a run
  bool json = false;
  bool list = false;
  bool markdown = false;
};

struct RunAnswer {
  std::string text;  // for stdout
  bool failed = false;
};

RunAnswer run(const RunOptions& options);

// The experiments, a line each.
std::string experiments_text();

// All experiments with their figures and parameters, for docs/experiments.md.
std::string experiments_markdown();

// One experiment: its figures, and the parameters of every group as the options set them.
std::string experiment_help(const RunOptions& options);

// The parameters of a group, a line each, with value, unit, bounds and meaning; empty for an empty group.
std::string group_help(const ParamGroup& group);

// Names of the experiments, for completion.
std::vector<std::string> experiment_names();

}  // namespace stickslip::cli
