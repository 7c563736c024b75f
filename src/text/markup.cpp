#include "stickslip/text/markup.hpp"

namespace stickslip::text {
namespace {

std::string_view entity_for(char letter) {
  switch (letter) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return {};
  }
}

}  // namespace

std::string escape_markup(std::string_view text, char further, std::string_view entity) {
  std::string out;
  out.reserve(text.size());
  for (const char letter : text) {
    const std::string_view instead = letter == further ? entity : entity_for(letter);
    if (instead.empty())
      out += letter;
    else
      out += instead;
  }
  return out;
}

std::string escape_markdown(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '[') safe += '\\';
    safe += c;
  }
  return safe;
}

}  // namespace stickslip::text
