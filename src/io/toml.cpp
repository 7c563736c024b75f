// Reading experiment files and specs of sweeps.
#include "stickslip/io/toml.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "stickslip/io/input_table.hpp"
#include "stickslip/names.hpp"
#include "toml_reader.hpp"

namespace stickslip::io {

using namespace experiment;
using namespace sweep;

namespace {

constexpr std::array<std::string_view, 7> sections{"experiment", "law", "plant", "drive", "solver", "run", "sweep"};

class Reader : TomlReader {
 public:
  using TomlReader::TomlReader;

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

 private:
  void read_all(std::string_view text) {
    const toml::table root = parse_toml(text, file_);
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

  void section(std::string_view name, const toml::node& node) {
    const std::span<const std::string_view> known(sections.begin(), sections.size() - (sweep_ ? 0 : 1));
    if (name == "sweep" && !sweep_)
      refuse(node, "[sweep] is for stickslip sweep; use that, or remove it to run the experiment alone");
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
    group_entry(section, key, node);
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
    if (all == nullptr) refuse(node, key + " must be a list in brackets, but it is " + std::string(node_kind(node)));
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
      for (const toml::node& item : list(node, what)) p.values.push_back(read_swept(p, item));
    } else if (key == "from") {
      p.from = read_swept(p, node);
    } else if (key == "to") {
      p.to = read_swept(p, node);
    } else if (key == "count") {
      p.count = count(node, what);
    } else if (key == "scale") {
      p.scale = scale(node, what);
    } else if (key != "name") {
      refuse(node, UnknownName("key of [[sweep.parameter]]", key, keys).what());
    }
  }

  SweptValue read_swept(const SweepParameter& p, const toml::node& node) const {
    return {value(p.name, node), place(file_, node.source())};
  }

  std::size_t count(const toml::node& node, const std::string& what) const {
    const auto given = node.value<std::int64_t>();
    if (!node.is_integer() || !given || *given < 2 || *given > std::int64_t(most_samples))
      refuse(node, what + " must be a whole number from 2 to " + std::to_string(most_samples) + ", but it is " +
                       std::string(node_kind(node)) + (given ? " of " + std::to_string(*given) : std::string()));
    return std::size_t(*given);
  }

  Scale scale(const toml::node& node, const std::string& what) const {
    constexpr std::array<std::string_view, 2> names{"linear", "log"};
    const std::string given = text(node, what);
    if (given == "linear") return Scale::linear;
    if (given == "log") return Scale::log;
    refuse(node, UnknownName("scale", given, names).what());
  }

  std::optional<SweepRecipe> sweep_;  // there when a spec of a sweep is read
};

}  // namespace

Recipe recipe_from_toml(std::string_view text, const std::string& file) { return Reader(file).read(text); }

Recipe read_recipe(const std::string& file) {
  Recipe recipe = recipe_from_toml(read_text_file(file), file);
  locate_tables(recipe, std::filesystem::path(file).parent_path().string());
  return recipe;
}

SweepRecipe sweep_from_toml(std::string_view text, const std::string& file) { return Reader(file).read_sweep(text); }

SweepRecipe read_sweep(const std::string& file) {
  SweepRecipe recipe = sweep_from_toml(read_text_file(file), file);
  locate_tables(recipe.experiment, std::filesystem::path(file).parent_path().string());
  return recipe;
}

}  // namespace stickslip::io
