// The middle one of some values.
#pragma once

#include <algorithm>
#include <vector>

namespace stickslip {

// Of an even number the upper one of the two in the middle; 0 of none.
inline double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace stickslip
