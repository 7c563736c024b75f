// Enough of XML to read a description: elements, attributes, the five entities and &#10;.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::tests {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes = {};
  std::vector<XmlElement> children = {};

  bool has(const std::string& key) const { return attributes.count(key) > 0; }
  const std::string& at(const std::string& key) const {
    const auto found = attributes.find(key);
    if (found == attributes.end()) throw std::runtime_error("<" + name + "> has no attribute " + key);
    return found->second;
  }
  const XmlElement* child(std::string_view wanted) const {
    for (const XmlElement& c : children)
      if (c.name == wanted) return &c;
    return nullptr;
  }
};

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  XmlElement read() {
    if (take_until("?>").substr(0, 5) != "<?xml") fail("no XML declaration");
    skip_space();
    XmlElement root = element();
    skip_space();
    if (at_ != text_.size()) fail("text behind the root element");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("XML at byte " + std::to_string(at_) + ": " + what);
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (peek() == ' ' || peek() == '\n') ++at_;
  }
  void expect(std::string_view part) {
    if (text_.substr(at_, part.size()) != part) fail("expected " + std::string(part));
    at_ += part.size();
  }
  std::string_view take_until(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) fail("no " + std::string(end));
    const auto taken = text_.substr(at_, found - at_);
    at_ = found + end.size();
    return taken;
  }
  std::string word() {
    const std::size_t from = at_;
    while (peek() != '\0' && std::string_view(" =/>\n").find(peek()) == std::string_view::npos) ++at_;
    if (at_ == from) fail("a name is missing");
    return std::string(text_.substr(from, at_ - from));
  }
  std::string plain(std::string_view coded) const {
    static const std::map<std::string, std::string, std::less<>> entities{
        {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"#10", "\n"}};
    std::string out;
    for (std::size_t i = 0; i < coded.size(); ++i) {
      if (coded[i] == '<') fail("a bare < in an attribute");
      if (coded[i] != '&') {
        out += coded[i];
        continue;
      }
      const std::size_t end = coded.find(';', i);
      const auto entity = entities.find(coded.substr(i + 1, end - i - 1));
      if (end == std::string_view::npos || entity == entities.end()) fail("an unknown entity");
      out += entity->second;
      i = end;
    }
    return out;
  }
  XmlElement element() {
    expect("<");
    XmlElement e{word()};
    for (skip_space(); peek() != '/' && peek() != '>'; skip_space()) {
      const std::string key = word();
      expect("=\"");
      if (!e.attributes.emplace(key, plain(take_until("\""))).second) fail("attribute " + key + " twice");
    }
    if (peek() == '/') return expect("/>"), e;
    expect(">");
    for (skip_space(); text_.substr(at_, 2) != "</"; skip_space()) e.children.push_back(element());
    expect("</" + e.name + ">");
    return e;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace stickslip::tests
