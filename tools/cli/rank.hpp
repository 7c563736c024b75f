// `stickslip rank`: which law explains recordings best, on parts that it has not seen.
#pragma once

#include "fit_request.hpp"

namespace stickslip::cli {

FitAnswer rank(const FitRequest& request);

}  // namespace stickslip::cli
