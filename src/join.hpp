// Names one after another, for the core alone, which depends on nothing. The rooms above use stickslip/text/names.hpp.
#pragma once

#include <string>
#include <string_view>

namespace stickslip {

// "a, b, c" of any range of texts; nothing of none.
template <class Texts>
std::string join_names(const Texts& names) {
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

}  // namespace stickslip
