#include "command.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "stickslip/param.hpp"
#include "tables.hpp"

namespace stickslip::cli {
namespace {

bool is_list(const OptionRow& row) { return row.kind == OptionKind::names || row.kind == OptionKind::settings; }

bool is_on_by_default(const OptionRow& row, const OptionView& options) {
  return row.kind == OptionKind::flag && options.default_words(row) == Words{"true"};
}

std::string table_default(const TableTarget& t) {
  if (t.row->kind == OptionKind::flag || is_list(*t.row)) return {};
  const std::string words = words_text(t.options.default_words(*t.row));
  return words == "0" ? "" : words;
}

std::string_view placeholder(OptionKind kind) {
  switch (kind) {
    case OptionKind::flag:
      return "";
    case OptionKind::number:
      return " X";
    case OptionKind::count:
      return " N";
    case OptionKind::text:
    case OptionKind::choice:
      return " NAME";
    case OptionKind::names:
      return " NAME,...";
    case OptionKind::settings:
      return " KEY=VALUE";
  }
  return "";
}

std::string table_meaning(const OptionRow& row, const OptionView& options) {
  std::string text = (is_on_by_default(row, options) ? "Switch off: " : "") + std::string(row.doc);
  if (row.unit.empty() || row.unit == "1") return text;
  const auto note = text.find(" (default");  // the unit belongs to the quantity before it
  return text.insert(std::min(note, text.size()), " [" + std::string(row.unit) + "]");
}

Choices table_choices(const OptionRow& row) {
  if (row.choices == nullptr) return {};
  return [&row] {
    const auto names = row.choices();
    return std::vector<std::string>(names.begin(), names.end());
  };
}

// The default that the target itself holds; empty where 0 or an empty text stands for something else.
std::string hold_default(const Target& target) {
  return std::visit(
      [](const auto& t) -> std::string {
        using T = std::decay_t<decltype(t)>;
        if constexpr (std::is_same_v<T, double*>) return *t == 0.0 ? "" : to_text(*t);
        if constexpr (std::is_same_v<T, std::size_t*>) return *t == 0 ? "" : std::to_string(*t);
        if constexpr (std::is_same_v<T, std::string*>) return *t;
        if constexpr (std::is_same_v<T, TableTarget>) return table_default(t);
        return {};
      },
      target);
}

bool ignored = false;  // --help ends the program before anybody reads a target

}  // namespace

Spelling spelling(const Option& option) {
  const auto space = option.spelling.find(' ');
  const std::string first = option.spelling.substr(0, space);
  if (!first.starts_with("-")) return {{}, first};
  return {split(first, ','), space == std::string::npos ? "" : option.spelling.substr(space + 1)};
}

bool is_positional(const Option& option) { return !option.spelling.starts_with("-"); }

bool is_flag(const Option& option) {
  const auto* const table = std::get_if<TableTarget>(&option.target);
  return table != nullptr ? table->row->kind == OptionKind::flag : std::holds_alternative<bool*>(option.target);
}

bool is_repeatable(const Option& option) {
  if (const auto* const table = std::get_if<TableTarget>(&option.target)) return is_list(*table->row);
  return std::holds_alternative<std::vector<std::string>*>(option.target) ||
         std::holds_alternative<Commas>(option.target);
}

std::string show_spelling(const Option& option) {
  const Spelling s = spelling(option);
  const std::string names = join(s.names);
  return names.empty() ? s.value : s.value.empty() ? names : names + " " + s.value;
}

std::string synopsis(const CommandRow& row, const Command& command) {
  std::string text = "stickslip " + std::string(row.name) + " [OPTIONS]";
  for (const Option& option : command.options)
    if (is_positional(option)) text += " " + option.spelling;
  return text;
}

std::string full_meaning(const Option& option) {
  const std::string held = hold_default(option.target);
  std::string text = option.meaning;
  if (!held.empty() && text.find("(default:") == std::string::npos) text += " (default: " + held + ")";
  if (!is_repeatable(option) || is_positional(option)) return text;
  if (!text.ends_with(")") || text.find("(default:") == std::string::npos) return text + " (repeatable)";
  text.pop_back();
  return text + "; repeatable)";
}

std::vector<Option> table_options(const OptionView& options, std::string_view section,
                                  const std::vector<std::string_view>& without) {
  std::vector<Option> all;
  for (const OptionRow& row : options.rows) {
    if (std::find(without.begin(), without.end(), row.name) != without.end()) continue;
    all.push_back({.spelling = (is_on_by_default(row, options) ? "--no-" : "--") + typed_name(row) +
                               std::string(placeholder(row.kind)),
                   .target = TableTarget{options, &row},
                   .meaning = table_meaning(row, options),
                   .section = row.everyday ? std::string_view() : section,
                   .choices = table_choices(row)});
  }
  return all;
}

std::span<const Option> help_options() {
  static const std::array<Option, 2> both{Option{"-h,--help", &ignored, "Print this help and exit"},
                                          Option{"--help-all", &ignored, "Print all options and exit"}};
  return both;
}

}  // namespace stickslip::cli
