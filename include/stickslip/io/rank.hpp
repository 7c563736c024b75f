// What a ranking of laws leaves behind: report.html, rank.json and the chosen law's model.toml, or a summary to read.
#pragma once

#include <string>

#include "stickslip/identify/rank.hpp"
#include "stickslip/io/fit.hpp"

namespace stickslip::io {

std::string rank_json(const identify::RankReport& report, const Provenance& from);
// For a terminal.
std::string summary_text(const identify::RankReport& report, const Provenance& from);
Page report_page(const identify::RankReport& report, const Provenance& from);

// The three files; without model.toml when no law could be fitted.
void write_rank(const identify::RankReport& report, const Provenance& from, const std::string& directory);

// The row whose model is handed on; null when no law could be fitted.
const identify::RankRow* find_chosen_row(const identify::RankReport& report);

}  // namespace stickslip::io
