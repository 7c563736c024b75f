// The terminal: Ctrl-C that keeps results, progress lines, the number of columns.
#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>
#include <string>
#include <string_view>

#include "stickslip/identify/fit.hpp"

namespace stickslip::cli {

// While it lives, the first SIGINT only sets interrupted(); the second one ends the program at once. One at a time.
class InterruptWatch {
 public:
  // On a terminal the first one is answered with the words `ending`.
  InterruptWatch(bool on_terminal, std::string_view ending);
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  static bool interrupted();

 private:
  struct sigaction before_ {};
};

// "sweep: 12 of 100, about 3 s left" on stderr, gone at the end.
class ProgressLine {
 public:
  // `before`: how many were done before this run.
  ProgressLine(bool shown, std::string name, std::size_t before = 0);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  void operator()(std::size_t done, std::size_t all);

 private:
  bool shown_;
  std::string name_;
  std::size_t before_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_at_ = {};
};

// "identify: search: generation 12, best 0.0123, 41000 evaluations/s, about 3 s left" on stderr, gone at the end.
class FitLine {
 public:
  // `fits`: how many are done one after the other.
  FitLine(bool shown, std::string name, std::size_t fits);
  FitLine(const FitLine&) = delete;
  FitLine& operator=(const FitLine&) = delete;
  ~FitLine();

  void operator()(const identify::FitProgress& progress);

 private:
  bool shown_;
  std::string name_;
  std::size_t fits_;
  std::size_t fits_before_ = 0, evaluations_before_ = 0;  // those that are over
  std::size_t last_ = 0;                                  // evaluations of the one at work
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_at_ = {};
};

// Progress is for a person at a terminal who did not ask for quiet.
bool shows_progress(bool quiet);

// Columns of the terminal; 0, without limit, when the output goes elsewhere.
std::size_t terminal_width();

}  // namespace stickslip::cli
