// `stickslip inspect DATA...`: what a recording holds, what is wrong with it, what an import does about it.
#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

struct InspectRequest {
  std::vector<std::string> data;     // .csv and .mat files
  std::vector<std::string> names;    // "role=column[unit]"
  std::vector<std::string> refused;  // repairs
  double sample_time = 0.0;          // [s]
  double bandwidth = 0.0;            // [Hz]
  std::string output;                // directory
  bool json = false;
};

// What goes to stdout.
std::string inspect(const InspectRequest& request);

}  // namespace stickslip::cli
