// How far a fit can be trusted: intervals, correlations, what the data cannot tell.
#pragma once

#include "identify/polish.hpp"

namespace stickslip::identify_detail {

// Fills parameters, nuisances, correlation, noise, condition and advice of the report.
void judge(FitReport& report, Search& search, const Polished& best);

// A number of three digits, for sentences.
std::string brief_number(double value);

// What cannot be told, and which experiment would.
std::vector<std::string> advice_for(const FitReport& report, const DataScales& scales);

}  // namespace stickslip::identify_detail
