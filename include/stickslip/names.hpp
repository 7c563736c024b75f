// Names that a person typed: the error that answers a wrong one with the nearest right ones.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip {

// The candidates that a person may have meant, nearest first, at most three; empty when none is near.
std::vector<std::string_view> nearest_names(std::string_view typed, std::span<const std::string_view> candidates);

// "no friction law is called 'lugree'; did you mean lugre? There are: coulomb, stribeck, ..."
class UnknownName : public std::invalid_argument {
 public:
  UnknownName(std::string_view kind, std::string_view typed, std::span<const std::string_view> candidates);
};

}  // namespace stickslip
