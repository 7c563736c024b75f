// Reading experiment files, specs of sweeps and models. The only source that sees toml++.
#include "stickslip/io/toml.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "stickslip/friction/elements.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/names.hpp"
#include "toml_parser.hpp"

namespace stickslip {
namespace {

constexpr std::array<std::string_view, 7> sections{"experiment", "law", "plant", "drive", "solver", "run", "sweep"};
constexpr std::array<std::string_view, 3> model_sections{"law", "fit", "provenance"};

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
    read_all(text);
    return std::move(recipe_);
  }

  SweepRecipe read_sweep(std::string_view text) {
    sweep_.emplace();
    read_all(text);
    if (sweep_->where.empty())
      throw std::invalid_argument(file_ +
                                  ": [sweep] is missing; add it with method = \"grid\", and [[sweep.parameter]] with "
                                  "name = \"group.key\" and values = [...]");
    sweep_->experiment = std::move(recipe_);
    return std::move(*sweep_);
  }

  Model read_model(std::string_view text) {
    Model model{.file = file_};
    const toml::table root = parsed_toml(text, file_);
    for (const auto& [key, node] : root) model_section(model, key.str(), node);
    if (recipe_.law.empty())
      throw std::invalid_argument(file_ +
                                  ": [law] name is missing; a model has [law] with name = \"NAME\" and its "
                                  "parameters, see stickslip laws");
    model.law = recipe_.law;
    model.settings = std::move(recipe_.settings);
    take_values(model);
    return model;
  }

 private:
  void read_all(std::string_view text) {
    const toml::table root = parsed_toml(text, file_);
    for (const auto& [key, node] : root) section(key.str(), node);
    if (recipe_.base.empty())
      throw std::invalid_argument(file_ +
                                  ": [experiment] base is missing; add base = \"NAME\" with one of: " + names());
  }

  static std::string names() {
    std::string text;
    for (const ExperimentInfo& e : experiment_catalogue()) text += (text.empty() ? "" : ", ") + std::string(e.name);
    return text;
  }

  [[noreturn]] void refuse(const toml::node& node, const std::string& what) const {
    throw std::invalid_argument(place(file_, node.source()) + ": " + what);
  }

  void section(std::string_view name, const toml::node& node) {
    const std::span<const std::string_view> known(sections.begin(), sections.size() - (sweep_ ? 0 : 1));
    if (name == "sweep" && !sweep_)
      refuse(node, "[sweep] is for stickslip sweep; use that, or take it out to run the experiment alone");
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuse(node, UnknownName("section of an experiment", name, known).what());
    const toml::table* table = node.as_table();
    if (table == nullptr)
      refuse(node, "'" + std::string(name) + "' must be a section: write [" + std::string(name) + "]");
    if (name == "sweep") sweep_->where = place(file_, node.source());
    for (const auto& [key, value] : *table) entry(std::string(name), std::string(key.str()), value);
  }

  void entry(const std::string& section, const std::string& key, const toml::node& node) {
    if (section == "experiment") return base(key, node);
    if (section == "sweep") return sweep_entry(key, node);
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

  // ---- models

  void model_section(Model& model, std::string_view name, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (std::find(model_sections.begin(), model_sections.end(), name) == model_sections.end())
      refuse(node, UnknownName("section of a model", name, model_sections).what());
    if (table == nullptr)
      refuse(node, "'" + std::string(name) + "' must be a section: write [" + std::string(name) + "]");
    if (name == "law")
      for (const auto& [key, value] : *table) entry("law", std::string(key.str()), value);
    if (name == "provenance") model.data_hash = data_hash(*table);
    if (name != "fit") return;
    if (const toml::node* resolution = table->get("velocity_resolution"))
      model.velocity_resolution = number("fit.velocity_resolution", *resolution);
    if (const toml::node* rotary = table->get("rotary")) {
      if (!rotary->is_boolean())
        refuse(*rotary, "fit.rotary must be true or false, but it is " + std::string(kind_of(*rotary)));
      model.rotary = *rotary->value<bool>();
    }
  }

  // Goes into the comments of other files: letters, digits and dashes only.
  std::string data_hash(const toml::table& provenance) const {
    const toml::node* hash = provenance.get("hash");
    if (hash == nullptr) return {};
    const std::string text = hash->value_or(std::string());
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; };
    if (text.empty() || text.size() > 128 || !std::all_of(text.begin(), text.end(), is_plain))
      refuse(*hash, "provenance.hash must be a text of letters and digits");
    return text;
  }

  // The law's own values with those of the file.
  void take_values(Model& model) const {
    const LawInfo& info = law_info(model.law);
    if (recipe_.elements > 0 && !info.has_elements)
      throw std::invalid_argument(recipe_.elements_where + ": the law " + model.law +
                                  " has no elements; take elements out");
    model.elements = !info.has_elements ? 0 : recipe_.elements > 0 ? recipe_.elements : usual_elements;
    model.group = law_group(model.law, model.elements);
    for (const Setting& s : model.settings) {
      try {
        assign(model.group, s.key, s.value);
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(s.where + ": " + error.what());
      }
    }
    const std::string wrong = complaint(model.group);
    if (!wrong.empty()) throw std::invalid_argument(file_ + ": law: " + wrong);
  }

