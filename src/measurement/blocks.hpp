// Of a long recording a million rows say what is usual in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace stickslip::measurement {

inline constexpr std::size_t most_blocks = 64, block_length = std::size_t(1) << 14;

// Calls take(from, end) for all rows at once, or, where there are more than a million, for blocks of neighbours that
// are spread over them.
template <class Take>
void each_block(std::size_t rows, const Take& take) {
  if (rows <= most_blocks * block_length) return take(std::size_t(0), rows);
  const std::size_t stride = (rows - block_length) / (most_blocks - 1);
  for (std::size_t k = 0; k < most_blocks; ++k) take(k * stride, k * stride + block_length);
}

// value(i) of these rows.
template <class Value>
std::vector<double> values_in_blocks(std::size_t rows, const Value& value) {
  std::vector<double> some;
  some.reserve(std::min(rows, most_blocks * block_length));
  each_block(rows, [&](std::size_t from, std::size_t end) {
    for (std::size_t i = from; i < end; ++i) some.push_back(value(i));
  });
  return some;
}

}  // namespace stickslip::measurement
