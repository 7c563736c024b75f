// The input table of an experiment: a CSV file that a recipe names as drive.table.
#pragma once

#include <string>

#include "stickslip/experiment.hpp"

namespace stickslip::io {

// Reads the file that the last setting drive.table names into the recipe's table, and takes these settings out. The
// file has the columns time[s], rising, and the one that the experiment wants. Throws std::invalid_argument with file,
// line and column, or when the experiment takes no table.
void load_table(experiment::Recipe& recipe);

// Whether a setting is drive.table.
bool names_input_table(const Setting& setting);

// Makes the names in the settings drive.table relative to a folder: that of the file in which they stand.
void locate_tables(experiment::Recipe& recipe, const std::string& folder);

}  // namespace stickslip::io
