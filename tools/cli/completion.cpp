// `stickslip completion SHELL`: a script that completes commands, options and their values.
#include <array>
#include <stdexcept>

#include "common.hpp"
#include "stickslip/names.hpp"
#include "tables.hpp"

namespace stickslip::cli {
namespace {

struct Declared {
  const CommandRow* row;
  Command command;
};

std::vector<Declared> declare_all() {
  std::vector<Declared> all;
  for (const CommandRow& row : command_table()) all.push_back({&row, row.declare()});
  return all;
}

std::string join_words(const std::vector<std::string>& words) { return join(words, " "); }

std::vector<std::string> list_known_words(const Option& option) {
  return option.choices ? option.choices() : std::vector<std::string>{};
}

// The options of a command, with --help and --help-all.
std::vector<Option> all_options(const Command& command) {
  std::vector<Option> all = command.options;
  for (const Option& option : help_options()) all.push_back(option);
  return all;
}

// Inside '...' of a shell.
std::string add_quotes(std::string_view text, std::string_view quote) {
  std::string safe;
  for (const char c : text) c == '\'' ? safe += quote : safe += c;
  return safe;
}

constexpr std::string_view program_options = "--help --version";

// ---- bash

// What bash offers after a command: its long options, and the words of its positional arguments.
std::string bash_words(const Command& command) {
  std::vector<std::string> words;
  for (const Option& option : all_options(command)) {
    for (const std::string& name : spelling(option).names)
      if (name.starts_with("--")) words.push_back(name);
    if (!is_positional(option)) continue;
    const auto known = list_known_words(option);
    words.insert(words.end(), known.begin(), known.end());
  }
  return join_words(words);
}

// The values of options that take one of a list; no words for those that take anything, so that bash offers files.
std::string bash_values(const CommandRow& row, const Command& command) {
  std::string cases;
  for (const Option& option : command.options) {
    if (is_positional(option) || is_flag(option)) continue;
    for (const std::string& name : spelling(option).names)
      cases +=
          "    '" + std::string(row.name) + " " + name + "') words='" + join_words(list_known_words(option)) + "' ;;\n";
  }
  return cases;
}

std::string bash_script() {
  std::string commands(program_options), cases, values;
  for (const auto& [row, command] : declare_all()) {
    commands += " " + std::string(row->name);
    cases += "    '" + std::string(row->name) + "') words='" + bash_words(command) + "' ;;\n";
    values += bash_values(*row, command);
  }
  return "# bash completion for stickslip; use: eval \"$(stickslip completion bash)\"\n"
         "_stickslip() {\n"
         "  local command='' words=''\n"
         "  [ \"$COMP_CWORD\" -gt 1 ] && command=${COMP_WORDS[1]}\n"
         "  case $command in\n"
         "    '') words='" +
         commands + "' ;;\n" + cases +
         "  esac\n"
         "  case \"$command ${COMP_WORDS[COMP_CWORD-1]}\" in\n" +
         values +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "}\n"
         "complete -o default -F _stickslip stickslip\n";
}

// ---- zsh

// A meaning inside [...] of _arguments.
std::string zsh_meaning(std::string_view text) {
  std::string safe;
  for (const char c : add_quotes(text, "'\\''")) {
    if (c == '[' || c == ']' || c == ':') safe += '\\';
    safe += c;
  }
  return safe;
}

// ":DIR:_files" or ":NAME:(a b c)": what may stand for a value.
std::string zsh_value(const Option& option) {
  const auto words = list_known_words(option);
  return ":" + zsh_meaning(spelling(option).value) + ":" + (words.empty() ? "_files" : "(" + join_words(words) + ")");
}

std::string zsh_option(const Option& option) {
  const Spelling s = spelling(option);
  if (is_positional(option)) return " '" + std::string(is_repeatable(option) ? "*" : "") + zsh_value(option) + "'";
  std::string text;
  for (const std::string& name : s.names)
    text += " '" + std::string(is_repeatable(option) ? "*" : "") + name + "[" + zsh_meaning(option.meaning) + "]" +
            (is_flag(option) ? "" : zsh_value(option)) + "'";
  return text;
}

std::string zsh_script() {
  std::string commands, cases;
  for (const auto& [row, command] : declare_all()) {
    commands += "    '" + std::string(row->name) + ":" + zsh_meaning(row->summary) + "'\n";
    cases += "    " + std::string(row->name) + ") _arguments";
    for (const Option& option : all_options(command)) cases += " \\\n     " + zsh_option(option);
    cases += " ;;\n";
  }
  return "#compdef stickslip\n"
         "# zsh completion for stickslip; save it as _stickslip in a folder of $fpath\n"
         "_stickslip() {\n"
         "  local -a commands=(\n" +
         commands +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe -t commands command commands\n"
         "    compadd -- " +
         std::string(program_options) +
         "\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _stickslip ]]; then _stickslip \"$@\"; else compdef _stickslip stickslip; fi\n";
}

// ---- fish

std::string fish_option(const CommandRow& row, const Option& option) {
  const auto words = list_known_words(option);
  std::string text = "complete -c stickslip -n '__fish_seen_subcommand_from " + std::string(row.name) + "'";
  if (is_positional(option)) return words.empty() ? "" : text + " -a '" + join_words(words) + "'\n";
  for (const std::string& name : spelling(option).names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!is_flag(option)) text += words.empty() ? " -r" : " -x -a '" + join_words(words) + "'";
  return text + " -d '" + add_quotes(option.meaning, "\\'") + "'\n";
}

std::string fish_script() {
  std::string text =
      "# fish completion for stickslip; use: stickslip completion fish | source\n"
      "complete -c stickslip -n __fish_use_subcommand -l help -d 'List the commands'\n"
      "complete -c stickslip -n __fish_use_subcommand -l version -d 'Print the version'\n";
  for (const auto& [row, command] : declare_all()) {
    text += "complete -c stickslip -f -n __fish_use_subcommand -a " + std::string(row->name) + " -d '" +
            add_quotes(row->summary, "\\'") + "'\n";
    for (const Option& option : all_options(command)) text += fish_option(*row, option);
  }
  return text;
}

// ---- the command

struct Shell {
  std::string_view name;
  std::string (*script)();
};
constexpr std::array shells{Shell{"bash", bash_script}, Shell{"zsh", zsh_script}, Shell{"fish", fish_script}};

std::vector<std::string> shell_names() { return names_in(shells); }

std::string completion(const std::string& name) {
  if (name.empty()) throw std::invalid_argument("the shell is missing: one of " + join(shell_names()));
  for (const Shell& shell : shells)
    if (shell.name == name) return shell.script();
  const auto names = shell_names();
  throw UnknownName("shell", name, std::vector<std::string_view>(names.begin(), names.end()));
}

}  // namespace

Command completion_command() {
  const auto shell = std::make_shared<std::string>();
  return {.options = {{"SHELL", shell.get(), join(shell_names()), {}, shell_names}},
          .examples = {"eval \"$(stickslip completion bash)\"                   # in ~/.bashrc",
                       "stickslip completion zsh > ~/.zfunc/_stickslip        # a folder of $fpath",
                       "stickslip completion fish | source                    # in config.fish"},
          .notes = "An installed stickslip has its completion scripts in place.",
          .work = [shell] { return Answer{completion(*shell)}; }};
}

}  // namespace stickslip::cli
