#include "experiment_words.hpp"

#include <algorithm>

#include "stickslip/text/numbers.hpp"

namespace stickslip::io {

using namespace experiment;

namespace {

// "stiffness = 1e+05 N/m"; of a list its length.
std::string parameter_text(const ParamGroup& group, const Field& f) {
  const std::string name(f.name);
  if (f.shape == Shape::elements) return name + " (" + std::to_string(group.list(f.name).size()) + " values)";
  return name + " = " + text::with_unit(value_text(group, f), f.unit);
}

Json value_json(const ParamGroup& group, const Field& f) {
  const auto values = group.list(f.name);
  if (f.choices.empty()) {
    if (f.shape == Shape::single) return values[0];
    return Json::make_array({values.begin(), values.end()});
  }
  const std::string quoted = value_text(group, f);
  return std::string_view(quoted).substr(1, quoted.size() - 2);
}

}  // namespace

std::string with_law(const Experiment& e) {
  return e.base + " with the law " + e.law_name +
         (e.elements > 0 ? " (" + std::to_string(e.elements) + " elements)" : "");
}

std::vector<std::string> fill_in(const Experiment& e) {
  std::vector<std::string> lines;
  const auto& origins = e.law_origins;
  if (std::all_of(origins.begin(), origins.end(), [](Origin o) { return o == Origin::experiment; })) return lines;
  for (const Origin origin : {Origin::given, Origin::experiment, Origin::law_table}) {
    std::string values;
    for (std::size_t k = 0; k < origins.size(); ++k)
      if (origins[k] == origin) values += (values.empty() ? "" : ", ") + parameter_text(e.law, e.law.table[k]);
    if (values.empty()) continue;
    lines.push_back((origin == Origin::given        ? "law parameters given: "
                     : origin == Origin::experiment ? "law parameters of the experiment: "
                                                    : "law parameters filled in from the law's own table: ") +
                    values);
  }
  return lines;
}

Json parameters_json(const Experiment& e) {
  Json groups = Json::object();
  for (const ParamGroup* group : e.groups()) {
    Json one = Json::object();
    for (std::size_t k = 0; k < group->table.size(); ++k) {
      const Field& f = group->table[k];
      Json parameter = Json::object();
      parameter.add("value", value_json(*group, f));
      parameter.add("unit", f.unit);
      if (group == &e.law && k < e.law_origins.size()) parameter.add("from", to_text(e.law_origins[k]));
      one.add(f.name, std::move(parameter));
    }
    if (group == &e.drive && !e.table.file.empty()) {
      Json table = Json::object();
      table.add("value", e.table.file);
      one.add("table", std::move(table));
    }
    groups.add(group->name, std::move(one));
  }
  return groups;
}

}  // namespace stickslip::io
