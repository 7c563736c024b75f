// 64 bits as 16 digits, for hashes and for numbers that must come back bit by bit.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace stickslip {

inline std::string hex_of(std::uint64_t bits) {
  std::string digits(16, '0');
  for (std::size_t k = 16; k-- > 0; bits >>= 4U) digits[k] = "0123456789abcdef"[bits & 0xFU];
  return digits;
}

// False when the text is not one such number.
inline bool from_hex(std::string_view text, std::uint64_t& bits) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  return text.size() == 16 && error == std::errc() && end == text.data() + text.size();
}

}  // namespace stickslip
