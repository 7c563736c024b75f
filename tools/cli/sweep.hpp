// `stickslip sweep`: an experiment run many times, its table, and going on where it was stopped.
#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

struct SweepRequest {
  std::string spec;                   // a file that ends in .toml
  std::vector<std::string> settings;  // "group.key=value"
  std::string output;                 // directory
  int threads = 0;                    // 0: as many as the machine has processors
  bool quiet = false;
  bool json = false;
};

enum class SweepEnding : unsigned char { done, all_failed, interrupted };

struct SweepAnswer {
  std::string text;  // for stdout
  SweepEnding ending = SweepEnding::done;
};

SweepAnswer sweep(const SweepRequest& request);

}  // namespace stickslip::cli
