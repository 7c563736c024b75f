// The options of an export, described once for every front end.
#include <array>

#include "stickslip/export/export.hpp"

namespace stickslip::exporting {

std::span<const OptionRow> ExportOptions::options() {
  using E = ExportOptions;
  static const std::array rows{
      option_row<&E::prefix>({.name = "prefix",
                              .doc = "What the names in the text begin with (default: the name of the file)",
                              .everyday = true}),
      option_row<&E::single_precision>(
          {.name = "single_precision", .doc = "c: float in place of double", .typed = "float", .everyday = true}),
      option_row<&E::changeable_parameters>({.name = "changeable_parameters",
                                             .doc = "c, js: parameters in a structure that may change at run time",
                                             .typed = "struct",
                                             .everyday = true}),
      option_row<&E::compensation>(
          {.name = "compensation", .doc = "With a feed-forward friction compensation", .everyday = true}),
  };
  return rows;
}

}  // namespace stickslip::exporting
