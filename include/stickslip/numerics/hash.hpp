// FNV-1a, 64 bits: a number that changes with every byte it has seen.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace stickslip::numerics {

class Fnv1a {
 public:
  void add(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3U; }
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) add(static_cast<unsigned char>((word >> shift) & 0xFFU));
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  // With its length: "ab", "c" is not "a", "bc".
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(std::uint64_t(text.size()));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace stickslip::numerics
