#include "stickslip/text/names.hpp"

#define FMT_HEADER_ONLY
#include <fmt/format.h>

#include <algorithm>

namespace stickslip::text {

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string join(const std::vector<std::string_view>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string join_first(const std::vector<std::string>& parts, std::size_t most) {
  if (parts.size() <= most) return join(parts);
  const std::vector<std::string> first(parts.begin(), parts.begin() + std::ptrdiff_t(most));
  return join(first) + " and " + std::to_string(parts.size() - most) + " more";
}

std::string join_in_words(const std::vector<std::string>& names) {
  if (names.size() < 2) return join(names);
  return join(std::vector<std::string>(names.begin(), names.end() - 1)) + " and " + names.back();
}

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_part = [&is_letter](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_part);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(separator, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

}  // namespace stickslip::text
