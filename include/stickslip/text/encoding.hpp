// Texts as other programs store them, and names that are safe to show.
#pragma once

#include <string>
#include <string_view>

namespace stickslip::text {

// UTF-16 by its byte order mark, or, without one, by the zero beside each of the first two ASCII letters.
bool is_utf16(std::string_view bytes);

// Without its byte order mark; half a pair of surrogates becomes U+FFFD.
std::string utf8_from_utf16(std::string_view bytes);

bool is_utf8(std::string_view bytes);

// Whether the text begins with one of U+0080 to U+009F, two bytes each: control characters, of which terminals obey
// some.
bool begins_second_control(std::string_view text);

// Windows-1252, of which ISO 8859-1 is a part: what instruments write that know no UTF-8.
std::string utf8_from_windows_1252(std::string_view bytes);

// A name out of a file as valid UTF-8 in one line. Control characters, terminal escapes, byte order marks and marks
// that turn the direction of writing become blanks; blanks at the ends are cut.
std::string clean_name(std::string_view name);

// A text for a terminal: line breaks and tabulators stay, every other control character is written as \x1b.
std::string printable(std::string_view text);

}  // namespace stickslip::text
