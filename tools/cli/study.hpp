// `stickslip study`: papers reproduced, as a table, as JSON and as a report.
#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

struct StudyOptions {
  std::string paper;   // "002", or "all"
  std::string output;  // directory; with "all" a folder for each study inside it
  bool json = false;
};

struct StudyAnswer {
  std::string text;     // for stdout
  bool failed = false;  // a claim got a worse verdict than the one it is known to get
};

// A line per study goes to stderr while it runs.
StudyAnswer study(const StudyOptions& options);

// The papers and "all", for completion.
std::vector<std::string> study_names();

}  // namespace stickslip::cli
