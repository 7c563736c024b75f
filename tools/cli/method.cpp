#include "method.hpp"

#include <array>

#include "places.hpp"
#include "run.hpp"
#include "signal_names.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/friction_estimate.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/names.hpp"
#include "words.hpp"

namespace stickslip::cli {
namespace {

struct MethodInfo {
  std::string_view name;
  std::string_view title;
  std::string (*run)(const MethodOptions&);
  std::string (*help)();
};

void apply(const Setting& s, std::initializer_list<ParamGroup*> groups) {
  std::vector<std::string_view> names;
  for (ParamGroup* group : groups) {
    names.push_back(group->name);
    if (group->name != s.group) continue;
    try {
      return assign(*group, s.key, s.value);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(s.where + ": " + error.what());
    }
  }
  throw UnknownName("group of parameters", s.group, names);
}

// ---- observer

ObserverSettings observer_from(const MethodOptions& o) {
  ObserverSettings settings = observer_settings();
  for (const std::string& text : o.settings)
    apply(setting_from_text(text, "--set"), {&settings.plant, &settings.observer});
  for (const std::string& text : o.names) settings.names.push_back(name_from(text, observer_roles()));
  return settings;
}

std::string json_of(const std::vector<FrictionEstimate>& estimates) {
  if (estimates.size() == 1) return summary_json(estimates[0], STICKSLIP_VERSION);
  std::string all;
  for (const FrictionEstimate& e : estimates) all += (all.empty() ? "[" : ",") + summary_json(e, STICKSLIP_VERSION);
  return all + "]\n";
}

// Everything is computed before the first byte is written.
std::string observer(const MethodOptions& o) {
  const ObserverSettings settings = observer_from(o);
  const std::vector<std::string> places = places_of(o.data, o.output);
  std::vector<FrictionEstimate> estimates;
  for (const std::string& file : o.data) estimates.push_back(estimate_friction(read_dataset(file), settings));
  std::string text;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    if (estimates.size() > 1) text += (i > 0 ? "\n" : "") + o.data[i] + "\n";
    text += summary_text(estimates[i]);
    if (o.output.empty()) continue;
    prepare_directory(places[i]);
    write_results(estimates[i], STICKSLIP_VERSION, places[i]);
    text += "written: " + places[i] + "/{friction.csv,summary.json,report.html}\n";
  }
  return o.json ? json_of(estimates) : text;
}

std::string observer_help() {
  const ObserverSettings s = observer_settings();
  return "columns: time[s]; displacement[m], velocity[m/s], or both; drive[N], or pressure[Pa]; friction[N] if it is "
         "known.\nm x'' + b x' + k x = drive - friction; without a column drive it is pressure A - K_0.\n" +
         group_help(s.plant) + group_help(s.observer);
}

constexpr std::array<MethodInfo, 1> methods{
    {{"observer", "Friction of a body from its motion, by a proportional-integral observer (000)", observer,
      observer_help}}};

const MethodInfo& method_info(const std::string& name) {
  std::vector<std::string_view> names;
  for (const MethodInfo& m : methods) {
    if (m.name == name) return m;
    names.push_back(m.name);
  }
  throw UnknownName("method", name, names);
}

}  // namespace

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  names.reserve(methods.size());
  for (const MethodInfo& m : methods) names.emplace_back(m.name);
  return names;
}

std::string method(const MethodOptions& o) {
  if (o.list) {
    std::string text;
    for (const MethodInfo& m : methods) text += std::string(m.name) + "  " + std::string(m.title) + "\n";
    return text;
  }
  if (o.method.empty()) throw std::invalid_argument("the method is missing: see stickslip method --list");
  const MethodInfo& info = method_info(o.method);
  if (o.data.empty()) throw std::invalid_argument("the data are missing: give a .csv file with columns name[unit]");
  return info.run(o);
}

std::string method_help(const MethodOptions& o) {
  const MethodInfo& info = method_info(o.method);
  return std::string(info.name) + ": " + std::string(info.title) + "\n" + info.help();
}

}  // namespace stickslip::cli
