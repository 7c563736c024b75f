// The options of a translation, described once for every front end.
#include <array>

#include "stickslip/translate/translate.hpp"

namespace stickslip::translate {

std::span<const OptionRow> TranslateOptions::options() {
  using T = TranslateOptions;
  static const std::array rows{
      option_row<&T::joint>({.name = "joint", .doc = "Name of the joint in the snippet", .everyday = true}),
      option_row<&T::speed>(
          {.name = "speed",
           .unit = "m/s",
           .doc = "Fastest speed at which forces are compared (default: that of the recording, or of the law itself)",
           .lower = 0.0,
           .everyday = true}),
      option_row<&T::load>({.name = "load",
                            .unit = "N",
                            .doc = "Normal force at which the law is looked at",
                            .lower = 0.0,
                            .everyday = true}),
      option_row<&T::pressure>({.name = "pressure",
                                .unit = "Pa",
                                .doc = "Pressure at which the law is looked at",
                                .lower = 0.0,
                                .everyday = true}),
      option_row<&T::temperature>(
          {.name = "temperature", .unit = "K", .doc = "Temperature above the reference", .everyday = true}),
      option_row<&T::actuator>({.name = "actuator", .doc = "Name of the motor in BAM's file", .everyday = true}),
  };
  return rows;
}

}  // namespace stickslip::translate
