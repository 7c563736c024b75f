#include "option_words.hpp"

#include <algorithm>
#include <array>

#include "stickslip/export/export.hpp"
#include "stickslip/fmu/export.hpp"
#include "stickslip/identify/rank.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::cli {

std::string type_option(std::string_view name, std::string_view value) {
  const std::array tables{identify::FitOptions::options(), identify::RankOptions::options(),
                          measurement::ImportOptions::options(), exporting::ExportOptions::options(),
                          fmu::FmuOptions::options()};
  std::string typed = typed_name({.name = name});
  for (const auto& table : tables)
    for (const OptionRow& row : table)
      if (row.name == name) typed = typed_name(row);
  return "--" + typed + (value.empty() ? "" : " ") + std::string(value);
}

std::string in_typed_words(std::string_view text) { return apply_wording(text, type_option); }

}  // namespace stickslip::cli
