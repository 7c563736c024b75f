// What a fit leaves behind: model.toml (model.hpp), fit.json and report.html, or a summary to read.
//
// The files say which data, which seed and which version they come from, and the day; two equal runs on one day, or
// under one SOURCE_DATE_EPOCH, leave the same bytes. A number without a value is null in fit.json, and `..._missing`
// beside it says why.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stickslip/identify/fit.hpp"
#include "stickslip/io/report.hpp"

namespace stickslip::io {

// Recorded data that went in.
struct DataFile {
  std::string name;
  std::uint64_t hash = 0;
  bool test = false;  // scored only
};

// Where a result comes from.
struct Provenance {
  std::string version;
  std::string date;  // "2026-03-14"
  std::vector<DataFile> files = {};
  bool rotary = false;  // angles and torques: units are shown as rad and N.m
};

// The day in UTC; that of SOURCE_DATE_EPOCH, seconds since 1970, where this variable is set to a whole number.
std::string today();

std::string model_toml(const identify::FitReport& fit, const Provenance& from);
std::string fit_json(const identify::FitReport& fit, const Provenance& from);
// For a terminal.
std::string summary_text(const identify::FitReport& fit, const Provenance& from);
Page report_page(const identify::FitReport& fit, const Provenance& from);

// model.toml, fit.json and report.html.
void write_fit(const identify::FitReport& fit, const Provenance& from, const std::string& directory);

}  // namespace stickslip::io
