#include "fit_request.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "common.hpp"
#include "option_words.hpp"
#include "stickslip/io/results.hpp"
#include "tables.hpp"
#include "terminal.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;
using namespace measurement;

Recordings read_inputs(const FitRequest& r, const std::string& law) {
  RecordingOptions options{.law = law, .closed_loop = r.rank.fit.closed_loop, .import = r.import};
  for (const std::string& text : r.settings) options.body.push_back(setting_from_text(text, "--set"));
  Recordings inputs = open_recordings(list_sources(r.data, r.test), options);
  inputs.from.version = STICKSLIP_VERSION;
  return inputs;
}

void append_fit_options(std::vector<Option>& options, FitRequest& r, const std::vector<std::string_view>& without) {
  options.push_back({"DATA...", &r.data, "Recordings: .csv with name[unit] columns, or .mat"});
  append(options, table_options(view_options(r.rank.fit), "Fit", without));
  options.push_back({"--test FILE", &r.test, "Recording that is scored but not fitted"});
  append(options, table_options(view_options(r.import), "Data"));
  options.push_back(under("Fit", list_flag(r.list, "strategies and nuisances")));
  options.push_back(
      under("Fit", settings_option(r.settings, "Body of a closed loop: plant.mass=2, plant.spring=, plant.damper=")));
  options.push_back(under("Fit", quiet_flag(r.quiet)));
}

std::string fit_choices_text() {
  std::vector<Row> rows;
  for (const StrategyInfo& s : strategies()) rows.push_back({std::string(s.name), std::string(s.what)});
  return "strategies (--strategy)\n" + text::align_columns(rows, 2) +
         "nuisances (--nuisance: one per recording, --common: one for all)\n  " + join(nuisance_names(), " ") + "\n";
}

// ---- the directory

namespace {

// What the import of the data and the body of a closed loop add to a task.
JournalLines with_import(JournalLines task, const FitRequest& r) {
  ImportOptions import = r.import;
  add_options(task, view_options(import));
  task.emplace_back("body", join(r.settings));
  return task;
}

}  // namespace

FitDirectory::FitDirectory(const FitRequest& r, const JournalLines& task) : path_(r.output) {
  if (path_.empty()) return;
  made_here_ = !std::filesystem::exists(path_);
  prepare_directory(path_);
  journal_ = std::make_unique<FitJournal>(path_, with_import(task, r));
  if (!r.quiet && journal_->done_before() > 0)
    std::cerr << "resumed: " << journal_->done_before() << " pieces of work were done before\n";
}

FitDirectory::~FitDirectory() {
  if (settled_ || !journal_ || !journal_->rows().empty()) return;
  if (journal_->kept() > 0) return;  // a failure in the middle can be resumed
  journal_->remove();
  std::error_code ignored;
  if (made_here_) std::filesystem::remove(path_, ignored);  // empty, or it stays
}

FitMemory FitDirectory::memory() { return journal_ ? journal_->memory() : pieces_.memory(); }

void FitDirectory::settle(bool completed) {
  settled_ = true;
  if (journal_ && completed) journal_->remove();
}

bool run_watched(const FitRequest& r, const std::string& name, FitOptions& o, const std::function<void()>& work,
                 std::size_t fits) {
  const bool talkative = shows_progress(r.quiet);
  const InterruptWatch watch(talkative, "keeping the best so far");
  FitLine line(talkative, name, fits);
  o.cancelled = [] { return InterruptWatch::interrupted(); };
  o.progress = [&line](const FitProgress& p) { line(p); };
  try {
    work();
  } catch (const std::runtime_error& error) {
    if (!InterruptWatch::interrupted()) throw;
    std::cerr << "stickslip: " << in_typed_words(error.what()) << "\n";
    return false;
  }
  return true;
}

}  // namespace stickslip::cli
