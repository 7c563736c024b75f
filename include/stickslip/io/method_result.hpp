// What an identification method leaves behind: estimates.csv, points.csv, summary.json, report.html, and law.toml where
// the estimates are a law's parameters; or a summary to read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stickslip/identify/method_result.hpp"
#include "stickslip/io/report.hpp"

namespace stickslip::io {

// An estimate that is not identified has "identified": false beside it; an infinite bound is null.
std::string summary_json(const identify::MethodResult& result, std::string_view version);
// For a terminal.
std::string summary_text(const identify::MethodResult& result);
// name, value, low, high, unit, identified, remark, a row for each estimate; texts in quotation marks.
std::string estimates_csv(const identify::MethodResult& result);
// An experiment file with the law, every value with its unit and meaning beside it; empty without a law.
std::string law_toml(const identify::MethodResult& result);
Page report_page(const identify::MethodResult& result, std::string_view version);

// Writes the files and returns their names.
std::vector<std::string> write_results(const identify::MethodResult& result, std::string_view version,
                                       const std::string& directory);

}  // namespace stickslip::io
