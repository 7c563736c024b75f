// Experiments and their parameters, in words.
#pragma once

#include <string>

#include "stickslip/experiment.hpp"

namespace stickslip::cli {

// All experiments with their figures and parameters, for docs/experiments.md.
std::string experiments_markdown();

// The parameters of a group, a line each, with value, unit, bounds and meaning; empty for an empty group.
std::string group_help(const ParamGroup& group);

}  // namespace stickslip::cli
