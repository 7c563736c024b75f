// What --help and --help-all print.
#include <algorithm>

#include "command.hpp"
#include "tables.hpp"

namespace stickslip::cli {
namespace {

constexpr std::size_t paper = 80;        // columns where there is no terminal
constexpr std::size_t widest = 100;      // longer lines are hard to read
constexpr std::size_t widest_left = 26;  // a longer name has its meaning on the next line

std::size_t columns(std::size_t width) { return width == 0 ? paper : std::clamp<std::size_t>(width, 40, widest); }

// Name and meaning, the meaning wrapped in a column of its own.
std::string entry(const std::string& name, const std::string& meaning, std::size_t left, std::size_t width) {
  std::string text = "  " + name;
  bool fresh = name.size() > left;
  if (fresh) text += "\n";
  for (const std::string& line : wrap(meaning, width - left - 4)) {
    text += fresh ? std::string(left + 4, ' ') : std::string(left + 4 - name.size() - 2, ' ');
    text += line + "\n";
    fresh = true;
  }
  return text;
}

std::string entries(const std::vector<const Option*>& options, std::size_t width) {
  std::size_t left = 0;
  for (const Option* o : options)
    if (show_spelling(*o).size() <= widest_left) left = std::max(left, show_spelling(*o).size());
  std::string text;
  for (const Option* o : options) text += entry(show_spelling(*o), full_meaning(*o), left, width);
  return text;
}

std::string add_title(std::string_view title, const std::string& text) {
  return text.empty() ? text : "\n" + std::string(title) + ":\n" + text;
}

// Text in lines; those that begin with a space are kept.
std::string paragraphs(const std::string& text, std::size_t width) {
  std::string all;
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with(" "))
      all += line + "\n";
    else
      for (const std::string& part : wrap(line, width)) all += part + "\n";
  }
  return all;
}

std::vector<const Option*> positional(const Command& command) {
  std::vector<const Option*> all;
  for (const Option& o : command.options)
    if (is_positional(o)) all.push_back(&o);
  return all;
}

std::vector<const Option*> in_section(const Command& command, std::string_view section) {
  std::vector<const Option*> all;
  for (const Option& o : command.options)
    if (!is_positional(o) && o.section == section) all.push_back(&o);
  return all;
}

// Headings of the options that are not for every day, in the order of the rows.
std::vector<std::string_view> sections(const Command& command) {
  std::vector<std::string_view> all;
  for (const Option& o : command.options)
    if (!o.section.empty() && std::find(all.begin(), all.end(), o.section) == all.end()) all.push_back(o.section);
  return all;
}

std::string option_lists(const Command& command, bool all, std::size_t width) {
  const auto headings = sections(command);
  auto everyday = in_section(command, {});
  const auto help = help_options();
  everyday.push_back(&help[0]);
  if (!headings.empty()) everyday.push_back(&help[1]);
  std::string text = add_title("Arguments", entries(positional(command), width));
  text += add_title("Options", entries(everyday, width));
  if (!all) return text;
  for (const std::string_view heading : headings)
    text += add_title(heading, entries(in_section(command, heading), width));
  return text;
}

}  // namespace

std::string exit_codes(const Command& command) {
  std::string text = "0 done";
  if (!command.fails_when.empty()) text += ", 1 " + std::string(command.fails_when);
  text += ", 2 wrong use or bad input";
  if (!command.keeps.empty()) text += ", 130 interrupted (" + std::string(command.keeps) + ")";
  return text + ".";
}

std::string program_help(std::size_t terminal) {
  const std::size_t width = columns(terminal);
  std::size_t left = 0;
  for (const CommandRow& row : command_table()) left = std::max(left, row.name.size());
  std::string text =
      "Stickslip identifies, compares and simulates friction laws.\n\n"
      "Usage: stickslip COMMAND [ARGUMENTS] [OPTIONS]\n";
  std::string_view group;
  for (const CommandRow& row : command_table()) {
    if (row.group != group) text += "\n" + std::string(row.group) + ":\n";
    group = row.group;
    text += entry(std::string(row.name), std::string(row.summary), left, width);
  }
  return text + "\nstickslip COMMAND --help describes a command.\n" +
         paragraphs("Exit codes: " + std::string(all_exit_codes), width);
}

std::string command_help(const CommandRow& row, const Command& command, bool all, std::size_t terminal) {
  const std::size_t width = columns(terminal);
  std::string text = "Usage: " + synopsis(row, command) + "\n\n" + paragraphs(std::string(row.summary) + ".", width) +
                     option_lists(command, all, width);
  std::string examples;
  for (const std::string& line : command.examples) examples += "  " + line + "\n";
  text += add_title("Examples", examples) + "\n";
  if (!command.notes.empty()) text += paragraphs(command.notes, width) + "\n";
  return text + paragraphs("Exit codes: " + exit_codes(command), width);
}

}  // namespace stickslip::cli
