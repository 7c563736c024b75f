#include "stickslip/identify/samples.hpp"

#include <array>

#include "sample_kit.hpp"

namespace stickslip::identify {
namespace {

struct Entry {
  SampleInfo info;
  Sample (*make)(std::uint64_t seed);
};

constexpr std::array<Entry, 10> entries{
    {{{"seal", "A piston seal moved to and fro at five pressures, five files (000)", ""}, seal_sample},
     {{"positioner", "A slide under position control: coarse encoder, noisy force, no velocity", ""},
      positioner_sample},
     {{"observer", "A piston on a spring, its displacement and what drives it (000)", "observer"}, observer_sample},
     {{"stribeck-curve", "A slide at thirteen steady speeds in both directions", "stribeck-curve"},
      stribeck_curve_sample},
     {{"lugre-dynamic", "A contact moved within its presliding range, slowly and fast", "lugre-dynamic"},
      lugre_dynamic_sample},
     {{"modified-lugre-dynamic", "A hydraulic cylinder: small motion, sine, and starts after pauses (001)",
       "modified-lugre-dynamic"},
      modified_lugre_dynamic_sample},
     {{"breakaway", "A motor with a coarse encoder: torque ramps until it moves (004, 3.2)", "breakaway"},
      breakaway_sample},
     {{"two-sinusoids", "The same motor under sinusoidal speeds of five amplitudes (004, 3.3)", "two-sinusoids"},
      two_sinusoids_sample},
     {{"torque-polynomials", "Torque ramps all along the travel of a clutch actuator (004, 5.1)", "torque-polynomials"},
      torque_polynomials_sample},
     {{"cylinder-friction", "A vertical cylinder under a sine: chamber pressures and velocity (001, 3.1)",
       "cylinder-friction"},
      cylinder_friction_sample}}};

constexpr auto infos = [] {
  std::array<SampleInfo, entries.size()> all;
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = entries[k].info;
  return all;
}();

std::string number_text(const TrueValue& t) {
  return "\"" + t.name + "\" = " + to_text(t.value) + (t.unit == "1" ? "" : "  # [" + t.unit + "]") + "\n";
}

// Calls take(name of the scalar, unit, value) for every scalar of the named fields.
template <class Take>
void for_named(const ParamGroup& group, std::initializer_list<std::string_view> names, Take take) {
  for (const std::string_view name : names)
    for (const Field& f : group.table)
      if (f.name == name)
        for (std::size_t i = 0; i < f.width; ++i) take(scalar_name(f, i), f.unit, group.values[f.first + i]);
}

}  // namespace

void take_truth(Sample& sample, std::initializer_list<std::string_view> names) {
  for_named(sample.law_parameters, names, [&](const std::string& name, std::string_view unit, double value) {
    sample.truth.push_back({name, std::string(unit), value});
  });
}

void take_settings(Sample& sample, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    for (const Field& f : sample.law_parameters.table) {
      if (f.name != name) continue;
      const double* first = &sample.law_parameters.values[f.first];
      const bool same = f.width == 2 && first[0] == first[1];
      for (std::size_t i = 0; i < (same ? 1 : f.width); ++i)
        sample.settings.push_back("law." + (same ? std::string(name) : scalar_name(f, i)) + "=" + to_text(first[i]));
    }
}

double Sample::true_value(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const TrueValue& t : truth) {
    if (t.name == name) return t.value;
    names.push_back(t.name);
  }
  throw UnknownName("true value", name, names);
}

std::span<const SampleInfo> sample_catalogue() { return infos; }

Sample make_sample(std::string_view name, std::uint64_t seed) {
  std::vector<std::string_view> names;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    names.push_back(entries[k].info.name);
    if (entries[k].info.name != name) continue;
    Sample sample = entries[k].make(seed);
    sample.info = &infos[k];
    return sample;
  }
  throw UnknownName("sample", name, names);
}

std::string truth_text(const Sample& s) {
  std::string text = "# " + std::string(s.info->title) + "\n[sample]\nname = \"" + std::string(s.info->name) + "\"\n";
  if (!s.info->method.empty()) text += "method = \"" + std::string(s.info->method) + "\"\n";
  text += "settings = [";
  for (std::size_t k = 0; k < s.settings.size(); ++k) text += (k == 0 ? "\"" : ", \"") + s.settings[k] + "\"";
  text += "]\n";
  if (!s.law.empty()) {
    text += "\n[law]\nname = \"" + s.law + "\"\n";
    if (s.elements > 0) text += "elements = " + std::to_string(s.elements) + "\n";
    for (const Field& f : s.law_parameters.table)
      text += std::string(f.name) + " = " + value_text(s.law_parameters, f) +
              (f.unit == "1" ? "" : "  # [" + std::string(f.unit) + "]") + "\n";
  }
  text += "\n[truth]\n";
  for (const TrueValue& t : s.truth) text += number_text(t);
  return text;
}

}  // namespace stickslip::identify
