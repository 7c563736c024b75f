// What a person should conclude from a fit: a verdict with its reason and the next step.
//
//   good           the law follows the data within the noise of the sensor, and every free parameter is identified
//   usable         it follows them, with limits that the reason names
//   unexplained    residuals stand far above the noise: another law, or something that acts beside friction
//   data_problem   the recording itself is at fault: nothing that a fit says of it can be trusted
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace stickslip::identify {

enum class Conclusion : unsigned char { good, usable, unexplained, data_problem };
// What people read, in the same order.
inline constexpr std::array<std::string_view, 4> conclusion_names{"good", "usable with limits",
                                                                  "not explained by this law", "data problem"};

struct Verdict {
  Conclusion conclusion = Conclusion::good;
  std::string reason = {};     // a sentence without its stop
  std::string next_step = {};  // what to do about it; empty when there is nothing to do

  std::string_view name() const { return conclusion_names.at(std::size_t(conclusion)); }
  // Whether the model may be carried on.
  bool is_usable() const { return conclusion == Conclusion::good || conclusion == Conclusion::usable; }
};

}  // namespace stickslip::identify
