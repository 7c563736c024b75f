// How far a run lies from a measurement.
//
// The residual of a sample is r = weight (force - measured). The loss is the mean over the samples whose weight is not
// zero, of all records together:
//   squares   r^2
//   absolute  |r|; with weights 1/|measured| the mean relative error
//   huber     r^2/2 for |r| <= d, d (|r| - d/2) beyond: outliers count linearly
#pragma once

#include "stickslip/scalar.hpp"

namespace stickslip::batch {

enum class Loss : unsigned char { squares, absolute, huber };

// What one residual adds to the sum.
template <class S>
STICKSLIP_HOT S loss_term(Loss kind, const S& residual, const S& huber) noexcept {
  if (kind == Loss::squares) return residual * residual;
  const S size = abs(residual);
  if (kind == Loss::absolute) return size;
  return select(size > huber, huber * (size - huber / S(2)), residual * residual / S(2));
}

}  // namespace stickslip::batch
