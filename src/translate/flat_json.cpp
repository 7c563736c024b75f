#include "translate/flat_json.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace stickslip::translate_detail {
namespace {

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  char next() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) refuse(std::string("'") + c + "'");
  }

  std::string string() {
    expect('"');
    std::string s;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\') ++at_;  // names of parameters have no other escapes than of the sign itself
      if (at_ < text_.size()) s += text_[at_++];
    }
    if (at_ == text_.size()) refuse("the end of a text");
    ++at_;
    return s;
  }

  double number() {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc() || !std::isfinite(value)) refuse("a number or a text");
    at_ = std::size_t(end - text_.data());
    return value;
  }

  [[noreturn]] void refuse(const std::string& expected) const {
    std::size_t line = 1;
    for (std::size_t i = 0; i < at_ && i < text_.size(); ++i) line += text_[i] == '\n' ? 1U : 0U;
    throw std::invalid_argument(file_ + ":" + std::to_string(line) + ": " + expected +
                                " was expected; the file must be one JSON object of numbers and texts");
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

}  // namespace

FlatJson::FlatJson(std::string_view text, const std::string& file) : file_(file) {
  Reader r(text, file);
  r.expect('{');
  if (!r.take('}')) {
    do {
      const char quote = r.next();
      if (quote != '"') r.refuse("a key in quotation marks");
      const std::string key = r.string();
      r.expect(':');
      if (r.next() == '"')
        texts_[key] = r.string();
      else
        numbers_[key] = r.number();
    } while (r.take(','));
    r.expect('}');
  }
  if (r.next() != '\0') r.refuse("the end of the file");
}

double FlatJson::number(const std::string& key) const {
  const auto found = numbers_.find(key);
  if (found == numbers_.end())
    throw std::invalid_argument(file_ + ": the number \"" + key + "\" is missing: BAM's own files have it");
  return found->second;
}

const std::string& FlatJson::text(const std::string& key) const {
  const auto found = texts_.find(key);
  if (found == texts_.end())
    throw std::invalid_argument(file_ + ": the text \"" + key + "\" is missing: is this one of BAM's parameter files?");
  return found->second;
}

}  // namespace stickslip::translate_detail
