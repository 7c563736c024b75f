#include "fit_request.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "common.hpp"
#include "option_words.hpp"
#include "stickslip/identify/recording.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/results.hpp"
#include "tables.hpp"
#include "terminal.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;
using namespace measurement;

namespace {

std::vector<Setting> plant_settings(const FitRequest& r) {
  if (!r.rank.fit.closed_loop && !r.settings.empty())
    throw std::invalid_argument("--set " + r.settings.front() + ": only a fit in closed loop has a plant; add " +
                                option_reference("closed_loop") + ", or use " + option_reference("fixed"));
  std::vector<Setting> all;
  for (const std::string& text : r.settings) all.push_back(setting_from_text(text, "--set"));
  return all;
}

// The names of files without folders, where these tell them apart.
std::vector<std::string> short_names(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) names.push_back(std::filesystem::path(file).filename().string());
  auto sorted = names;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() ? names : files;
}

struct Source {
  std::string file, name;
  bool test;
};

std::vector<Source> list_sources(const FitRequest& r) {
  if (r.data.empty()) throw std::invalid_argument("the data are missing: give files with columns name[unit]");
  std::vector<std::string> files = r.data;
  files.insert(files.end(), r.test.begin(), r.test.end());
  const auto names = short_names(files);
  std::vector<Source> sources;
  for (std::size_t k = 0; k < files.size(); ++k) sources.push_back({files[k], names[k], k >= r.data.size()});
  return sources;
}

void keep_common_columns(FitInputs& inputs, const Dataset& data, bool first) {
  if (first)
    for (const Column& c : data.columns) inputs.columns.emplace_back(c.name);
  std::erase_if(inputs.columns, [&data](const std::string& name) { return !data.has(name); });
}

}  // namespace

FitInputs read_inputs(const FitRequest& r, const std::string& law) {
  const auto plant = plant_settings(r);
  FitInputs inputs{.recordings = {}, .from = {.version = STICKSLIP_VERSION, .date = today()}, .columns = {}};
  for (const Source& s : list_sources(r)) {
    Measurement m = import_measurement(read_dataset(s.file), r.import);
    const bool first = inputs.recordings.empty();
    if (!first && m.rotary != inputs.from.rotary)
      throw std::invalid_argument(s.file + " and " + r.data.front() +
                                  ": one is rotary, one linear; fit them separately");
    inputs.from.rotary = m.rotary;
    keep_common_columns(inputs, m.data, first);
    inputs.from.files.push_back({s.name, m.hash, s.test});
    inputs.recordings.push_back(r.rank.fit.closed_loop ? closed_loop_recording(m, s.name, plant)
                                                       : open_loop_recording(m, s.name, law));
    inputs.recordings.back().test = s.test;
  }
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
  std::string text = "strategies (--strategy)\n";
  std::size_t width = 0;
  for (const StrategyInfo& s : strategies()) width = std::max(width, s.name.size());
  for (const StrategyInfo& s : strategies())
    text += "  " + std::string(s.name) + std::string(width - s.name.size() + 2, ' ') + std::string(s.what) + "\n";
  text += "nuisances (--nuisance: one per recording, --common: one for all)\n ";
  for (const std::string_view name : nuisance_names()) text += " " + std::string(name);
  return text + "\n";
}

// ---- the directory

namespace {

// What the import of the data and the body of a closed loop add to a task.
JournalLines with_import(JournalLines task, const FitRequest& r) {
  for (const OptionRow& row : ImportOptions::options())
    task.emplace_back(row.name, words_text(option_words(r.import, row)));
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
