// Options that several commands have, each with one wording, and what their values mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "stickslip/text/table.hpp"

namespace stickslip::cli {

// ---- rows

Option output_directory(std::string& directory, std::string_view files);
Option output_file(std::string& file, std::string_view meaning);
Option json_flag(bool& json, std::string_view what);
Option list_flag(bool& list, std::string_view what);
Option quiet_flag(bool& quiet);
Option elements_option(std::size_t& elements);
Option settings_option(std::vector<std::string>& settings, std::string_view what = "Set a parameter: group.key=value");
Option map_option(std::vector<std::string>& names);

void append(std::vector<Option>& options, const std::vector<Option>& more);

// The same row under a heading of --help-all.
Option under(std::string_view section, Option option);

// ---- values

std::vector<std::string> law_names();

// Where the results of each of several files go: into the directory itself, or of several files into a folder named
// after each. Throws std::invalid_argument when two would go into the same.
std::vector<std::string> result_places(const std::vector<std::string>& data, const std::string& output);

// "name  title" lines of a catalogue, aligned.
template <class Catalogue>
std::string list_text(const Catalogue& catalogue) {
  std::vector<text::Row> rows;
  for (const auto& entry : catalogue) rows.push_back({std::string(entry.name), std::string(entry.title)});
  return text::align_columns(rows);
}

// The names of a catalogue, for completion.
template <class Catalogue>
std::vector<std::string> names_in(const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const auto& entry : catalogue) names.emplace_back(entry.name);
  return names;
}

}  // namespace stickslip::cli
