// `stickslip export fmu MODEL.toml|EXPERIMENT.toml`: a law or an experiment for other simulators.
#pragma once

#include <string>

namespace stickslip::cli {

struct FmuExportRequest {
  std::string file;     // model.toml or an experiment
  std::string output;   // the .fmu file
  std::string library;  // the run-time library; looked for when it is empty
  int fmi = 2;
};

// What goes to stdout.
std::string export_fmu(const FmuExportRequest& request);

}  // namespace stickslip::cli
