// Names one after another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stickslip::text {

// "a, b, c"; nothing of none.
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");
std::string join(const std::vector<std::string_view>& parts, std::string_view separator = ", ");

// The first ones of a long list: "a, b, c and 99997 more".
std::string join_first(const std::vector<std::string>& parts, std::size_t most = 50);

// In a sentence: "limit[0], limit[1] and limit[4]".
std::string join_in_words(const std::vector<std::string>& names);

// A letter or _, then letters, digits and _, of ASCII: a name in C and in most languages after it.
bool is_identifier(std::string_view name);

// The parts of "a|b|c"; of an empty text one empty part.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace stickslip::text
