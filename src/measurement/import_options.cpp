// The options of an import, described once for every front end.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "stickslip/measurement.hpp"
#include "stickslip/names.hpp"

namespace stickslip::measurement {
namespace {

void put_names(ImportOptions& o, const Words& words) {
  o.names.clear();
  for (const std::string& word : words) o.names.push_back(signal_name_from(word, measurement_roles()));
}

Words get_names(const ImportOptions& o) {
  Words words;
  for (const SignalName& n : o.names)
    words.push_back(n.role + "=" + n.column + (n.unit.empty() ? "" : "[" + n.unit + "]"));
  return words;
}

}  // namespace

SignalName signal_name_from(const std::string& text, std::span<const std::string> roles) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    throw std::invalid_argument(option_reference("map", text) +
                                ": write role=column or role=column[unit], as in displacement=x_sensor[mm]");
  const std::string role = text.substr(0, equals), column = text.substr(equals + 1);
  if (std::find(roles.begin(), roles.end(), role) == roles.end())
    throw UnknownName("role of a column", role, std::vector<std::string_view>(roles.begin(), roles.end()));
  const auto open = column.ends_with(']') ? column.rfind('[') : std::string::npos;
  if (open == std::string::npos || open == 0) return {role, column};
  return {role, column.substr(0, open), column.substr(open + 1, column.size() - open - 2)};
}

std::span<const OptionRow> ImportOptions::options() {
  using I = ImportOptions;
  static const std::array rows{
      custom_row<I, put_names, get_names>(
          OptionKind::settings,
          {.name = "map",
           .doc = "Name the column that plays a role: role=column or role=column[unit]; role= when none does",
           .everyday = true}),
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
  for (std::string& text : m.guesses) text = rendered(text, wording);
  for (Finding& f : m.findings) f.text = rendered(f.text, wording);
  for (Repair& r : m.repairs) r.text = rendered(r.text, wording);
}

}  // namespace stickslip::measurement
