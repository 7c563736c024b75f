// Whether a quantity and its rate belong together: y(t + T) - y(t) against the integral of the rate over T.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stickslip::measurement {

struct Agreement {
  double slope = 0.0;        // change of the quantity over the integral of its rate: 1 when they belong together
  double correlation = 0.0;  // of the two
  std::size_t window = 1;    // T, in samples: the one at which they agree best
};

// Both of the same length, five samples at least; what they are taken from must outlive it.
class Comparison {
 public:
  Comparison(std::span<const double> quantity, std::span<const double> rate, double step);

  // At the window at which they agree best.
  Agreement best() const;
  // The rate taken `shift` samples later.
  Agreement over(std::size_t window, std::ptrdiff_t shift) const;

 private:
  std::span<const double> quantity_;
  std::vector<double> integral_;  // of the rate
};

}  // namespace stickslip::measurement
