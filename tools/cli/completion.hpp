// Completion of commands, options and law names in a shell.
#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

// What may follow a command: its options and, where it takes one of a list, those words.
struct Completion {
  std::string command;  // empty for the program itself
  std::vector<std::string> words;
};

// A script that bash reads with: eval "$(stickslip completion bash)"
std::string bash_completion(const std::vector<Completion>& completions);

}  // namespace stickslip::cli
