#include "stickslip/text/quoting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "stickslip/text/encoding.hpp"

namespace stickslip::text {
namespace {

// Apostrophes before the sign count as well, so that the one put there can be told from those of the text.
bool begins_formula(std::string_view text) {
  const auto first = text.find_first_not_of('\'');
  return first != std::string_view::npos && std::string_view("=+-@").find(text[first]) != std::string_view::npos;
}

// Every quotation mark twice, or every pair of them once.
std::string double_marks(std::string_view text) {
  std::string out;
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out;
}
std::string single_marks(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text.substr(i, 2) == "\"\"") ++i;
  }
  return out;
}

}  // namespace

bool begins_comment(std::string_view line) {
  return line.starts_with('#') || line.starts_with('%') || line.starts_with("//");
}

std::string csv_cell(std::string_view text) {
  std::string cell = clean_name(text);
  if (begins_formula(cell)) cell.insert(cell.begin(), '\'');
  if (cell.find_first_of(",;\t|\"") == std::string::npos && !begins_comment(cell)) return cell;
  return "\"" + double_marks(cell) + "\"";
}

std::string csv_text_in(std::string_view cell) {
  std::string text = single_marks(cell);
  if (text.starts_with('\'') && begins_formula(text)) text.erase(0, 1);
  return text;
}

std::string toml_string(std::string_view text) {
  const std::string readable = is_utf8(text) ? std::string(text) : utf8_from_windows_1252(text);
  std::string out = "\"";
  for (const char c : readable) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7F) {
      out += fmt::format("\\u{:04X}", code);
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string comment_line(std::string_view text) {
  std::string line;
  for (const char c : clean_name(text)) {
    const char before = line.empty() ? ' ' : line.back();
    if ((before == '*' && c == '/') || (before == '/' && c == '*') || (before == '-' && c == '-')) line += ' ';
    line += c;
  }
  if (line.ends_with('\\')) line += ' ';  // it would take the next line of C into the comment
  return line;
}

}  // namespace stickslip::text
