// FNV-1a, 64 bits: a number that changes with every byte it has seen.
#pragma once

#include <cstdint>

namespace stickslip {

class Fnv1a {
 public:
  void add(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3U; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace stickslip
