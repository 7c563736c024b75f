// Motions whose columns somebody else keeps.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "stickslip/friction/contact_columns.hpp"

namespace stickslip::batch {

// Numbers that lie `stride` apart; 0: one number for all.
template <class T>
struct Strided {
  const T* first = nullptr;
  std::size_t stride = 0;

  STICKSLIP_HOT const T& operator[](std::size_t k) const noexcept { return first[k * stride]; }
};

// Contacts of a motion, sample after sample, wherever their numbers lie.
class MotionView {
 public:
  using Columns = std::array<Strided<double>, contact_table.size()>;  // in the order of Contact

  MotionView() = default;
  MotionView(const std::vector<Contact<double>>& contacts) : size_(contacts.size()) {  // NOLINT: the same contacts
    static_assert(sizeof(Contact<double>) == contact_table.size() * sizeof(double));
    if (size_ == 0) return;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      columns_[i] = {&(contacts.front().*contact_table[i].value), contact_table.size()};
  }
  MotionView(const Columns& columns, std::size_t size) : columns_(columns), size_(size) {}

  std::size_t size() const { return size_; }
  const Columns& columns() const { return columns_; }
  Contact<double> operator[](std::size_t k) const {
    return {columns_[0][k], columns_[1][k], columns_[2][k], columns_[3][k],
            columns_[4][k], columns_[5][k], columns_[6][k]};
  }
  MotionView first(std::size_t samples) const { return {columns_, samples}; }

 private:
  Columns columns_ = {};
  std::size_t size_ = 0;
};

}  // namespace stickslip::batch
