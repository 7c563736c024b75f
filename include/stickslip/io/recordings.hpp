// One way in for recordings: what `identify` reads, every other command and front end reads alike, with the same units,
// roles, repairs and messages.
//
//   Recordings data = open_recordings(list_sources({"slow.csv", "fast.mat"}, {"check.csv"}), {.law = "lugre"});
//   FitReport fit = identify::identify(std::move(data.all), {.law = "lugre"});
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "stickslip/identify/recording.hpp"
#include "stickslip/io/fit.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::io {

// A file (.csv of any dialect, .mat), columns that are in memory, or a measurement that was imported before and that
// stays where it is.
struct RecordingSource {
  std::variant<std::string, measurement::Dataset, const measurement::Measurement*> data;
  std::string name = {};  // in results; empty: the file's
  bool test = false;      // scored, not fitted
};

// Files to fit and files to score; named without folders where that tells them apart.
std::vector<RecordingSource> list_sources(const std::vector<std::string>& files,
                                          const std::vector<std::string>& test_files = {});

struct RecordingOptions {
  std::string law = {};      // whose columns are needed; empty: velocity and displacement, for laws to be compared
  bool closed_loop = false;  // motions are compared, not forces
  std::vector<Setting> body = {};          // plant.key=value of the body, in closed loop
  measurement::ImportOptions import = {};  // of what was not imported before
};

struct Recordings {
  std::vector<identify::Recording> all = {};
  std::vector<std::string> columns = {};  // roles that every recording has
  Provenance from = {};                   // without the version, which the program knows
};

// Throws std::invalid_argument with file, line, column and remedy.
Recordings open_recordings(std::span<const RecordingSource> sources, const RecordingOptions& options);

// One file, imported.
measurement::Measurement open_measurement(const std::string& file, const measurement::ImportOptions& options);

// A law that was asked for must find its columns; std::invalid_argument names the one that is missing.
void check_columns(std::span<const std::string> laws, std::span<const std::string> columns);

}  // namespace stickslip::io
