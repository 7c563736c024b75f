// The categories of log messages, by the standard's names.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace stickslip::fmu {

struct Category {
  std::string_view name, meaning;
};

inline constexpr std::array<Category, 5> categories{
    {{"logEvents", "Every event: its time, its guard, perhaps the mode before and after."},
     {"logStatusWarning", "What was answered by a warning."},
     {"logStatusDiscard", "Values that were discarded, with their bounds."},
     {"logStatusError", "Every call that was refused, with the reason."},
     {"logAll", "All of these."}}};

}  // namespace stickslip::fmu
