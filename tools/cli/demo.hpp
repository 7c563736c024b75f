// `stickslip demo`: the whole way on built-in samples, from recordings to a simulated machine, in one report.
#pragma once

#include <string>

#include "fit_request.hpp"

namespace stickslip::cli {

struct DemoRequest {
  std::string output = "stickslip-demo";  // directory
  bool quiet = false;
};

FitAnswer demo(const DemoRequest& request);

}  // namespace stickslip::cli
