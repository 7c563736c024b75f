// The table of commands: everything that lists commands reads it.
#include <array>

#include "command.hpp"

// clang-format off
#define STICKSLIP_COMMANDS(ROW)                                                                                   \
  ROW("Start here",                 demo,       "Go from recordings to a simulated machine on built-in samples")   \
  ROW("Start here",                 laws,       "List the friction laws, or describe one")                         \
  ROW("Start here",                 sample,     "Write a synthetic measurement whose true parameters are known")   \
  ROW("Start here",                 model,      "Write a ready-made model: a law with the parameters of a seal")   \
  ROW("From recordings to a law",   inspect,    "Check recordings: columns, units, gaps, noise, repairs")          \
  ROW("From recordings to a law",   identify,   "Fit the parameters of one law to recordings")                     \
  ROW("From recordings to a law",   rank,       "Fit many laws and rank them on unseen data")                      \
  ROW("From recordings to a law",   method,     "Apply a classical identification method of the papers")           \
  ROW("From recordings to a law",   loss,       "Score many parameter sets of a law against recordings")           \
  ROW("Simulate",                   run,        "Run an experiment with a friction law")                           \
  ROW("Simulate",                   sweep,      "Run an experiment many times with parameters varied")             \
  ROW("Simulate",                   linearise,  "Find the poles and damping of an experiment at one instant")      \
  ROW("Use a law elsewhere",        export,     "Write a model for C, MATLAB, JavaScript, Modelica or as an FMU")  \
  ROW("Use a law elsewhere",        translate,  "Translate a model to or from the format of another simulator")    \
  ROW("Check the laws",             scorecard,  "Measure every law against every phenomenon of friction")          \
  ROW("Check the laws",             study,      "Reproduce a paper and compare its claims with our results")       \
  ROW("Shell and manual",           completion, "Print a completion script for bash, zsh or fish")                 \
  ROW("Shell and manual",           manual,     "Print the manual of all commands and options")
// clang-format on

namespace stickslip::cli {

#define STICKSLIP_DECLARE(group, name, summary) Command name##_command();
STICKSLIP_COMMANDS(STICKSLIP_DECLARE)

std::span<const CommandRow> command_table() {
#define STICKSLIP_ENTRY(group, name, summary) CommandRow{group, #name, summary, name##_command},
  static constexpr std::array rows{STICKSLIP_COMMANDS(STICKSLIP_ENTRY)};
  return rows;
}

}  // namespace stickslip::cli
