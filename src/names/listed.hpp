// Names in a sentence.
#pragma once

#include <string>
#include <vector>

namespace stickslip {

// "limit[0], limit[1] and limit[4]"
inline std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

}  // namespace stickslip
