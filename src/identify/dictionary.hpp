// Responses of single elements, one for each of many break points, and least squares over subsets of them.
//
// For given break points z_i an element law is linear in its stiffnesses:
//   F(t) = sum_i k_i (1 + rho p) phi(t; z_i) + (F_Cb + F_Cm p)/n sum_i psi(t; z_i) + further columns
// phi is the response of an element of stiffness 1, psi that of its sliding friction (Projection::slides), rho the
// growth of the stiffness with pressure. All products of columns are summed once; a subset is then solved without the
// data.
#pragma once

#include <span>
#include <vector>

#include "stickslip/batch/batch.hpp"
#include "stickslip/friction/elements.hpp"

namespace stickslip::identify {

struct Subset {
  std::vector<std::size_t> atoms;   // break points
  double growth = 0.0;              // rho [1/Pa]
  double loss = 0.0;                // sum of squares
  std::vector<double> values = {};  // k_i, then F_Cb and F_Cm where there are any, then the further columns
};

class Dictionary {
 public:
  // `sizes`: break points [m]. `further`: columns per compared sample, each with a value >= 0.
  Dictionary(const Projection& law, std::span<const batch::RecordView> records, std::vector<double> sizes, double force,
             std::size_t elements, const std::vector<std::vector<double>>& further, std::size_t threads);

  std::size_t count() const { return sizes_.size(); }
  double size(std::size_t atom) const { return sizes_[atom]; }
  bool has_sliding() const { return sliding_; }

  // Fills loss and values.
  void solve(Subset& subset) const;
  // The best growth for a subset, by narrowing an interval.
  void solve_growth(Subset& subset, double most) const;
  // Swaps one atom at a time for another of its `choices` (all when empty) as long as that helps.
  void exchange(Subset& subset, std::span<const std::vector<std::size_t>> choices) const;

 private:
  double product(std::size_t a, std::size_t b) const { return gram_[a * width_ + b]; }

  std::vector<double> sizes_;
  bool sliding_ = false;
  std::size_t further_ = 0;
  std::size_t width_ = 0;  // columns: phi, p phi, psi, p psi, further, measured
  std::vector<double> gram_;
};

}  // namespace stickslip::identify
