// toml++ with its assumptions checked. To be included in place of its own header, by every source that uses it.
//
// toml++ 3.3 takes some things for granted that a damaged text does not hold (a name behind the [ of a table, a value
// behind the = of a key, no letters beyond ASCII outside of texts and comments). What follows is undefined; here it is
// an error like any other.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stickslip::io {

struct TomlAssumption : std::logic_error {
  using std::logic_error::logic_error;
};

constexpr void check_toml_assumption(bool holds) {
  if (!holds) throw TomlAssumption("unexpected input");
}

}  // namespace stickslip::io

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) ::stickslip::io::check_toml_assumption(static_cast<bool>(expr))
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace stickslip::io {

// Where a comment or a quoted text that begins at `from` ends; the size of the text when it does not. Texts end with
// their line, but for those in three quotation marks.
inline std::size_t find_text_end(std::string_view text, std::size_t from) {
  const char mark = text[from];
  if (mark == '#') return std::min(text.find('\n', from), text.size());
  const std::string three(3, mark);
  const bool is_long = text.substr(from, 3) == three;
  for (std::size_t i = from + (is_long ? 3 : 1); i < text.size(); ++i) {
    if (mark == '"' && text[i] == '\\')
      ++i;
    else if (is_long ? text.substr(i, 3) == three : text[i] == mark || text[i] == '\n')
      return i + (is_long ? 2 : 0);
  }
  return text.size();
}

// Throws std::invalid_argument with file and line for letters beyond ASCII where none may stand.
inline void check_letters(std::string_view text, const std::string& file) {
  const std::size_t first = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (std::size_t i = first; i < text.size(); ++i) {
    if (text[i] == '#' || text[i] == '"' || text[i] == '\'')
      i = find_text_end(text, i);
    else if (static_cast<unsigned char>(text[i]) >= 0x80)
      throw std::invalid_argument(
          file + ":" + std::to_string(1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(i), '\n')) +
          ": non-ASCII character outside quotation marks and comments; put it in quotation marks");
  }
}

// The line at whose end the text begins to be one that toml++ does not expect.
inline std::size_t find_assumption_line(std::string_view text) {
  std::size_t number = 0;
  for (std::size_t end = 0; end < text.size(); ++end) {
    end = std::min(text.find('\n', end), text.size());
    ++number;
    try {
      (void)toml::parse(text.substr(0, end));
    } catch (const toml::parse_error&) {
    } catch (const TomlAssumption&) {
      return number;
    }
  }
  return number;
}

// Throws std::invalid_argument with file and line.
inline toml::table parse_toml(std::string_view text, const std::string& file) {
  check_letters(text, file);
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw std::invalid_argument(file + ":" + std::to_string(error.source().begin.line) + ": " +
                                std::string(error.description()));
  } catch (const TomlAssumption&) {
    throw std::invalid_argument(file + ":" + std::to_string(find_assumption_line(text)) +
                                ": not valid TOML; write key = value, or [table]");
  }
}

}  // namespace stickslip::io
