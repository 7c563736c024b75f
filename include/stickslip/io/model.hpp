// Models: a law with its parameters, in a file that a fit has written or a person has.
//
//   [law]
//   name = "lugre"
//   coulomb = 1.5  # N, 95 % interval 1.48 ... 1.52
//   [fit] [provenance]            how it was found, for people; of it the data's resolution, speeds and hash are kept
//
// [law] is written as in an experiment file (toml.hpp) and can be put into one as it is.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/experiment.hpp"

namespace stickslip::io {

struct Model {
  std::string file;  // for messages
  std::string law = {};
  std::size_t elements = 0;            // of a law that has elements, otherwise 0
  ParamGroup group = {};               // what the file leaves out has the law's own value
  std::vector<Setting> settings = {};  // the lines of [law]
  double velocity_resolution = 0.0;    // [m/s] of the data that it was found from; 0: fine, or not known
  std::array<double, 2> speeds{};      // [m/s] slow and fast end of the data's speeds; zeros: not known
  bool rotary = false;
  std::string data_hash = {};  // of the data that it was found from, as it stands in the file; empty: not known
};

// Throw std::invalid_argument with file, line, key and remedy.
Model model_from_toml(std::string_view text, const std::string& file);
Model read_model(const std::string& file);

// The [law] of a file: every value with its unit and meaning beside it. elements = 0: the law has none.
std::string law_toml(std::string_view law, std::size_t elements, const ParamGroup& group);

}  // namespace stickslip::io
