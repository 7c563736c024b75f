// `stickslip identify`: the parameters of a law that make it follow recordings.
#pragma once

#include "fit_request.hpp"

namespace stickslip::cli {

FitAnswer identify(const FitRequest& request);

}  // namespace stickslip::cli
