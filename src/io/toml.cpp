// Reading experiment files. The only source that sees toml++.
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#include "stickslip/io/toml.hpp"

#include <toml++/toml.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "stickslip/io/input_table.hpp"
#include "stickslip/names.hpp"

namespace stickslip {
namespace {

constexpr std::array<std::string_view, 6> sections{"experiment", "law", "plant", "drive", "solver", "run"};

std::string place(const std::string& file, const toml::source_region& where) {
  return file + ":" + std::to_string(where.begin.line);
}

// What a value is, in words.
std::string_view kind_of(const toml::node& node) {
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

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  Recipe read(std::string_view text) {
    try {
      const toml::table root = toml::parse(text, file_);
      for (const auto& [key, node] : root) section(key.str(), node);
    } catch (const toml::parse_error& error) {
      throw std::invalid_argument(place(file_, error.source()) + ": " + std::string(error.description()));
    }
    if (recipe_.base.empty())
      throw std::invalid_argument(file_ +
                                  ": [experiment] base is missing; add base = \"NAME\" with one of: " + names());
    return std::move(recipe_);
  }

 private:
  static std::string names() {
    std::string text;
    for (const ExperimentInfo& e : experiment_catalogue()) text += (text.empty() ? "" : ", ") + std::string(e.name);
    return text;
  }

  [[noreturn]] void refuse(const toml::node& node, const std::string& what) const {
    throw std::invalid_argument(place(file_, node.source()) + ": " + what);
  }

  void section(std::string_view name, const toml::node& node) {
    if (std::find(sections.begin(), sections.end(), name) == sections.end())
      refuse(node, UnknownName("section of an experiment", name, sections).what());
    const toml::table* table = node.as_table();
    if (table == nullptr)
      refuse(node, "'" + std::string(name) + "' must be a section: write [" + std::string(name) + "]");
    for (const auto& [key, value] : *table) entry(std::string(name), std::string(key.str()), value);
  }

  void entry(const std::string& section, const std::string& key, const toml::node& node) {
    if (section == "experiment") return base(key, node);
    if (section == "law" && key == "name") return law(node);
    if (section == "law" && key == "elements") return elements(node);
    if (const toml::table* sides = node.as_table()) {
      for (const auto& [side, value] : *sides) setting(section, key + "." + std::string(side.str()), value);
      return;
    }
    setting(section, key, node);
  }

  void base(const std::string& key, const toml::node& node) {
    constexpr std::array<std::string_view, 1> keys{"base"};
    if (key != "base") refuse(node, UnknownName("key of [experiment]", key, keys).what());
    recipe_.base = text(node, "experiment.base");
    try {
      experiment_info(recipe_.base);
    } catch (const UnknownName& unknown) {
      refuse(node, unknown.what());
    }
  }

  void law(const toml::node& node) {
    recipe_.law = text(node, "law.name");
    recipe_.law_where = place(file_, node.source());
    try {
      law_info(recipe_.law);
    } catch (const UnknownName& unknown) {
      refuse(node, unknown.what());
    }
  }

  void elements(const toml::node& node) {
    const auto count = node.value<std::int64_t>();
    if (!node.is_integer() || !count || *count < 1)
      refuse(node, "law.elements must be a whole number from 1 to 64, but it is " + std::string(kind_of(node)) +
                       (count ? " of " + std::to_string(*count) : std::string()));
    recipe_.elements = std::size_t(*count);
    recipe_.elements_where = place(file_, node.source());
  }

  std::string text(const toml::node& node, const std::string& key) const {
    const auto value = node.value<std::string>();
    if (!node.is_string() || !value)
      refuse(node, key + " must be a name in quotation marks, but it is " + std::string(kind_of(node)));
    return *value;
  }

  void setting(const std::string& section, const std::string& key, const toml::node& node) {
    recipe_.settings.push_back({section, key, value(section + "." + key, node), place(file_, node.source())});
  }

  ParamValue value(const std::string& key, const toml::node& node) const {
    if (const toml::array* list = node.as_array()) {
      ParamValue all{.is_list = true};
      for (const toml::node& item : *list) all.numbers.push_back(number(key, item));
      return all;
    }
    if (node.is_string()) return {.text = *node.value<std::string>()};
    return {.numbers = {number(key, node)}};
  }

  double number(const std::string& key, const toml::node& node) const {
    if (!node.is_number()) refuse(node, key + " must be a number, but it is " + std::string(kind_of(node)));
    return *node.value<double>();
  }

  std::string file_;
  Recipe recipe_;
};

}  // namespace

Recipe recipe_from_toml(std::string_view text, const std::string& file) { return Reader(file).read(text); }

Recipe read_recipe(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || stream.bad()) throw std::invalid_argument(file + ": the file cannot be read");
  Recipe recipe = recipe_from_toml(text.str(), file);
  locate_tables(recipe, std::filesystem::path(file).parent_path().string());
  return recipe;
}

}  // namespace stickslip
