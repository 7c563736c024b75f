// Option tables: the one place where an option's name, unit, bounds, choices and meaning are written.
//
// A set of options is a plain struct; its options() lists one row per option. The command line, TOML, Python, Octave,
// the journal, JSON and the report read that table, so that a new option is one row and its use:
//
//   struct CoolOptions {
//     double cutoff = 0.0;  // [Hz]
//     static std::span<const OptionRow> options();
//   };
//   std::span<const OptionRow> CoolOptions::options() {
//     static const std::array rows{
//         option_row<&CoolOptions::cutoff>({.name = "cutoff", .unit = "Hz", .doc = "Low-pass", .lower = 0.0})};
//     return rows;
//   }
//   set_option(o, "cutoff", "50");
//
// Values travel as words: every front end can write them, and none needs the type of a member. Messages name an option
// by a reference, which each front end turns into its own words (option_reference, rendered).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace stickslip {

// What the words of a value stand for.
enum class OptionKind : unsigned char {
  flag,      // "true" or "false"
  number,    // a finite number in `unit`
  count,     // a whole number, not negative
  text,      // any text
  choice,    // one of choices()
  names,     // any number of names, of choices() where there are some
  settings,  // any number of key=value
};

using Words = std::vector<std::string>;

struct OptionRow {
  std::string_view name;       // in every front end; "--like-this" on the command line
  std::string_view unit = {};  // SI, as in parameter tables; empty: none
  std::string_view doc = {};   // one sentence, with what the default means
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool above_lower = false;                              // the lower bound itself is not admissible
  std::string_view noun = {};                            // what a message calls one of the choices: "strategy"
  std::vector<std::string_view> (*choices)() = nullptr;  // the words that it takes; none: any
  std::string_view typed = {};                           // on the command line, where it differs from the name: "fix"
  bool everyday = false;                                 // shown by the short help
  bool changes_result = true;                            // false: how fast, not what; left out of journal and JSON

  // Set by option_row().
  OptionKind kind = OptionKind::text;
  void (*put)(void* set, const Words& words) = nullptr;
  Words (*get)(const void* set) = nullptr;
};

template <class S>
concept OptionSet = requires {
  { S::options() } -> std::convertible_to<std::span<const OptionRow>>;
};

// ---- references to options in messages

// "{option fixed: stiffness=2}", "{option free}": a message of the library names an option and perhaps a value.
std::string option_reference(std::string_view name, std::string_view value = {});

// How a front end writes a reference: "--fix stiffness=2", "fixed={\"stiffness\": 2}".
using OptionWording = std::function<std::string(std::string_view name, std::string_view value)>;

// The text with every reference written by `wording`.
std::string apply_wording(std::string_view text, const OptionWording& wording);

// ---- words and values

namespace detail {

// All throw std::invalid_argument "... is not a number"; the caller puts the option before it.
bool flag_from(const std::string& word);
double number_from(const std::string& word);
std::uint64_t count_from(const std::string& word);
std::string describe_number(double value);

template <class T>
struct OptionCodec;

template <>
struct OptionCodec<bool> {
  static constexpr OptionKind kind = OptionKind::flag;
  static void put(bool& value, const Words& words) { value = flag_from(words.at(0)); }
  static Words get(bool value) { return {value ? "true" : "false"}; }
};

template <>
struct OptionCodec<double> {
  static constexpr OptionKind kind = OptionKind::number;
  static void put(double& value, const Words& words) { value = number_from(words.at(0)); }
  static Words get(double value) { return {describe_number(value)}; }
};

template <class T>
requires std::is_unsigned_v<T> &&(!std::is_same_v<T, bool>)struct OptionCodec<T> {
  static constexpr OptionKind kind = OptionKind::count;
  static void put(T& value, const Words& words) { value = T(count_from(words.at(0))); }
  static Words get(T value) { return {std::to_string(value)}; }
};

template <>
struct OptionCodec<std::string> {
  static constexpr OptionKind kind = OptionKind::text;
  static void put(std::string& value, const Words& words) { value = words.at(0); }
  static Words get(const std::string& value) { return {value}; }
};

template <>
struct OptionCodec<Words> {
  static constexpr OptionKind kind = OptionKind::names;
  static void put(Words& value, const Words& words) { value = words; }
  static Words get(const Words& value) { return value; }
};

template <class M>
struct MemberOf;
template <class S, class T>
struct MemberOf<T S::*> {
  using Set = S;
  using Value = T;
};

}  // namespace detail

