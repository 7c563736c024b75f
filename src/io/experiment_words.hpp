// An experiment in words and as JSON, for whatever is computed from one.
#pragma once

#include <string>
#include <vector>

#include "stickslip/experiment.hpp"
#include "stickslip/io/json.hpp"

namespace stickslip::io {

// "stick-slip with the law gms (10 elements)"
std::string with_law(const experiment::Experiment& e);

// What stands for the parameters of the law that nobody gave; empty when all are the experiment's own.
std::vector<std::string> fill_in(const experiment::Experiment& e);

// Every group, with value, unit and, of the law, where the value came from.
Json parameters_json(const experiment::Experiment& e);

}  // namespace stickslip::io
