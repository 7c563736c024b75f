// Parameters at run time: a table of fields (param.hpp) and a row of numbers, so that files, the command line and
// reports read and write every parameter set in one way.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/param.hpp"

namespace stickslip {

// A value as a person wrote it: a number, a list of numbers, or a text (a choice, a number with its unit, a list of
// such numbers in brackets).
struct ParamValue {
  std::vector<double> numbers = {};
  std::string text = {};
  bool is_list = false;
};

// The value in "1.5", "1.5 N", "[1.5, 2]" or "R1".
ParamValue value_from_text(std::string_view text);

// A parameter set at run time.
struct ParamGroup {
  std::string_view name;  // "law", "plant", "drive", "solver" or "run"
  std::span<const Field> table;
  std::span<const Relation> relations;
  std::vector<double> values;        // in table order
  std::vector<std::size_t> lengths;  // per field, how many of its scalars are in use: less than its width in lists only
  bool fixed_lengths = false;        // true for the elements of a law: all lists have the same length

  // The value of a field with one scalar, and the scalars in use of any field. Throw UnknownName.
  double operator[](std::string_view field) const;
  std::span<const double> list(std::string_view field) const;

  bool operator==(const ParamGroup& other) const { return values == other.values && lengths == other.lengths; }
};

// What a list holds behind its last value, so that a typed set knows its length.
double list_end();
std::size_t find_length(std::span<const double> list);

template <ParamSet P>
ParamGroup make_group(std::string_view name, const P& set) {
  const auto all = scalars(set);
  ParamGroup group{name, fields<P>, relations<P>(), {all.begin(), all.end()}, {}, false};
  for (const Field& f : fields<P>)
    group.lengths.push_back(f.shape == Shape::elements ? find_length(all.subspan(f.first, f.width)) : f.width);
  return group;
}

template <ParamSet P>
P make_set(const ParamGroup& group) {
  P set;
  const auto all = scalars(set);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = group.values[i];
  return set;
}

// Puts a value into a field: "coulomb", "coulomb.back", "limit[3]". Throws std::invalid_argument with what is wrong:
// an unknown name (with the nearest), a unit, a choice or a length that does not fit, a number out of bounds.
void assign(ParamGroup& group, std::string_view key, const ParamValue& value);

// The first complaint about bounds and relations; empty when there is none.
std::string complaint(const ParamGroup& group);

// A law's parameters at their defaults; elements = 0: the usual number. Throws UnknownName, std::invalid_argument.
ParamGroup law_group(std::string_view law, std::size_t elements = 0);

// The value of a field as a person would write it, and as it stands in a file: "1.5", "[1, 2]", "\"R1\"".
std::string value_text(const ParamGroup& group, const Field& field);

// One line of a file, or one --set.
struct Setting {
  std::string group;
  std::string key;
  ParamValue value;
  std::string where = {};  // "seal.toml:12", "--set"; stands before every complaint about it
};

// "law.coulomb=1.5", typed at `where` ("--set"); std::invalid_argument says how to write it.
Setting setting_from_text(std::string_view text, std::string_view where = {});

}  // namespace stickslip
