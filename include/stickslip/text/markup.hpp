// Texts inside XML, HTML and Markdown.
#pragma once

#include <string>
#include <string_view>

namespace stickslip::text {

// The text with the characters that would be read as markup written as entities, and one more that the place asks for.
// Control characters but line break and tabulator, which XML does not have, become U+FFFD.
std::string escape_markup(std::string_view text, char further = '\'', std::string_view entity = "&#39;");

// Inside a cell of a Markdown table: a bar would end the cell, a star or an underscore would start emphasis.
std::string escape_markdown(std::string_view text);

}  // namespace stickslip::text
