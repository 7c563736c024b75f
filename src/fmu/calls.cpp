#include "calls.hpp"

#include <algorithm>
#include <charconv>

#include "categories.hpp"

namespace stickslip::fmu {

std::vector<std::string> check_categories(std::size_t count, const char* const* names) {
  std::vector<std::string> all;
  for (const char* const name : numbers(names, count, "categories")) {
    const std::string asked = require(name, "a category") == '\0' ? "" : name;
    if (std::none_of(categories.begin(), categories.end(), [&asked](const auto& c) { return c.name == asked; }))
      refuse("there is no log category '" + asked + "'");
    all.push_back(asked);
  }
  return all;
}

std::string local_folder(const char* location) {
  std::string_view text = require(location, "the location of the resources") == '\0' ? "" : location;
  if (!text.starts_with("file:")) return std::string(text);
  text.remove_prefix(5);
  if (text.starts_with("//")) {  // an authority, empty or "localhost", ends at the next stroke
    text.remove_prefix(2);
    text.remove_prefix(std::min(text.find('/'), text.size()));
  }
  std::string path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const bool coded = text[i] == '%' && i + 2 < text.size() &&
                       std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3;
    path += coded ? char(code) : text[i];
    if (coded) i += 2;
  }
  return path;
}

}  // namespace stickslip::fmu
