// To the bottom of a valley: least squares where there are slopes, search where there are none.
#pragma once

#include "search.hpp"

namespace stickslip::identify {

struct Valley {
  Point point = {};
  double loss = std::numeric_limits<double>::infinity();
  bool converged = false;
  double huber = 0.0;           // with which least squares ended; 0: plain squares
  std::size_t evaluations = 0;  // candidates that were simulated for it
};

// Which coordinates and nuisances least squares may move; the others stay.
std::vector<std::size_t> smooth_axes(const Objective& objective);

// The coordinates at whose values an event jumps in time: they are searched, not descended.
std::vector<std::size_t> break_axes(const Coordinates& c);

// Whether two points differ in some coordinate by more than a tenth of the box: they may lie in different valleys.
bool lie_apart(const Coordinates& c, const Point& a, const Point& b);

// The sum of squares; infinite where a point makes no sense.
double squares_at(const LeastSquaresProblem& problem, std::span<const double> point);

// The options of a fit for its plain sum of squares, whatever its loss.
FitOptions plain_squares(const Search& search);

// Least squares along some axes of a point.
Valley descend_along(const CountedProblem& problem, const FitOptions& options, Point point,
                     std::span<const std::size_t> axes, const Descent& descent);

// Least squares from all starts, by several threads; what one finds does not depend on the others.
std::vector<Valley> descend_all(Search& search, const std::vector<Point>& starts, std::span<const std::size_t> axes,
                                const Descent& descent);

// A law of elements: the element that does the least is taken out, and put back as a part of every other one, where
// least squares alone cannot carry it. The best of that, or the point as it was.
Valley reseat_elements(Search& search, Valley best, std::span<const std::size_t> axes);

// One and two decades away along every logarithmic coordinate, the others adapted by a short descent: what fits as well
// there, or better, lies in no valley that a strategy began in.
std::vector<Point> look_far(Search& search, const Point& best);

// From starts of a strategy to the best point that can be reached.
Valley descend(Search& search, const LawPoints& starts);

}  // namespace stickslip::identify
