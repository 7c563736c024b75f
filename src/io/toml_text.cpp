// Writing experiment files.
#include "stickslip/io/model.hpp"
#include "stickslip/io/toml.hpp"
#include "stickslip/text/quoting.hpp"

namespace stickslip::io {

using namespace experiment;

namespace {

std::string comment(const Field& f) {
  const std::string unit = f.unit == "1" ? "" : "[" + std::string(f.unit) + "] ";
  std::string choices;
  for (const char c : f.choices) choices += c == '|' ? ", " : std::string(1, c);
  return "  # " + unit + std::string(f.doc) + (choices.empty() ? "" : " One of: " + choices + ".");
}

std::string group_text(const ParamGroup& group) {
  std::string text;
  for (const Field& f : group.table) text += std::string(f.name) + " = " + value_text(group, f) + comment(f) + "\n";
  return text;
}

}  // namespace

std::string law_toml(std::string_view law, std::size_t elements, const ParamGroup& group) {
  std::string text = "[law]\nname = \"" + std::string(law) + "\"  # " + std::string(law_info(law).title) + "\n";
  if (elements > 0) text += "elements = " + std::to_string(elements) + "  # elements in use\n";
  return text + group_text(group);
}

std::string toml_text(const Experiment& e) {
  std::string text = "[experiment]\nbase = \"" + e.base + "\"  # " + std::string(experiment_info(e.base).title) + "\n";
  text += "\n" + law_toml(e.law_name, e.elements, e.law);
  for (const ParamGroup* group : e.groups()) {
    if (group == &e.law || group->table.empty()) continue;
    text += "\n[" + std::string(group->name) + "]\n" + group_text(*group);
    if (group == &e.drive && !e.table.file.empty())
      text +=
          "table = " + text::toml_string(e.table.file) + "  # columns time[s] and " + table_column(e.base).name + "\n";
  }
  return text;
}

}  // namespace stickslip::io
