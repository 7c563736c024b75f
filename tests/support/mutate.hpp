// Texts as damage on their way leaves them. Seeds are fixed, so that a failure comes back.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

namespace stickslip::tests {

using Dice = std::mt19937_64;

inline constexpr std::string_view nasty[] = {
    "",      ",",      ";", "\t", "\"", "\n",    "\r\n",         "nan",   "-inf",
    "1e999", "1e-999", "[", "]",  "=",  "#",     "\xEF\xBB\xBF", "\xFF",  "99999999999999999999",
    "0x1p3", "-",      "+", ".",  "e",  "[law]", "\"\"\"",       "[[a]]", "1,5"};

inline void mutate(std::string& text, Dice& dice) {
  const auto below = [&dice](std::size_t n) { return std::size_t(dice() % std::max<std::size_t>(n, 1)); };
  const std::size_t at = below(text.size() + 1);
  switch (below(7)) {
    case 0:
      if (!text.empty()) text[below(text.size())] = char(dice());
      return;
    case 1:
      if (!text.empty()) text[below(text.size())] ^= char(1U << below(8));
      return;
    case 2:
      return text.resize(at);
    case 3:
      text.erase(at, below(20));
      return;
    case 4:
      text.insert(at, nasty[below(std::size(nasty))]);
      return;
    case 5:
      text.insert(at, text.substr(below(text.size() + 1), below(60)));
      return;
    default:
      for (std::size_t i = at; i < std::min(at + 4, text.size()); ++i) text[i] = char(dice() % 3 == 0 ? 0xFF : 0);
  }
}

// How many damaged files of each kind a test should try: STICKSLIP_MUTATED_FILES.
inline std::size_t files_wanted() {
  constexpr std::size_t ordinary = 600;
  const char* const text = std::getenv("STICKSLIP_MUTATED_FILES");
  return text == nullptr ? ordinary : std::size_t(std::strtoull(text, nullptr, 10));
}

}  // namespace stickslip::tests
