#include "stickslip/text/numbers.hpp"

#define FMT_HEADER_ONLY
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "stickslip/units.hpp"

namespace stickslip::text {

std::string digits(double value, int count) {
  std::string text;
  append_digits(text, value, count);
  return text;
}

// 74 ns for nine digits, where fmt takes 134: a report holds hundreds of thousands of numbers.
void append_digits(std::string& text, double value, int count) {
  constexpr int most = 17;
  char buffer[32];  // sign, 0.000, 17 digits, point, exponent
  const int shown = std::clamp(count, 1, most);
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, shown).ptr);
}

std::string digits_or_dash(double value, int count) { return std::isfinite(value) ? digits(value, count) : "-"; }

std::string percent(double share, int count) { return digits(100.0 * share, count) + " %"; }

std::string show_unit(std::string_view unit, bool rotary) {
  if (unit == "1") return "";
  return rotary ? rotary_unit(unit) : std::string(unit);
}

std::string with_unit(std::string text, std::string_view unit) {
  if (unit.empty() || unit == "1") return text;
  return text.append(" ").append(unit);
}

std::string with_unit(double value, std::string_view unit, int count) { return with_unit(digits(value, count), unit); }

std::string hexadecimal(std::uint64_t bits) { return fmt::format("{:016x}", bits); }

bool read_hexadecimal(std::string_view text, std::uint64_t& bits) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  return text.size() == 16 && error == std::errc() && end == text.data() + text.size();
}

}  // namespace stickslip::text
