// The options of an export, described once for every front end.
#include <array>

#include "stickslip/export/export.hpp"

namespace stickslip::exporting {

namespace {
constexpr std::array<std::string_view, 2> standstill_names{"samples", "stops"};
}  // namespace

std::span<const OptionRow> ExportOptions::options() {
  using E = ExportOptions;
  static const std::array rows{
      option_row<&E::prefix>({.name = "prefix",
                              .doc = "What the names in the text begin with (default: the name of the file)",
                              .everyday = true}),
      option_row<&E::single_precision>(
          {.name = "single_precision", .doc = "c: float in place of double", .typed = "float", .everyday = true}),
      option_row<&E::embedded>({.name = "embedded",
                                .doc = "c: for small processors: float alone, and small rather than fast",
                                .everyday = true}),
      option_row<&E::changeable_parameters>({.name = "changeable_parameters",
                                             .doc = "c, js: parameters in a structure that may change at run time",
                                             .typed = "struct",
                                             .everyday = true}),
      choice_row<&E::stick, standstill_names>(
          {.name = "stick",
           .doc = "samples: the law's step, told the applied force and the displacement; stops: an "
                  "element told velocity and mass alone that stops the body",
           .noun = "treatment of standstill",
           .everyday = true}),
      option_row<&E::compensation>(
          {.name = "compensation", .doc = "With a feed-forward friction compensation", .everyday = true}),
  };
  return rows;
}

}  // namespace stickslip::exporting
