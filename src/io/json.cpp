#include "stickslip/io/json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "stickslip/param.hpp"
#include "stickslip/text/encoding.hpp"

namespace stickslip::io {
namespace {

using Value = nlohmann::ordered_json;

// JSON lets delete and the control characters U+0080 to U+009F stand; a terminal obeys them.
std::string escape_controls(const std::string& text) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x7F') {
      out += "\\u007f";
    } else if (text::begins_second_control(std::string_view(text).substr(i))) {
      const auto code = static_cast<unsigned char>(text[++i]);
      out.append("\\u00").append(1, hex[code >> 4U]).append(1, hex[code & 15U]);
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string plain_text(const Value& value) {
  // nlohmann writes 1.0 and 100000.0 where the shortest form is 1 and 1e+05.
  if (value.is_number_float()) return std::isfinite(value.get<double>()) ? to_text(value.get<double>()) : "null";
  const std::string text = value.dump(-1, ' ', false, Value::error_handler_t::replace);
  return value.is_string() ? escape_controls(text) : text;
}

// nlohmann's own indentation gives every number of a list a line.
std::string indent_text(const Value& value, std::size_t level) {
  if (value.is_primitive()) return plain_text(value);
  const bool is_object = value.is_object();
  const bool in_one_line =
      value.empty() ||
      (!is_object && std::none_of(value.begin(), value.end(), [](const Value& v) { return v.is_structured(); }));
  const std::string indent = in_one_line ? "" : "\n" + std::string(2 * (level + 1), ' ');
  std::string text(1, is_object ? '{' : '[');
  std::string separator;
  for (auto member = value.begin(); member != value.end(); ++member) {
    text += separator + indent;
    if (is_object) text += quote_json(member.key()) + ": ";
    text += indent_text(*member, level + 1);
    separator = in_one_line ? ", " : ",";
  }
  if (!in_one_line) text += "\n" + std::string(2 * level, ' ');
  return text + (is_object ? '}' : ']');
}

[[noreturn]] void refuse(const std::string& place, const std::string& what) {
  throw std::invalid_argument(place + ": " + what + "; the file must be one JSON object of numbers and texts");
}

std::size_t line_at(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  return std::size_t(std::count(before.begin(), before.end(), '\n')) + 1;
}

Value parse(std::string_view text, const std::string& file) {
  try {
    return Value::parse(text);
  } catch (const Value::parse_error& error) {
    const std::string message = error.what();
    const auto reason = message.find("syntax error");
    refuse(file + ":" + std::to_string(line_at(text, error.byte > 0 ? error.byte - 1 : 0)),
           reason == std::string::npos ? "not valid JSON" : message.substr(reason));
  } catch (const Value::out_of_range&) {
    refuse(file, "a number is out of range for a double");
  }
}

}  // namespace

struct Json::Document {
  Value value;
};

Json::Json() : document_(std::make_unique<Document>()) {}
Json::Json(double number) : Json() { document_->value = number; }
Json::Json(std::size_t number) : Json() { document_->value = number; }
Json::Json(bool truth) : Json() { document_->value = truth; }
Json::Json(std::string_view text) : Json() { document_->value = text; }
Json::Json(const Json& other) : document_(std::make_unique<Document>(*other.document_)) {}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) {
  document_ = std::make_unique<Document>(*other.document_);
  return *this;
}
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::array() {
  Json json;
  json.document_->value = Value::array();
  return json;
}

Json Json::object() {
  Json json;
  json.document_->value = Value::object();
  return json;
}

Json Json::make_array(const std::vector<double>& numbers) {
  Json json;
  json.document_->value = numbers;
  return json;
}

void Json::add(Json value) { document_->value.push_back(std::move(value.document_->value)); }

void Json::add(std::string_view key, Json value) {
  document_->value[std::string(key)] = std::move(value.document_->value);
}

std::string Json::text() const { return indent_text(document_->value, 0); }

std::string quote_json(std::string_view text) { return plain_text(Value(text)); }

FlatJson read_flat_json(std::string_view text, const std::string& file) {
  const Value value = parse(text, file);
  if (!value.is_object()) refuse(file, "an object in braces was expected");
  FlatJson flat;
  for (const auto& [key, member] : value.items()) {
    if (member.is_string())
      flat.texts[key] = member.get<std::string>();
    else if (member.is_number())
      flat.numbers[key] = member.get<double>();
    else
      refuse(file, "\"" + key + "\" is neither a number nor a text");
  }
  return flat;
}

}  // namespace stickslip::io
