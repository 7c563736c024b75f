// To the bottom of a valley: least squares where there are slopes, search where there are none.
#pragma once

#include "search.hpp"

namespace stickslip::identify {

struct Polished {
  std::vector<double> point = {};  // coordinates of the law, then nuisances
  double loss = std::numeric_limits<double>::infinity();
  bool converged = false;
  double huber = 0.0;  // with which least squares ended; 0: plain squares
};

// Which coordinates and nuisances least squares may move; the others stay.
std::vector<std::size_t> smooth_axes(const Objective& objective);

// The coordinates at whose values an event jumps in time: they are searched, not descended.
std::vector<std::size_t> break_axes(const Coordinates& c);

// Whether two points differ in some coordinate by more than a tenth of the box: they may lie in different valleys.
bool lie_apart(const Coordinates& c, const std::vector<double>& a, const std::vector<double>& b);

// The sum of squares; infinite where a point makes no sense.
double squares_at(const LeastSquaresProblem& problem, std::span<const double> point);

// The options of a fit for its plain sum of squares, whatever its loss.
FitOptions plain_squares(const Search& search);

// A point with another law in it, its nuisances as they were.
std::vector<double> with_law_part(std::vector<double> point, const std::vector<double>& law);

// How far least squares goes.
struct Descent {
  Slopes slopes = Slopes::differences;
  std::size_t iterations = 60;
  double tolerance = 1e-9;
};

// Least squares along some axes of a point.
Polished descended(const LeastSquaresProblem& problem, const FitOptions& options, std::vector<double> point,
                   std::span<const std::size_t> axes, const Descent& descent);

// A law of elements: the element that does the least is taken out, and put back as a part of every other one, where
// least squares alone cannot carry it. The best of that, or the point as it was.
Polished reseated(Search& search, Polished best, std::span<const std::size_t> axes);

// From starts of a strategy to the best point that can be reached.
Polished polished(Search& search, const Points& starts);

}  // namespace stickslip::identify
