#include "sweep.hpp"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <iostream>
#include <optional>

#include "stickslip/io/input_table.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/sweep.hpp"
#include "stickslip/io/sweep_journal.hpp"
#include "stickslip/io/toml.hpp"

namespace stickslip::cli {
namespace {

// ---- Ctrl-C

volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t talks = 0;

void interrupt(int) {
  constexpr std::string_view answer = "\nending the runs at work; Ctrl-C again ends at once\n";
  interrupted = 1;
  if (talks != 0 && write(STDERR_FILENO, answer.data(), answer.size()) < 0) interrupted = 1;  // nobody to tell
}

// While it lives, the first SIGINT asks for an end between two runs; the second one ends the program at once.
class InterruptWatch {
 public:
  explicit InterruptWatch(bool on_terminal) {
    interrupted = 0;
    talks = on_terminal ? 1 : 0;
    struct sigaction now {};
    sigaction(SIGINT, nullptr, &before_);
    if (before_.sa_handler == SIG_IGN) return;  // started with nohup or in the background of a script
    now.sa_handler = interrupt;
    now.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&now.sa_mask);
    sigaction(SIGINT, &now, nullptr);
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch() { sigaction(SIGINT, &before_, nullptr); }

 private:
  struct sigaction before_ {};
};

// ---- a line on the terminal

class ProgressLine {
 public:
  ProgressLine(bool shown, std::size_t before) : shown_(shown), before_(before) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (shown_) std::cerr << clear << std::flush;
  }

  void operator()(std::size_t done, std::size_t all) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || (now - told_ < pause && done < all)) return;
    told_ = now;
    const double left = std::chrono::duration<double>(now - start_).count() / double(done) * double(all - done);
    std::cerr << clear << "sweep: " << before_ + done << " of " << before_ + all << ", about " << std::lround(left)
              << " s left" << std::flush;
  }

 private:
  static constexpr std::string_view clear = "\r\033[K";
  static constexpr std::chrono::milliseconds pause{100};
  bool shown_;
  std::size_t before_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point told_ = {};
};

// ---- the command

Sweep sweep_of(const SweepRequest& r) {
  if (r.spec.empty()) throw std::invalid_argument("the spec is missing: give a .toml file with a [sweep]");
  SweepRecipe recipe = read_sweep(r.spec);
  for (const std::string& text : r.settings) assign(recipe, setting_from_text(text, "--set"));
  load_table(recipe.experiment);
  return stickslip::sweep(recipe);
}

std::size_t threads_of(const SweepRequest& r) {
  constexpr int most = 1024;
  if (r.threads < 0 || r.threads > most)
    throw std::invalid_argument("--threads " + std::to_string(r.threads) + " lies outside [0, " + std::to_string(most) +
                                "]; 0 stands for all processors");
  return std::size_t(r.threads);
}

void say_before(const SweepRequest& r, const SweepTable& table, std::size_t samples) {
  if (r.quiet || table.size() == 0) return;
  std::cerr << "resumed: " << table.size() << " of " << samples << " done before\n";
}

void say_interrupted(const SweepRequest& r, const SweepTable& table, std::size_t samples) {
  std::cerr << "stickslip: interrupted with " << table.size() << " of " << samples << " samples done; "
            << (r.output.empty() ? "with -o DIR a sweep can be resumed\n"
                                 : "they are kept in " + r.output + ": run the same command again to resume\n");
}

void write_files(const SweepRequest& r, const Sweep& s, const SweepTable& table, const SweepReport& report) {
  write_file(r.output + "/sweep.csv", table.csv());
  write_file(r.output + "/sweep.json", summary_json(s, table, report, STICKSLIP_VERSION));
}

std::string answer_text(const SweepRequest& r, const Sweep& s, const SweepTable& table, const SweepReport& report) {
  if (r.json) return summary_json(s, table, report, STICKSLIP_VERSION);
  if (r.output.empty()) return table.csv();
  return summary_text(s, table, report) + "written: " + r.output + "/{sweep.csv,sweep.json,sweep.toml}\n";
}

SweepReport run_watched(const SweepRequest& r, const Sweep& s, SweepTable& table, SweepJournal* journal) {
  const bool talkative = !r.quiet && isatty(STDERR_FILENO) != 0;
  const InterruptWatch watch(talkative);
  ProgressLine line(talkative, table.size());
  return stickslip::run(s, {.threads = threads_of(r),
                            .done_before = [&table](std::size_t sample) { return table.has(sample); },
                            .keep =
                                [&](const SweepRow& row) {
                                  const std::string text = SweepTable::row_text(s, row);
                                  if (journal != nullptr) journal->append(text);
                                  table.add(text);
                                },
                            .watch = {.cancelled = [] { return interrupted != 0; },
                                      .progress = [&line](std::size_t done, std::size_t all) { line(done, all); }}});
}

}  // namespace

SweepAnswer sweep(const SweepRequest& r) {
  threads_of(r);
  const Sweep s = sweep_of(r);
  SweepTable table(s);
  std::optional<SweepJournal> journal;
  if (!r.output.empty()) {
    prepare_directory(r.output);
    journal.emplace(r.output, s, STICKSLIP_VERSION);
    for (const std::string& row : journal->rows()) table.add(row);
    write_file(r.output + "/sweep.toml", toml_text(s));
  }
  say_before(r, table, s.samples);
  const SweepReport report = run_watched(r, s, table, journal ? &*journal : nullptr);
  if (journal) write_files(r, s, table, report);
  if (!report.completed()) say_interrupted(r, table, s.samples);
  return {answer_text(r, s, table, report), !report.completed()           ? SweepEnding::interrupted
                                            : table.failed() == s.samples ? SweepEnding::all_failed
                                                                          : SweepEnding::done};
}

}  // namespace stickslip::cli
