// In place of spread.cpp where there is no Eigen.
#include <stdexcept>

#include "stickslip/identify/least_squares.hpp"

namespace stickslip::identify {
namespace {
[[noreturn]] void refuse_without_eigen() {
  throw std::runtime_error(
      "this program was built without Ceres and Eigen, which fits need: install libceres-dev and configure again");
}
}  // namespace

LeastSquaresFit linear_least_squares(std::span<const double>, std::span<const double>) { refuse_without_eigen(); }
std::vector<double> non_negative_least_squares(std::span<const double>, std::span<const double>) {
  refuse_without_eigen();
}
Spread spread_of(std::span<const double>, std::span<const double>, std::size_t, std::span<const std::size_t>) {
  refuse_without_eigen();
}

}  // namespace stickslip::identify
