// A command of the program: its options as rows, and its work. Help, completion, the manual page and the parser read
// the rows; CLI11 is seen by parse.cpp alone.
//
// A new command is one file with a function `Command NAME_command()` and one row of the table in commands.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/options.hpp"

namespace stickslip::cli {

// Exit codes.
enum class Ending : unsigned char {
  done = 0,
  failed = 1,         // ran, but failed its purpose
  wrong_use = 2,      // or bad input
  interrupted = 130,  // by Ctrl-C, results kept
};

struct Answer {
  std::string text;  // for stdout
  Ending ending = Ending::done;
};

// The words that a shell may offer for a value.
using Choices = std::function<std::vector<std::string>()>;

// Where a value goes. A list takes one value each time the option is given; Commas also splits "a,b,c".
struct Commas {
  std::vector<std::string>* list;
};
// A row of one of the library's tables of options, and the set that it fills.
struct TableTarget {
  OptionView options;
  const OptionRow* row;
};
using Target = std::variant<bool*, double*, std::size_t*, std::string*, std::vector<std::string>*, Commas, TableTarget>;

struct Option {
  std::string spelling;  // "-o,--output DIR", "--json", or for a positional argument "NAME" or "DATA..."
  Target target;
  std::string meaning;            // a default that is not shown by the target itself stands here: "(default: ...)"
  std::string_view section = {};  // empty: an everyday option, shown by --help; otherwise its heading in --help-all
  Choices choices = {};
};

struct Command {
  std::vector<Option> options;
  std::vector<std::string> examples = {};  // a command line each
  std::string notes = {};                  // paragraphs; lines that begin with a space are kept as they are
  std::string_view fails_when = {};        // what exit code 1 means; empty: the command has no such end
  std::string_view keeps = {};             // what is left after Ctrl-C; empty: nothing, the program just ends
  std::function<Answer()> work = {};
  std::function<std::string()> help = {};  // in place of the usual one, for what was named beside --help, or empty text
};

// ---- the table, in commands.cpp

struct CommandRow {
  std::string_view group, name, summary;
  Command (*declare)();
};

std::span<const CommandRow> command_table();

// ---- what rows say

struct Spelling {
  std::vector<std::string> names;  // "-o", "--output"; empty for a positional argument
  std::string value;               // "DIR", "DATA..."; empty for a flag
};

Spelling spelling(const Option& option);
bool is_positional(const Option& option);
bool is_flag(const Option& option);
bool is_repeatable(const Option& option);

// "-o, --output DIR"
std::string show_spelling(const Option& option);

// "stickslip identify [OPTIONS] DATA..."
std::string synopsis(const CommandRow& row, const Command& command);

// The meaning, with "(default: x)" and "(repeatable)" where they hold.
std::string full_meaning(const Option& option);

// One option per row of a table of the library, which fills the set; rows named in `without` are left out. Everyday
// rows are so here, the others stand under the heading. A flag that is on by default becomes the one that switches it
// off: --no-polish.
std::vector<Option> table_options(const OptionView& options, std::string_view section,
                                  const std::vector<std::string_view>& without = {});

// --help and --help-all, which every command has.
std::span<const Option> help_options();

// ---- parse.cpp

enum class Wish : unsigned char { work, help, help_all };

// Fills the targets. Throws std::invalid_argument with what the user did wrong.
Wish parse(const CommandRow& row, const Command& command, int argc, char** argv);

// ---- help.cpp; `width`: columns of the terminal

std::string program_help(std::size_t width);
std::string command_help(const CommandRow& row, const Command& command, bool all, std::size_t width);

// "0 done, 1 the run did not reach its end, 2 wrong use or bad input"
std::string exit_codes(const Command& command);
inline constexpr std::string_view all_exit_codes =
    "0 done, 1 ran but failed its purpose, 2 wrong use or bad input, 130 interrupted.";

}  // namespace stickslip::cli
