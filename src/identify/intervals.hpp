// How far a fit can be trusted: intervals, correlations, what the data cannot tell.
#pragma once

#include "descend.hpp"

namespace stickslip::identify {

// Fills parameters, nuisances, correlation, noise, condition and advice of the report.
void estimate_intervals(FitReport& report, Search& search, const Valley& best);

// A number of three digits, for sentences.
std::string brief_number(double value);

// Names of parameters as a person reads them: "coulomb" for coulomb.forward and coulomb.back side by side.
std::vector<std::string> join_sides(std::vector<std::string> names);

// Whether a parameter or coordinate belongs to one element: "limit[3]".
inline bool is_of_element(std::string_view name) { return name.ends_with(']'); }

// What cannot be identified, and which experiment would.
std::vector<std::string> advice_for(const FitReport& report, const DataScales& scales);

}  // namespace stickslip::identify
