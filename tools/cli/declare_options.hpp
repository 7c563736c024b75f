// A table of options on the command line: names, help, bounds and choices come from its rows.
#pragma once

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

#include "stickslip/options.hpp"

namespace stickslip::cli {

// The group of options that the short help leaves out.
inline constexpr const char* advanced_options = "Advanced options";

// One option per row, which fills the set while the command line is parsed; rows named in `without` are not declared.
// A flag that is on by default is declared as the one that switches it off: --no-polish. Throws, out of parse(), what
// the table says about a wrong value. The set must outlive the command.
void declare_options(CLI::App& command, const OptionView& options, const std::vector<std::string_view>& without = {});

template <OptionSet S>
void declare_options(CLI::App& command, S& set, const std::vector<std::string_view>& without = {}) {
  declare_options(command, view_options(set), without);
}

// "--fix", "--no-polish"
std::string switch_text(const OptionRow& row, const OptionView& options);

// Takes the advanced options out of the help of a command, for --help; all stay for --help-all.
void hide_advanced(CLI::App& command);

}  // namespace stickslip::cli
