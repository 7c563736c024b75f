// What the text, the page and the model file of a fit share: numbers and verdicts in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stickslip/io/fit.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"
#include "stickslip/text/table.hpp"

namespace stickslip::io {

// Of measured and computed values and of their differences, rotary data included.
std::string measured_unit(const identify::FitReport& fit, bool rotary);
std::string measured_name(const identify::FitReport& fit, bool rotary);

// "1.48 ... 1.52", or "-".
std::string interval_words(const identify::FittedParameter& parameter);

// "found", "given", "not identified", "no interval".
std::string state_words(const identify::FittedParameter& parameter);

// The remark; of a parameter that was not found, or has none, with its state.
std::string remark_words(const identify::FittedParameter& parameter);

// The parameters as a person reads them: forward and back in one where nothing tells them apart.
std::vector<identify::FittedParameter> sides_together(const std::vector<identify::FittedParameter>& parameters);

// "good", "usable with limits", "interrupted: the best so far", ...
std::string ending_words(const identify::FitReport& fit);

// Why, and what to do next, each a line of a terminal; those with the verdict before them; paragraphs of a page.
std::string reason_lines(const identify::Verdict& verdict);
std::string verdict_lines(const identify::Verdict& verdict);
std::vector<std::string> verdict_paragraphs(const identify::Verdict& verdict);

// With a capital at its beginning and a point at its end.
std::string sentence(std::string text);

// "lugre, 5 elements"
std::string law_words(const identify::FitReport& fit);

std::string_view to_name(identify::FitLoss loss);

// One line: line breaks become spaces.
std::string in_one_line(std::string text);

// Header and rows of the table of scores, which texts and pages share: what was fitted, then what was not.
struct ScoreRows {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};
ScoreRows score_rows(const identify::FitReport& fit, bool rotary);

}  // namespace stickslip::io
