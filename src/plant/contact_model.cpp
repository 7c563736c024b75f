#include "stickslip/plant/contact_model.hpp"

#include <cmath>

namespace stickslip::plant {
namespace {

// The k-th of "a|b|c".
std::string choice(std::string_view choices, std::size_t k) {
  for (; k > 0; --k) {
    const std::size_t bar = choices.find('|');
    if (bar == std::string_view::npos) return "?";
    choices.remove_prefix(bar + 1);
  }
  return std::string(choices.substr(0, choices.find('|')));
}

// "3 of 10 slip": how many of the elements are not at rest.
std::string count_text(const Field& f, std::span<const double> values) {
  std::size_t active = 0;
  for (const double v : values) active += v != 0.0 ? 1 : 0;
  return std::to_string(active) + " of " + std::to_string(values.size()) + " " +
         (f.name == "switching" ? "columns switch" : "slip");
}

}  // namespace

std::string mode_text(std::span<const Field> table, std::span<const double> state) {
  std::string text;
  for (const Field& f : table) {
    if (f.choices.empty()) continue;
    const auto values = state.subspan(f.first, f.width);
    const std::string part = f.shape == Shape::single
                                 ? choice(f.choices, std::size_t(std::max(0.0, std::round(values[0] - f.lower))))
                                 : count_text(f, values);
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

std::vector<Column> state_columns(std::span<const Field> table) {
  std::vector<Column> all;
  for (const Field& f : table)
    for (std::size_t i = 0; i < f.width; ++i) all.push_back({scalar_name(f, i), std::string(f.unit)});
  return all;
}

std::vector<Column> element_columns(std::size_t count) {
  std::vector<Column> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back({"element_force[" + std::to_string(i) + "]", "N"});
  return all;
}

}  // namespace stickslip::plant
