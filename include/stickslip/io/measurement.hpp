// What an import leaves behind: the data as CSV, and what was found and done as text, JSON and a page.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/io/report.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::io {

// In the units of the motion: rad and N.m of a joint.
std::string csv_text(const measurement::Measurement& measurement);
std::string summary_json(const measurement::Measurement& measurement, std::string_view version);
// For a terminal.
std::string summary_text(const measurement::Measurement& measurement);
Page report_page(const measurement::Measurement& measurement, std::string_view version);

// measurement.csv, summary.json and report.html.
void write_results(const measurement::Measurement& measurement, std::string_view version, const std::string& directory);

}  // namespace stickslip::io
