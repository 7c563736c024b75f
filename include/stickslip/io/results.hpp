// What a run leaves behind: trajectory.csv, summary.json, report.html and experiment.toml, or a summary to read.
//
// A figure that has no value is null in the summary, and `missing` beside it says why. No other number is ever null:
// a run whose solution is not finite ends there and says so.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stickslip/experiment.hpp"
#include "stickslip/io/report.hpp"

namespace stickslip::io {

std::string summary_json(const experiment::ExperimentResult& result, std::string_view version);

// For a terminal: figures with units, nine digits, long lists cut short.
std::string summary_text(const experiment::ExperimentResult& result);

Page report_page(const experiment::ExperimentResult& result, std::string_view version);

// Makes the directory and checks that files can be written there; throws std::invalid_argument.
void prepare_directory(const std::string& directory);

// Writes a file under a temporary name and renames it: whoever reads it sees all of it or nothing. Throws
// std::invalid_argument when the place does not take it, std::runtime_error when a disk is full.
void write_file(const std::string& path, const std::string& text);
// Names and texts: every text is made before the first byte is written.
void write_files(const std::string& directory, const std::vector<std::pair<std::string, std::string>>& files);

// The four files.
void write_results(const experiment::ExperimentResult& result, std::string_view version, const std::string& directory);

}  // namespace stickslip::io
