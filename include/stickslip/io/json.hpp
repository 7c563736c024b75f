// JSON text: values in the order in which they were put in, numbers in the shortest form that reads back the same.
//
// JSON has no NaN and no infinity: such a number is written as null. A writer that may meet one says why beside it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stickslip {

class Json {
 public:
  Json() = default;  // null
  Json(double number);
  Json(std::size_t number);
  Json(bool truth);
  Json(std::string_view text);
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(const std::string& text) : Json(std::string_view(text)) {}

  static Json array();
  static Json object();
  static Json array_of(const std::vector<double>& numbers);

  // Of an array and of an object.
  void add(Json value);
  void add(std::string_view key, Json value);

  // With line breaks and two spaces per level; arrays of numbers stay on one line.
  std::string text(std::size_t level = 0) const;

 private:
  enum class Kind : unsigned char { plain, array, object };
  Kind kind_ = Kind::plain;
  bool nested_ = false;         // holds an array or an object
  std::string plain_ = "null";  // ready to print
  std::vector<std::pair<std::string, Json>> members_;
};

// The text between quotation marks, with escapes where JSON wants them.
std::string json_quoted(std::string_view text);

}  // namespace stickslip
