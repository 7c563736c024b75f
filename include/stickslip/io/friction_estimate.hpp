// What a friction observer leaves behind: friction.csv, summary.json and report.html, or a summary to read.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/io/report.hpp"
#include "stickslip/observe/friction_observer.hpp"

namespace stickslip::io {

// time, friction, friction_low, friction_high, displacement, velocity, innovation
std::string csv_text(const observe::FrictionEstimate& estimate);
std::string summary_json(const observe::FrictionEstimate& estimate, std::string_view version);
// For a terminal.
std::string summary_text(const observe::FrictionEstimate& estimate);
Page report_page(const observe::FrictionEstimate& estimate, std::string_view version);

// The three files.
void write_results(const observe::FrictionEstimate& estimate, std::string_view version, const std::string& directory);

}  // namespace stickslip::io
