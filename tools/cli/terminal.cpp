#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "stickslip/text/numbers.hpp"

namespace stickslip::cli {

using namespace identify;

namespace {

// Written before the handler is set, read by it.
volatile std::sig_atomic_t asked_to_end = 0;
volatile std::sig_atomic_t answer_length = 0;
std::array<char, 128> answer{};

void interrupt(int) {
  asked_to_end = 1;
  const auto length = static_cast<std::size_t>(answer_length);
  if (length > 0 && write(STDERR_FILENO, answer.data(), length) < 0) asked_to_end = 1;  // nobody to tell
}

constexpr std::string_view clear = "\r\033[K";
constexpr std::chrono::milliseconds pause{100};

}  // namespace

InterruptWatch::InterruptWatch(bool on_terminal, std::string_view ending) {
  asked_to_end = 0;
  const std::string words = "\n" + std::string(ending) + "; Ctrl-C again ends at once\n";
  words.copy(answer.data(), answer.size());
  answer_length = on_terminal ? static_cast<std::sig_atomic_t>(std::min(words.size(), answer.size())) : 0;
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &before_);
  if (before_.sa_handler == SIG_IGN) return;  // started with nohup or in the background of a script
  now.sa_handler = interrupt;
  now.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&now.sa_mask);
  sigaction(SIGINT, &now, nullptr);
}

InterruptWatch::~InterruptWatch() { sigaction(SIGINT, &before_, nullptr); }

bool InterruptWatch::interrupted() { return asked_to_end != 0; }

ProgressLine::ProgressLine(bool shown, std::string name, std::size_t before)
    : shown_(shown), name_(std::move(name)), before_(before) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::cerr << clear << std::flush;
}

void ProgressLine::operator()(std::size_t done, std::size_t all) {
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || (now - shown_at_ < pause && done < all)) return;
  shown_at_ = now;
  const double left = std::chrono::duration<double>(now - start_).count() / double(done) * double(all - done);
  std::cerr << clear << name_ << ": " << before_ + done << " of " << before_ + all << ", about " << std::lround(left)
            << " s left" << std::flush;
}

FitLine::FitLine(bool shown, std::string name, std::size_t fits) : shown_(shown), name_(std::move(name)), fits_(fits) {}

FitLine::~FitLine() {
  if (shown_) std::cerr << clear << std::flush;
}

void FitLine::operator()(const FitProgress& p) {
  if (p.evaluations < last_) {  // the next one has begun
    ++fits_before_;
    evaluations_before_ += last_;
  }
  last_ = p.evaluations;
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now - shown_at_ < pause) return;
  shown_at_ = now;
  const double share = std::min(1.0, (double(fits_before_) + p.share) / double(fits_));
  const double spent = std::chrono::duration<double>(now - start_).count();
  std::cerr << clear << name_ << ": " << p.stage << ", best " << text::digits(p.best, 4) << ", "
            << text::digits(double(evaluations_before_ + p.evaluations) / spent, 4) << " evaluations/s";
  constexpr double enough_to_estimate = 0.02;  // share of the work from which the remaining time can be estimated
  if (share > enough_to_estimate) std::cerr << ", about " << std::lround(spent / share * (1.0 - share)) << " s left";
  std::cerr << std::flush;
}

bool shows_progress(bool quiet) { return !quiet && isatty(STDERR_FILENO) != 0; }

std::size_t terminal_width() {
  winsize size{};
  const bool known = isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known ? size.ws_col : 0;
}

}  // namespace stickslip::cli
