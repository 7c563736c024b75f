#include "stickslip/text/numbers.hpp"

#define FMT_HEADER_ONLY
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

#include "stickslip/units.hpp"

namespace stickslip::text {

std::string digits(double value, int count) { return fmt::format("{:.{}g}", value, count); }

void append_digits(std::string& text, double value, int count) {
  fmt::format_to(std::back_inserter(text), "{:.{}g}", value, count);
}

std::string digits_or_dash(double value, int count) { return std::isfinite(value) ? digits(value, count) : "-"; }

std::string percent(double share, int count) { return digits(100.0 * share, count) + " %"; }

std::string shown_unit(std::string_view unit, bool rotary) {
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
