// Least squares of linear systems.
#pragma once

#include <span>
#include <vector>

namespace stickslip::numerics {

// The x >= 0 with least |A x - b| (Lawson and Hanson), from the normal equations: gram = A'A, row by row, and
// moment = A'b. A column that depends on those in use gets 0.
std::vector<double> non_negative_solution(std::span<const double> gram, std::span<const double> moment);

}  // namespace stickslip::numerics
