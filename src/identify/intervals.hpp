// How far a fit can be trusted: intervals, correlations, what the data cannot tell.
#pragma once

#include "descend.hpp"

namespace stickslip::identify {

// Another explanation of the same data.
struct Rival {
  std::vector<double> values;               // of the law's scalars
  std::vector<FittedParameter> parameters;  // value and interval there, in the order of a report
};

// Valleys of the whole law that follow the data as well as its best one, within the noise, and in which an excess of
// these names stands out. A fit without these excesses must own up to them: it follows the data no better.
std::vector<Rival> list_rivals(Search& search, const Valley& best, std::span<const std::string> names);

// Fills parameters, nuisances, correlation, noise, condition and advice of the report.
void estimate_intervals(FitReport& report, Search& search, const Valley& best, std::span<const Rival> rivals = {});

// By how much an element or an excess that is not there lowers the sum of squares when its place or shape is free: the
// largest of many chances, in one of a hundred fits about 13 squares of the noise (Andrews, Econometrica 61, 1993,
// tests for one parameter whose place is unknown). So much better must a fit be to tell that it is there. Residuals
// that are correlated leave more to chance, but a tenth more of them is no longer as good a fit.
double rise_by_chance(const Spread& spread, double squares);

// A number of three digits, for sentences.
std::string brief_number(double value);

// Names of parameters as a person reads them: "coulomb" for coulomb.forward and coulomb.back side by side.
std::vector<std::string> join_sides(std::vector<std::string> names);

// Whether a parameter or coordinate belongs to one element: "limit[3]".
inline bool belongs_to_element(std::string_view name) { return name.ends_with(']'); }

// What cannot be identified, and which experiment would.
std::vector<std::string> advice_for(const FitReport& report, const DataScales& scales);

}  // namespace stickslip::identify
