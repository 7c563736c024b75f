// Whether a quantity and its rate belong together: y(t + T) - y(t) against the integral of the rate over T.
#pragma once

#include <cstddef>
#include <span>

namespace stickslip::measurement {

struct Agreement {
  double slope = 0.0;        // change of the quantity over the integral of its rate: 1 when they belong together
  double correlation = 0.0;  // of the two
  std::size_t window = 1;    // T, in samples: the one at which they agree best
};

// The rate taken `shift` samples later. Both of the same length, five samples at least.
Agreement agreement(std::span<const double> quantity, std::span<const double> rate, double step,
                    std::ptrdiff_t shift = 0);
Agreement agreement_over(std::span<const double> quantity, std::span<const double> rate, double step,
                         std::size_t window, std::ptrdiff_t shift);

}  // namespace stickslip::measurement
