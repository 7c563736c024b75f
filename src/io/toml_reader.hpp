// What every file with a [law] shares: texts, numbers, lists, and complaints with their place. It and who includes it
// are all that sees toml++.
#pragma once

#include <fstream>
#include <sstream>

#include "stickslip/experiment.hpp"
#include "toml_parser.hpp"

namespace stickslip::io {

inline std::string place(const std::string& file, const toml::source_region& where) {
  return file + ":" + std::to_string(where.begin.line);
}

// What a value is, in words.
inline std::string_view node_kind(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::table:
      return "a table";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::none:
      break;
  }
  return "nothing";
}

inline std::string read_text_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || stream.bad()) throw std::invalid_argument(file + ": the file cannot be read");
  return text.str();
}

class TomlReader {
 public:
  explicit TomlReader(std::string file) : file_(std::move(file)) {}

 protected:
  [[noreturn]] void refuse(const toml::node& node, const std::string& what) const {
    throw std::invalid_argument(place(file_, node.source()) + ": " + what);
  }

  // A line of [law], [plant] and so on, into the recipe.
  void group_entry(const std::string& section, const std::string& key, const toml::node& node) {
    if (section == "law" && key == "name") return law(node);
    if (section == "law" && key == "elements") return elements(node);
    if (section == "law" && key == "matched") return match_node(node);
    if (const toml::table* sides = node.as_table()) {
      for (const auto& [side, value] : *sides) setting(section, key + "." + std::string(side.str()), value);
      return;
    }
    setting(section, key, node);
  }

  std::string text(const toml::node& node, const std::string& key) const {
    const auto value = node.value<std::string>();
    if (!node.is_string() || !value)
      refuse(node, key + " must be a name in quotation marks, but it is " + std::string(node_kind(node)));
    return *value;
  }

  ParamValue value(const std::string& key, const toml::node& node) const {
    if (const toml::array* list = node.as_array()) {
      ParamValue all{.is_list = true};
      for (const toml::node& item : *list) {
        if (item.is_string()) return {.text = read_bracketed(key, *list), .is_list = true};
        all.numbers.push_back(number(key, item));
      }
      return all;
    }
    if (node.is_string()) return {.text = *node.value<std::string>()};
    return {.numbers = {number(key, node)}};
  }

  // A list with units in some of its numbers, as people type it: "[1 bar, 2e5]".
  std::string read_bracketed(const std::string& key, const toml::array& list) const {
    std::string all;
    for (const toml::node& item : list)
      all += (all.empty() ? "[" : ", ") + (item.is_string() ? text(item, key) : to_text(number(key, item)));
    return all + "]";
  }

  double number(const std::string& key, const toml::node& node) const {
    if (!node.is_number()) refuse(node, key + " must be a number, but it is " + std::string(node_kind(node)));
    // value<double>() has none for a whole number that a double holds only rounded.
    return node.is_integer() ? double(node.as_integer()->get()) : node.as_floating_point()->get();
  }

  std::string file_;
  experiment::Recipe recipe_;

 private:
  void law(const toml::node& node) {
    recipe_.law = text(node, "law.name");
    recipe_.law_where = place(file_, node.source());
    try {
      law_info(recipe_.law);
    } catch (const UnknownName& unknown) {
      refuse(node, unknown.what());
    }
  }

  void match_node(const toml::node& node) {
    if (!node.is_boolean())
      refuse(node, "law.matched must be true or false, but it is " + std::string(node_kind(node)));
    if (*node.value<bool>()) recipe_.law_values = experiment::LawValues::matched;
  }

  void elements(const toml::node& node) {
    const auto count = node.value<std::int64_t>();
    if (!node.is_integer() || !count || *count < 1)
      refuse(node, "law.elements must be a whole number from 1 to 64, but it is " + std::string(node_kind(node)) +
                       (count ? " of " + std::to_string(*count) : std::string()));
    recipe_.elements = std::size_t(*count);
    recipe_.elements_where = place(file_, node.source());
  }

  void setting(const std::string& section, const std::string& key, const toml::node& node) {
    recipe_.settings.push_back({section, key, value(section + "." + key, node), place(file_, node.source())});
  }
};

}  // namespace stickslip::io
