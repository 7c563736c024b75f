// Parameter groups: names, values, complaints.
#include "stickslip/param_group.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "join.hpp"
#include "stickslip/names.hpp"
#include "stickslip/units.hpp"

namespace stickslip {
namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The number at the front of the text, and what follows it.
bool number_at_front(std::string_view text, double& number, std::string_view& rest) {
  const std::size_t plus = text.starts_with('+') ? 1 : 0;
  const auto [end, error] = std::from_chars(text.data() + plus, text.data() + text.size(), number);
  if (error != std::errc()) return false;
  rest = trim({end, std::size_t(text.data() + text.size() - end)});
  return true;
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> all;
  for (;;) {
    const auto end = text.find(separator);
    all.push_back(trim(text.substr(0, end)));
    if (end == std::string_view::npos) return all;
    text.remove_prefix(end + 1);
  }
}

bool is_bracketed(std::string_view text) { return text.size() >= 2 && text.front() == '[' && text.back() == ']'; }
std::string_view inside(std::string_view brackets) { return brackets.substr(1, brackets.size() - 2); }

// Where a key points: a field and, for one scalar of it, the offset.
struct Target {
  std::size_t field;
  bool whole;
  std::size_t offset;
};

std::string full_name(const ParamGroup& group, std::string_view key) {
  return std::string(group.name) + "." + std::string(key);
}

// Names that files may still have from an earlier version.
struct Renamed {
  std::string_view group, before, now;
};
constexpr std::array renamed{Renamed{"plant", "load", "normal_force"}};

[[noreturn]] void refuse_key(const ParamGroup& group, std::string_view key) {
  std::vector<std::string_view> names;
  for (const Field& f : group.table) names.push_back(f.name);
  for (const Renamed& r : renamed)
    if (r.group == group.name && r.before == key && std::find(names.begin(), names.end(), r.now) != names.end())
      throw std::invalid_argument(full_name(group, key) + " is now called " + full_name(group, r.now));
  if (names.empty())
    throw std::invalid_argument("this experiment has no parameters in the group '" + std::string(group.name) + "'");
  throw UnknownName("parameter of the group '" + std::string(group.name) + "'", key, names);
}

// "coulomb.sideways", "limit[30]": the field is there, but not that part of it.
[[noreturn]] void refuse_part(const ParamGroup& group, std::size_t field, std::string_view part) {
  const Field& f = group.table[field];
  const std::string name(f.name);
  const std::string last = scalar_name(f, std::max<std::size_t>(1, group.lengths[field]) - 1);
  throw std::invalid_argument(std::string(group.name) + "." + name + " has no part '" + std::string(part) + "'" +
                              (f.shape == Shape::single  ? ": it is one number"
                               : f.shape == Shape::sides ? "; it has: " + scalar_name(f, 0) + ", " + last
                                                         : "; its elements are " + scalar_name(f, 0) + " to " + last));
}

Target find_target(const ParamGroup& group, std::string_view key) {
  const std::size_t cut = key.find_first_of(".[");
  for (std::size_t k = 0; k < group.table.size(); ++k) {
    const Field& f = group.table[k];
    if (f.name == key) return {k, true, 0};
    if (f.name != key.substr(0, cut)) continue;
    for (std::size_t i = 0; f.shape != Shape::single && i < group.lengths[k]; ++i)
      if (scalar_name(f, i) == key) return {k, false, i};
    refuse_part(group, k, key.substr(cut + (key[cut] == '.' ? 1 : 0)));
  }
  refuse_key(group, key.substr(0, cut));
}

// A choice by its name, or a number with its unit.
double number_from_text(const ParamGroup& group, std::string_view key, const Field& f, std::string_view text) {
  if (!f.choices.empty()) {
    const auto names = parts(f.choices, '|');
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) throw UnknownName("choice of " + full_name(group, key), text, names);
    return f.lower + double(found - names.begin());
  }
  double number = 0.0;
  std::string_view unit;
  const std::string unit_words = f.unit == "1" ? "a number without unit" : "a number in " + std::string(f.unit);
  if (!number_at_front(text, number, unit))
    throw std::invalid_argument(full_name(group, key) + " = '" + std::string(text) + "' is not a number; give " +
                                unit_words);
  if (unit.empty()) return number;
  try {
    return in_si(number, unit, f.unit);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(full_name(group, key) + " = '" + std::string(text) + "': " + error.what());
  }
}

// "[1 bar, 2 bar]", or one of them.
std::vector<double> numbers_from_text(const ParamGroup& group, std::string_view key, const Field& f,
                                      std::string_view text) {
  if (!is_bracketed(text)) return {number_from_text(group, key, f, text)};
  std::vector<double> numbers;
  for (const auto part : parts(inside(text), ',')) numbers.push_back(number_from_text(group, key, f, part));
  return numbers;
}

// The text form of a choice is asked for: a bare index would change its meaning with the table.
void refuse_bare_choice(const ParamGroup& group, std::string_view key, const Field& f) {
  if (f.choices.empty()) return;
  const auto names = parts(f.choices, '|');
  throw std::invalid_argument(full_name(group, key) +
                              " is a choice by name, not a number; take one of: " + join_names(names));
}

