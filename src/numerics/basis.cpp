#include "stickslip/numerics/basis.hpp"

#include <cmath>

namespace stickslip::numerics {
namespace {

double squared_length(std::span<const double> values) {
  double sum = 0.0;
  for (const double x : values) sum += x * x;
  return sum;
}

}  // namespace

bool OrthonormalBasis::add(std::vector<double> vector, double dependent) {
  const double before = squared_length(vector);
  project_out(vector);
  const double after = squared_length(vector);
  if (!(after > dependent * before)) return false;
  for (double& x : vector) x /= std::sqrt(after);
  vectors_.push_back(std::move(vector));
  return true;
}

void OrthonormalBasis::project_out(std::span<double> values) const {
  for (const auto& b : vectors_) {
    double along = 0.0;
    for (std::size_t k = 0; k < values.size(); ++k) along += b[k] * values[k];
    for (std::size_t k = 0; k < values.size(); ++k) values[k] -= along * b[k];
  }
}

}  // namespace stickslip::numerics
