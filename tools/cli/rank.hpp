// `stickslip rank`: which law explains recordings best, on parts that it has not seen.
#pragma once

#include "fit_request.hpp"

namespace stickslip::cli {

FitAnswer rank(const FitRequest& request);

// The laws of the list that these columns can feed, and in `left_out` a sentence for each of the others.
std::vector<std::string> laws_for(const std::vector<std::string>& columns, std::vector<std::string>& left_out);

}  // namespace stickslip::cli
