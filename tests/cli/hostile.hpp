// The program as a user starts it, on what nobody would wish for.
#pragma once

#include <chrono>
#include <string>

#include "../support/folder.hpp"
#include "../support/shell.hpp"

namespace stickslip::tests {

class Hostile : public InFolder {
 protected:
  // With an end: 10 s of processor time and 1 GB of memory are far more than any of these files deserves.
  static Outcome stickslip(const std::string& arguments) {
#ifdef __SANITIZE_ADDRESS__
    const std::string limits = "ulimit -t 100; ";  // a sanitized program reserves terabytes
#else
    const std::string limits = "ulimit -t 10; ulimit -v 1000000; ";
#endif
    return shell(limits + STICKSLIP_PROGRAM " " + arguments + " 2>&1");
  }

  static std::string repeated(std::size_t count, const std::string& text) {
    std::string all;
    all.reserve(count * text.size());
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
  }
};

}  // namespace stickslip::tests
