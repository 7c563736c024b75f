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
    {{"logEvents", "Every event: its time, its guard, the mode before and after."},
     {"logStatusWarning", "What was answered by a warning."},
     {"logStatusDiscard", "Values that were discarded, with their bounds."},
     {"logStatusError", "Every call that was refused, with the reason."},
     {"logAll", "All of these."}}};

// Those of an FMU; one without model exchange logs what it refuses, and nothing else.
inline std::span<const Category> log_categories(bool model_exchange) {
  return std::span(categories).subspan(model_exchange ? 0 : 2);
}

}  // namespace stickslip::fmu
