// Errors that no residual shows: what they do to parameters, and how intervals own up to it.
#pragma once

#include <string_view>
#include <vector>

#include "problem.hpp"
#include "stickslip/numerics/least_squares.hpp"

namespace stickslip::identify {

// Residuals r and their slopes J at the bottom of a fit.
class Bottom {
 public:
  Bottom(const CountedProblem& problem, const Point& at);

  // A quantity whose gradient along the axes is a has to first order the error sum_k (J_k . g) e_k with
  // g = (J'J)^-1 a: sample k counts by (J_k . g)^2. Where a sensor or a law errs just there, as in the few samples of
  // a break-away from rest, the residuals of all samples say too little. The root mean square of residuals where the
  // quantity is decided, over that of all; at least 1.
  double local_error(std::span<const double> gradient) const;

 private:
  std::vector<double> solve(std::span<const double> a) const;  // (J'J)^-1 a

  std::vector<double> residuals_;
  numerics::Matrix slopes_;
  numerics::NormalInverse inverse_;
  bool defined_ = false;
};

// One parameter or nuisance of a report.
struct Widened {
  FittedParameter& parameter;
  std::size_t place;             // among the law's scalars and, behind these, the nuisances
  std::vector<double> gradient;  // along the axes of the fit
  double lower, upper;           // of what the parameter can be
};

// What an interval must hold besides the scatter of the residuals.
struct Bias {
  enum class Kind : unsigned char {
    known,   // the same in every recording of that kind: the truth lies beside the value by the shift, with its sign
    chance,  // drawn anew in each: it adds to the scatter of the residuals as variances do
  };
  Kind kind = Kind::known;
  double shift = 0.0;    // from the value towards the truth; of chance, its size
  double margin = 1.0;   // of the shift: how far it may be wrong
  double stretch = 1.0;  // of the interval as it is
  std::string_view cause;
};

// An interval grows by its bias; a parameter that shifts far is not identified.
void widen(const Widened& w, const Bias& bias);

// Parameters of the law, then nuisances, at a point.
std::vector<double> all_values(const Coordinates& c, const Point& at);

// Calls visit(Widened) for every parameter and nuisance at that point.
template <class Visitor>
void for_each_parameter(FitReport& report, const Coordinates& c, const Point& at, Visitor visit) {
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  const std::vector<double> chain = c.slopes(at.law());  // d parameter / d coordinate, row by row
  std::size_t listed = 0;
  for (std::size_t f = 0; f < report.group.table.size(); ++f)
    for (std::size_t o = 0; o < report.group.lengths[f]; ++o, ++listed) {
      const Field& field = report.group.table[f];
      std::vector<double> gradient(at.axes(), 0.0);
      std::copy_n(chain.begin() + std::ptrdiff_t((field.first + o) * c.count()), c.count(), gradient.begin());
      visit(Widened{report.parameters[listed], field.first + o, std::move(gradient), field.lower, field.upper});
    }
  const std::size_t scalars = c.parameters(at.law()).size();
  for (std::size_t q = 0; q < report.nuisances.size(); ++q) {
    std::vector<double> gradient(at.axes(), 0.0);
    gradient[c.count() + q] = 1.0;
    visit(Widened{report.nuisances[q], scalars + q, std::move(gradient), -unbounded, unbounded});
  }
}

}  // namespace stickslip::identify
