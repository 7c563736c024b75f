// `stickslip manual`: all commands and options, as a page for man(1) or as Markdown for docs/commands.md.
#include "common.hpp"
#include "tables.hpp"

namespace stickslip::cli {
namespace {

// Every option of a command: positional arguments, everyday options, then those of --help-all.
std::vector<const Option*> in_order(const Command& command) {
  std::vector<const Option*> positional, everyday, further;
  for (const Option& o : command.options)
    (is_positional(o) ? positional : o.section.empty() ? everyday : further).push_back(&o);
  positional.insert(positional.end(), everyday.begin(), everyday.end());
  positional.insert(positional.end(), further.begin(), further.end());
  return positional;
}

// ---- man(7)

// A line of text: no character of it is taken for a request.
std::string roff(std::string_view text) {
  std::string safe = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  return safe;
}

// Lines that begin with a space are kept as they are.
std::string roff_paragraphs(const std::string& text) {
  std::string all = ".PP\n";
  bool verbatim = false;
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with(" ") != verbatim) all += verbatim ? ".fi\n" : ".nf\n";
    verbatim = line.starts_with(" ");
    all += roff(line) + "\n";
  }
  return all + (verbatim ? ".fi\n" : "");
}

std::string roff_command(const CommandRow& row, const Command& command) {
  std::string text =
      ".SS " + std::string(row.name) + "\n.B " + roff(synopsis(row, command)) + "\n.PP\n" + roff(row.summary) + ".\n";
  for (const Option* o : in_order(command))
    text += ".TP\n.B " + roff(show_spelling(*o)) + "\n" + roff(full_meaning(*o)) + "\n";
  if (!command.examples.empty()) {
    text += ".PP\n.nf\n";
    for (const std::string& line : command.examples) text += roff(line) + "\n";
    text += ".fi\n";
  }
  if (!command.notes.empty()) text += roff_paragraphs(command.notes);
  return text + ".PP\nExit codes: " + roff(exit_codes(command)) + "\n";
}

std::string man_page() {
  std::string text =
      ".TH STICKSLIP 1 \"\" \"stickslip " STICKSLIP_VERSION
      "\" \"User Commands\"\n"
      ".SH NAME\nstickslip \\- identify, compare and simulate friction laws\n"
      ".SH SYNOPSIS\n.B stickslip\n.I command\n[\\fIarguments\\fR] [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\nStickslip fits friction laws to recordings, ranks them on unseen data, simulates machines\n"
      "with them and exports them. Every command has the options \\fB\\-\\-help\\fR, which prints the everyday\n"
      "options, and \\fB\\-\\-help\\-all\\fR, which prints all of them.\n"
      ".SH COMMANDS\n";
  for (const CommandRow& row : command_table()) text += roff_command(row, row.declare());
  return text + ".SH EXIT STATUS\n" + roff(all_exit_codes) + "\n";
}

// ---- Markdown

std::string markdown_command(const CommandRow& row, const Command& command) {
  std::string text =
      "\n### " + std::string(row.name) + "\n\n" + std::string(row.summary) + ".\n\n```\n" + synopsis(row, command);
  for (const std::string& line : command.examples) text += "\n" + line;
  text += "\n```\n\n";
  std::vector<Row> rows;
  for (const Option* o : in_order(command))
    rows.push_back({code(show_spelling(*o)), text::escape_markdown(full_meaning(*o))});
  if (!rows.empty()) text += markdown_table({"option", "meaning"}, rows);
  return text + "\nExit codes: " + exit_codes(command) + "\n";
}

std::string markdown_page() {
  std::string text =
      "<!-- Written by `stickslip manual --markdown`; change the command's file in tools/cli instead. -->\n\n"
      "# Commands\n\n`stickslip COMMAND --help` prints the everyday options of a command, `--help-all` all of them.\n";
  std::string_view group;
  for (const CommandRow& row : command_table()) {
    if (row.group != group) text += "\n## " + std::string(row.group) + "\n";
    group = row.group;
    text += markdown_command(row, row.declare());
  }
  return text;
}

}  // namespace

Command manual_command() {
  const auto markdown = std::make_shared<bool>(false);
  return {.options = {{"--markdown", markdown.get(), "Print docs/commands.md instead of a page for man"}},
          .examples = {"stickslip manual | man -l -"},
          .work = [markdown] { return Answer{*markdown ? markdown_page() : man_page()}; }};
}

}  // namespace stickslip::cli
