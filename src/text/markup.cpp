#include "stickslip/text/markup.hpp"

#include "stickslip/text/encoding.hpp"

namespace stickslip::text {
namespace {

constexpr std::string_view unreadable = "\xEF\xBF\xBD";  // U+FFFD

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
    case '\n':
    case '\t':
      return {};
    default:
      // XML 1.0 has no place for other control characters, not even as entities: U+FFFD.
      return static_cast<unsigned char>(letter) < 0x20 || letter == '\x7F' ? unreadable : std::string_view();
  }
}

}  // namespace

std::string escape_markup(std::string_view text, char further, std::string_view entity) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const bool control = begins_second_control(text.substr(i));
    const std::string_view instead = control ? unreadable : letter == further ? entity : entity_for(letter);
    if (control) ++i;
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
