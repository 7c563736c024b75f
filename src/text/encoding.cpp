#include "stickslip/text/encoding.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace stickslip::text {
namespace {

constexpr char32_t replacement = 0xFFFD;

struct Letter {
  char32_t code = 0;
  std::size_t size = 0;  // bytes; 0: not UTF-8
};

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

// The code point that begins at `at`: no overlong form, no surrogate, nothing above U+10FFFF (RFC 3629).
Letter letter_at(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return {};
  char32_t code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte_at(text, at + i) & 0xC0U) != 0x80) return {};
    code = (code << 6U) | (byte_at(text, at + i) & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < smallest[size] || surrogate || code > 0x10FFFF ? Letter{} : Letter{code, size};
}

void append(std::string& out, char32_t code) {
  const auto add = [&out](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | (code >> 6U));
  } else {
    if (code < 0x10000) {
      add(0xE0 | (code >> 12U));
    } else {
      add(0xF0 | (code >> 18U));
      add(0x80 | ((code >> 12U) & 0x3FU));
    }
    add(0x80 | ((code >> 6U) & 0x3FU));
  }
  add(0x80 | (code & 0x3FU));
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

// Zero-width marks, line and paragraph separators, and those that turn the direction of writing.
bool is_invisible(char32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

bool starts_big_endian(std::string_view bytes) {
  return bytes.starts_with("\xFE\xFF") || (bytes.size() >= 2 && bytes[0] == '\0' && bytes[1] != '\0');
}

std::string cut_blanks(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return true;
  if (bytes.size() < 4) return false;
  const bool first = bytes[0] == '\0' && bytes[2] == '\0';
  const bool second = bytes[1] == '\0' && bytes[3] == '\0';
  return first != second;
}

std::string utf8_from_utf16(std::string_view bytes) {
  const std::size_t high = starts_big_endian(bytes) ? 0 : 1;
  const auto unit = [bytes, high](std::size_t i) {
    return char32_t(byte_at(bytes, i + high) << 8U | byte_at(bytes, i + 1 - high));
  };
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t code = unit(i);
    const bool pair = code >= 0xD800 && code < 0xDC00 && i + 3 < bytes.size() && (unit(i + 2) & 0xFC00U) == 0xDC00;
    if (pair) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (code >= 0xD800 && code <= 0xDFFF) {
      code = replacement;
    }
    if (code != 0xFEFF) append(out, code);
  }
  return out;
}

bool is_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const Letter letter = letter_at(bytes, at);
    if (letter.size == 0) return false;
    at += letter.size;
  }
  return true;
}

bool begins_second_control(std::string_view text) {
  return text.size() >= 2 && text[0] == '\xC2' && byte_at(text, 1) < 0xA0;
}

std::string utf8_from_windows_1252(std::string_view bytes) {
  constexpr std::array<char16_t, 32> from_80{0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                             0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                             0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                             0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned byte = byte_at(bytes, i);
    append(out, byte >= 0x80 && byte < 0xA0 ? char32_t(from_80[byte - 0x80]) : char32_t(byte));
  }
  return out;
}

std::string clean_name(std::string_view name) {
  if (!is_utf8(name)) return clean_name(utf8_from_windows_1252(name));
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    const Letter letter = letter_at(name, at);
    if (is_control(letter.code) || is_invisible(letter.code))
      out += ' ';
    else
      out += name.substr(at, letter.size);
    at += letter.size;
  }
  return cut_blanks(out);
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text, at);
    const bool harmless = letter.size > 0 && (letter.code == '\n' || letter.code == '\t' || !is_control(letter.code));
    if (harmless) {
      out += text.substr(at, letter.size);
      at += letter.size;
    } else {
      out += fmt::format("\\x{:02x}", byte_at(text, at++));
    }
  }
  return out;
}

}  // namespace stickslip::text
