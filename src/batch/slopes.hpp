// Residuals of one parameter set along a record and their derivatives, through the laws on dual numbers.
#pragma once

#include <array>
#include <functional>
#include <span>

#include "prepared.hpp"
#include "sized_laws.hpp"

namespace stickslip::batch {

struct SlopesJob {
  const RecordArrays<double>* record = nullptr;
  std::span<const double> parameters;
  std::span<const std::size_t> free;
  std::size_t block = 0;                                                 // steps that are together at a time
  double* residuals = nullptr;                                           // [step of the block]
  double* slopes = nullptr;                                              // [step of the block][free parameter]
  std::function<void(std::size_t first, std::size_t count)> visit = {};  // called for each block, in their order
};

using FindSlopes = void (*)(const SlopesJob&);

// In the order of SizedLaws.
extern const std::array<FindSlopes, sized_law_count> find_slopes;

}  // namespace stickslip::batch
