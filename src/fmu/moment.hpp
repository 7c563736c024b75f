// Everything about an instance that changes while it runs; saved, restored and written as bytes.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/solve/solve.hpp"

namespace stickslip::fmu {

// As the C interfaces number them.
enum class Status : int { ok, warning, discard, error, fatal };

struct Refusal {
  Status status;
  std::string text;
};

[[noreturn]] inline void refuse(std::string text) { throw Refusal{Status::error, std::move(text)}; }

enum class Phase : std::uint8_t { instantiated, initialization, event, continuous, step, terminated };

using stickslip::to_text;
std::string_view to_text(Phase phase);

// Everything about an instance that changes while it runs.
struct Moment {
  Phase phase = Phase::instantiated;
  solve::Progress progress;
  std::vector<double> inputs, params;
  std::vector<double> used;                               // 1: the input has had another value than its start
  std::vector<double> given;                              // unknowns that were set before the start; NaN for others
  std::vector<double> before;                             // the inputs of the last step
  std::vector<double> rates;                              // of the inputs over the next step; NaN where none is given
  std::vector<double> scales;                             // the largest magnitude that each guard has had
  double stop = std::numeric_limits<double>::infinity();  // [s]
};

// Sizes, numbers and a checksum that knows the token of the FMU: the same bytes on every processor.
std::vector<unsigned char> serialize_moment(const Moment& moment, std::string_view token);

// `like` has the sizes that the moment must have. Throws a Refusal for bytes that are not such a moment.
Moment moment_from(std::span<const unsigned char> bytes, std::string_view token, Moment like);

}  // namespace stickslip::fmu
