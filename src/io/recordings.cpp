#include "stickslip/io/recordings.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <unordered_set>

#include "stickslip/io/csv.hpp"

namespace stickslip::io {

using namespace identify;
using namespace measurement;

namespace {

// The names of files without folders, where these tell them apart.
std::vector<std::string> short_names(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) names.push_back(std::filesystem::path(file).filename().string());
  auto sorted = names;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end() ? names : files;
}

void keep_common_columns(Recordings& recordings, const Dataset& data) {
  if (recordings.all.empty())
    for (const Column& c : data.columns) recordings.columns.emplace_back(c.name);
  std::unordered_set<std::string_view> names;
  for (const Column& c : data.columns) names.insert(c.name);
  std::erase_if(recordings.columns, [&names](const std::string& name) { return !names.contains(name); });
}

void add(Recordings& to, Measurement m, const RecordingSource& source, const RecordingOptions& o) {
  const std::string name = source.name.empty() ? m.data.file : source.name;
  if (!to.all.empty() && m.rotary != to.from.rotary)
    throw std::invalid_argument(m.data.file + " and " + to.from.files.front().name +
                                ": one is rotary, one linear; fit them separately");
  keep_common_columns(to, m.data);
  to.from.rotary = m.rotary;
  to.from.files.push_back({name, m.hash, source.test});
  to.all.push_back(o.closed_loop ? closed_loop_recording(m, name, o.body)
                                 : open_loop_recording(std::move(m), name, o.law));
  to.all.back().test = source.test;
}

}  // namespace

std::vector<RecordingSource> list_sources(const std::vector<std::string>& files,
                                          const std::vector<std::string>& test_files) {
  std::vector<std::string> all = files;
  all.insert(all.end(), test_files.begin(), test_files.end());
  const auto names = short_names(all);
  std::vector<RecordingSource> sources;
  for (std::size_t k = 0; k < all.size(); ++k) sources.push_back({all[k], names[k], k >= files.size()});
  return sources;
}

Measurement open_measurement(const std::string& file, const ImportOptions& options) {
  return import_measurement(read_dataset(file), options);
}

Recordings open_recordings(std::span<const RecordingSource> sources, const RecordingOptions& options) {
  if (std::all_of(sources.begin(), sources.end(), [](const RecordingSource& s) { return s.test; }))
    throw std::invalid_argument("the data are missing: give files with columns name[unit]");
  if (!options.closed_loop && !options.body.empty())
    throw std::invalid_argument(
        option_reference("set", options.body.front().group + "." + setting_words(options.body.front())) +
        ": only a fit in closed loop has a plant; add " + option_reference("closed_loop") + ", or use " +
        option_reference("fixed"));
  RecordingOptions o = options;
  if (!o.law.empty()) law_info(o.law);  // an unknown name is refused before a file is read
  Recordings recordings{.from = {.version = {}, .date = today()}};
  for (const RecordingSource& s : sources) {
    if (const auto* file = std::get_if<std::string>(&s.data))
      add(recordings, open_measurement(*file, o.import), s, o);
    else if (const auto* columns = std::get_if<Dataset>(&s.data))
      add(recordings, import_measurement(*columns, o.import), s, o);
    else
      add(recordings, *std::get<const Measurement*>(s.data), s, o);
  }
  return recordings;
}

void check_columns(std::span<const std::string> laws, std::span<const std::string> columns) {
  for (const std::string& law : laws) {
    const std::string missing(missing_column(law_info(law), columns));
    if (missing.empty()) continue;
    throw std::invalid_argument("the law " + law + " reads the column '" + missing +
                                "', which the data do not have; take it out of " + option_reference("laws") +
                                ", or name the column: " + option_reference("map", missing + "=COLUMN"));
  }
}

}  // namespace stickslip::io
