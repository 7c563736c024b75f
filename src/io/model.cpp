// Reading models. Apart from experiment files, so that a program which wants a law alone carries no experiments.
#include "stickslip/io/model.hpp"

#include <algorithm>
#include <cctype>

#include "stickslip/friction/elements.hpp"
#include "stickslip/names.hpp"
#include "toml_reader.hpp"

namespace stickslip::io {
namespace {

constexpr std::array<std::string_view, 3> model_sections{"law", "fit", "provenance"};

class ModelReader : TomlReader {
 public:
  using TomlReader::TomlReader;

  Model read(std::string_view text) {
    Model model{.file = file_};
    const toml::table root = parse_toml(text, file_);
    for (const auto& [key, node] : root) model_section(model, key.str(), node);
    if (recipe_.law.empty())
      throw std::invalid_argument(file_ +
                                  ": [law] name is missing; a model has [law] with name = \"NAME\" and its "
                                  "parameters, see stickslip laws");
    if (recipe_.law_values == experiment::LawValues::matched)
      throw std::invalid_argument(file_ + ": [law] matched is for experiments; a model has values of its own");
    model.law = recipe_.law;
    model.settings = std::move(recipe_.settings);
    take_values(model);
    return model;
  }

 private:
  void model_section(Model& model, std::string_view name, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (std::find(model_sections.begin(), model_sections.end(), name) == model_sections.end())
      refuse(node, UnknownName("section of a model", name, model_sections).what());
    if (table == nullptr)
      refuse(node, "'" + std::string(name) + "' must be a section: write [" + std::string(name) + "]");
    if (name == "law")
      for (const auto& [key, value] : *table) group_entry("law", std::string(key.str()), value);
    if (name == "provenance") model.data_hash = data_hash(*table);
    if (name != "fit") return;
    if (const toml::node* resolution = table->get("velocity_resolution"))
      model.velocity_resolution = number("fit.velocity_resolution", *resolution);
    if (const toml::node* speeds = table->get("speeds")) model.speeds = speed_range(*speeds);
    if (const toml::node* rotary = table->get("rotary")) {
      if (!rotary->is_boolean())
        refuse(*rotary, "fit.rotary must be true or false, but it is " + std::string(node_kind(*rotary)));
      model.rotary = *rotary->value<bool>();
    }
  }

  std::array<double, 2> speed_range(const toml::node& node) {
    const toml::array* both = node.as_array();
    if (both == nullptr || both->size() != 2)
      refuse(node, "fit.speeds must be two numbers, the slowest and the fastest speed of the data");
    const double slow = number("fit.speeds", *both->get(0)), fast = number("fit.speeds", *both->get(1));
    if (!(0.0 < slow && slow <= fast))
      refuse(node, "fit.speeds must be positive and rise, but it is [" + to_text(slow) + ", " + to_text(fast) + "]");
    return {slow, fast};
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
};

}  // namespace

Model model_from_toml(std::string_view text, const std::string& file) { return ModelReader(file).read(text); }

Model read_model(const std::string& file) { return model_from_toml(read_text_file(file), file); }

}  // namespace stickslip::io
