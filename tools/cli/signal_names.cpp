#include "signal_names.hpp"

#include <stdexcept>
#include <string_view>

#include "stickslip/names.hpp"

namespace stickslip::cli {

SignalName name_from(const std::string& text, const std::vector<std::string>& roles) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    throw std::invalid_argument("--map " + text + ": write role=column, as in displacement=x_sensor");
  const std::string role = text.substr(0, equals);
  for (const std::string& known : roles)
    if (known == role) return {role, text.substr(equals + 1)};
  throw UnknownName("role of a column", role, std::vector<std::string_view>(roles.begin(), roles.end()));
}

}  // namespace stickslip::cli
