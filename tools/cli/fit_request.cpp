#include "fit_request.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "signal_names.hpp"
#include "stickslip/identify/recording.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/measurement.hpp"
#include "stickslip/names.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace stickslip::cli {

using namespace batch;
using namespace identify;
using namespace io;
using namespace measurement;

namespace {

// "coulomb=1.5"
Setting fixed_from(const std::string& text) {
  const std::string where = "--fix " + text;
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw std::invalid_argument(where + ": write key=value, as in stribeck_exponent=2");
  const std::string key = text.substr(0, equals);
  return {"law", key.starts_with("law.") ? key.substr(4) : key, value_from_text(text.substr(equals + 1)), where};
}

void add_nuisances(FitOptions& o, const std::vector<std::string>& names, bool common) {
  const auto known = nuisance_names();
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) throw UnknownName("nuisance", name, known);
    for (const NuisanceWish& other : o.nuisances)
      if (other.name == name)
        throw std::invalid_argument("the nuisance " + name +
                                    " is asked for twice; take it out of --nuisance or --common");
    o.nuisances.push_back({name, common});
  }
}

void check_numbers(const FitRequest& r) {
  const auto refuse = [](const std::string& what) { throw std::invalid_argument(what); };
  if (r.elements < 0) refuse("--elements " + std::to_string(r.elements) + " is negative");
  if (r.blocks < 0) refuse("--blocks " + std::to_string(r.blocks) + " is negative");
  if (!(r.huber >= 0.0) || !std::isfinite(r.huber)) refuse("--huber " + text_of(r.huber) + " must be a positive force");
  if (!(r.train > 0.0 && r.train <= 1.0))
    refuse("--train " + text_of(r.train) + " lies outside (0, 1]: it is the share that is fitted");
  if (!(r.sample_time >= 0.0) || !std::isfinite(r.sample_time))
    refuse("--sample-time " + text_of(r.sample_time) + " must be a positive number of seconds");
  if (!(r.bandwidth >= 0.0) || !std::isfinite(r.bandwidth))
    refuse("--bandwidth " + text_of(r.bandwidth) + " must be a positive frequency in Hz");
  if (!(r.compare_below >= 0.0) || !std::isfinite(r.compare_below))
    refuse("--compare-below " + text_of(r.compare_below) + " must be a positive frequency in Hz");
  if (!r.closed_loop && !r.settings.empty())
    refuse("--set " + r.settings.front() + ": only a fit in closed loop has a plant; add --closed-loop, or use --fix");
}

// ---- recordings

ImportOptions import_options(const FitRequest& r) {
  ImportOptions o{.refused = r.refused, .sample_time = r.sample_time, .bandwidth = r.bandwidth};
  for (const std::string& text : r.names) o.names.push_back(name_from(text, measurement_roles()));
  return o;
}

std::vector<Setting> plant_settings(const FitRequest& r) {
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

std::vector<Source> sources_of(const FitRequest& r) {
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

FitInputs inputs_of(const FitRequest& r, const std::string& law) {
  check_numbers(r);
  law_info(law);  // a name that nobody knows is told before a file is read
  const ImportOptions import = import_options(r);
  const auto plant = plant_settings(r);
  FitInputs inputs{.recordings = {}, .from = {.version = STICKSLIP_VERSION, .date = today()}, .columns = {}};
  for (const Source& s : sources_of(r)) {
    Measurement m = import_measurement(read_dataset(s.file), import);
    const bool first = inputs.recordings.empty();
    if (!first && m.rotary != inputs.from.rotary)
      throw std::invalid_argument(s.file + ": this recording and " + r.data.front() +
                                  " are one of a joint, one of a slide; fit them apart");
    inputs.from.rotary = m.rotary;
    keep_common_columns(inputs, m.data, first);
    inputs.from.files.push_back({s.name, m.hash, s.test});
    inputs.recordings.push_back(r.closed_loop ? closed_loop_recording(m, s.name, plant)
                                              : open_loop_recording(m, s.name, law));
    inputs.recordings.back().test = s.test;
  }
  return inputs;
}

FitOptions options_of(const FitRequest& r) {
  check_numbers(r);
  FitOptions o{.free = r.free,
               .per_direction = r.per_direction,
               .loss = fit_loss_named(r.loss),
               .huber = r.huber,
               .strategy = r.strategy,
               .seed = r.seed,
               .budget = r.budget,
               .train = r.train,
               .blocks = std::size_t(r.blocks),
               .closed_loop = r.closed_loop,
               .compare_below = r.compare_below,
               .threads = threads_of(r.threads),
               .device = device_named(r.device),
               .polish = !r.search_alone};
  for (const std::string& text : r.fixed) o.fixed.push_back(fixed_from(text));
  add_nuisances(o, r.nuisances, false);
  add_nuisances(o, r.common, true);
  std::vector<std::string_view> names;
  for (const StrategyInfo& s : strategies()) names.push_back(s.name);
  if (std::find(names.begin(), names.end(), r.strategy) == names.end())
    throw UnknownName("strategy", r.strategy, names);
  return o;
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
  task.emplace_back("columns", joined(r.names));
  task.emplace_back("refused repairs", joined(r.refused));
  task.emplace_back("sample time", text_of(r.sample_time));
  task.emplace_back("bandwidth", text_of(r.bandwidth));
  task.emplace_back("body", joined(r.settings));
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
  const bool talkative = !r.quiet && isatty(STDERR_FILENO) != 0;
  const InterruptWatch watch(talkative, "keeping the best so far");
  FitLine line(talkative, name, fits);
  o.cancelled = [] { return InterruptWatch::interrupted(); };
  o.progress = [&line](const FitProgress& p) { line(p); };
  try {
    work();
  } catch (const std::runtime_error& error) {
    if (!InterruptWatch::interrupted()) throw;
    std::cerr << "stickslip: " << error.what() << "\n";
    return false;
  }
  return true;
}

}  // namespace stickslip::cli
