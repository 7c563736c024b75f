// `stickslip method NAME DATA...`: the papers' classical methods on measurements.
#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

struct MethodOptions {
  std::string method;
  std::vector<std::string> data;      // .csv files
  std::vector<std::string> settings;  // "group.key=value"
  std::vector<std::string> names;     // "role=column"
  std::string law;                    // .toml file with a [law]
  std::string output;                 // directory
  bool json = false;
  bool list = false;
};

// What goes to stdout.
std::string method(const MethodOptions& options);

// What the method does, the columns that it reads and its parameters.
std::string method_help(const MethodOptions& options);

// The methods, for completion.
std::vector<std::string> method_names();

}  // namespace stickslip::cli
