// A low-pass filter without delay: Butterworth of order 4, once forward and once backward, so that the gain at its
// frequency is 1/2. Beyond the ends the signal goes on mirrored about its end value.
#pragma once

#include <vector>

namespace stickslip::numerics {

class LowPass {
 public:
  // Frequency [Hz] below half the sample rate; throws std::invalid_argument otherwise.
  LowPass(double frequency, double step);

  void operator()(std::vector<double>& signal) const;

 private:
  struct Section {
    double b0, b1, b2, a1, a2;
  };
  void run(std::vector<double>& signal) const;

  Section sections_[2];
  std::size_t margin_;
};

}  // namespace stickslip::numerics
