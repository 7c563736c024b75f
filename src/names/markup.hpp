// Texts inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace stickslip {

// The text with the characters that would be read as markup written out, and one more that the place asks for.
inline std::string escaped(std::string_view text, char further = '\'', std::string_view entity = "&#39;") {
  std::string out;
  out.reserve(text.size());
  for (const char letter : text) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (letter == further)
          out += entity;
        else
          out += letter;
    }
  }
  return out;
}

}  // namespace stickslip
