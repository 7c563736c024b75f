// What stands behind the handle of stickslip.h.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "stickslip.h"
#include "stickslip/experiment.hpp"
#include "stickslip/friction/any_law.hpp"

namespace stickslip::capi {

// The texts of a number that C reads, each with its final 0.
struct NumberTexts {
  std::string name, symbol, unit, description, choices;
  double lower, upper, standard;
  bool is_log_scale;
};

}  // namespace stickslip::capi

struct stickslip_law {
  std::unique_ptr<stickslip::AnyLaw> law;
  stickslip::ParamGroup group;  // the law's parameters, by name
  std::vector<stickslip::capi::NumberTexts> parameters, states;
  std::vector<double> state, tried;  // `tried` has room for a step that may be refused
  stickslip::Contact<double> last = {};
  std::string name = {};
  std::string mode = {};
  std::array<char, 1024> error = {};  // room of its own: running out of memory can be told too
};
