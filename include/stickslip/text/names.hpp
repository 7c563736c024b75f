// Names one after another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stickslip::text {

// "a, b, c"; nothing of none.
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");
std::string join(const std::vector<std::string_view>& parts, std::string_view separator = ", ");

// In a sentence: "limit[0], limit[1] and limit[4]".
std::string join_in_words(const std::vector<std::string>& names);

// The parts of "a|b|c"; of an empty text one empty part.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace stickslip::text
