// When a guard fires. Guards are armed by who solves: a law never nudges its state off a boundary.
//
// One that is positive when a mode begins, or becomes so, fires when it falls to zero. One that is not positive when a
// mode begins (an element that sticks at its limit, a body that sets off from rest) fires only when it falls further.
// One that is to keep quiet, because its reset changed nothing, does not fire before it has been positive.
//
// A reset may put another guard below zero, or its own in the new mode (a body that stops under a force beyond
// break-away): that one falls at the same instant. Where the resets of one instant would lead in a circle (a body that
// is pushed forward while it still creeps back sets off, and "turns" at once), the last one is taken back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

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

// The states of one instant, to see a circle of resets.
template <class State>
class Instant {
 public:
  explicit Instant(std::size_t size) : size_(size) {}
  // False when the state has been there before.
  bool enter(const State& x) {
    const auto same = [&](const State& other) { return std::equal(x.begin(), x.begin() + count(), other.begin()); };
    if (std::any_of(seen_.begin(), seen_.end(), same)) return false;
    seen_.push_back(x);
    return true;
  }

 private:
  std::ptrdiff_t count() const { return std::ptrdiff_t(size_); }
  std::size_t size_;
  std::vector<State> seen_;
};

}  // namespace stickslip::solve
