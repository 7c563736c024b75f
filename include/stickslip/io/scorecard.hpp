// The scorecard to read: a page, JSON, a Markdown table, lines for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/io/report.hpp"
#include "stickslip/scorecard.hpp"

namespace stickslip::io {

Page scorecard_page(const scorecard::Scorecard& card, std::string_view version);
std::string scorecard_json(const scorecard::Scorecard& card, std::string_view version);

// One line per law, words and numbers of two digits.
std::string scorecard_markdown(const scorecard::Scorecard& card);

// One block per law, a line per column.
std::string scorecard_text(const scorecard::Scorecard& card);

}  // namespace stickslip::io
