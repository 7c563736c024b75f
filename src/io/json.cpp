#include "stickslip/io/json.hpp"

#include <cmath>

#include "stickslip/param.hpp"

namespace stickslip {

std::string json_quoted(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += std::string("\\") + c;
    else if (c == '\n')
      quoted += "\\n";
    else if (code < 0x20)
      quoted += std::string("\\u00") + digits[code / 16] + digits[code % 16];
    else
      quoted += c;
  }
  return quoted + "\"";
}

Json::Json(double number) : plain_(std::isfinite(number) ? text_of(number) : "null") {}
Json::Json(std::size_t number) : plain_(std::to_string(number)) {}
Json::Json(bool truth) : plain_(truth ? "true" : "false") {}
Json::Json(std::string_view text) : plain_(json_quoted(text)) {}

Json Json::array() {
  Json json;
  json.kind_ = Kind::array;
  return json;
}

Json Json::object() {
  Json json;
  json.kind_ = Kind::object;
  return json;
}

Json Json::array_of(const std::vector<double>& numbers) {
  Json json = array();
  for (const double x : numbers) json.add(x);
  return json;
}

void Json::add(Json value) { add({}, std::move(value)); }

void Json::add(std::string_view key, Json value) {
  nested_ = nested_ || value.kind_ != Kind::plain;
  members_.emplace_back(std::string(key), std::move(value));
}

std::string Json::text(std::size_t level) const {
  if (kind_ == Kind::plain) return plain_;
  const bool is_object = kind_ == Kind::object;
  const bool in_one_line = members_.empty() || (!is_object && !nested_);
  const std::string indent = in_one_line ? "" : "\n" + std::string(2 * (level + 1), ' ');
  std::string text(1, is_object ? '{' : '[');
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const auto& [key, value] = members_[k];
    text += (k == 0 ? "" : in_one_line ? ", " : ",") + indent;
    if (is_object) text += json_quoted(key) + ": ";
    text += value.text(level + 1);
  }
  if (!in_one_line) text += "\n" + std::string(2 * level, ' ');
  return text + (is_object ? '}' : ']');
}

}  // namespace stickslip
