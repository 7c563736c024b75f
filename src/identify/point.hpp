// A point of a fit: coordinates of the law, and nuisances.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace stickslip::identify {

// An axis is a coordinate of the law or, behind these, a nuisance: the order in which least squares takes them.
class Point {
 public:
  Point() = default;
  explicit Point(std::vector<double> law, const std::vector<double>& nuisance = {})
      : laws_(law.size()), along_(std::move(law)) {
    along_.insert(along_.end(), nuisance.begin(), nuisance.end());
  }
  // Of values along all axes, the first of which are the law's.
  static Point split(std::vector<double> along, std::size_t laws) {
    Point p;
    p.along_ = std::move(along);
    p.laws_ = laws;
    return p;
  }

  std::vector<double> law() const { return {along_.begin(), along_.begin() + std::ptrdiff_t(laws_)}; }
  std::vector<double> nuisance() const { return {along_.begin() + std::ptrdiff_t(laws_), along_.end()}; }
  // The same nuisances beside another law.
  Point with_law(const std::vector<double>& law) const {
    Point p = *this;
    std::copy(law.begin(), law.end(), p.along_.begin());
    return p;
  }

  std::size_t axes() const { return along_.size(); }
  double& operator[](std::size_t axis) { return along_[axis]; }
  double operator[](std::size_t axis) const { return along_[axis]; }
  const std::vector<double>& along_axes() const { return along_; }
  operator std::span<const double>() const { return along_; }

 private:
  std::size_t laws_ = 0;
  std::vector<double> along_;
};

}  // namespace stickslip::identify