  // ---- [sweep]

  void sweep_entry(const std::string& key, const toml::node& node) {
    constexpr std::array<std::string_view, 5> keys{"method", "samples", "seed", "figures", "parameter"};
    if (key == "parameter") return parameters(node);
    if (key == "figures") return figures(node);
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      refuse(node, UnknownName("key of [sweep]", key, keys).what());
    ParamValue written;
    if (key == "method")
      written.text = text(node, "sweep.method");
    else
      written.numbers = {number("sweep." + key, node)};
    assign(*sweep_, {"sweep", key, written, place(file_, node.source())});
  }

  const toml::array& list(const toml::node& node, const std::string& key) const {
    const toml::array* all = node.as_array();
    if (all == nullptr) refuse(node, key + " must be a list in brackets, but it is " + std::string(kind_of(node)));
    if (all->empty()) refuse(node, key + " is an empty list; write at least one value, or leave it out");
    return *all;
  }

  void figures(const toml::node& node) {
    sweep_->figures_where = place(file_, node.source());
    for (const toml::node& item : list(node, "sweep.figures")) sweep_->figures.push_back(text(item, "sweep.figures"));
  }

  void parameters(const toml::node& node) {
    const toml::array* all = node.as_array();
    if (all == nullptr) refuse(node, "a swept parameter is written with two brackets: [[sweep.parameter]]");
    for (const toml::node& item : *all) {
      const toml::table* table = item.as_table();
      if (table == nullptr)
        refuse(item, "a swept parameter must be a section: write [[sweep.parameter]] with name and values");
      const toml::node* name = table->get("name");
      if (name == nullptr) refuse(item, "the name of this parameter is missing; write name = \"law.coulomb\"");
      SweepParameter p{.name = text(*name, "the name of a parameter"), .where = place(file_, name->source())};
      for (const auto& [key, value] : *table) parameter_entry(p, key.str(), value);
      sweep_->parameters.push_back(std::move(p));
    }
  }

  void parameter_entry(SweepParameter& p, std::string_view key, const toml::node& node) const {
    constexpr std::array<std::string_view, 6> keys{"name", "values", "from", "to", "count", "scale"};
    const std::string what = std::string(key) + " of " + p.name;
    if (key == "values") {
      for (const toml::node& item : list(node, what)) p.values.push_back(swept(p, item));
    } else if (key == "from") {
      p.from = swept(p, node);
    } else if (key == "to") {
      p.to = swept(p, node);
    } else if (key == "count") {
      p.count = count(node, what);
    } else if (key == "scale") {
      p.scale = scale(node, what);
    } else if (key != "name") {
      refuse(node, UnknownName("key of [[sweep.parameter]]", key, keys).what());
    }
  }

  SweptValue swept(const SweepParameter& p, const toml::node& node) const {
    return {value(p.name, node), place(file_, node.source())};
  }

  std::size_t count(const toml::node& node, const std::string& what) const {
    const auto given = node.value<std::int64_t>();
    if (!node.is_integer() || !given || *given < 2 || *given > std::int64_t(most_samples))
      refuse(node, what + " must be a whole number from 2 to " + std::to_string(most_samples) + ", but it is " +
                       std::string(kind_of(node)) + (given ? " of " + std::to_string(*given) : std::string()));
    return std::size_t(*given);
  }

  Scale scale(const toml::node& node, const std::string& what) const {
    constexpr std::array<std::string_view, 2> names{"linear", "log"};
    const std::string given = text(node, what);
    if (given == "linear") return Scale::linear;
    if (given == "log") return Scale::log;
    refuse(node, UnknownName("scale", given, names).what());
  }

  std::string file_;
  Recipe recipe_;
  std::optional<SweepRecipe> sweep_;  // there when a spec of a sweep is read
};

std::string text_in(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || stream.bad()) throw std::invalid_argument(file + ": the file cannot be read");
  return text.str();
}

}  // namespace

Recipe recipe_from_toml(std::string_view text, const std::string& file) { return Reader(file).read(text); }

Recipe read_recipe(const std::string& file) {
  Recipe recipe = recipe_from_toml(text_in(file), file);
  locate_tables(recipe, std::filesystem::path(file).parent_path().string());
  return recipe;
}

SweepRecipe sweep_from_toml(std::string_view text, const std::string& file) { return Reader(file).read_sweep(text); }

SweepRecipe read_sweep(const std::string& file) {
  SweepRecipe recipe = sweep_from_toml(text_in(file), file);
  locate_tables(recipe.experiment, std::filesystem::path(file).parent_path().string());
  return recipe;
}

Model model_from_toml(std::string_view text, const std::string& file) { return Reader(file).read_model(text); }

Model read_model(const std::string& file) { return model_from_toml(text_in(file), file); }

}  // namespace stickslip
