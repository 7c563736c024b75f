// A JSON object that holds numbers and texts alone, as parameter files of other tools do.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace stickslip::translate_detail {

class FlatJson {
 public:
  // Throws std::invalid_argument with file, line and what was expected.
  FlatJson(std::string_view text, const std::string& file);

  // Throw std::invalid_argument when the key is missing or of the other kind.
  double number(const std::string& key) const;
  const std::string& text(const std::string& key) const;

 private:
  std::string file_;
  std::map<std::string, double> numbers_;
  std::map<std::string, std::string> texts_;
};

}  // namespace stickslip::translate_detail