std::vector<double> read_numbers(const ParamGroup& group, std::string_view key, const Field& f,
                                 const ParamValue& value) {
  if (!value.text.empty()) return numbers_from_text(group, key, f, value.text);
  refuse_bare_choice(group, key, f);
  return value.numbers;
}

void check_length(const ParamGroup& group, std::string_view key, const Field& f, std::size_t wanted,
                  const ParamValue& value, std::span<const double> numbers) {
  const std::size_t given = numbers.size();
  if (!value.is_list || given == wanted) return;
  const std::string has = full_name(group, key) + " is given " + std::to_string(given) + " values, but it has ";
  if (f.shape == Shape::single) throw std::invalid_argument(has + "one: leave the brackets out");
  if (f.shape == Shape::sides) throw std::invalid_argument(has + "two: [forward, back], or one number for both");
  throw std::invalid_argument(has + std::to_string(wanted) + ", one per element; set the number of elements to " +
                              std::to_string(given) + " or give as many values as there are elements");
}

void check_range(const ParamGroup& group, std::size_t field) {
  std::array one{group.table[field]};
  one[0].width = group.lengths[field];
  const std::string text = complaint(one, {}, group.values);
  if (!text.empty()) throw std::invalid_argument(full_name(group, text));
}

// A list of free length takes the length that is given.
void assign_free_list(ParamGroup& group, std::string_view key, std::size_t k, const std::vector<double>& numbers) {
  const Field& f = group.table[k];
  if (numbers.empty() || numbers.size() > f.width)
    throw std::invalid_argument(full_name(group, key) + " is given " + std::to_string(numbers.size()) +
                                " values; it takes 1 to " + std::to_string(f.width));
  for (std::size_t i = 0; i < f.width; ++i) group.values[f.first + i] = i < numbers.size() ? numbers[i] : list_end();
  group.lengths[k] = numbers.size();
}

}  // namespace

double list_end() { return std::numeric_limits<double>::quiet_NaN(); }

std::size_t find_length(std::span<const double> list) {
  return std::size_t(std::find_if(list.begin(), list.end(), [](double x) { return std::isnan(x); }) - list.begin());
}

ParamValue value_from_text(std::string_view text) {
  text = trim(text);
  double number = 0.0;
  std::string_view rest;
  if (is_bracketed(text)) {
    ParamValue value{.is_list = true};
    if (trim(inside(text)).empty()) return value;
    for (const auto part : parts(inside(text), ',')) {
      if (!number_at_front(part, number, rest))
        throw std::invalid_argument("'" + std::string(part) + "' in the list " + std::string(text) +
                                    " is not a number");
      if (!rest.empty()) return {.text = std::string(text), .is_list = true};
      value.numbers.push_back(number);
    }
    return value;
  }
  if (number_at_front(text, number, rest) && rest.empty()) return {.numbers = {number}};
  return {.text = std::string(text)};
}

double ParamGroup::operator[](std::string_view field) const { return list(field).front(); }

std::span<const double> ParamGroup::list(std::string_view field) const {
  const Target t = find_target(*this, field);
  return std::span<const double>(values).subspan(table[t.field].first, lengths[t.field]);
}

void assign(ParamGroup& group, std::string_view key, const ParamValue& value) {
  const Target target = find_target(group, key);
  const Field& f = group.table[target.field];
  const auto numbers = read_numbers(group, key, f, value);
  const bool free_list = f.shape == Shape::elements && !group.fixed_lengths && target.whole;
  if (numbers.empty() && !free_list) throw std::invalid_argument(full_name(group, key) + " is given no value");
  if (free_list) {
    assign_free_list(group, key, target.field, numbers);
  } else {
    const std::size_t first = target.whole ? 0 : target.offset;
    const std::size_t count = target.whole ? group.lengths[target.field] : 1;
    check_length(group, key, f, count, value, numbers);
    for (std::size_t i = 0; i < count; ++i)
      group.values[f.first + first + i] = numbers[std::min(i, numbers.size() - 1)];
  }
  check_range(group, target.field);
}

std::string complaint(const ParamGroup& group) {
  std::vector<Field> table(group.table.begin(), group.table.end());
  for (std::size_t k = 0; k < table.size(); ++k) table[k].width = group.lengths[k];
  return complaint(table, group.relations, group.values);
}

std::string value_text(const ParamGroup& group, const Field& field) {
  const auto values = group.list(field.name);
  if (!field.choices.empty())
    return "\"" + std::string(parts(field.choices, '|').at(std::size_t(values[0] - field.lower))) + "\"";
  const bool one = field.shape == Shape::single || (field.shape == Shape::sides && values[0] == values[1]);
  if (one) return to_text(values[0]);
  std::string text;
  for (const double v : values) text += (text.empty() ? "[" : ", ") + to_text(v);
  return text + "]";
}

Setting setting_from_text(std::string_view text, std::string_view where) {
  const auto equals = text.find('=');
  const auto dot = text.find('.');
  const std::string place = (where.empty() ? "" : std::string(where) + " ") + std::string(text);
  if (equals == std::string_view::npos || dot == std::string_view::npos || dot > equals)
    throw std::invalid_argument(place + ": write group.key=value, as in law.coulomb=1.5");
  return {std::string(text.substr(0, dot)), std::string(text.substr(dot + 1, equals - dot - 1)),
          value_from_text(text.substr(equals + 1)), place};
}

}  // namespace stickslip
