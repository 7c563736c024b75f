// stickslip: the command line. Reads tables, calls the library, knows no equation.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <new>
#include <stdexcept>

#include "command.hpp"
#include "option_words.hpp"
#include "stickslip/names.hpp"
#include "stickslip/text/encoding.hpp"
#include "terminal.hpp"

namespace {

using namespace stickslip::cli;

// The row of the command that was typed, or what was wrong with it.
const CommandRow& find_command(const std::string& typed) {
  std::vector<std::string_view> names;
  for (const CommandRow& row : command_table()) {
    if (row.name == typed) return row;
    names.push_back(row.name);
  }
  if (!typed.starts_with("-")) throw stickslip::UnknownName("command", typed, names);
  constexpr std::array<std::string_view, 3> options{"--help", "--help-all", "--version"};
  throw stickslip::UnknownName("option", typed, options);
}

// What the program itself answers, before any command; empty when a command is asked.
std::string own_answer(const std::string& typed) {
  if (typed == "--help" || typed == "-h" || typed == "--help-all") return program_help(terminal_width());
  if (typed == "--version") return "stickslip " STICKSLIP_VERSION "\n";
  return {};
}

Answer answer(const CommandRow& row, int argc, char** argv) {
  const Command command = row.declare();
  const Wish wish = parse(row, command, argc, argv);
  if (wish == Wish::work) return command.work();
  std::string special = command.help ? command.help() : "";
  return {special.empty() ? command_help(row, command, wish == Wish::help_all, terminal_width()) : std::move(special)};
}

// A stream that was closed would be the number of the next file opened, and what is printed would go there. Nothing can
// be written to a place opened for reading, so that printing fails as it should.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) std::abort();
}

std::string for_terminal(std::string_view text) { return stickslip::text::printable(in_typed_words(text)); }

int run(int argc, char** argv) {
  Answer answered;
  std::string reached;
  try {
    if (argc < 2) throw std::invalid_argument("the command is missing");
    answered.text = own_answer(argv[1]);
    if (answered.text.empty()) {
      const CommandRow& row = find_command(argv[1]);
      reached = " " + std::string(row.name);
      answered = answer(row, argc - 1, argv + 1);
    }
    std::cout << for_terminal(answered.text) << std::flush;
  } catch (const std::invalid_argument& error) {
    std::cerr << "stickslip: " << for_terminal(error.what()) << "\nSee: stickslip" << reached << " --help\n";
    return int(Ending::wrong_use);
  } catch (const std::bad_alloc&) {
    std::cerr << "stickslip: out of memory\n";
    return int(Ending::failed);
  } catch (const std::exception& error) {
    std::cerr << "stickslip: " << for_terminal(error.what()) << "\n";
    return int(Ending::failed);
  }
  if (std::cout) return int(answered.ending);
  std::cerr << "stickslip: the output could not be written\n";
  return int(Ending::failed);
}

}  // namespace

int main(int argc, char** argv) {
  occupy_closed_streams();
  return run(argc, argv);
}
