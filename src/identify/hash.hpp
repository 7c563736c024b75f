// FNV-1a over 64-bit words, for keys of work that is remembered.
#pragma once

#include <cstdint>

namespace stickslip::identify_detail {

class Hash {
 public:
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) value_ = (value_ ^ ((word >> shift) & 0xFFU)) * 0x100000001B3U;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace stickslip::identify_detail
