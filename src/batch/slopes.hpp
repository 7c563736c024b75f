// Residuals of one parameter set along a record and their derivatives, through the laws on dual numbers.
#pragma once

#include <array>
#include <span>

#include "prepared.hpp"
#include "sized_laws.hpp"

namespace stickslip::batch {

struct SlopesJob {
  const PreparedRecord<double>* record = nullptr;
  std::span<const double> parameters;
  std::span<const std::size_t> free;
  double* residuals = nullptr;  // [step]
  double* slopes = nullptr;     // [step][free parameter]
};

using FindSlopes = void (*)(const SlopesJob&);

// In the order of SizedLaws.
extern const std::array<FindSlopes, sized_law_count> find_slopes;

}  // namespace stickslip::batch
