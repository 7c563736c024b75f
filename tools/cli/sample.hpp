// `stickslip sample NAME`: ready-made synthetic measurements whose truth is known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stickslip::cli {

struct SampleOptions {
  std::string name;
  std::string output;  // a .csv file
  std::uint64_t seed = 1;
  bool truth = false;
  bool list = false;
};

// What goes to stdout.
std::string sample(const SampleOptions& options);

// The samples, for completion.
std::vector<std::string> sample_names();

}  // namespace stickslip::cli
