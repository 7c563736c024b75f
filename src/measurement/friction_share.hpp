// What friction can explain of a force, by a class of laws wide enough for all: terms of the direction and of the
// speed, elastic-plastic elements for the memory, each with a coefficient >= 0, beside terms of either sign that are no
// friction (constant, spring, inertia).
//
//   F ~ c_0 + c_1 x + c_2 a + sum_j b_j s_j(v) + sum_j k_j z_j(x),   b_j, k_j >= 0
//   z_j = stop of x with the width r_j: dz = dx, |z| <= r_j
//
// A force with memory begins to change at a reversal, though it changes its sign later; a delayed one begins later.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "faults.hpp"

namespace stickslip::measurement {

class FrictionShare {
 public:
  // `margin`: samples at both ends by which a force may be shifted. `slowest`: of the speed that counts as moving; the
  // rows below it, beside reversals, are left out, and a direction is known from there on.
  FrictionShare(const Signals& motion, std::size_t margin, double slowest = 0.1);

  // Share of the force's squares about its mean that is left unexplained, the force taken `shift` samples later and
  // with that sign.
  double unexplained(std::span<const double> force, std::ptrdiff_t shift, double sign = 1.0) const;

  // Of the samples, those that are used: at rest a force is what is applied, and says nothing.
  double moving_share() const { return moving_share_; }

 private:
  template <class Value>
  std::vector<double> sample_at_rows(const Value& value) const;
  std::vector<double> beside_free(std::vector<double> column) const;
  void add_free(std::vector<double> column);
  void add_friction(std::vector<double> column);
  void add_other_forces(const Signals& s, std::span<const double> x);
  void add_sliding(const Signals& s);
  void add_memory(std::span<const double> x);

  std::vector<std::size_t> rows_;
  std::vector<std::vector<double>> free_;      // orthonormal
  std::vector<std::vector<double>> friction_;  // of length 1, orthogonal to the free ones
  std::vector<double> gram_;
  double moving_share_ = 0.0;
  double slowest_;
};

}  // namespace stickslip::measurement
