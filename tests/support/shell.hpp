// Runs a command through the shell, as a user does.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace stickslip::tests {

struct Outcome {
  int code;          // exit code
  std::string text;  // what the command printed
};

inline Outcome shell(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "the shell could not be started"};
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
}

}  // namespace stickslip::tests
