// What a linearisation leaves behind: linearisation.json, poles.csv, A.csv, B.csv and experiment.toml, or tables to
// read.
//
// A.csv has a row and a column for every state, with its name in front; B.csv a row for every state. Numbers read back
// the same; null in JSON and nan in CSV stand for the damping ratio of a pole at zero, inf for the time constant of one
// that neither decays nor grows (null in JSON).
#pragma once

#include <string>
#include <string_view>

#include "stickslip/experiment/linearise.hpp"

namespace stickslip::io {

std::string linearisation_json(const experiment::Linearisation& l, std::string_view version);

// For a terminal: poles and states.
std::string linearisation_text(const experiment::Linearisation& l);

void write_linearisation(const experiment::Linearisation& l, std::string_view version, const std::string& directory);

}  // namespace stickslip::io
