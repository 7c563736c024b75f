// `stickslip scorecard`: every law against every phenomenon, measured.
#pragma once

#include <string>

namespace stickslip::cli {

struct ScorecardRequest {
  std::string laws;    // "lugre,dahl"; empty: all
  std::string output;  // directory for scorecard.json and report.html
  bool json = false;
  bool markdown = false;
};

// The answer for stdout; a line per law goes to stderr while it is measured.
std::string scorecard(const ScorecardRequest& request);

}  // namespace stickslip::cli
