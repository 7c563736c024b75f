// When a guard fires. Guards are armed by who solves: a law never nudges its state off a boundary.
//
// One that is positive when a mode begins, or becomes so, fires when it falls to zero. One that is not positive when a
// mode begins (an element that sticks at its limit, a body that sets off from rest) fires only when it falls further.
// One that is to keep quiet, because its reset changed nothing, does not fire before it has been positive.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

namespace stickslip::solve {

struct Arming {
  static constexpr std::size_t most_guards = 256;

  std::array<bool, most_guards> armed{};
  std::array<double, most_guards> rest{};  // where an unarmed guard stood when its mode began

  void arm(std::size_t k, double value, bool quiet) {
    armed[k] = value > 0.0;
    rest[k] = quiet ? -std::numeric_limits<double>::infinity() : value;
  }
  // A guard that has become positive is armed from now on.
  void rearm(std::size_t k, double value) { armed[k] = armed[k] || value > 0.0; }

  bool past(std::size_t k, double value) const { return armed[k] ? value <= 0.0 : value < rest[k]; }
  double level(std::size_t k) const { return armed[k] ? 0.0 : rest[k]; }
};

}  // namespace stickslip::solve
