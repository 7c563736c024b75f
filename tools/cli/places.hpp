// Where the results of each of several files go.
#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

// Into the directory itself, or of several files into a folder named after each. Throws std::invalid_argument when two
// would go into the same.
std::vector<std::string> places_of(const std::vector<std::string>& data, const std::string& output);

}  // namespace stickslip::cli
