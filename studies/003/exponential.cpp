#include "003/exponential.hpp"

namespace stickslip::studies {
namespace {

std::string order_text(int order) {
  return order == 0 ? std::string("exact in displacement") : "exponential of order " + std::to_string(order);
}

}  // namespace

std::string ExponentialReport::brief() const {
  return std::string(to_text(ending)) + " at t = " + to_text(t) + " s; " + std::to_string(steps) + " steps (" +
         std::to_string(rejected) + " rejected), " + std::to_string(evaluations) + " evaluations, " +
         std::to_string(reversals) + " reversals, " + order_text(order_used) + (message.empty() ? "" : "; " + message);
}

std::string ExponentialReport::full() const {
  std::string text;
  const auto line = [&text](std::string_view name, const std::string& value) {
    constexpr std::size_t column = 24;
    text += std::string(name) + std::string(name.size() < column ? column - name.size() : 1, ' ') + value + "\n";
  };
  line("ending", std::string(to_text(ending)));
  if (!message.empty()) line("message", message);
  line("time reached", to_text(t) + " s");
  line("order given", std::to_string(order_given));
  line("order used", order_text(order_used));
  line("tolerance given", to_text(tolerance_given));
  line("tolerance used", tolerance_used > 0.0 ? to_text(tolerance_used) : "none");
  line("steps", std::to_string(steps) + ", rejected " + std::to_string(rejected));
  line("step lengths", to_text(shortest_step) + " to " + to_text(longest_step) + " s");
  line("evaluations of the law", std::to_string(evaluations));
  line("reversals", std::to_string(reversals));
  return text;
}

}  // namespace stickslip::studies
