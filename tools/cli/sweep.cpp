#include "sweep.hpp"

#include <unistd.h>

#include <iostream>
#include <optional>

#include "stickslip/io/input_table.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/sweep.hpp"
#include "stickslip/io/sweep_journal.hpp"
#include "stickslip/io/toml.hpp"
#include "terminal.hpp"

namespace stickslip::cli {

using namespace io;
using namespace sweep;

namespace {

// ---- the command

Sweep sweep_of(const SweepRequest& r) {
  if (r.spec.empty()) throw std::invalid_argument("the spec is missing: give a .toml file with a [sweep]");
  SweepRecipe recipe = read_sweep(r.spec);
  for (const std::string& text : r.settings) assign(recipe, setting_from_text(text, "--set"));
  load_table(recipe.experiment);
  return stickslip::sweep::sweep(recipe);
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
  const InterruptWatch watch(talkative, "ending the runs at work");
  ProgressLine line(talkative, "sweep", table.size());
  return sweep::run(s, {.threads = threads_of(r.threads),
                        .done_before = [&table](std::size_t sample) { return table.has(sample); },
                        .keep =
                            [&](const SweepRow& row) {
                              const std::string text = SweepTable::row_text(s, row);
                              if (journal != nullptr) journal->append(text);
                              table.add(text);
                            },
                        .watch = {.cancelled = [] { return InterruptWatch::interrupted(); },
                                  .progress = [&line](std::size_t done, std::size_t all) { line(done, all); }}});
}

}  // namespace

SweepAnswer sweep(const SweepRequest& r) {
  threads_of(r.threads);
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
