#include "declare_options.hpp"

#include <algorithm>

namespace stickslip::cli {
namespace {

bool is_on_by_default(const OptionRow& row, const OptionView& options) {
  return row.kind == OptionKind::flag && options.default_words(row) == Words{"true"};
}

// "Low-pass of the force [Hz]; auto, cpu or cuda"
std::string help_text(const OptionRow& row, const OptionView& options) {
  constexpr std::size_t few = 4;  // choices that are worth a place in the help; longer lists have their own command
  std::string text(row.doc);
  if (is_on_by_default(row, options)) return "Without: " + text;
  if (!row.unit.empty()) text += " [" + std::string(row.unit) + "]";
  const std::string choices = choices_text(row);
  const bool named = text.find(std::string(row.choices == nullptr ? "" : row.choices().front())) != std::string::npos;
  if (row.choices != nullptr && row.choices().size() <= few && !named) text += ": " + choices;
  if (row.kind == OptionKind::settings) text += " (repeatable)";
  if (row.kind == OptionKind::names) text += " (with commas, repeatable)";
  return text;
}

// What stands behind the option in the help.
const char* placeholder(OptionKind kind) {
  switch (kind) {
    case OptionKind::flag:
      return "";
    case OptionKind::number:
      return "FLOAT";
    case OptionKind::count:
      return "UINT";
    case OptionKind::text:
    case OptionKind::choice:
    case OptionKind::names:
    case OptionKind::settings:
      return "TEXT";
  }
  return "";
}

void declare_flag(CLI::App& command, const OptionRow& row, const OptionView& options, const std::string& help) {
  const Words other{is_on_by_default(row, options) ? "false" : "true"};
  CLI::Option* flag = command.add_flag_callback(
      switch_text(row, options), [&row, options, other] { options.put(row, other); }, help);
  if (!row.everyday) flag->group(advanced_options);
}

}  // namespace

std::string switch_text(const OptionRow& row, const OptionView& options) {
  return (is_on_by_default(row, options) ? "--no-" : "--") + typed_name(row);
}

void declare_options(CLI::App& command, const OptionView& options, const std::vector<std::string_view>& without) {
  for (const OptionRow& row : options.rows) {
    if (std::find(without.begin(), without.end(), row.name) != without.end()) continue;
    const std::string help = help_text(row, options);
    if (row.kind == OptionKind::flag) {
      declare_flag(command, row, options, help);
      continue;
    }
    const bool list = row.kind == OptionKind::names || row.kind == OptionKind::settings;
    CLI::Option* option = command.add_option(
        switch_text(row, options),
        [&row, options](const CLI::results_t& words) {
          options.put(row, words);
          return true;
        },
        help);
    option->type_name(placeholder(row.kind))->type_size(1)->allow_extra_args(false);
    if (list) option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
    if (row.kind == OptionKind::names) option->delimiter(',');
    if (!row.everyday) option->group(advanced_options);
  }
}

void hide_advanced(CLI::App& command) {
  for (CLI::Option* option : command.get_options())
    if (option->get_group() == advanced_options) option->group("");
}

}  // namespace stickslip::cli
