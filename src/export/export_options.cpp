// The options of an export, described once for every front end.
#include <array>

#include "stickslip/export/export.hpp"

namespace stickslip::exporting {
namespace {

constexpr std::array<std::string_view, 1> additions{"compensation"};

std::vector<std::string_view> addition_names() { return {additions.begin(), additions.end()}; }

void put_additions(ExportOptions& o, const Words& words) { o.compensation = !words.empty(); }
Words get_additions(const ExportOptions& o) { return o.compensation ? Words{std::string(additions[0])} : Words{}; }

}  // namespace

std::span<const OptionRow> ExportOptions::options() {
  using E = ExportOptions;
  static const std::array rows{
      option_row<&E::prefix>({.name = "prefix",
                              .doc = "What the names in the text begin with (default: the name of the file)",
                              .everyday = true}),
      custom_row<E, put_additions, get_additions>(
          OptionKind::names, {.name = "with",
                              .doc = "Additions: compensation (a feed-forward friction compensation)",
                              .noun = "addition",
                              .choices = addition_names,
                              .everyday = true}),
      option_row<&E::single_precision>(
          {.name = "single_precision", .doc = "c: float in place of double", .typed = "float", .everyday = true}),
      option_row<&E::changeable_parameters>({.name = "changeable_parameters",
                                             .doc = "c, js: parameters in a structure that may change at run time",
                                             .typed = "struct",
                                             .everyday = true}),
  };
  return rows;
}

}  // namespace stickslip::exporting
