// To the bottom of a valley: least squares where there are slopes, search where there are none.
#pragma once

#include "identify/search.hpp"

namespace stickslip::identify_detail {

struct Polished {
  std::vector<double> point = {};  // coordinates of the law, then nuisances
  double loss = std::numeric_limits<double>::infinity();
  bool converged = false;
  double huber = 0.0;  // with which least squares ended; 0: plain squares
};

// Which coordinates and nuisances least squares may move; the others stay.
std::vector<std::size_t> smooth_axes(const Objective& objective);

// How far least squares goes.
struct Descent {
  Slopes slopes = Slopes::differences;
  std::size_t iterations = 60;
  double tolerance = 1e-9;
};

// Least squares along some axes of a point.
Polished descended(const LeastSquaresProblem& problem, const FitOptions& options, std::vector<double> point,
                   std::span<const std::size_t> axes, const Descent& descent);

// From starts of a strategy to the best point that can be reached.
Polished polished(Search& search, const Points& starts);

}  // namespace stickslip::identify_detail
