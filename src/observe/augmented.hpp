// A plant whose unknown inputs are states that do not change by themselves.
#pragma once

#include <string>
#include <vector>

#include "stickslip/observe/observer.hpp"

namespace stickslip::observe {

struct Augmented {
  numerics::Matrix a;  // [A E; 0 0]
  numerics::Matrix c;  // [C 0]
  std::vector<std::string> names;
};

// Throws std::invalid_argument when the matrices do not fit together.
Augmented augment(const LinearPlant& plant);

// Coordinates in which the rows of C, C A t, C A^2 t^2, ... have entries of size 1: x = D z.
struct Scaling {
  double time;                // t [s]
  std::vector<double> sizes;  // diagonal of D
};
Scaling natural_scaling(const Augmented& plant, double time);
// Time of the plant's own fastest motion [s]; 1 when it has none.
double fastest_time(const Augmented& plant);

// C, C A t, C A^2 t^2, ... below each other, n of them, in the coordinates z.
numerics::Matrix observability_matrix(const Augmented& plant, const Scaling& scaling);

}  // namespace stickslip::observe
