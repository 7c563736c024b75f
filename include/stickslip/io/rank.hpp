// What a ranking of laws leaves behind: report.html, rank.json and the chosen law's model.toml, or a summary to read.
#pragma once

#include <string>

#include "stickslip/identify/rank.hpp"
#include "stickslip/io/fit.hpp"

namespace stickslip {

std::string rank_json(const RankReport& report, const Provenance& from);
// For a terminal.
std::string summary_text(const RankReport& report, const Provenance& from);
Page report_page(const RankReport& report, const Provenance& from);

// The three files; without model.toml when no law could be fitted.
void write_rank(const RankReport& report, const Provenance& from, const std::string& directory);

// The row whose model is handed on; null when no law could be fitted.
const RankRow* chosen_row(const RankReport& report);

}  // namespace stickslip
