#include "signal_names.hpp"

#include <stdexcept>
#include <string_view>

#include "stickslip/names.hpp"

namespace stickslip::cli {

using namespace measurement;

namespace {

// "x" and "mm" of x[mm]
SignalName with_unit(const std::string& role, const std::string& column) {
  const auto open = column.ends_with(']') ? column.rfind('[') : std::string::npos;
  if (open == std::string::npos || open == 0) return {role, column};
  return {role, column.substr(0, open), column.substr(open + 1, column.size() - open - 2)};
}

}  // namespace

SignalName name_from(const std::string& text, const std::vector<std::string>& roles) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    throw std::invalid_argument("--map " + text +
                                ": write role=column or role=column[unit], as in displacement=x_sensor[mm]");
  const std::string role = text.substr(0, equals);
  for (const std::string& known : roles)
    if (known == role) return with_unit(role, text.substr(equals + 1));
  throw UnknownName("role of a column", role, std::vector<std::string_view>(roles.begin(), roles.end()));
}

}  // namespace stickslip::cli
