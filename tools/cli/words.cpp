#include "words.hpp"

#include <algorithm>
#include <span>

#include "stickslip/friction/elements.hpp"

namespace stickslip::cli {
namespace {

constexpr std::string_view none = "-";

// The value of a field with choices counts from the field's lower bound.
std::string choice_or_number(const Field& field, double value) {
  if (field.choices.empty()) return text::digits(value);
  return split(field.choices, '|').at(static_cast<std::size_t>(value - field.lower));
}

std::string per_element(const Field& field, std::span<const double> values) {
  const bool same = std::all_of(values.begin(), values.end(), [&values](double v) { return v == values.front(); });
  if (same) return choice_or_number(field, values.front()) + " each";
  return choice_or_number(field, values.front()) + " ... " + choice_or_number(field, values.back());
}

// How often a field is there, before the sign that joins it to what is there: "n " or "4 "; nothing when it is single.
std::string times(const LawInfo& law, const Field& field, std::string_view sign) {
  if (field.shape == Shape::single) return {};
  return (law.has_elements ? "n" : std::to_string(field.width)) + std::string(sign);
}

}  // namespace

std::string states_in_words(const LawInfo& law) {
  std::vector<std::string> symbols;
  for (const Field& f : law.states)
    if (f.choices.empty()) symbols.push_back(times(law, f, " ") + std::string(f.symbol));
  return symbols.empty() ? std::string(none) : join(symbols);
}

std::string modes_in_words(const LawInfo& law) {
  std::vector<std::string> counts;
  for (const Field& f : law.states)
    if (!f.choices.empty()) counts.push_back(times(law, f, " x ") + std::to_string(split(f.choices, '|').size()));
  return counts.empty() ? std::string(none) : join(counts);
}

std::string reads_in_words(const LawInfo& law) {
  const std::string optional = to_text(law.may_read);
  return to_text(law.reads) + (optional.empty() ? "" : " [" + optional + "]");
}

std::string stick_in_words(const LawInfo& law) {
  switch (law.stick) {
    case Stick::none:
      return "no: below break-away it creeps or drifts";
    case Stick::elastic:
      return "elastic: below break-away the body deflects and returns";
    case Stick::rigid:
      return "rigid: below break-away the body does not move";
  }
  return {};
}

std::string passivity_in_words(const LawInfo& law) {
  switch (law.passivity) {
    case Passivity::always:
      return "always";
    case Passivity::conditional:
      return "when " + std::string(law.passive_when);
    case Passivity::never:
      return std::string(law.passive_when);
  }
  return {};
}

std::string relation_in_words(const Relation& relation) {
  const std::string left(relation.left);
  const std::string right(relation.right);
  switch (relation.kind) {
    case Relation::Kind::not_below:
      return left + " >= " + right;
    case Relation::Kind::above:
      return left + " > " + right;
    case Relation::Kind::sums_to_one:
      return "sum of " + left + " = 1";
    case Relation::Kind::above_unless_zero:
      return left + " > " + right + ", or " + left + " = 0";
  }
  return {};
}

std::string value_in_words(const Field& field, std::span<const double> values) {
  if (field.shape == Shape::elements) return per_element(field, values);
  if (field.shape == Shape::sides && values[0] != values[1])
    return text::digits(values[0]) + " forward, " + text::digits(values[1]) + " back";
  return choice_or_number(field, values[0]);
}

std::string default_in_words(const LawInfo& law, const Field& field) {
  return value_in_words(field, std::span<const double>(law.defaults).subspan(field.first, field.width));
}

std::string bounds_in_words(const Field& field) {
  if (!field.choices.empty()) return join(split(field.choices, '|'));
  return "[" + text::digits(field.lower) + ", " + text::digits(field.upper) + "]";
}

std::string elements_in_words() {
  return "1 to " + std::to_string(most_elements) + "; the defaults shown are those of " +
         std::to_string(usual_elements);
}

std::vector<Row> overview() {
  std::vector<Row> rows{{"name", "states", "modes", "reads [optional]", "source"}};
  for (const LawInfo& law : law_catalogue())
    rows.push_back({std::string(law.name), states_in_words(law), modes_in_words(law), reads_in_words(law),
                    std::string(law.source)});
  return rows;
}

}  // namespace stickslip::cli
