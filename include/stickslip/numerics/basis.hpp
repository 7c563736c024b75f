// An orthonormal basis, one vector at a time.
#pragma once

#include <span>
#include <vector>

namespace stickslip::numerics {

class OrthonormalBasis {
 public:
  // Takes the part along the others away and scales the rest to length 1 (modified Gram-Schmidt). False, and nothing is
  // added, when no more than `dependent` of the vector's squared length is left: it depends on the others.
  bool add(std::vector<double> vector, double dependent = 1e-20);

  // Takes the part of the values that lies in the basis away.
  void project_out(std::span<double> values) const;

  bool empty() const { return vectors_.empty(); }
  const std::vector<std::vector<double>>& vectors() const { return vectors_; }

 private:
  std::vector<std::vector<double>> vectors_;
};

}  // namespace stickslip::numerics
