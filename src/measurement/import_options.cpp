// The options of an import, described once for every front end.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "stickslip/measurement.hpp"
#include "stickslip/names.hpp"
#include "stickslip/param.hpp"
#include "stickslip/units.hpp"

namespace stickslip::measurement {
namespace {

void put_names(ImportOptions& o, const Words& words) {
  o.names.clear();
  for (const std::string& word : words) o.names.push_back(signal_name_from(word, measurement_roles()));
}

Words get_names(const ImportOptions& o) {
  Words words;
  for (const SignalName& n : o.names) words.push_back(signal_words(n));
  return words;
}

std::vector<std::string_view> droppable_findings() { return {"saturation", "dead"}; }

// ---- delay: role=seconds

ChannelDelay delay_from(const std::string& text) {
  const auto equals = text.find('=');
  const std::string where = option_reference("delay", text);
  if (equals == std::string::npos)
    throw std::invalid_argument(where + ": write role=delay, as in force=0.012 or force=12 ms");
  const std::string role = text.substr(0, equals), value = text.substr(equals + 1);
  const auto roles = measurement_roles();
  if (role == "time" || std::find(roles.begin(), roles.end(), role) == roles.end())
    throw UnknownName("role of a column", role, std::vector<std::string_view>(roles.begin() + 1, roles.end()));
  const std::size_t end = value.find_last_of("0123456789.") + 1;  // the unit is behind it
  const std::size_t unit = std::min(value.find_first_not_of(' ', end), value.size());
  try {
    const double number = detail::number_from(value.substr(0, end));
    return {role, unit == value.size() ? number : in_si(number, value.substr(unit), "s")};
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(where + ": " + error.what());
  }
}

void put_delays(ImportOptions& o, const Words& words) {
  o.delays.clear();
  for (const std::string& word : words) o.delays.push_back(delay_from(word));
}

Words get_delays(const ImportOptions& o) {
  Words words;
  for (const ChannelDelay& d : o.delays) words.push_back(d.role + "=" + to_text(d.seconds));
  return words;
}

}  // namespace

SignalName signal_name_from(const std::string& text, std::span<const std::string> roles) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    throw std::invalid_argument(
        option_reference("map", text) +
        ": write role=column or role=column[unit], as in displacement=x_sensor[mm], or role=-column "
        "for the other sign");
  const std::string role = text.substr(0, equals);
  std::string column = text.substr(equals + 1);
  const bool reversed = column.size() > 1 && column.front() == '-';
  if (reversed) column.erase(0, 1);
  if (std::find(roles.begin(), roles.end(), role) == roles.end())
    throw UnknownName("role of a column", role, std::vector<std::string_view>(roles.begin(), roles.end()));
  const auto open = column.ends_with(']') ? column.rfind('[') : std::string::npos;
  if (open == std::string::npos || open == 0) return {role, column, "", reversed};
  return {role, column.substr(0, open), column.substr(open + 1, column.size() - open - 2), reversed};
}

std::span<const OptionRow> ImportOptions::options() {
  using I = ImportOptions;
  static const std::array rows{
      custom_row<I, put_names, get_names>(
          OptionKind::settings,
          {.name = "map",
           .doc = "Name the column that plays a role: role=column, role=column[unit], role=-column for the other sign; "
                  "role= when none does",
           .everyday = true}),
      custom_row<I, put_delays, get_delays>(
          OptionKind::settings,
          {.name = "delay", .doc = "Take a column earlier that was recorded late: role=SECONDS, as in force=0.012"}),
      option_row<&I::dropped>({.name = "drop",
                               .doc = "Give rows with these findings no weight: saturation, dead",
                               .noun = "finding",
                               .choices = droppable_findings}),
      option_row<&I::refused>({.name = "refuse",
                               .doc = "Repairs of the data that must not be made, by their names",
                               .noun = "repair",
                               .choices = repair_names}),
      option_row<&I::sample_time>({.name = "sample_time",
                                   .unit = "s",
                                   .doc = "Step at which the data are used (default: that of the recording)",
                                   .lower = 0.0}),
      option_row<&I::bandwidth>(
          {.name = "bandwidth",
           .unit = "Hz",
           .doc = "Bandwidth (-3 dB) of a derived velocity (default: chosen from noise and resolution)",
           .lower = 0.0}),
  };
  return rows;
}

void render_options(Measurement& m, const OptionWording& wording) {
  for (std::string& text : m.guesses) text = apply_wording(text, wording);
  for (Finding& f : m.findings) f.text = apply_wording(f.text, wording);
  for (Repair& r : m.repairs) r.text = apply_wording(r.text, wording);
}

}  // namespace stickslip::measurement
