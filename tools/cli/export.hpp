// `stickslip export KIND MODEL -o FILE`: a model as text for other tools, or as an FMU.
#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

struct ExportRequest {
  std::string kind;
  std::string model;  // a .toml file, or the name of a law
  std::size_t elements = 0;
  std::string output;
  std::string prefix;
  std::vector<std::string> additions;
  bool single_precision = false;
  bool changeable_parameters = false;
  int fmi = 2;          // version of the standard
  std::string library;  // of FMUs: the run-time library; looked for when it is empty
  bool source = false;  // FMU with C sources
  bool list = false;
};

// What goes to stdout.
std::string export_model(const ExportRequest& request);

// The kinds, for completion.
std::vector<std::string> export_kind_names();

}  // namespace stickslip::cli
