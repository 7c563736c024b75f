// JSON text, written and read through nlohmann-json, whose headers stay inside.
//
// Written: values in the order in which they were put in, numbers in the shortest form that reads back the same. JSON
// has no NaN and no infinity: such a number is written as null. A writer that may meet one says why beside it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::io {

class Json {
 public:
  Json();  // null
  Json(double number);
  Json(std::size_t number);
  Json(bool truth);
  Json(std::string_view text);
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array();
  static Json object();
  static Json make_array(const std::vector<double>& numbers);

  // Of an array and of an object. A key that is there already keeps its place and gets the new value.
  void add(Json value);
  void add(std::string_view key, Json value);

  // With line breaks and two spaces per level; arrays of numbers and texts stay on one line.
  std::string text() const;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

// The text between quotation marks, with escapes where JSON wants them. Bytes that are no UTF-8 become U+FFFD.
std::string quote_json(std::string_view text);

// A JSON object that holds numbers and texts alone, as parameter files of other tools do.
struct FlatJson {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> texts;
};

// Throws std::invalid_argument with the file, the line of a fault in the syntax, and what was expected.
FlatJson read_flat_json(std::string_view text, const std::string& file);

}  // namespace stickslip::io