// The row of a member of a built-in type: bool, double, an unsigned count, a text or a list of texts.
template <auto member>
OptionRow option_row(OptionRow row) {
  using Set = typename detail::MemberOf<decltype(member)>::Set;
  using Codec = detail::OptionCodec<typename detail::MemberOf<decltype(member)>::Value>;
  row.kind = Codec::kind == OptionKind::text && row.choices != nullptr ? OptionKind::choice : Codec::kind;
  if (row.kind == OptionKind::count && row.lower < 0.0) row.lower = 0.0;
  row.put = [](void* set, const Words& words) { Codec::put(static_cast<Set*>(set)->*member, words); };
  row.get = [](const void* set) { return Codec::get(static_cast<const Set*>(set)->*member); };
  return row;
}

// The row of an enum: `names` lists its words in the order of its values.
template <auto member, const auto& names>
OptionRow choice_row(OptionRow row) {
  using Set = typename detail::MemberOf<decltype(member)>::Set;
  using Value = typename detail::MemberOf<decltype(member)>::Value;
  row.kind = OptionKind::choice;
  row.choices = [] { return std::vector<std::string_view>(std::begin(names), std::end(names)); };
  row.put = [](void* set, const Words& words) {
    for (std::size_t k = 0; k < std::size(names); ++k)
      if (names[k] == words.at(0)) static_cast<Set*>(set)->*member = Value(k);
  };
  row.get = [](const void* set) {
    return Words{std::string(names[std::size_t(static_cast<const Set*>(set)->*member)])};
  };
  return row;
}

// The row of anything else: two functions between the set and its words.
template <class Set, void (*put)(Set&, const Words&), Words (*get)(const Set&)>
OptionRow custom_row(OptionKind kind, OptionRow row) {
  row.kind = kind;
  row.put = [](void* set, const Words& words) { put(*static_cast<Set*>(set), words); };
  row.get = [](const void* set) { return get(*static_cast<const Set*>(set)); };
  return row;
}

// ---- what front ends do with a table

// Throws UnknownName with the nearest names.
const OptionRow& find_option(std::span<const OptionRow> rows, std::string_view name);

// "compare-below": the option on the command line, without its hyphens before it.
std::string typed_name(const OptionRow& row);

// "(0, 1]", "[0, 1024]", or nothing when every number is admissible.
std::string bounds_text(const OptionRow& row);

// "A, B or C" of the choices; empty when there are none.
std::string choices_text(const OptionRow& row);

// Throws std::invalid_argument with reference, value and remedy: bounds, choices, what is no number.
void check_words(const OptionRow& row, const Words& words);

namespace detail {
void set_option(void* set, const OptionRow& row, const Words& words);
}  // namespace detail

// Sets an option from words, one of them unless it is a list. Throws UnknownName, std::invalid_argument.
template <OptionSet S>
void set_option(S& set, std::string_view name, const Words& words) {
  detail::set_option(&set, find_option(S::options(), name), words);
}

template <OptionSet S>
Words option_words(const S& set, const OptionRow& row) {
  return row.get(&set);
}

// For a set that was filled in C++: what is not the default must be admissible.
template <OptionSet S>
void check_options(const S& set) {
  const S usual{};
  for (const OptionRow& row : S::options())
    if (const Words words = row.get(&set); words != row.get(&usual)) check_words(row, words);
}

// "0.5", "offset, gain"
std::string words_text(const Words& words);

struct GivenOption {
  std::string_view name;
  std::string text;
};

// Options whose value is not the default, for journals and reports.
template <OptionSet S>
std::vector<GivenOption> changed_options(const S& set) {
  const S usual{};
  std::vector<GivenOption> changed;
  for (const OptionRow& row : S::options())
    if (const Words words = row.get(&set); words != row.get(&usual)) changed.push_back({row.name, words_text(words)});
  return changed;
}

// A set and its table together, for front ends that are no templates.
struct OptionView {
  void* set;
  const void* usual;  // a set with the defaults
  std::span<const OptionRow> rows;

  Words words(const OptionRow& row) const { return row.get(set); }
  Words default_words(const OptionRow& row) const { return row.get(usual); }
  void put(const OptionRow& row, const Words& words) const { detail::set_option(set, row, words); }
};

template <OptionSet S>
OptionView view_options(S& set) {
  static const S usual{};
  return {&set, &usual, S::options()};
}

}  // namespace stickslip
