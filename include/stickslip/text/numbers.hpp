// Numbers as a person reads them. For numbers that are read back, see text_of in param.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stickslip::text {

// So many significant digits, trailing zeros dropped, as printf's %g writes them: "0.0123", "1e+06", "-0", "nan".
// 1 to 17 digits: with 17 every double is told from its neighbours.
std::string digits(double value, int count = 6);

void append_digits(std::string& text, double value, int count);

// The same, but "-" for what is not finite.
std::string digits_or_dash(double value, int count = 6);

// 0.123 -> "12.3 %".
std::string percent(double share, int count = 3);

// The unit of a quantity as it is read: nothing for a pure number, whose unit is "1"; of a joint N.m for N.
std::string show_unit(std::string_view unit, bool rotary = false);

// A number and its unit: "3.2 N", or "3.2" of a pure number.
std::string with_unit(std::string text, std::string_view unit);
std::string with_unit(double value, std::string_view unit, int count = 6);

// 64 bits as sixteen digits, for hashes and for numbers that must come back bit by bit.
std::string hexadecimal(std::uint64_t bits);
// False when the text is not one such number.
bool read_hexadecimal(std::string_view text, std::uint64_t& bits);

}  // namespace stickslip::text
