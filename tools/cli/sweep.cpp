// `stickslip sweep`: an experiment run many times, its table, and going on where it was stopped.
#include "stickslip/io/sweep.hpp"

#include <iostream>
#include <optional>

#include "common.hpp"
#include "stickslip/io/input_table.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/sweep_journal.hpp"
#include "stickslip/io/toml.hpp"
#include "terminal.hpp"

namespace stickslip::cli {

using namespace io;
using namespace sweep;

namespace {

struct SweepRequest {
  std::string spec;                   // a file that ends in .toml
  std::vector<std::string> settings;  // "group.key=value"
  std::string output;                 // directory
  SweepOptions options;
  bool quiet = false;
  bool json = false;
};

Sweep read_spec(const SweepRequest& r) {
  if (r.spec.empty()) throw std::invalid_argument("the spec is missing: give a .toml file with a [sweep]");
  SweepRecipe recipe = read_sweep(r.spec);
  for (const std::string& text : r.settings) assign(recipe, setting_from_text(text, "--set"));
  load_table(recipe.experiment);
  return stickslip::sweep::sweep(recipe);
}

void report_resumed(const SweepRequest& r, const SweepTable& table, std::size_t samples) {
  if (r.quiet || table.size() == 0) return;
  std::cerr << "resumed: " << table.size() << " of " << samples << " done before\n";
}

void report_interrupted(const SweepRequest& r, const SweepTable& table, std::size_t samples) {
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
  const bool talkative = shows_progress(r.quiet);
  const InterruptWatch watch(talkative, "finishing the current runs");
  ProgressLine line(talkative, "sweep", table.size());
  return stickslip::sweep::run(
      s, {.threads = r.options.threads,
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

Answer sweep(const SweepRequest& r) {
  const Sweep s = read_spec(r);
  SweepTable table(s);
  std::optional<SweepJournal> journal;
  if (!r.output.empty()) {
    prepare_directory(r.output);
    journal.emplace(r.output, s, STICKSLIP_VERSION);
    for (const std::string& row : journal->rows()) table.add(row);
    write_file(r.output + "/sweep.toml", toml_text(s));
  }
  report_resumed(r, table, s.samples);
  const SweepReport report = run_watched(r, s, table, journal ? &*journal : nullptr);
  if (journal) write_files(r, s, table, report);
  if (journal && report.completed()) journal->mark_complete();
  if (!report.completed()) report_interrupted(r, table, s.samples);
  return {answer_text(r, s, table, report), !report.completed()           ? Ending::interrupted
                                            : table.failed() == s.samples ? Ending::failed
                                                                          : Ending::done};
}

constexpr const char* spec_example =
    "A spec:\n"
    "  [experiment]\n"
    "  base = \"stick-slip\"\n"
    "  [sweep]\n"
    "  method = \"grid\"            # or \"latin-hypercube\", \"random\" with samples, seed\n"
    "  figures = [\"period\"]       # default: all\n"
    "  [[sweep.parameter]]\n"
    "  name = \"plant.mass\"\n"
    "  values = [1, 2, \"5 kg\"]    # or from = 1, to = 5, count = 9, scale = \"log\"\n"
    "Without -o the table is printed. Run again with the same -o, a sweep resumes where it was stopped.";

}  // namespace

Command sweep_command() {
  const auto r = std::make_shared<SweepRequest>();
  std::vector<Option> options{
      {"SPEC", &r->spec, "A .toml file: an experiment as `stickslip run` reads it, and a [sweep]"},
      output_directory(r->output, "sweep.csv, sweep.json, sweep.toml; resumes what is there"),
      settings_option(r->settings, "Set what is not swept: group.key=value, sweep.samples=N, sweep.seed=N"),
      quiet_flag(r->quiet),
      json_flag(r->json, "sweep.json")};
  append(options, table_options(view_options(r->options), {}));
  return {.options = std::move(options),
          .notes = spec_example,
          .fails_when = "every run failed",
          .keeps = "finished rows are kept",
          .work = [r] { return sweep(*r); }};
}

}  // namespace stickslip::cli
