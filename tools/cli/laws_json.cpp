#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "laws.hpp"
#include "words.hpp"

namespace stickslip::cli {
namespace {

using Json = nlohmann::ordered_json;  // fields stay in the order in which they are written here

// JSON knows neither NaN nor infinity, and nlohmann-json would write null for them: no table may hold one.
double finite(double value, const Field& field) {
  if (!std::isfinite(value))
    throw std::logic_error("the table of " + std::string(field.name) + " holds " + to_text(value));
  return value;
}

Json names(const std::string& list) {
  Json all = Json::array();
  if (list.empty()) return all;
  for (const std::string& part : split(list, ',')) all.push_back(part.substr(part.find_first_not_of(' ')));
  return all;
}

std::string_view to_text(Shape shape) {
  switch (shape) {
    case Shape::single:
      return "single";
    case Shape::sides:
      return "sides";
    case Shape::elements:
      return "elements";
  }
  return {};
}

std::string_view to_text(Passivity passivity) {
  switch (passivity) {
    case Passivity::always:
      return "always";
    case Passivity::conditional:
      return "conditional";
    case Passivity::never:
      return "never";
  }
  return {};
}

std::string_view to_text(Stick stick) {
  switch (stick) {
    case Stick::none:
      return "none";
    case Stick::elastic:
      return "elastic";
    case Stick::rigid:
      return "rigid";
  }
  return {};
}

Json field(const Field& f) {
  Json json{{"name", f.name},
            {"symbol", f.symbol},
            {"unit", f.unit},
            {"meaning", f.doc},
            {"shape", to_text(f.shape)},
            {"lower", finite(f.lower, f)},
            {"upper", finite(f.upper, f)},
            {"scale", f.scale == Scale::log ? "log" : "linear"}};
  if (!f.choices.empty()) json["choices"] = split(f.choices, '|');
  return json;
}

// A number, or for two sides and for elements a list of numbers.
Json default_value(const LawInfo& law, const Field& f) {
  const auto values = std::span<const double>(law.defaults).subspan(f.first, f.width);
  if (f.shape == Shape::single) return finite(values[0], f);
  Json list = Json::array();
  for (const double v : values) list.push_back(finite(v, f));
  return list;
}

Json parameters(const LawInfo& law) {
  Json all = Json::array();
  for (const Field& f : law.params) {
    Json json = field(f);
    json["default"] = default_value(law, f);
    all.push_back(std::move(json));
  }
  return all;
}

Json states(const LawInfo& law) {
  Json all = Json::array();
  for (const Field& f : law.states) all.push_back(field(f));
  return all;
}

Json relations(const LawInfo& law) {
  Json all = Json::array();
  for (const Relation& r : law.relations) all.push_back(relation_in_words(r));
  return all;
}

Json summary(const LawInfo& law) {
  return {{"name", law.name},
          {"title", law.title},
          {"source", law.source},
          {"reads", names(stickslip::to_text(law.reads))},
          {"may_read", names(stickslip::to_text(law.may_read))},
          {"states", states(law)}};
}

Json whole(const LawInfo& law) {
  Json json = summary(law);
  json["equation"] = split(law.equation, '\n');
  json["stick"] = to_text(law.stick);
  json["passivity"] = to_text(law.passivity);
  json["passive_when"] = law.passive_when;
  json["has_elements"] = law.has_elements;
  json["has_hold"] = law.has_hold;
  json["has_steady_state"] = law.has_steady_state;
  json["has_stored_energy"] = law.has_stored_energy;
  json["has_presliding"] = law.has_presliding;
  json["parameters"] = parameters(law);
  json["relations"] = relations(law);
  json["guards"] = std::vector<std::string>(law.guards.begin(), law.guards.end());
  return json;
}

}  // namespace

std::string laws_json() {
  Json all = Json::array();
  for (const LawInfo& law : law_catalogue()) all.push_back(summary(law));
  return all.dump(2) + "\n";
}

std::string law_json(const LawInfo& law) { return whole(law).dump(2) + "\n"; }

}  // namespace stickslip::cli
