// What comparisons of a law's forces on another scalar, or in another language, with those on double have seen. Both
// may decide differently within rounding of a switching point: friction/accuracy.hpp says what is excused.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "trials.hpp"

namespace stickslip::conformance {

inline constexpr int disturbances = 64;       // runs that show whether double itself is stable
inline constexpr double most_excused = 0.02;  // part of all candidates that may meet a switching point

inline Force<double> largest(const Forces& forces) {
  Force<double> most{0.0, 0.0};
  for (const auto& f : forces)
    most = {std::max(most.value, std::abs(f.value)), std::max(most.inertia, std::abs(f.inertia))};
  return most;
}

// |a - b| over the largest of the run; NaN counts as infinitely far.
inline double distance(const Force<double>& a, const Force<double>& b, const Force<double>& scale) {
  const double value = std::abs(a.value - b.value);
  const double inertia = std::abs(a.inertia - b.inertia);
  const double far =
      std::max(value / (scale.value > 0.0 ? scale.value : 1.0), inertia / (scale.inertia > 0.0 ? scale.inertia : 1.0));
  return std::isnan(value) || std::isnan(inertia) ? HUGE_VAL : far;
}

struct Bounds {
  double relative;
  double disturbance;
};

// The first step at which the forces lie further apart than the bound; their number when they never do.
inline std::size_t first_difference(const Forces& a, const Forces& b, double bound) {
  const Force<double> scale = largest(b);
  std::size_t k = 0;
  while (k < b.size() && distance(a[k], b[k], scale) <= bound) ++k;
  return k;
}

// What the comparisons of one law have seen.
class Tally {
 public:
  Tally(const TrialLaw& law, const Bounds& bounds)
      : law_(law), bounds_(bounds), rng_(random_for("disturbance", law.name)) {}

  void add(const Trial& trial, const Forces& on_double, const Forces& other) {
    ++candidates_;
    const std::size_t differs = first_difference(other, on_double, bounds_.relative);
    const Force<double> scale = largest(on_double);
    for (std::size_t k = 0; k < differs; ++k) worst_ = std::max(worst_, distance(other[k], on_double[k], scale));
    if (differs == on_double.size()) return;
    if (switches_by(differs, trial, on_double))
      ++excused_;
    else
      worst_ = std::max(worst_, distance(other[differs], on_double[differs], scale));
  }

  void expect_agreement(const std::string& what) const {
    EXPECT_LE(worst_, bounds_.relative) << what;
    EXPECT_LE(excused_, most_excused * candidates_) << what << ": candidates at a switching point";
    testing::Test::RecordProperty(what + "_error", to_text(worst_));
    testing::Test::RecordProperty(what + "_excused", to_text(excused_));
  }

 private:
  // True when double itself, with disturbed inputs, leaves its own path up to that step.
  bool switches_by(std::size_t step, const Trial& trial, const Forces& on_double) {
    for (int i = 0; i < disturbances; ++i) {
      const Forces moved = law_.on_double(disturbed(rng_, law_, trial, bounds_.disturbance));
      if (first_difference(moved, on_double, bounds_.relative) <= step) return true;
    }
    return false;
  }

  const TrialLaw& law_;
  Bounds bounds_;
  Random rng_;
  double worst_ = 0.0;
  double candidates_ = 0.0;
  double excused_ = 0.0;
};

}  // namespace stickslip::conformance
