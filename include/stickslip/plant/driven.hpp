// A machine whose drives can be taken over from outside while it runs: inputs of a simulator, values of a table.
#pragma once

#include <cstddef>
#include <span>

#include "stickslip/excitation.hpp"

namespace stickslip::plant {

// Name and SI unit of a drive.
struct Drive {
  const char* name;
  const char* unit;
};

class Driven {
 public:
  virtual ~Driven() = default;
  virtual std::span<const Drive> drives() const = 0;
  // From now on the drive of that place in the list is value + rate (t - from), in its unit.
  virtual void drive_by(std::size_t drive, double value, double rate, double from) = 0;
};

// value + rate (t - from) for all times.
inline Excitation straight_line(double value, double rate, double from) {
  return Excitation({Segment{.start = from, .offset = value, .slope = rate}});
}

}  // namespace stickslip::plant
