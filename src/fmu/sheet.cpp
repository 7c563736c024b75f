#include "sheet.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "stickslip/options.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::fmu {

std::size_t Sheet::place(Kind kind, std::size_t index) const {
  std::size_t k = 0;
  while (k < variables.size() && !(variables[k].kind == kind && variables[k].index == index)) ++k;
  return k;
}

int add_choices(Sheet& sheet, std::string name, std::string_view items, double first) {
  Choices added{.name = std::move(name) + "_type", .items = text::split(items, '|'), .first = int(first)};
  for (std::size_t k = 0; k < sheet.choices.size(); ++k)
    if (sheet.choices[k].name == added.name) return int(k);
  sheet.choices.push_back(std::move(added));
  return int(sheet.choices.size() - 1);
}

std::vector<std::size_t> state_places(const Sheet& sheet, std::size_t unknowns) {
  std::vector<std::size_t> places;
  for (const std::size_t i : sheet.states)
    if (i < unknowns) places.push_back(sheet.place(Kind::unknown, i));
  return places;
}

void add_slopes(Sheet& sheet, const std::vector<std::size_t>& knowns) {
  for (const std::size_t i : sheet.states) {
    const Variable& state = sheet.variables[sheet.place(Kind::unknown, i)];
    Variable slope{.name = "der(" + state.name + ")",
                   .unit = state.unit.empty()  ? ""
                           : state.unit == "1" ? "1/s"
                                               : state.unit + "/s",
                   .doc = "Rate of " + state.name + ".",
                   .kind = Kind::slope,
                   .index = i,
                   .initial = Initial::calculated,
                   .dependencies = knowns};
    if (slope.unit == "m/s/s") slope.unit = "m/s2";
    if (slope.unit == "rad/s/s") slope.unit = "rad/s2";
    sheet.variables.push_back(std::move(slope));
  }
}

void add_guards(Sheet& sheet, const std::vector<std::string_view>& names, const std::vector<std::size_t>& knowns) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto alike = std::count(names.begin(), names.end(), names[k]);
    const auto earlier = std::count(names.begin(), names.begin() + std::ptrdiff_t(k), names[k]);
    sheet.variables.push_back(
        {.name = "guard." + as_identifier(names[k]) + (alike > 1 ? "[" + std::to_string(earlier) + "]" : ""),
         .unit = "",
         .doc = "Event indicator: " + std::string(names[k]) + ", when it falls through zero.",
         .kind = Kind::guard,
         .index = k,
         .initial = Initial::calculated,
         .dependencies = knowns});
  }
  sheet.guards = names.size();
}

std::string as_identifier(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain)
      text += c;
    else if (!text.empty() && text.back() != '_')
      text += '_';
  }
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text;
}

void rename(Sheet& sheet, const std::string& name) {
  if (name.empty()) return;
  if (!text::is_identifier(name)) {
    const std::string plain = as_identifier(name);
    const std::string nearest = text::is_identifier(plain) ? plain : "fmu_" + plain;
    throw std::invalid_argument(option_reference("name", name) +
                                ": the name of an FMU is one in C, of letters, digits and underscores, and begins with "
                                "no digit" +
                                (plain.empty() ? "" : ", such as " + nearest));
  }
  sheet.identifier = name;
  sheet.name = name;
}

}  // namespace stickslip::fmu
